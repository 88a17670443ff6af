package main

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/sitemap"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// conclude gives the verdicts, publishes the sitemap and tells what was done.
func (r *crawlRun) conclude(ctx context.Context) error {
	ctx = context.WithoutCancel(ctx) // what is fetched is worth its verdicts
	if err := r.judge(ctx); err != nil {
		return err
	}
	var verdict error
	if r.result.End != crawler.Interrupted {
		verdict = r.publish(ctx)
	} else {
		verdict = quietExit(exitInterrupted)
	}
	if err := r.store.Finish(); err != nil {
		return failf("close the crawl file: %w", err)
	}
	if err := r.folder.prune(r.opts.keep); err != nil {
		r.p.log.Warn(err.Error())
	}
	if err := r.summarise(); err != nil {
		return failf("print summary: %w", err)
	}
	return verdict
}

// judge gives every known URL its verdict.
func (r *crawlRun) judge(ctx context.Context) error {
	options, err := r.auditOptions()
	if err != nil {
		return err
	}
	if r.verdicts, err = audit.Judged(ctx, r.store, options); err != nil {
		return failf("%s: %w", r.scope, err)
	}
	return nil
}

func (r *crawlRun) auditOptions() (audit.Options, error) {
	crawling := r.crawlerOptions()
	identity := crawling.Identity
	identity.Rules = r.store.Rules()
	rules, err := canonical.New(identity)
	if err != nil {
		return audit.Options{}, failf("read learned rules: %w", err)
	}
	o := audit.Options{
		Decide:       crawling.Decide,
		Rules:        rules,
		IgnoreRobots: r.opts.noRobots,
		Agent:        r.opts.robotsAgent,
		ListAgent:    r.opts.listAgent,
		RobotsFile:   r.opts.robotsText,
		ListTypes:    r.opts.types,
		MaxDepth:     r.depthLimit(),
		Left:         leftBy(r.result.End),
	}
	if !r.opts.noList.Empty() {
		o.NoList = func(url []byte) bool {
			pass, number, _ := r.opts.noList.Pass(url)
			return !pass && number > 0
		}
	}
	return o, nil
}

// leftBy gives the verdict of what a run left in the frontier.
func leftBy(end crawler.End) audit.Code {
	switch end {
	case crawler.LimitPages:
		return audit.LimitPages
	case crawler.LimitTime:
		return audit.LimitTime
	case crawler.LimitMemory:
		return audit.LimitMemory
	}
	return audit.Pending
}

// publish writes the sitemap. A partial crawl does not replace a set that
// stands: it would take pages out of it that were only not reached.
func (r *crawlRun) publish(ctx context.Context) error {
	r.partial = r.result.End != crawler.Complete
	if r.partial {
		_, stands, err := publish.Current(r.folder.dir)
		if err != nil {
			return failf("read the sitemap in %s: %w", r.folder.dir, err)
		}
		if r.kept = stands; stands {
			return quietExit(exitNotPublished)
		}
	}
	var err error
	r.published, err = publish.Publish(ctx, publish.Options{
		Dir:        r.folder.dir,
		URL:        r.mapURL,
		Version:    r.opts.version,
		Now:        time.Now(),
		InScope:    func(url string) bool { return r.scope.Check([]byte(url)) == canonical.OK },
		PlainParts: false,
	}, r.entries(ctx))
	var foreign *publish.ForeignFileError
	switch {
	case errors.Is(err, publish.ErrNothingToList):
		return quietExit(exitFailed) // the summary says why
	case errors.As(err, &foreign):
		return &exitError{exitNotPublished, err}
	case err != nil:
		return failf("write the sitemap into %s: %w", r.folder.dir, err)
	}
	return nil
}

// entries gives the listed URLs as sitemap entries, sorted.
func (r *crawlRun) entries(ctx context.Context) iter.Seq2[sitemap.Entry, error] {
	return func(yield func(sitemap.Entry, error) bool) {
		for row, err := range r.store.Listed(ctx, uint8(audit.ListedCarried)) {
			if err != nil {
				yield(sitemap.Entry{}, err)
				return
			}
			if !yield(sitemap.Entry{Loc: row.URL, LastMod: lastMod(row)}, nil) {
				return
			}
		}
	}
}

// lastMod gives the time of the page's last change, "" if it is not known. A
// Last-Modified that is the time of the answer itself, or later, is no time of
// change.
func lastMod(row *frontier.Row) string {
	if row.Page == nil || row.Page.LastModified == "" {
		return ""
	}
	changed, err := http.ParseTime(row.Page.LastModified)
	if err != nil {
		return ""
	}
	asked := row.Page.FetchedAt
	if date, err := http.ParseTime(row.Page.Date); err == nil {
		asked = date
	}
	if !changed.Before(asked.Add(-5 * time.Second)) {
		return ""
	}
	return sitemap.LastMod(changed)
}
