package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"

	"golang.org/x/term"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/site"
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
	r.verdict = verdict
	r.sayAlone()
	if err := r.summarise(); err != nil {
		return failf("print summary: %w", err)
	}
	if r.refused != nil && r.p.atTerminal() {
		verdict = quietExit(exitNotPublished) // the summary has said all of it
	}
	return r.required(verdict)
}

// atTerminal tells whether the summary and what is said on standard error are
// read at the same terminal.
func (p *program) atTerminal() bool {
	f := p.out.file()
	return !p.json && !p.quiet && p.forPeople() && f != nil && term.IsTerminal(int(f.Fd()))
}

// logVerdicts tells of each URL's verdict, where the log wants to know.
func (r *crawlRun) logVerdicts(ctx context.Context) error {
	if !r.p.log.Enabled(ctx, slog.LevelDebug) {
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
		r.p.tell(slog.LevelDebug, fmt.Sprintf("%-20s  %s", code, row.URL), "verdict", "url", row.URL, "verdict", code.String(), "state", code.State().String())
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
		r.delta = r.p.writeDelta(ctx, r.opts.publishing, r.Folder, crawl, r.Written)
	}
	if err == nil {
		r.news = r.p.writeNews(ctx, r.opts.publishing, r.Written)
	}
	if lost, ok := errors.AsType[*site.Refusal](err); ok {
		missing := r.Last.Missing()
		r.refused = &refusal{lost, r.repeated(missing), sitemapCommand(r.Folder.Dir, nil), secretHint(r.opts.given), missing, loginLine(r.opts.net.basic != "")}
	}
	if shut, ok := errors.AsType[*site.ShutError](err); ok {
		r.shut = shut
		return failf("sitemap of %s not written: %s", r.scope, shutOutText(shut, r.scope.Host, r.repeated(nil), sitemapCommand(r.Folder.Dir, nil)+" --force"))
	}
	return r.p.notPublished(r.scope, err, r.refused, func() string { return "; " + r.whyNothing() })
}

// notPublished is the outcome of writing a set: nil, or why it does not stand.
func (p *program) notPublished(scope canonical.Scope, err error, refused *refusal, whyNothing func() string) error {
	var foreign *publish.ForeignFileError
	switch {
	case err == nil:
		return nil
	case refused != nil:
		return &exitError{exitNotPublished, fmt.Errorf("sitemap of %s not published: %s", scope, refused.text())}
	case errors.Is(err, publish.ErrNothingToList):
		return failf("sitemap of %s not written: there is nothing to list%s", scope, whyNothing())
	case errors.As(err, &foreign):
		return &exitError{exitNotPublished, fmt.Errorf("sitemap of %s not published: %w\nto overwrite it: --force", scope, err)}
	}
	return err
}
