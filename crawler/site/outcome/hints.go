package outcome

import (
	"context"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/summary"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// hints are what a run tells of that is right by its options, and may not be
// what was meant.
func (r *Outcome) hints(ctx context.Context) (list []string) {
	if alone := r.AloneText(); alone != "" {
		list = append(list, alone)
	}
	if why := r.RobotsRedirected(); why != "" {
		list = append(list, "robots.txt: "+safe.OneLine(why)+"; so everything is allowed. If its rules are to hold, have it answer 200 with them")
	}
	idle, err := r.idleInclude(ctx)
	if err != nil {
		r.Log.Warn(err.Error())
	}
	if idle {
		list = append(list, "--include restricts nothing here: beside --exclude, what no rule matches is crawled. To crawl only what --include matches, add as the last rule --exclude '*'")
	}
	return list
}

func (r *Outcome) hintRows(b *strings.Builder) {
	label := "Hint"
	for _, hint := range r.hints(context.Background()) {
		prose.Row(b, label, "%s", hint)
		label = ""
	}
	if label == "" {
		b.WriteString("\n")
	}
}

// AloneText tells of a first sitemap that lists the start page alone, since no
// link to another page of the site was found on it.
func (r *Outcome) AloneText() string {
	if r.Published == nil || r.Published.URLs != 1 || r.Last != nil || r.Result.End != crawler.Complete || r.Start.Front.Links > 0 && !r.leadsAway() {
		return ""
	}
	row, err := r.Store.Find(r.Start.URL)
	if err != nil || row == nil || row.Page == nil || row.Page.Outcome != record.Answered || row.Page.Status != 200 || !row.Page.HTML {
		return "" // it leads elsewhere, and its links were not looked at
	}
	text := safe.OneLine(r.Start.URL) + " is the only URL in the sitemap: no link to another page "
	if away := slices.Concat(r.Verdicts.Examples[audit.ScopeHost], r.Verdicts.Examples[audit.ScopeScheme]); r.Start.Front.Links > 0 && len(away) > 0 {
		return text + "of its host and scheme was found on it: its links lead to " + safe.OneLine(canonical.Origin(away[0].URL)) + ". Are they, and <base href>, as they should be?"
	}
	text += "was found on it"
	if gate := r.Start.Front.Gate; gate != "" {
		what, advice := standsBefore(gate, "the site", r.Scope.Host)
		return text + ": " + what + ". " + advice
	}
	if r.Start.Front.Scripts > 0 {
		text += ", but scripts. Does it make its pages by scripts, or is it a consent page? Links are read from HTML and from sitemaps (--from-sitemap); a consent may be given by --cookie-file"
	}
	return text
}

// leadsAway tells whether all that is known but the start page is on other hosts.
func (r *Outcome) leadsAway() bool {
	away := r.Verdicts.Counts[audit.ScopeHost] + r.Verdicts.Counts[audit.ScopeScheme]
	return away > 0 && away+1 == r.Store.Counts().Known
}

// idleInclude tells whether --include stands beside --exclude, and decides about
// none of the known URLs.
func (r *Outcome) idleInclude(ctx context.Context) (idle bool, err error) {
	var excludes crawler.Filter
	includes, after := false, false // an --exclude after an --include
	for _, f := range r.Told.Filters {
		if includes = includes || f.Flag == "--include"; f.Flag == "--include" {
			continue
		}
		after = after || includes
		if err := excludes.Add(f.Text, false); err != nil {
			return false, err // it was compiled once
		}
	}
	if !includes || excludes.Empty() || !after {
		return includes && !excludes.Empty(), nil
	}
	for row, err := range r.Store.Brief(ctx, 0) {
		if err != nil || row.ID >= summary.MatchedURLs {
			return false, err
		}
		url := []byte(row.URL)
		with, _, _ := r.Told.Filter.Pass(url)
		if without, _, _ := excludes.Pass(url); with != without {
			return false, nil
		}
	}
	return true, nil
}
