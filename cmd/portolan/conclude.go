package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// conclude gives the verdicts, publishes the sitemap and tells what was done.
// A drain ends it before the sitemap is in place; the next run begins it anew.
func (r *crawlRun) conclude(ctx context.Context, drain <-chan struct{}) error {
	if r.result.End == crawler.Interrupted {
		return r.interrupted("")
	}
	ctx, stop := untilDrained(ctx, drain)
	defer stop()
	debug.FreeOSMemory() // of the workers, for what follows
	if err := r.judgeAll(ctx); err != nil {
		if ctx.Err() != nil {
			return r.interrupted("while verdicts were given")
		}
		return err
	}
	verdict := r.shutOut()
	if verdict == nil {
		if verdict = r.publish(ctx); verdict != nil && r.published == nil && ctx.Err() != nil {
			return r.interrupted("before the sitemap was in place")
		}
	}
	return r.ended(verdict)
}

// judgeAll gives every URL its verdict, those of the last sitemap included
// that the crawl has not come to.
func (r *crawlRun) judgeAll(ctx context.Context) error {
	if err := r.carry(ctx); err != nil {
		return err
	}
	if err := r.judge(ctx); err != nil {
		return err
	}
	if err := r.compare(ctx); err != nil {
		return err
	}
	return r.note(map[string]string{metaCarried: strconv.Itoa(r.verdicts.Counts[audit.ListedCarried])})
}

// ended closes the crawl file of a run that came to its end, and tells of it.
func (r *crawlRun) ended(verdict error) error {
	if !r.failed {
		meta := map[string]string{metaConcluded: "yes"}
		if r.published != nil {
			meta[metaPublished], meta[metaPublishedSet] = strconv.Itoa(r.published.URLs), r.published.Digest()
		}
		if err := r.note(meta); err != nil {
			return err
		}
	}
	if err := r.store.Finish(); err != nil {
		return failf("close the crawl file: %w", err)
	}
	if err := r.folder.prune(r.opts.keep, r.standingCrawl()); err != nil {
		r.p.log.Warn(err.Error())
	}
	if err := r.summarise(); err != nil {
		return failf("print summary: %w", err)
	}
	return r.required(verdict)
}

// judge gives every known URL its verdict.
func (r *crawlRun) judge(ctx context.Context) error {
	options, err := r.auditOptions()
	if err != nil {
		return err
	}
	if r.verdicts, err = audit.Judged(ctx, r.store, options); err != nil {
		if ctx.Err() != nil {
			return err // no fault of the store
		}
		return r.storeFailed(err)
	}
	if err := r.store.BuildInLinks(ctx); err != nil {
		if ctx.Err() != nil {
			return err
		}
		return r.storeFailed(err)
	}
	names, err := json.Marshal(audit.Names())
	if err != nil {
		return failf("write the names of verdicts: %w", err)
	}
	if err := r.note(map[string]string{frontier.MetaVerdictNames: string(names)}); err != nil {
		return err
	}
	return r.logVerdicts(ctx)
}

// logVerdicts tells of each URL's verdict, where the log wants to know.
func (r *crawlRun) logVerdicts(ctx context.Context) error {
	if !r.p.log.Enabled(ctx, slog.LevelDebug) {
		return nil
	}
	for row, err := range r.store.Rows(ctx) {
		if err != nil {
			return r.storeFailed(err)
		}
		v, err := r.store.VerdictOf(row.ID)
		if err != nil {
			return r.storeFailed(err)
		}
		code := audit.Code(v.Code)
		r.p.tell(slog.LevelDebug, fmt.Sprintf("%-20s  %s", code, row.URL), "verdict", "url", row.URL, "verdict", code.String(), "state", code.State().String())
	}
	return nil
}

// auditOptions takes the options from the crawl file, so that explain and
// sitemap come to the same verdicts later.
func (r *crawlRun) auditOptions() (audit.Options, error) {
	now, err := r.judged()
	return now.rules, err
}

