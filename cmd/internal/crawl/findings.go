package crawl

import (
	"context"
	"fmt"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/option"
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

// mostGrouped is the same for causes and reports, which want the whole graph of
// links: a quarter of a gigabyte a million.
const mostGrouped = 1_000_000

// look looks for what is wrong with the site, for the summary and --fail-on,
// and gives what the run comes to with it.
func (r *crawlRun) look(ctx context.Context, verdict error) error {
	if c := exit.Code(verdict); c != exit.Failed && c != exit.NotPublished { // else it has said what is wrong
		verdict = exit.Graver(verdict, r.startFailed())
	}
	rules := r.opts.FailOn.Rules
	silent := r.p.Quiet && !r.p.JSON
	if len(rules) == 0 && (silent && len(r.opts.Handover.Forms) == 0 || r.Verdicts.Known > mostSummed) {
		return verdict
	}
	crawl, err := r.stored()
	if err == nil {
		r.Found, err = crawl.KeepFindings(ctx)
	}
	if err == nil && !silent && r.Verdicts.Known <= mostGrouped {
		r.Causes, _, err = crawl.Causes(ctx, stored.Asked{})
	}
	if err != nil {
		return exit.Graver(verdict, exit.InterruptedBy(ctx, exit.Failf("look for what is wrong with the site: %w", err)))
	}
	broken, unknown, err := query.Judge(crawl, rules, r.Found, func() (*findings.Summary, string, error) {
		if r.known != nil {
			fresh, err := query.NewTo(ctx, crawl, query.Asked{}, r.known)
			return fresh, "", err
		}
		return query.New(ctx, crawl, query.Asked{}, r.p.Skipped)
	})
	if err != nil {
		return exit.Graver(verdict, exit.InterruptedBy(ctx, exit.Failf("look for what is new: %w", err)))
	}
	if text := r.opts.FailOn.OfPart(r.Found.Seen.Why()); text != "" {
		r.p.Say(text)
	}
	return exit.Graver(verdict, option.Failure(broken, unknown))
}

// stored gives the crawl as its file has it: one for all that comes after it.
func (r *crawlRun) stored() (crawl *stored.Crawl, err error) {
	if r.read == nil {
		r.read, err = stored.Read(r.Store)
	}
	return r.read, err
}

// startFailed is the failure of a run whose start page does not answer well;
// nil if it does.
func (r *crawlRun) startFailed() error {
	row, err := r.Store.Find(r.Start.URL)
	if err != nil || row == nil {
		return nil // another start was resolved, and crawled
	}
	v, err := r.Store.VerdictOf(row.ID)
	if code := audit.Code(v.Code); err == nil && findings.StartFailed(code) {
		if code == audit.RobotsBlocked && row.Page != nil && row.Page.Status != 0 {
			return exit.Failf("robots.txt forbids the start page %s to %s: it is not listed, and search engines read neither it nor its links (portolan explain %s %s)",
				safe.OneLine(r.Start.URL), r.opts.ListAgent, safe.ShellQuote(r.Folder.Dir), safe.ShellQuote(safe.OneLine(r.Start.URL)))
		}
		said := code.Meaning()
		if row.Page != nil && row.Page.Status != 0 {
			said = fmt.Sprintf("it answers %d", row.Page.Status)
		}
		means := "what was found says little of the site"
		if n := r.Verdicts.Of(audit.ListedInFile); n > 0 {
			means = "the " + prose.Counted(n, "URL") + " in the sitemap became known by other ways, and what only the start page links to is missing"
		}
		return exit.Failf("the start page %s does not answer well: %s; %s (portolan explain %s %s)",
			safe.OneLine(r.Start.URL), said, means, safe.ShellQuote(r.Folder.Dir), safe.ShellQuote(safe.OneLine(r.Start.URL)))
	}
	return nil
}
