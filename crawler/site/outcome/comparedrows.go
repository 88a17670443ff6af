package outcome

import (
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/guard"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/cmdline"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// guardJSON is what --json tells of the comparison, nil if no set stood.
func (r *Outcome) guardJSON() any {
	c := r.Compared
	if c == nil {
		return nil
	}
	list, causes := []map[string]any{}, []guard.Cause{}
	if r.Refused != nil {
		causes = r.Refused.Causes
	}
	for _, cause := range causes {
		list = append(list, map[string]any{"pattern": cause.Pattern, "count": cause.Count, "of": cause.Of, "what": cause.What,
			"looks": string(cause.Looks), "carried": cause.Carried, "example": cause.Example, "accept": cause.Accept})
	}
	missing := []string{}
	for _, g := range r.Last.Missing() {
		missing = append(missing, cmdline.Word(g))
	}
	flaws, idle := []map[string]any{}, []string{}
	for _, f := range r.Last.Flaws {
		flaws = append(flaws, map[string]any{"file": f.Name, "what": f.What})
	}
	if r.Refused != nil {
		for _, i := range r.Refused.Idle {
			idle = append(idle, r.Refused.idleLine(i))
		}
	}
	t := c.Standing
	return map[string]any{"flaws": flaws, "idle_acceptances": idle, "refused": r.Refused != nil, "reason": c.Reason().String(), "before": t.URLs, "kept": t.Of[guard.Kept], "moved": t.Of[guard.Moved],
		"carried": t.Of[guard.Carried], "same_text": t.Of[guard.Alike], "unlinked": c.Unlinked, "lost": t.Left(), "noindex": c.NoIndex, "orphans": c.Orphans, "left_out": t.Of[guard.Own], "renamed": movedJSON(c.Renamed), "shrunk": c.Shrunk.URLs, "accepted": c.Accepted, "accepted_now": c.AcceptedNow, "acceptances": acceptedJSON(r.Accepted), "causes": list,
		"missing": missing}
}

// movedJSON tells of pages that are found at new addresses alone, nil of none.
func movedJSON(r guard.Renamed) any {
	if r.N == 0 {
		return nil
	}
	return map[string]any{"count": r.N, "from": r.From, "to": r.To}
}

// comparedRow counts what came of the URLs of the last set.
func comparedRow(b *strings.Builder, c *guard.Comparison) {
	var parts []string
	for _, p := range []struct {
		n    int
		what string
	}{
		{c.New(), newWhere(c)}, {c.Standing.Left(), "gone"}, {c.Standing.Of[guard.Moved], "moved to pages that are listed"},
		{c.Standing.Of[guard.Own], "left out as you asked"}, {c.AcceptedNow, "gone with your leave (--accept-loss)"},
		{c.AcceptedBefore, "accepted that had left before"},
	} {
		if p.n > 0 {
			parts = append(parts, prose.Counted(p.n, "URL")+" "+p.what)
		}
	}
	if n := c.LikeAccepted; n > 0 {
		prose.Row(b, "", "%s whose loss is not accepted, such as %s, show%s what most of the accepted ones show, and stay%s listed: is that meant?",
			prose.Counted(n, "URL"), safe.OneLine(c.LikeAcceptedURL), map[bool]string{true: "s"}[n == 1], map[bool]string{true: "s"}[n == 1])
	}
	if len(parts) > 0 {
		prose.Row(b, "", "against the last sitemap: %s", strings.Join(parts, ", "))
	}
}

// newWhere tells where most of the new URLs are, where they are many.
func newWhere(c *guard.Comparison) string {
	switch n := c.Grown.URLs; {
	case n == 0:
		return "new"
	case n == c.New():
		return "new, all in " + safe.OneLine(c.Grown.Pattern)
	default:
		return fmt.Sprintf("new (%s in %s)", prose.Thousands(n), safe.OneLine(c.Grown.Pattern))
	}
}

// changeRow tells how the set differs from the one before.
func (r *Outcome) changeRow(b *strings.Builder) {
	c := r.Compared
	if c == nil {
		return
	}
	comparedRow(b, c)
	r.acceptedRows(b)
	if c.ManyUnlinked() && r.Verdicts.Counts[audit.Listed] > 0 && r.Result.End == crawler.Complete {
		prose.Row(b, "", "%s of the %s URLs in the last sitemap: nothing on the site leads there now; they answer, and stay listed. %s",
			prose.Thousands(c.Unlinked), prose.Thousands(c.Standing.URLs), unlinkedWhy(c))
	}
	for _, line := range missingLines(r.Last.Missing()) {
		prose.Row(b, "", "%s", line)
	}
}

// unlinkedWhy says where the links lead instead, or what to look at.
func unlinkedWhy(c *guard.Comparison) string {
	origin, n := c.Elsewhere()
	if origin == "" {
		return "Are menus and links as they should be?"
	}
	return fmt.Sprintf("Links lead to %s of them on %s instead: are links, and <base href>, as they should be?", prose.Thousands(n), safe.OneLine(origin))
}

// noIndexRow names pages that leave the sitemap by a noindex, where they are too
// few for a person to have to decide: that is how an accident goes unseen.
func (r *Outcome) noIndexRow(b *strings.Builder) {
	if r.Published == nil || r.Compared == nil || r.Compared.NoIndex == 0 {
		return
	}
	n := r.Compared.NoIndex
	prose.Row(b, "Noindex", "%s of the last sitemap say%s noindex now, and left it, such as %s. If that is a mistake, take the noindex away, and run the same command again. Which: portolan diff %s",
		prose.Counted(n, "URL"), map[bool]string{true: "s"}[n == 1], safe.OneLine(r.Compared.NoIndexURL), safe.ShellQuote(r.Folder.Dir))
}

// pastDoor says what leads past a page that stands before others.
func pastDoor(url, host string) string {
	if gate := stored.GateAt(url); gate != "" {
		_, advice := standsBefore(gate, "the site", host)
		return advice
	}
	return "Try --cookies " + host + ", or --cookie-file with a browser's export"
}

// wallRows tell where many URLs of the last sitemap are sent to: to a page that
// stands before the site, or because they are gone.
func (r *Outcome) wallRows(b *strings.Builder) {
	if r.Compared == nil {
		r.wallRow(b)
		return
	}
	for _, w := range r.Compared.Walls {
		what := "page"
		if w.Host {
			what = "host"
		}
		stands, advice := "a login, consent or country "+what+" stands before the site, and is not listed", pastDoor(w.URL, r.Scope.Host)
		if gate := stored.GateOn(r.Store, w.URL); gate != "" {
			stands, advice = standsBefore(gate, "the site", r.Scope.Host)
		}
		prose.Row(b, "Wall", "%s of the %s URLs in the sitemap redirect to %s: %s. %s", prose.Thousands(w.From), prose.Thousands(w.Of), safe.OneLine(w.URL), stands, advice)
	}
	r.oneTextRow(b)
	for _, w := range r.Compared.Sent {
		prose.Row(b, "Sent on", "mass-redirect: %s of the %s URLs in the last sitemap redirect to %s, which it lists, too, and which has not changed. %s",
			prose.Thousands(w.From), prose.Thousands(w.Of), safe.OneLine(w.URL), "Five of them count as moved, the others as gone; the page stays listed")
	}
	if len(r.Compared.Walls) == 0 {
		r.wallRow(b)
	}
}

// oneTextRow names what stands before the site where all of it shows one text.
func (r *Outcome) oneTextRow(b *strings.Builder) {
	c := r.Compared
	if c.Reason() != guard.OneText {
		return
	}
	alike := c.Standing.Of[guard.Alike]
	if 2*alike <= c.Standing.URLs && c.SameSays.Gate == "" {
		prose.Row(b, "One text", "%s of the %s URLs in the sitemap show what %s does. Where they are gone, have them answer 404 or 410",
			prose.Thousands(alike), prose.Thousands(c.Standing.URLs), safe.OneLine(c.SameText))
		return
	}
	them := "the site"
	if 2*alike <= c.Standing.URLs {
		them = "them"
	}
	what, advice := standsBefore(c.SameSays.Gate, them, r.Scope.Host)
	prose.Row(b, "Wall", "%s of the %s URLs in the sitemap show what %s does: %s. %s",
		prose.Thousands(alike), prose.Thousands(c.Standing.URLs), safe.OneLine(c.SameText), what, advice)
}
