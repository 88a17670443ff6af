// Package show shows what has changed between two states of a site.
package show

import (
	"bufio"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"strings"

	"github.com/portolan-seo/portolan/crawler/diff"
	"github.com/portolan-seo/portolan/crawler/failon"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
)

// Output is what has changed, to be printed.
type Output struct {
	Comparison      *diff.Comparison
	A, B            *diff.State
	Limit           int             // of changes of each kind in a table, 0 for all
	Broken, Unknown []failon.Result // rules of --fail-on
}

// Formats are the forms of the output.
func Formats() []string { return []string{"table", "csv", "jsonl"} }

// Write prints in one of the Formats.
func (o *Output) Write(ctx context.Context, to io.Writer, format string) error {
	out := bufio.NewWriterSize(to, 64<<10)
	var err error
	switch format {
	case "csv":
		err = o.csv(ctx, out)
	case "jsonl":
		err = o.jsonl(ctx, out)
	default:
		err = o.table(ctx, out)
	}
	if err != nil {
		return err
	}
	return out.Flush()
}

// csv prints a change a line.
func (o *Output) csv(ctx context.Context, out *bufio.Writer) error {
	w := csv.NewWriter(out)
	if err := w.Write([]string{"kind", "url", "to", "before", "after"}); err != nil {
		return err
	}
	for change, err := range o.Comparison.Changes(ctx) {
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

// Change is a change for programs; what there is none of is null.
type Change struct {
	Type   string  `json:"type"` // "change"
	Kind   string  `json:"kind"`
	URL    string  `json:"url"`
	To     *string `json:"to"` // where it moved
	Before *string `json:"before"`
	After  *string `json:"after"`
}

// ChangeOf gives a change for programs.
func ChangeOf(c *diff.Change) Change {
	return Change{"change", c.Kind.String(), c.URL, orNull(c.To), orNull(c.Before), orNull(c.After)}
}

func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
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
	Refused    string `json:"refused"` // why its sitemap was not published without a person's word
}

func (o *Output) jsonl(ctx context.Context, out *bufio.Writer) error {
	line := func(v any) error {
		data, err := safe.JSON(v)
		if err == nil {
			_, err = out.Write(data)
		}
		return err
	}
	for change, err := range o.Comparison.Changes(ctx) {
		if err != nil {
			return err
		}
		if err := line(ChangeOf(change)); err != nil {
			return err
		}
	}
	return line(o.summary())
}

func (o *Output) summary() diffLine {
	s := diffLine{
		Type: "diff", Counts: map[string]int{}, Unknown: map[string]string{}, Waiting: o.Comparison.Undecided,
		A:      stateLine{o.A.Name, o.Comparison.Before, o.A.Known, o.A.Incomplete, o.A.Refused},
		B:      stateLine{o.B.Name, o.Comparison.Now, o.B.Known, o.B.Incomplete, o.B.Refused},
		Failed: []string{}, Unjudged: []string{},
	}
	for i, kind := range diff.Kinds() {
		s.Counts[kind] = o.Comparison.Counts[i]
		if why := o.Comparison.Unknown[diff.Kind(i)]; why != "" {
			s.Unknown[kind] = why
		}
	}
	for _, r := range o.Broken {
		s.Failed = append(s.Failed, r.Rule.String())
	}
	for _, r := range o.Unknown {
		s.Unjudged = append(s.Unjudged, r.Rule.String())
	}
	return s
}

// table prints the counts, then the first changes of each kind.
func (o *Output) table(ctx context.Context, out *bufio.Writer) error {
	var b strings.Builder
	o.head(&b)
	sections := make([][]*diff.Change, len(diff.Kinds()))
	for change, err := range o.Comparison.Changes(ctx) {
		if err != nil {
			return err
		}
		if s := &sections[change.Kind]; o.Limit == 0 || len(*s) < o.Limit {
			*s = append(*s, change)
		}
	}
	for i, section := range sections {
		if len(section) == 0 {
			continue
		}
		name := diff.Kind(i).String()
		fmt.Fprintf(&b, "\n%s%s  %s\n", strings.ToUpper(name[:1]), name[1:], prose.Thousands(o.Comparison.Counts[i]))
		for _, change := range section {
			changeText(&b, change)
		}
		if more := o.Comparison.Counts[i] - len(section); more > 0 {
			fmt.Fprintf(&b, "  and %s more: --limit 0, or --format csv\n", prose.Thousands(more))
		}
	}
	_, err := out.WriteString(b.String())
	return err
}

func (o *Output) head(b *strings.Builder) {
	for _, s := range []struct {
		label  string
		state  *diff.State
		listed int
	}{{"A", o.A, o.Comparison.Before}, {"B", o.B, o.Comparison.Now}} {
		listed := "listed"
		if s.state.Refused != "" {
			listed = "to be listed"
		}
		prose.Row(b, s.label, "%s: %s %s", safe.OneLine(s.state.Name), prose.Counted(s.listed, "URL"), listed)
		if why := s.state.Incomplete; why != "" {
			prose.Row(b, "", "not complete: %s", safe.OneLine(why))
		}
		switch why := s.state.Refused; why {
		case "":
		case s.state.Incomplete:
			prose.Row(b, "", "for that its sitemap was refused")
		default:
			prose.Row(b, "", "its sitemap was refused: %s", safe.OneLine(why))
		}
	}
	total := 0
	for _, n := range o.Comparison.Counts {
		total += n
	}
	if o.B.Refused != "" && total > 0 {
		prose.Row(b, "Changes", "%s of the site; the sitemap stayed as it was", prose.Thousands(total))
	} else {
		prose.Row(b, "Changes", "%s", prose.Thousands(total))
	}
	for i, kind := range diff.Kinds() {
		count := prose.Thousands(o.Comparison.Counts[i])
		if why := o.Comparison.Unknown[diff.Kind(i)]; why != "" && o.Comparison.Counts[i] == 0 {
			count = "?  " + safe.OneLine(why)
		}
		fmt.Fprintf(b, "  %-15s%s\n", kind, count)
	}
	if n := o.Comparison.Undecided; n > 0 {
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
		fmt.Fprintf(b, "\n    was %s\n    is  %s\n", named(c, c.Before), named(c, c.After))
	}
}

// named gives a title, or a canonical, as people say it.
func named(c *diff.Change, text string) string {
	switch {
	case text == "":
		return "(none)"
	case c.Kind == diff.Canonical && text == c.URL:
		return "(the page itself)"
	}
	return safe.OneLine(text)
}
