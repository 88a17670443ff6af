package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/crawler/site/cmdline"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// conclude gives the verdicts, publishes the sitemap and tells what was done.
// A drain ends it before the sitemap is in place; the next run begins it anew.
func (r *crawlRun) conclude(ctx context.Context, drain <-chan struct{}) error {
	if r.Result.End == crawler.Interrupted {
		return r.interrupted("")
	}
	ctx, stop := crawler.UntilDrained(ctx, drain)
	defer stop()
	debug.FreeOSMemory() // of the workers, for what follows
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
	return r.ended(r.look(ctx, verdict))
}

// ended closes the crawl file of a run that came to its end, and tells of it.
func (r *crawlRun) ended(verdict error) error {
	if err := r.Finish(); err != nil {
		return r.storeFailed(err)
	}
	r.verdict, r.silent = verdict, exit.Silent(verdict)
	r.sayAlone()
	if err := r.summarise(); err != nil {
		return exit.Failf("print summary: %w", err)
	}
	if r.refused != nil && r.p.AtTerminal() {
		verdict = exit.Quiet(exit.NotPublished) // the summary has said all of it
	}
	return r.required(verdict)
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
	r.partial = r.Result.End != crawler.Complete && r.Result.End != crawler.NotCrawled
	err := r.Publish(ctx)
	if err == nil && r.opts.publishing.deltaFor > 0 {
		crawl, unread := stored.Read(r.Store)
		if unread != nil {
			return unread
		}
		r.delta = writeDelta(ctx, r.p, r.opts.publishing, r.Folder, crawl, r.Written)
	}
	if err == nil {
		r.news = writeNews(ctx, r.p, r.opts.publishing, r.Written)
	}
	if lost, ok := errors.AsType[*site.Refusal](err); ok {
		missing := r.Last.Missing()
		r.refused = &refusal{lost, r.repeated(missing), cmdline.Sitemap(r.Folder.Dir, nil), cmdline.SecretHint(r.opts.given), missing, loginLine(r.opts.net.BasicAuth != "")}
	}
	if shut, ok := errors.AsType[*site.ShutError](err); ok {
		r.shut = shut
		return exit.Failf("sitemap of %s not written: %s", r.scope, shutOutText(shut, r.scope.Host, r.repeated(nil), cmdline.Sitemap(r.Folder.Dir, nil)+" --force"))
	}
	return notPublished(r.p, r.scope, err, r.refused, func() string { return "; " + r.whyNothing() })
}

// notPublished is the outcome of writing a set: nil, or why it does not stand.
func notPublished(p *console.Program, scope canonical.Scope, err error, refused *refusal, whyNothing func() string) error {
	var foreign *publish.ForeignFileError
	switch {
	case err == nil:
		return nil
	case refused != nil:
		return &exit.Error{Code: exit.NotPublished, Err: fmt.Errorf("sitemap of %s not published: %s", scope, refused.text())}
	case errors.Is(err, publish.ErrNothingToList):
		return exit.Failf("sitemap of %s not written: there is nothing to list%s", scope, whyNothing())
	case errors.As(err, &foreign):
		return &exit.Error{Code: exit.NotPublished, Err: fmt.Errorf("sitemap of %s not published: %w\nto overwrite it: --force", scope, err)}
	}
	return err
}
