package outcome

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/coverage"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/crawler/site/summary"
)

// coverage is the join of the crawl with the user's own sources, nil without
// any; it is made once.
func (r *Outcome) coverage() *coverage.Coverage {
	if r.Sources == nil || r.joined != nil {
		return r.joined
	}
	crawl, err := stored.Read(r.Store)
	if err == nil {
		r.joined, err = summary.CoverageOf(context.Background(), crawl)
	}
	if err != nil {
		r.Log.Warn(err.Error())
	}
	return r.joined
}

// coverageRows tell which URLs each source knows, and in which they disagree.
func (r *Outcome) coverageRows(b *strings.Builder) {
	c := r.coverage()
	if c == nil {
		return
	}
	label := "Coverage"
	for _, class := range coverage.Classes {
		if n := c.Known[class]; n > 0 {
			prose.CountRow(b, label, prose.Thousands(n), string(class), fmt.Sprintf("known; %s of them listed", prose.Thousands(c.Listed[class])))
			label = ""
		}
	}
	if c.Outside > 0 {
		prose.CountRow(b, label, prose.Thousands(c.Outside), "not known", "named by sources, not asked for")
		label = ""
	}
	for _, s := range c.Sets {
		if s.URLs == 0 {
			continue
		}
		prose.CountRow(b, label, prose.Thousands(s.URLs), s.Name, s.Meaning)
		label = ""
		if s.Amount > 0 {
			prose.Row(b, "", "  %s: %s", counted(int(s.Amount)), reasons(s.ByReason))
		}
	}
	b.WriteString("\n")
}

// counted says how much a set loses.
func counted(n int) string {
	if n == 1 {
		return "1 request or click"
	}
	return prose.Thousands(n) + " requests or clicks"
}

// reasons lists counts, largest first.
func reasons(by map[string]int) string {
	var names []string
	for name := range by {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if by[a] != by[b] {
			return by[b] - by[a]
		}
		return strings.Compare(a, b)
	})
	for i, name := range names {
		names[i] = prose.Thousands(by[name]) + " " + name
	}
	return strings.Join(names, ", ")
}
