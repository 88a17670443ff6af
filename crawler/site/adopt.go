package site

import (
	"context"
	"errors"
	"fmt"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/crawler/site/listing"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// Adopt has the file of a crawl tell of a set that Rewrite has written of it with a person's
// word: its verdicts are those by which that set was made, and the set is the crawl's. Else
// whoever reads the crawl would be told of URLs as listed that have left the sitemap with
// leave. The folder's lock is held; the crawl's own store, which is for reading, is closed
// before.
func Adopt(ctx context.Context, f *folder.Folder, crawl *stored.Crawl, set *listing.Set, done *Rewritten) (err error) {
	r := &Run{Folder: f, File: crawl.Path()}
	if r.Store, err = sqlite.Open(r.File, sqlite.Options{}); err != nil {
		return fmt.Errorf("open crawl file %s: %w", r.File, err)
	}
	defer func() { err = errors.Join(err, r.Store.Close()) }()
	before, err := stored.Read(r.Store)
	if err != nil {
		return err
	}
	_, kept, err := before.FindingsOf(ctx, 0)
	if err != nil {
		return err
	}
	notes := crawl.Adopted(done.Result, set.LastModSources(), set.Force)
	notes[audit.MetaDates] = set.Dates.SharedText()
	if err := r.note(notes); err != nil {
		return err
	}
	if err := r.judge(ctx); err != nil {
		return err
	}
	if err := r.note(stored.Carried(r.Verdicts.Counts[audit.ListedCarried])); err != nil {
		return err
	}
	if kept {
		now, err := stored.Read(r.Store)
		if err == nil {
			_, err = now.KeepFindings(ctx)
		}
		if err != nil {
			return err
		}
	}
	return r.Store.Finish()
}
