package site

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/recall"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// StoreError is a crawl file that could not be written, or is damaged. What was
// settled is safe in it; the sitemap is as it was.
type StoreError struct {
	Op   string // what was done, "" for the crawl itself
	File string
	Err  error
}

func (e *StoreError) Error() string {
	if e.Op == "" {
		return e.Err.Error()
	}
	return e.Op + ": " + e.Err.Error()
}

func (e *StoreError) Unwrap() error { return e.Err }

// Crawl runs the crawler over the crawl file. A crawl that was asked to stop
// has Result.End crawler.Interrupted, and no error.
func (r *Run) Crawl(ctx context.Context) error {
	passes, stop := crawler.UntilDrained(ctx, r.Options.Crawl.Drain) // over earlier crawls
	defer stop()
	o := r.crawlerOptions()
	if o.NoCrawl {
		return r.withoutCrawl(ctx, o)
	}
	var robots []frontier.RobotsFile // of the crawl before
	if baseline, since := r.openBaseline(); baseline != nil {
		defer baseline.Close() // read only
		robots, _ = baseline.Robots()
		o.Sitemaps.Before = earlierSitemaps(passes, baseline)
		before, done := r.recall(passes, baseline)
		defer done()
		before.Heed(since)
		o.Before = before
	}
	if r.Last != nil {
		if err := r.Last.ReadKeys(passes); err != nil {
			if passes.Err() != nil {
				r.Result.End = crawler.Interrupted
				return nil
			}
			return fmt.Errorf("read the sitemap in %s: %w", r.Folder.Dir, err)
		}
		o.Listed = r.Last.Lists
		if !o.Limits.StartAlone() { // else it is carried
			o.Mentions = r.Last.Unread(passes, r.Store)
		}
	}
	o.Translations = r.translations(passes)
	if err := r.run(ctx, o); err != nil || robots == nil {
		return err
	}
	return r.noteRobots(robots)
}

func (r *Run) run(ctx context.Context, o crawler.Options) (err error) {
	if r.Result, err = crawler.Run(ctx, o, r.Store); err != nil {
		return r.storeFailed(err)
	}
	return nil
}

// withoutCrawl makes known what the user's sources name, and nothing else: the
// set that stands is none of them, and nothing of it is noted.
func (r *Run) withoutCrawl(ctx context.Context, o crawler.Options) error {
	r.noted = true
	return r.run(ctx, o)
}

func (r *Run) crawlerOptions() crawler.Options {
	o := r.Options.Crawl
	o.Identity.Key = r.Store.Key()
	return o
}

// openBaseline opens the newest earlier crawl of the folder that came to its
// end and names URLs as this one does, of those of which a set was published if
// there is one: what was refused, or is in doubt, has seen the site while it was broken. It gives
// nil if there is none. One that cannot be read is none: everything can be
// fetched again. since is what the newest of them all has noted for the next.
func (r *Run) openBaseline() (store *sqlite.Store, since recall.Noted) {
	doubted := stored.Doubted(r.Folder.Dir)
	store, err := r.Folder.Earlier(r.File, func(s *sqlite.Store) bool {
		if !r.Options.Comparable(s) {
			return false
		}
		if since == (recall.Noted{}) {
			since = recall.NotedBy(s.Meta)
		}
		return stored.Published(s) && doubted(s) == ""
	}, r.Options.Skipped)
	if err == nil && store == nil {
		store, err = r.Folder.Earlier(r.File, func(s *sqlite.Store) bool {
			return r.Options.Comparable(s) && doubted(s) == "" && stored.UnpublishedOf(s).Refused() == ""
		}, r.Options.Skipped)
	}
	if err != nil {
		r.Options.Crawl.Log.Debug("no baseline", "cause", err)
	}
	return store, since
}

// earlierSitemaps is what the baseline has read of the site's sitemaps.
func earlierSitemaps(ctx context.Context, baseline *sqlite.Store) crawler.EarlierSitemaps {
	files, _ := crawler.SitemapFiles(baseline.Meta)
	return crawler.EarlierSitemaps{Files: files, Named: func(yield func(crawler.Mention, error) bool) {
		for _, source := range [...]frontier.Source{frontier.FromSitemap, frontier.FromHreflang} {
			for found, err := range baseline.FoundIn(ctx, source) {
				if !yield(crawler.Mention{URL: found.URL, Source: source, Detail: found.Detail}, err) {
					return
				}
			}
		}
	}}
}

// translations gives the pages on other hosts that the crawl has to ask for.
func (r *Run) translations(ctx context.Context) crawler.Translations {
	hosts := r.Options.Listing.Hosts
	if len(hosts) == 0 {
		return crawler.Translations{}
	}
	return crawler.Translations{Hosts: hosts, Candidates: func(yield func(frontier.ID, error) bool) {
		defer debug.FreeOSMemory() // of the references
		now, err := r.judged()
		if err != nil {
			yield(frontier.NoID, err)
			return
		}
		for id, err := range audit.Elsewhere(ctx, r.Store, now.By, hosts) {
			if errors.Is(err, audit.ErrTooManyAlternates) {
				r.Options.Crawl.Log.Warn("other hosts are not asked for translations", "cause", err)
				return
			}
			if !yield(id, err) {
				return
			}
		}
	}}
}

// storeFailed is the error of a run whose crawl file could not be written. It
// leaves in the file why the crawl ends here, where that is still possible: on
// a full disk it often is, since so little is to be written.
func (r *Run) storeFailed(why error) error {
	failed := &StoreError{File: r.File, Err: why}
	log := r.Options.Crawl.Log
	if err := r.Store.Close(); err != nil {
		log.Debug("close the crawl file that failed", "error", err)
	}
	store, err := sqlite.Open(r.File, sqlite.Options{})
	if err != nil {
		log.Debug("open the crawl file that failed", "error", err)
		return failed
	}
	r.Store = store
	if err := r.note(stored.Failed(why)); err != nil {
		log.Debug("note the failure", "error", err)
	}
	return failed
}
