package outcome

import (
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
)

// heldWords say why URLs of sources are not asked for.
var heldWords = []struct {
	held  discover.Held
	words string
}{
	{discover.HeldSecret, "hold what looks like a secret"},
	{discover.HeldEffect, "do something when asked for"},
	{discover.HeldOneClient, "one client's query alone"},
	{discover.HeldStatus, "were no pages to those who asked"},
}

// sourceRows tell what came of the user's own sources.
func (r *Outcome) sourceRows(b *strings.Builder) {
	if r.Sources == nil {
		return
	}
	label := "Sources"
	for i, m := range r.Sources.Imports {
		if i == maxSourceRows {
			prose.Row(b, "", "and %s more files", prose.Thousands(len(r.Sources.Imports)-i))
			break
		}
		prose.Row(b, label, "%s", importText(&m))
		for _, f := range append([]discover.Faults{m.Broken}, m.Skipped...) {
			if f.Count > 0 {
				prose.Row(b, "", "  %s not taken: %s%s", prose.Thousands(f.Count), safe.OneLine(faultWords(f)), exampleOf(f))
			}
		}
		if m.Cut != "" {
			prose.Row(b, "", "  not read to its end: %s", safe.OneLine(m.Cut))
		}
		for _, note := range m.Notes {
			prose.Row(b, "", "  %s", safe.OneLine(note))
		}
		label = ""
	}
	for _, h := range heldWords {
		if n := r.Sources.Held[h.held]; n > 0 {
			prose.Row(b, label, "%s URL%s held back: %s", prose.Thousands(n), prose.Plural(n), h.words)
			label = ""
		}
	}
}

// maxSourceRows is how many files the summary tells of.
const maxSourceRows = 10

func importText(m *discover.Import) string {
	what := m.What
	if what == "" {
		what = "nothing that is known"
	}
	unit := "line"
	if m.Source == discover.Directory {
		unit = "file"
	}
	return fmt.Sprintf("%s, read as %s: %s %s%s, %s with a URL of the site", safe.OneLine(m.File), safe.OneLine(what),
		prose.Thousands(m.Lines), unit, prose.Plural(m.Lines), prose.Thousands(m.Named))
}

func faultWords(f discover.Faults) string {
	if f.Why == "" {
		return "cannot be read"
	}
	for _, c := range audit.Codes() {
		if c.String() == f.Why {
			return c.Meaning()
		}
	}
	return f.Why
}

func exampleOf(f discover.Faults) string {
	if len(f.Examples) == 0 {
		return ""
	}
	e := f.Examples[0]
	text := prose.Cut(safe.OneLine(e.Text), prose.Width)
	if e.Line == 0 {
		return ", such as " + text
	}
	return fmt.Sprintf(", such as line %d: %s", e.Line, text)
}

// sourcesJSON is sourceRows for programs.
func (r *Outcome) sourcesJSON() []map[string]any {
	out := []map[string]any{}
	if r.Sources == nil {
		return out
	}
	for _, m := range r.Sources.Imports {
		skipped := map[string]int{}
		for _, f := range m.Skipped {
			skipped[f.Why] = f.Count
		}
		out = append(out, map[string]any{"source": m.Source, "file": m.File, "read_as": m.What, "lines": m.Lines, "named": m.Named,
			"broken": m.Broken.Count, "skipped": skipped, "cut": m.Cut})
	}
	return out
}
