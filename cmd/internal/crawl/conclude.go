package crawl

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/publishing"
	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/crawler/site/cmdline"
	"github.com/portolan-seo/portolan/crawler/site/outcome"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// worthFreeing is how many requests leave memory behind that is worth the time
// it takes to give it back: a thirtieth of a crawl of a hundred pages.
const worthFreeing = 1_000

// conclude gives the verdicts, publishes the sitemap and tells what was done.
// A drain ends it before the sitemap is in place; the next run begins it anew.
func (r *crawlRun) conclude(ctx context.Context, drain <-chan struct{}) error {
	if r.Result.End == crawler.Interrupted {
		return r.interrupted("")
	}
	ctx, stop := crawler.UntilDrained(ctx, drain)
	defer stop()
	if r.Result.Fetched >= worthFreeing {
		debug.FreeOSMemory() // of the workers, for what follows
	}
	err := r.Judge(ctx)
	if err == nil {
		err = r.logVerdicts(ctx)
	}
	if err != nil {
		if ctx.Err() != nil {
			return r.interrupted("while verdicts were given")
		}
		return r.storeFailed(err)
	}
	verdict := r.shutOut()
	if verdict == nil {
		if verdict = r.publish(ctx); verdict != nil && r.Published == nil && ctx.Err() != nil {
			return r.interrupted("before the sitemap was in place")
		}
	}
	if verdict == nil {
		verdict = r.readNothing()
	}
	return r.ended(ctx, r.look(ctx, verdict))
}

// ended closes the crawl file of a run that came to its end, and tells of it.
func (r *crawlRun) ended(ctx context.Context, verdict error) error {
	if err := r.Finish(); err != nil {
		return r.storeFailed(err)
	}
	verdict = exit.Graver(verdict, r.writeReports(ctx))
	r.Verdict, r.Silent = verdict, exit.Silent(verdict)
	r.sayAlone()
	r.sayCheckFirst()
	r.sayUnasked()
	if err := r.summarise(); err != nil {
		return exit.Failf("print summary: %w", err)
	}
	if r.Refused != nil && r.p.Together() {
		verdict = exit.Quiet(exit.NotPublished) // the summary has said all of it
	}
	return r.required(ctx, verdict)
}

// logVerdicts tells of each URL's verdict, where the log wants to know.
func (r *crawlRun) logVerdicts(ctx context.Context) error {
	if !r.p.Log.Enabled(ctx, slog.LevelDebug) {
		return nil
	}
	for row, err := range r.Store.Rows(ctx) {
		if err != nil {
			return err
		}
		v, err := r.Store.VerdictOf(row.ID)
		if err != nil {
			return err
		}
		code := audit.Code(v.Code)
		r.p.Tell(slog.LevelDebug, fmt.Sprintf("%-20s  %s", code, row.URL), "verdict", "url", row.URL, "verdict", code.String(), "state", code.State().String())
	}
	return nil
}

// publish writes the sitemap, unless it would lose so many URLs that a person
// has to decide.
func (r *crawlRun) publish(ctx context.Context) error {
	r.Partial = r.Result.End != crawler.Complete && r.Result.End != crawler.NotCrawled
	err := r.Publish(ctx)
	if r.Aside = errors.Is(err, site.ErrWhatIf); r.Aside {
		return nil
	}
	if err == nil && r.opts.Publishing.DeltaFor > 0 {
		crawl, unread := stored.Read(r.Store)
		if unread != nil {
			return unread
		}
		r.Delta = publishing.WriteDelta(ctx, r.p, r.opts.Publishing, r.Folder, crawl, r.Written)
	}
	if err == nil {
		r.News = publishing.WriteNews(ctx, r.p, r.opts.Publishing, r.Written)
	}
	if lost, ok := errors.AsType[*site.Refusal](err); ok {
		missing := r.Last.Missing()
		again := r.Repeated(missing)
		if lost.SameSays.Gate == page.GateLimit {
			again = r.Slower(missing)
		}
		r.Refused = &outcome.Refusal{Refusal: lost, Again: again, Accept: cmdline.Sitemap(r.Folder.Dir, nil), Hint: cmdline.SecretHint(r.opts.Given), Missing: missing, Login: outcome.LoginLine(r.opts.Net.BasicAuth != ""), Host: r.Scope.Host, Closed: r.Result.Receipt.Closed}
	}
	if shut, ok := errors.AsType[*site.ShutError](err); ok {
		r.Shut = shut
		again := r.Repeated(nil)
		if shut.Says.Gate == page.GateLimit {
			again = r.Slower(nil)
		}
		return exit.Failf("sitemap of %s not written: %s", r.Scope, outcome.ShutOutText(shut, r.Scope.Host, again, cmdline.Sitemap(r.Folder.Dir, nil)+" --force"))
	}
	return publishing.NotPublished(r.p, r.Scope, err, r.Refused, func() string { return "; " + r.WhyNothing() })
}
