package consult

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/opening"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/recheck"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// runCompare asks for a URL again and tells what has become of it.
func runCompare(ctx context.Context, p *console.Program, f *explainFlags, crawl *stored.Crawl, url string) error {
	var c *recheck.Comparison
	err := opening.Again(ctx, p, crawl, f.Visitor, "what the URL answers now", "ask for "+safe.OneLine(url)+" again", func(ctx context.Context, o recheck.Options) (err error) {
		c, err = recheck.URL(ctx, crawl, url, o)
		return err
	})
	switch {
	case err != nil:
		return err
	case p.JSON:
		err = p.PrintJSON(comparisonJSON(c))
	case !p.Quiet:
		_, err = fmt.Fprint(p.Out, comparisonText(c))
	}
	if err != nil {
		return exit.Failf("print what it answers now: %w", err)
	}
	if c.Untold != "" {
		return exit.Failf("%s could not be asked for now: %s", safe.OneLine(url), safe.OneLine(c.Untold))
	}
	return nil
}

// comparisonLine is what a URL answers now, for programs.
type comparisonLine struct {
	Type     string         `json:"type"` // "comparison"
	URL      string         `json:"url"`
	At       string         `json:"at"` // of the crawl's answer, "" where it has not asked for it
	Changed  bool           `json:"changed"`
	Facts    []factLine     `json:"facts"`
	Findings []findingState `json:"findings"`
}

type factLine struct {
	Name string `json:"name"`
	Then string `json:"then"`
	Now  string `json:"now"`
}

type findingState struct {
	ID     string `json:"id"`
	State  string `json:"state"` // still there, gone, new, not told
	Detail string `json:"detail"`
}

func comparisonJSON(c *recheck.Comparison) comparisonLine {
	line := comparisonLine{"comparison", c.URL, "", c.Changed(), []factLine{}, []findingState{}}
	if !c.At.IsZero() {
		line.At = c.At.UTC().Format(time.RFC3339)
	}
	for _, f := range c.Facts {
		line.Facts = append(line.Facts, factLine(f))
	}
	for _, s := range c.Findings {
		line.Findings = append(line.Findings, findingState(s))
	}
	return line
}

// comparisonText tells of what has changed alone, and of all findings.
func comparisonText(c *recheck.Comparison) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", safe.OneLine(c.URL))
	if c.At.IsZero() {
		prose.Row(&b, "Asked now", "not read by the crawl: %s", c.Unread)
	} else {
		prose.Row(&b, "Asked again", "against %s UTC", c.At.UTC().Format("2006-01-02 15:04"))
	}
	if !c.Changed() {
		prose.Row(&b, "Changed", "nothing")
	}
	none := func(text string) string {
		if text == "" {
			return "-"
		}
		return safe.OneLine(text)
	}
	for _, f := range c.Facts {
		if f.Differs() {
			fact := "  " + f.Name
			prose.Row(&b, fact, "%s -> %s", none(f.Then), none(f.Now))
		}
	}
	for i, s := range c.Findings {
		prose.Row(&b, map[bool]string{true: "Findings"}[i == 0], "%s: %s (%s)", s.ID, s.State, safe.OneLine(s.Detail))
	}
	return b.String()
}
