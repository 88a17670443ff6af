package outcome

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit/causes"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/crawler/site/summary"
)

// findingsHeadline tells first of a site that nobody has seen. The start page is
// the first that is known, so the first of the examples.
func (r *Outcome) findingsHeadline(b *strings.Builder) {
	if r.Found == nil {
		return
	}
	if r.obscured() == shellRule {
		text := "LIKELY NOT SEEN: the start page seems to be made by scripts (js-shell, likely: " + r.Found.Of(shellRule).Examples[0].Detail + "). What they show, and the links in it, are missing here. " + r.browserWanted()
		fmt.Fprintf(b, "%s\n\n", strings.Join(prose.Wrap(text, prose.Width), "\n"))
	}
}

// browserWanted says how the pages that scripts make are read.
func (r *Outcome) browserWanted() string {
	if slices.ContainsFunc(r.Told.Given, func(g stored.Given) bool { return g.Flag == "render" && g.Value == "never" }) {
		return "A browser shows them: leave out --render never."
	}
	if s, err := summary.RenderedOf(context.Background(), r.Store); err == nil && s != nil && s.Lack != "" {
		return browserHint(s.Lack)
	}
	return "A browser shows them (--render)."
}

const shownFindings = 5 // kinds of them, or causes, in the summary

// findingRows tells how much is wrong, and the gravest of it.
func (r *Outcome) findingRows(b *strings.Builder) {
	if r.Found == nil {
		return
	}
	t := r.Found.Totals
	prose.Row(b, "Findings", "%s, %s, %s: portolan findings %s", prose.Counted(t[findings.Error], "error"), prose.Counted(t[findings.Warning], "warning"),
		prose.Counted(t[findings.Notice], "notice"), safe.ShellQuote(r.Folder.Dir))
	if s := r.Since; s != nil {
		prose.Row(b, "", "since %s: %s", s.crawl(), s.text())
	}
	if r.Unpublished.Instead() {
		b.WriteString("\n") // what to mend is told of the site, not of what stood before it
		return
	}
	if r.Causes != nil {
		r.causeRows(b)
		b.WriteString("\n")
		return
	}
	shown := 0
	for _, c := range query.ByGravity(r.Found.Counts) {
		if c.N == 0 || c.Severity == findings.Notice || shown == shownFindings {
			continue
		}
		likely := ""
		if c.Likely == c.N {
			likely = "likely: "
		}
		fmt.Fprintf(b, "%-10s%10s  %-27s  %s\n", "", prose.Thousands(c.N), c.Rule.ID, prose.Cut(likely+c.Rule.Title, prose.Width-51))
		shown++
	}
	b.WriteString("\n")
}

// crawl names the crawl before, if it is not the last one.
func (s *Since) crawl() string {
	if s.Refused == 0 {
		return "the last crawl"
	}
	return fmt.Sprintf("the crawl of %s (%s since then refused)", s.Began.UTC().Format("2 January 2006, 15:04 UTC"), prose.Thousands(s.Refused))
}

func (s *Since) text() string {
	var list []string
	for _, part := range []struct {
		n          int
		what, came string
	}{{s.Fresh, "finding", "new"}, {s.Mended, "cause", "mended"}, {s.Gone, "cause", "gone with the pages"}, {s.Unseen, "cause", "not seen this time"}} {
		if part.n > 0 {
			list = append(list, prose.Counted(part.n, part.what)+" "+part.came)
		}
	}
	return cmp.Or(strings.Join(list, ", "), "nothing new, nothing mended")
}

// causeRows tell what to mend first, as the report does.
func (r *Outcome) causeRows(b *strings.Builder) {
	for i, c := range causes.First(r.Causes) {
		if i == 0 {
			prose.Row(b, "Mend first", "by causes; what mends each: portolan causes %s", safe.ShellQuote(r.Folder.Dir))
		}
		fmt.Fprintf(b, "%-10s%10s  %-27s  %s\n", "", prose.Thousands(c.N), c.Rule.ID, prose.Cut(safe.OneLine(r.causeText(&c)), prose.Width-51))
	}
}

// causeText says what the findings of a cause have in common. A guess is to be
// looked at before anybody mends it.
func (r *Outcome) causeText(c *causes.Cause) string {
	what, like := c.What, c.Like()
	if like != "" {
		what = like
	}
	if host := r.Scope.Scheme + "://" + r.Scope.Host; strings.HasPrefix(what, host+"/") {
		what = strings.TrimPrefix(what, host)
	}
	switch {
	case what == "":
		what = c.Rule.Title
	case like != "":
		what = "like " + what
	case c.By == "line":
		what = "robots.txt, " + what
	case c.By == "target":
		what = "to " + what
	case c.By == "page":
		what = "on " + what
	}
	if c.Likely == c.N {
		return "check first: " + what
	}
	return what
}
