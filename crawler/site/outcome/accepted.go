package outcome

import (
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// How long an acceptance holds, and how it is taken back.
const (
	holdsForSet = "That holds for this sitemap, with which later crawls are compared. To take it back, mend the pages and crawl: what answers well is listed again"
	holdsGiven  = "That holds for each crawl with this --accept-loss. Without it, the next one is compared with this sitemap, and lists again what answers well"
	holdsConfig = "That holds as long as the configuration has this accept-loss. Without it, the next crawl is compared with this sitemap, and lists again what answers well"
)

// acceptedRows repeat what was accepted, with what came of it, and what becomes of it.
func acceptedRows(b *strings.Builder, list []stored.Accepted, scope canonical.Scope, holds string) {
	for i := range list {
		a := &list[i]
		prose.Row(b, "Accepted", "%s (%s): %s", safe.OneLine(a.Pattern), safe.OneLine(a.Reason), cameOf(a))
		if a.Changed > 0 {
			prose.Row(b, "", "To take out what stays: have it answer 404 or 410, or say noindex, or crawl with --no-list %s", safe.ShellQuote(noListOf(a.Pattern, scope)))
		}
	}
	if slices.ContainsFunc(list, func(a stored.Accepted) bool { return hasEffect(&a) }) {
		prose.Row(b, "", "%s", holds)
	}
}

func hasEffect(a *stored.Accepted) bool { return a.Left+a.LeftBefore+a.Changed > 0 }

// cameOf says what came of an acceptance.
func cameOf(a *stored.Accepted) string {
	var parts []string
	if a.Left > 0 {
		parts = append(parts, prose.Counted(a.Left, "URL")+" left the sitemap")
	}
	if a.LeftBefore > 0 {
		parts = append(parts, prose.Counted(a.LeftBefore, "URL")+" had left it before")
	}
	if a.Changed > 0 {
		says := " that show another text than before stay in it, since they answer and may be indexed"
		if a.Changed == 1 {
			says = " that shows another text than before stays in it, since it answers and may be indexed"
		}
		parts = append(parts, prose.Counted(a.Changed, "URL")+says)
	}
	text := strings.Join(parts, ", ")
	if text == "" {
		text = "no URL that matches leaves the sitemap, or shows another text than before"
	}
	if !a.Until.IsZero() {
		text += "; the last day is " + a.Until.Format(time.DateOnly)
	}
	return text
}

// noListOf gives a pattern of --accept-loss as --no-list wants it: there a pattern is
// for the whole URL.
func noListOf(pattern string, scope canonical.Scope) string {
	if strings.HasPrefix(pattern, "/") {
		return scope.Scheme + "://" + scope.Host + safe.OneLine(pattern)
	}
	return safe.OneLine(pattern)
}

// acceptedRows of a crawl are those of acceptances by which something has come, and of
// pages where most show another text.
func (r *Outcome) acceptedRows(b *strings.Builder) {
	holds := holdsConfig
	if slices.ContainsFunc(r.Told.Given, func(g stored.Given) bool { return g.Flag == "accept-loss" && !g.Config }) {
		holds = holdsGiven
	}
	list := slices.DeleteFunc(slices.Clone(r.Accepted), func(a stored.Accepted) bool { return a.Left+a.LeftBefore == 0 && 2*a.Changed <= a.Stay })
	acceptedRows(b, list, r.Scope, holds)
}

// acceptedJSON is what --json tells of it.
func acceptedJSON(list []stored.Accepted) []map[string]any {
	out := []map[string]any{}
	for _, a := range list {
		until := ""
		if !a.Until.IsZero() {
			until = a.Until.Format(time.DateOnly)
		}
		out = append(out, map[string]any{"pattern": a.Pattern, "reason": a.Reason, "until": until, "left": a.Left, "left_before": a.LeftBefore, "stay": a.Stay, "changed": a.Changed})
	}
	return out
}
