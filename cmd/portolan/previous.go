package main

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
	"github.com/portolan-seo/portolan/sitemap"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// Keys of the meta of a crawl file of which a sitemap was made.
const (
	metaPublished    = "published"        // the number of URLs in it
	metaPublishedSet = "published.digest" // publish.Result.Digest; crawl files of before have none
)

// lastSet is the set of sitemap files that stands in the folder, the crawl
// that it was made of, if that is still there, and the reference.
type lastSet struct {
	files     *publish.Result
	dir       string
	crawl     *sqlite.Store      // nil if there is none
	began     time.Time          // the crawl that goes on now
	reference *publish.Reference // nil if there is none
	left      *sqlite.Store      // the newest crawl before: it knows what has left of late; nil if there is none

	keys *keySet // of the URLs that it lists; nil until they are needed
}

// openLastSet gives the set that stands in dir and is served at url, nil if
// there is none. current is the crawl file at work.
func (p *program) openLastSet(folder *siteFolder, current, dir, url string) (*lastSet, error) {
	files, stands, err := publish.Standing(dir, url)
	if err != nil {
		return nil, failf("read the sitemap in %s: %w", dir, err)
	}
	if !stands {
		return nil, nil
	}
	set := &lastSet{files: files, dir: dir}
	set.began, _ = crawlTime(filepath.Base(current))
	if set.reference, err = publish.ReadReference(dir); err != nil {
		p.noReference(set, err)
	}
	if dir != folder.dir {
		return set, nil // a part of the site: no crawl was made of it alone
	}
	if set.crawl, err = folder.earlier(p, current, set.madeOf); err != nil {
		return nil, err
	}
	set.left, err = folder.earlier(p, current, func(crawl *sqlite.Store) bool { return ended(crawl) })
	return set, err
}

// madeOf tells whether the set was made of a crawl.
func (s *lastSet) madeOf(crawl *sqlite.Store) bool {
	if digest := crawl.Meta(metaPublishedSet); digest != "" {
		return digest == s.files.Digest()
	}
	return crawl.Meta(metaPublished) == strconv.Itoa(s.files.URLs)
}

func (s *lastSet) close() {
	if s == nil {
		return
	}
	for _, crawl := range []*sqlite.Store{s.crawl, s.left} {
		if crawl != nil {
			crawl.Close() // read only
		}
	}
}

// urls gives the URLs of the set, in no order.
func (s *lastSet) urls(ctx context.Context) iter.Seq2[string, error] {
	if s.crawl == nil {
		return justURLs(ctx, s.listedInFiles())
	}
	return func(yield func(string, error) bool) {
		codes, err := s.crawl.Codes(ctx)
		if err != nil {
			yield("", err)
			return
		}
		for row, err := range s.crawl.Brief(ctx, 0) {
			if err != nil {
				yield("", err)
				return
			}
			if int(row.ID) < len(codes) && audit.Code(codes[row.ID]).State() == audit.ListedInFile && !yield(row.URL, nil) {
				return
			}
		}
	}
}

func justURLs(ctx context.Context, list iter.Seq2[listing, error]) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for l, err := range list {
			if err = cmp.Or(err, ctx.Err()); !yield(l.url, err) || err != nil {
				return
			}
		}
	}
}

// listing is a URL of the last set.
type listing struct {
	url      string
	previous audit.Previous
}

// listings iterates over the URLs of the last set: by the crawl that it was
// made of, else by its files.
func (s *lastSet) listings(ctx context.Context) iter.Seq2[listing, error] {
	if s.crawl == nil {
		return s.listedInFiles()
	}
	return func(yield func(listing, error) bool) {
		dates, err := lastMods(ctx, s.crawl)
		if err != nil {
			yield(listing{}, err)
			return
		}
		for row, err := range s.crawl.Listed(ctx, uint8(audit.ListedCarried)) {
			l := listing{}
			if err == nil {
				l, err = s.listing(row, dates)
			}
			if !yield(l, err) || err != nil {
				return
			}
		}
	}
}

func (s *lastSet) listing(row *frontier.Row, dates *audit.LastMods) (l listing, err error) {
	l.url = row.URL
	if row.Page != nil {
		l.previous.Verified = row.Page.FetchedAt
	}
	if dates.Carried(row.ID) {
		sources, err := s.crawl.Sources(row.ID)
		if err != nil {
			return l, err
		}
		if carried, ok := audit.PreviousOf(sources); ok {
			l.previous = carried
		}
	}
	l.previous.LastMod, _, err = dates.Of(row)
	return l, err
}

// listedInFiles reads the files of the set. When their pages were last seen is
// not known: the crawl at hand stands in for it.
func (s *lastSet) listedInFiles() iter.Seq2[listing, error] {
	return func(yield func(listing, error) bool) {
		for _, f := range s.files.Files {
			more := true
			err := readSet(filepath.Join(s.dir, f.Name), func(it sitemap.Item) bool {
				more = yield(listing{it.Loc, audit.Previous{Verified: s.began, LastMod: it.LastMod}}, nil)
				return more
			})
			if err != nil && more {
				yield(listing{}, err)
				return
			}
			if !more {
				return
			}
		}
	}
}

// readSet reads one file of a set until each gives false.
func readSet(name string, each func(sitemap.Item) bool) error {
	file, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("read the last sitemap: %w", err)
	}
	defer file.Close()
	_, err = sitemap.Read(file, sitemap.ReadOptions{}, func(it sitemap.Item) error {
		if !each(it) {
			return errEnough
		}
		return nil
	})
	if err == errEnough {
		return nil
	}
	return err
}

var errEnough = fmt.Errorf("enough was read")
