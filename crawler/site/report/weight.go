package report

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
)

// weigh tells of the causes that are to be mended first how many people came,
// how many links lead there, and from which pages. Among those that are as grave
// and as sure, what most people saw comes first.
func (r *Report) weigh(ctx context.Context, crawl *stored.Crawl, a Asked) error {
	if len(r.Causes) == 0 {
		return nil
	}
	if err := r.readLinks(ctx, crawl, a); err != nil {
		return err
	}
	for m, err := range crawl.Measures(ctx) {
		if err != nil {
			return fmt.Errorf("read what is measured in %s: %w", crawl.Path(), err)
		}
		if m.Source != "export" {
			continue
		}
		var facts struct{ Clicks, Sessions float64 }
		if json.Unmarshal([]byte(m.Facts), &facts) != nil {
			continue
		}
		for i := range r.Causes {
			c := &r.Causes[i]
			if c.has(&findings.Finding{Rule: c.Rule, URL: m.URL}) {
				c.Clicks += int(max(0, facts.Clicks, facts.Sessions))
			}
		}
	}
	slices.SortStableFunc(r.Causes, func(a, b Cause) int {
		return cmp.Or(order(a.Likely == a.N, b.Likely == b.N), cmp.Compare(b.Severity, a.Severity), b.Clicks-a.Clicks)
	})
	return nil
}

// readLinks counts the links to what the causes are about, and where they were
// found.
func (r *Report) readLinks(ctx context.Context, crawl *stored.Crawl, a Asked) error {
	asked := query.Asked{Asked: stored.Asked{Segment: a.Segment, Linked: a.Segment != ""}}
	from := make([]map[string]linkingPages, len(r.Causes))
	for i := range r.Causes {
		c := &r.Causes[i]
		c.has = c.Has()
		from[i] = map[string]linkingPages{}
		asked.IDs = append(asked.IDs, c.Rule.ID)
	}
	_, err := query.Findings(ctx, crawl, asked, func(f *query.Finding) error {
		for i := range r.Causes {
			c := &r.Causes[i]
			if c.Rule != f.Rule || f.ID == frontier.NoID || !c.has(f.Finding) {
				continue
			}
			c.Links += f.Pages
			if url := f.FromURL(); c.Rule.Linked && url != "" {
				pattern := r.Shapes.Of(url).Pattern
				of, known := from[i][pattern]
				if !known && len(from[i]) < maxTemplates {
					of.one = strings.Clone(url)
				}
				if of.n++; of.one != "" {
					from[i][strings.Clone(pattern)] = of
				}
			}
		}
		return nil
	})
	for i := range r.Causes {
		r.Causes[i].mostFrom(from[i])
	}
	return err
}

// linkingPages are pages of one template.
type linkingPages struct {
	n   int
	one string
}

// mostFrom notes where most of what a cause is about was found, if that is half
// of it and the cause itself does not say so.
func (c *Cause) mostFrom(from map[string]linkingPages) {
	for pattern, of := range from {
		if of.n > c.FromN || of.n == c.FromN && pattern < c.From {
			c.From, c.FromN = pattern, of.n
		}
	}
	switch {
	case c.FromN*2 < c.N || c.By == "page":
		c.From, c.FromN = "", 0
	case lookalike.Vague(c.From):
		c.FromPage = from[c.From].one
	}
}
