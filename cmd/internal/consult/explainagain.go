package consult

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/process"
	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/recheck"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// runCompare asks for a URL again and tells what has become of it.
func runCompare(ctx context.Context, p *console.Program, f *explainFlags, crawl *stored.Crawl, url string) error {
	if crawl.Option("as") != "" {
		return exit.Usagef("the crawl is of a staging copy (--as): crawl it again instead")
	}
	visitor, err := f.Visitor(p)
	if err != nil {
		return err
	}
	defer visitor.Close()
	ctx, drain, stop := process.Signals(ctx, p)
	defer stop()
	site := crawl.Options.Scope.String()
	v, err := visitor.Visit(ctx, site, site, "")
	if err != nil {
		return err
	}
	c, err := recheck.URL(ctx, crawl, url, recheck.Options{Crawl: crawler.Options{
		NewFetcher: func() crawler.Fetcher { return v.Client.NewFetcher() },
		Politeness: v.Pace, Limits: crawler.Limits{Tries: 3}, Log: p.Log, Drain: drain,
	}})
	switch {
	case errors.Is(err, recheck.ErrInterrupted) || ctx.Err() != nil:
		return &exit.Error{Code: exit.Interrupted, Err: errors.New("interrupted: it is not known what the URL answers now")}
	case err != nil && exit.Code(err) == exit.Usage:
		return err
	case err != nil:
		return exit.Failf("ask for %s again: %w", safe.OneLine(url), err)
	case p.JSON:
		err = p.PrintJSON(comparisonJSON(c))
	case !p.Quiet:
		_, err = fmt.Fprint(p.Out, comparisonText(c))
	}
	if err != nil {
		return exit.Failf("print what it answers now: %w", err)
	}
	return nil
}

// comparisonLine is what a URL answers now, for programs.
type comparisonLine struct {
	Type     string         `json:"type"` // "comparison"
	URL      string         `json:"url"`
	At       string         `json:"at"` // of the crawl's answer
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
	line := comparisonLine{"comparison", c.URL, c.At.UTC().Format(time.RFC3339), c.Changed(), []factLine{}, []findingState{}}
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
	prose.Row(&b, "Asked again", "against %s UTC", c.At.UTC().Format("2006-01-02 15:04"))
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
