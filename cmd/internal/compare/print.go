package compare

import (
	"bufio"
	"context"
	"encoding/csv"
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/crawler/diff"
	"github.com/portolan-seo/portolan/crawler/failon"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
)

// diffOutput prints what has changed.
type diffOutput struct {
	p               *console.Program
	c               *diff.Comparison
	a, b            *diff.State
	limit           int
	broken, unknown []failon.Result
}

func (o *diffOutput) print(ctx context.Context, format string) error {
	out := bufio.NewWriterSize(o.p.Out, 64<<10)
	var err error
	switch {
	case format == "csv":
		err = o.csv(ctx, out)
	case format == "jsonl":
		err = o.jsonl(ctx, out)
	case !o.p.Quiet:
		err = o.table(ctx, out)
	}
	if err != nil {
		return err
	}
	return out.Flush()
}

// csv prints a change a line.
func (o *diffOutput) csv(ctx context.Context, out *bufio.Writer) error {
	w := csv.NewWriter(out)
	if err := w.Write([]string{"kind", "url", "to", "before", "after"}); err != nil {
		return err
	}
	for change, err := range o.c.Changes(ctx) {
		if err != nil {
			return err
		}
		row := []string{change.Kind.String(), change.URL, change.To, change.Before, change.After}
		for i := range row {
			row[i] = safe.Cell(row[i])
		}
		if err := w.Write(row); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// ChangeLine is a change for programs.
type ChangeLine struct {
	Type   string `json:"type"` // "change"
	Kind   string `json:"kind"`
	URL    string `json:"url"`
	To     string `json:"to,omitempty"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// diffLine is the last line for programs.
type diffLine struct {
	Type     string            `json:"type"` // "diff"
	A        stateLine         `json:"a"`
	B        stateLine         `json:"b"`
	Counts   map[string]int    `json:"counts"`
	Unknown  map[string]string `json:"unknown"` // kinds that cannot be told, and why
	Waiting  int               `json:"undecided"`
	Failed   []string          `json:"failed"` // rules of --fail-on that are broken
	Unjudged []string          `json:"unjudged"`
}

type stateLine struct {
	Name       string `json:"name"`
	Listed     int    `json:"listed"`
	Known      int    `json:"known"`
	Incomplete string `json:"incomplete"`
}

func (o *diffOutput) jsonl(ctx context.Context, out *bufio.Writer) error {
	line := func(v any) error {
		data, err := safe.JSON(v)
		if err == nil {
			_, err = out.Write(data)
		}
		return err
	}
	for change, err := range o.c.Changes(ctx) {
		if err != nil {
			return err
		}
		if err := line(ChangeLine{"change", change.Kind.String(), change.URL, change.To, change.Before, change.After}); err != nil {
			return err
		}
	}
	return line(o.summary())
}

func (o *diffOutput) summary() diffLine {
	s := diffLine{
		Type: "diff", Counts: map[string]int{}, Unknown: map[string]string{}, Waiting: o.c.Undecided,
		A:      stateLine{o.a.Name, o.c.Before, o.a.Known, o.a.Incomplete},
		B:      stateLine{o.b.Name, o.c.Now, o.b.Known, o.b.Incomplete},
		Failed: []string{}, Unjudged: []string{},
	}
	for i, kind := range diff.Kinds() {
		s.Counts[kind] = o.c.Counts[i]
		if why := o.c.Unknown[diff.Kind(i)]; why != "" {
			s.Unknown[kind] = why
		}
	}
	for _, r := range o.broken {
		s.Failed = append(s.Failed, r.Rule.String())
	}
	for _, r := range o.unknown {
		s.Unjudged = append(s.Unjudged, r.Rule.String())
	}
	return s
}

// table prints the counts, then the first changes of each kind.
func (o *diffOutput) table(ctx context.Context, out *bufio.Writer) error {
	var b strings.Builder
	o.head(&b)
	sections := make([][]*diff.Change, len(diff.Kinds()))
	for change, err := range o.c.Changes(ctx) {
		if err != nil {
			return err
		}
		if s := &sections[change.Kind]; o.limit == 0 || len(*s) < o.limit {
			*s = append(*s, change)
		}
	}
	for i, section := range sections {
		if len(section) == 0 {
			continue
		}
		name := diff.Kind(i).String()
		fmt.Fprintf(&b, "\n%s%s  %s\n", strings.ToUpper(name[:1]), name[1:], prose.Thousands(o.c.Counts[i]))
		for _, change := range section {
			changeText(&b, change)
		}
		if more := o.c.Counts[i] - len(section); more > 0 {
			fmt.Fprintf(&b, "  and %s more: --limit 0, or --format csv\n", prose.Thousands(more))
		}
	}
	_, err := out.WriteString(b.String())
	return err
}

func (o *diffOutput) head(b *strings.Builder) {
	for _, s := range []struct {
		label  string
		state  *diff.State
		listed int
	}{{"A", o.a, o.c.Before}, {"B", o.b, o.c.Now}} {
		prose.Row(b, s.label, "%s: %s listed", safe.OneLine(s.state.Name), prose.Counted(s.listed, "URL"))
		if why := s.state.Incomplete; why != "" {
			prose.Row(b, "", "not complete: %s", safe.OneLine(why))
		}
	}
	total := 0
	for _, n := range o.c.Counts {
		total += n
	}
	prose.Row(b, "Changes", "%s", prose.Thousands(total))
	for i, kind := range diff.Kinds() {
		count := prose.Thousands(o.c.Counts[i])
		if why := o.c.Unknown[diff.Kind(i)]; why != "" && o.c.Counts[i] == 0 {
			count = "?  " + safe.OneLine(why)
		}
		fmt.Fprintf(b, "  %-15s%s\n", kind, count)
	}
	if n := o.c.Undecided; n > 0 {
		prose.Row(b, "Undecided", "%s listed in A, of which B cannot say: not read, or not asked for. Not taken for removed.", prose.Counted(n, "URL"))
	}
}

// changeText prints one change: the URL, and what is another below it.
func changeText(b *strings.Builder, c *diff.Change) {
	fmt.Fprintf(b, "  %s", safe.OneLine(c.URL))
	switch c.Kind {
	case diff.Added, diff.Removed, diff.Changed, diff.NoIndex:
		switch {
		case c.Before != "":
			fmt.Fprintf(b, "  was %s", safe.OneLine(c.Before))
		case c.After != "":
			fmt.Fprintf(b, "  %s", safe.OneLine(c.After))
		}
		b.WriteString("\n")
	case diff.Moved:
		fmt.Fprintf(b, "\n    to %s  (%s)\n", safe.OneLine(c.To), c.After)
	case diff.Status:
		fmt.Fprintf(b, "  %s, was %s\n", c.After, c.Before)
	default:
		fmt.Fprintf(b, "\n    was %s\n    is  %s\n", orNone(c.Before), orNone(c.After))
	}
}

func orNone(text string) string {
	if text == "" {
		return "(none)"
	}
	return safe.OneLine(text)
}
