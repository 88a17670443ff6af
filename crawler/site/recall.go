package site

import (
	"context"

	"github.com/portolan-seo/portolan/crawler/recall"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// recall gives what the baseline knows of pages, nil if that cannot be read:
// then all pages are asked for as in a first crawl. done ends its use, before
// the baseline is closed.
func (r *Run) recall(ctx context.Context, baseline *sqlite.Store) (pages *recall.Pages, done func()) {
	log := r.Options.Crawl.Log
	rules, err := canonical.New(r.crawlerOptions().Identity)
	var reader *sqlite.Recall
	if err == nil {
		reader, err = baseline.Recall(ctx, rules.Key)
	}
	if err != nil {
		log.Warn("all pages are read whole", "cause", err)
		return nil, func() {}
	}
	pages, err = recall.Open(ctx, baseline, reader, r.Options.ReadOtherwise(baseline), !r.Options.Reread)
	if err != nil && ctx.Err() == nil {
		log.Warn("all pages are read whole", "cause", err)
	}
	return pages, func() {
		if err := pages.Err(); err != nil {
			log.Warn("pages were read whole since the crawl before could not be read any more", "cause", err)
		}
		reader.Close() // it has only read
	}
}
