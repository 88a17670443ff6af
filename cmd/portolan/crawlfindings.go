package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// mostSummed is up to how many known URLs the summary of a crawl tells what is
// wrong without being asked: beyond, it takes more memory than the crawl.
const mostSummed = 2_000_000

// look looks for what is wrong with the site, for the summary and --fail-on,
// and gives what the run comes to with it.
func (r *crawlRun) look(ctx context.Context, verdict error) error {
	if c := exit.Code(verdict); c != exit.Failed && c != exit.NotPublished { // else it has said what is wrong
		verdict = exit.Graver(verdict, r.startFailed())
	}
	rules := r.opts.failOn.rules
	if len(rules) == 0 && (r.p.Quiet && !r.p.JSON || r.Verdicts.Known > mostSummed) {
		return verdict
	}
	crawl, err := stored.Read(r.Store)
	if err == nil {
		r.found, err = query.Findings(ctx, crawl, query.Asked{}, nil)
	}
	if err != nil {
		return exit.Graver(verdict, exit.InterruptedBy(ctx, exit.Failf("look for what is wrong with the site: %w", err)))
	}
	broken, unknown, err := judgeFindings(rules, r.found, func() (*findings.Summary, string, error) {
		return query.New(ctx, crawl, query.Asked{}, r.p.Skipped)
	})
	if err != nil {
		return exit.Graver(verdict, exit.InterruptedBy(ctx, exit.Failf("compare with the crawl before: %w", err)))
	}
	return exit.Graver(verdict, failure(broken, unknown))
}

// startFailed is the failure of a run whose start page does not answer well;
// nil if it does.
func (r *crawlRun) startFailed() error {
	row, err := r.Store.Find(r.start.URL)
	if err != nil || row == nil {
		return nil // another start was resolved, and crawled
	}
	v, err := r.Store.VerdictOf(row.ID)
	if code := audit.Code(v.Code); err == nil && findings.StartFailed(code) {
		said := code.Meaning()
		if row.Page != nil && row.Page.Status != 0 {
			said = fmt.Sprintf("it answers %d", row.Page.Status)
		}
		return exit.Failf("the start page %s does not answer well: %s; what was found says little of the site (portolan explain %s %s)",
			safe.OneLine(r.start.URL), said, safe.ShellQuote(r.Folder.Dir), safe.ShellQuote(safe.OneLine(r.start.URL)))
	}
	return nil
}

// findingsHeadline tells first of a site that nobody has seen.
func (r *outcome) findingsHeadline(b *strings.Builder) {
	if r.found == nil {
		return
	}
	if shell := r.found.Of("js-shell"); shell.N > 0 {
		text := "LIKELY NOT SEEN: the start page seems to be made by scripts (js-shell, likely: " + shell.Examples[0].Detail + "). What they show, and the links in it, are missing here."
		fmt.Fprintf(b, "%s\n\n", strings.Join(prose.Wrap(text, prose.Width), "\n"))
	}
}

const shownFindings = 5 // kinds of them in the summary

// findingRows tells how much is wrong, and the gravest of it.
func (r *outcome) findingRows(b *strings.Builder) {
	if r.found == nil {
		return
	}
	t := r.found.Totals
	prose.Row(b, "Findings", "%s, %s, %s: portolan findings %s", prose.Counted(t[findings.Error], "error"), prose.Counted(t[findings.Warning], "warning"),
		prose.Counted(t[findings.Notice], "notice"), safe.ShellQuote(r.Folder.Dir))
	shown := 0
	for _, c := range byGravity(r.found.Counts) {
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
