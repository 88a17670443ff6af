package main

import (
	"context"
	"slices"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// sameForms are the options under which two crawls of a folder know a URL by
// the same name.
var sameForms = [...]string{"strip-param", "keep-param", "no-tracking-rules", "no-session-rules", "as"}

// openBaseline opens the newest earlier crawl of the folder that came to its
// end and names URLs as this one does; nil if there is none. One that cannot
// be read is none: everything can be fetched again.
func (r *crawlRun) openBaseline() *sqlite.Store {
	store, err := r.folder.earlier(r.p, r.crawlFile(), r.comparable)
	if err != nil {
		r.p.log.Debug("no baseline", "cause", err)
	}
	return store
}

func (r *crawlRun) comparable(earlier *sqlite.Store) bool {
	if crawler.End(earlier.Meta(crawler.MetaEnd)) != crawler.Complete {
		return false
	}
	now := r.fixedOptions()
	return !slices.ContainsFunc(sameForms[:], func(option string) bool { return earlier.Meta(metaOption+option) != now[option] })
}

// earlierSitemaps is what the baseline has read of the site's sitemaps.
func earlierSitemaps(ctx context.Context, baseline *sqlite.Store) crawler.EarlierSitemaps {
	files, _ := crawler.SitemapFiles(baseline.Meta)
	return crawler.EarlierSitemaps{Files: files, Named: func(yield func(crawler.Mention, error) bool) {
		for found, err := range baseline.FoundIn(ctx, frontier.FromSitemap) {
			if !yield(crawler.Mention{URL: found.URL, Source: frontier.FromSitemap, Detail: found.Detail}, err) {
				return
			}
		}
	}}
}