func (r *crawlRun) judged() (now judged, err error) {
	now.Crawl = r.store
	if now.stored, err = readStored(r.crawlFile(), r.store); err == nil {
		now.rules, err = now.stored.auditOptions()
	}
	return now, err
}

// compare says what becomes of the set that stands. What that brings to light
// is noted in the crawl file, and verdicts are given again where it counts.
func (r *crawlRun) compare(ctx context.Context) error {
	if r.last == nil {
		return nil
	}
	for again := true; again; {
		now, err := r.judged()
		if err != nil {
			return err
		}
		if r.compared, err = r.p.compareSets(ctx, r.last, now); err != nil {
			return err
		}
		if r.noted {
			return nil
		}
		r.noted = true
		if again, err = r.last.note(ctx, r.compared, r.store, r.crawlerOptions()); err != nil {
			if ctx.Err() != nil {
				return err
			}
			return r.storeFailed(err)
		}
		if again {
			if err := r.judge(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// leftBy gives the verdict of what a run left in the frontier.
func leftBy(end crawler.End) audit.Code {
	switch end {
	case crawler.LimitPages:
		return audit.LimitPages
	case crawler.LimitTime:
		return audit.LimitTime
	case crawler.LimitBytes:
		return audit.LimitBytes
	case crawler.LimitMemory:
		return audit.LimitMemory
	case crawler.LimitDisk:
		return audit.LimitDisk
	}
	return audit.Pending
}

// publish writes the sitemap, unless it would lose so many URLs that a person
// has to decide.
func (r *crawlRun) publish(ctx context.Context) (err error) {
	r.partial = r.result.End != crawler.Complete
	if r.compared != nil && !r.opts.force {
		if r.refused, err = r.last.refuse(ctx, r.compared); err != nil {
			return err
		}
		if r.refused != nil {
			r.refused.again, r.refused.accept = r.again(r.typed), "portolan sitemap "+shellQuote(r.folder.dir)
			return &exitError{exitNotPublished, fmt.Errorf("sitemap of %s not published: %s", r.scope, r.refused.text())}
		}
	}
	now, err := r.judged()
	if err != nil {
		return err
	}
	w := setWriter{publishing: r.opts.publishing, crawl: r.store, dir: r.folder.dir, url: r.mapURL, scope: r.scope, rules: now.rules, now: time.Now()}
	r.published, err = w.write(ctx)
	r.dated, r.written = w.dated, &w
	var foreign *publish.ForeignFileError
	switch {
	case errors.Is(err, publish.ErrNothingToList):
		return failf("sitemap of %s not written: there is nothing to list; %s", r.scope, r.whyNothing())
	case errors.As(err, &foreign):
		r.failed = true
		return &exitError{exitNotPublished, fmt.Errorf("sitemap of %s not published: %w\nto overwrite it: --force", r.scope, err)}
	case err != nil:
		r.failed = true
		return failf("write the sitemap into %s: %w", r.folder.dir, err)
	}
	if r.last != nil {
		r.p.warnOfGrowth(r.last.files.URLs, r.published.URLs)
	}
	r.p.remember(context.WithoutCancel(ctx), r.last, now, &w, r.published, r.compared)
	return nil
}

// standingCrawl names the earlier crawl file that the set was made of that
// stands, "" if there is none.
func (r *crawlRun) standingCrawl() string {
	if r.published != nil || r.last == nil || r.last.crawl == nil {
		return ""
	}
	return r.last.crawl.Path()
}

// carry makes the URLs of the last set known that a crawl which is not
// complete has not come to, so that they keep their place in the sitemap.
func (r *crawlRun) carry(ctx context.Context) error {
	if r.last == nil || r.result.End == crawler.Complete {
		return nil
	}
	options := r.crawlerOptions()
	options.Mentions = r.last.unread(ctx, r.store)
	if err := crawler.AddMentions(options, r.store); err != nil {
		return failf("take over URLs of the last sitemap: %w", err)
	}
	return nil
}
