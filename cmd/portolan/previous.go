package main

import (
	"cmp"
	"context"
	"fmt"
	"hash/maphash"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/frontier/sqlite"
	"github.com/portolan-seo/portolan/sitemap"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// metaPublished is set in a crawl file of which a sitemap was made, to the
// number of URLs in it.
const metaPublished = "published"

// lastSet is the set of sitemap files that stands in the folder, and the crawl
// that it was made of, if that is still there.
type lastSet struct {
	files *publish.Result
	dir   string
	crawl *sqlite.Store // nil if there is none
	began time.Time     // the crawl that goes on now
	keys  []uint64      // of the URLs that it lists, sorted
	seed  maphash.Seed
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
	set := &lastSet{files: files, dir: dir, seed: maphash.MakeSeed()}
	set.began, _ = crawlTime(filepath.Base(current))
	if dir != folder.dir {
		return set, nil // a part of the site: no crawl was made of it alone
	}
	set.crawl, err = folder.earlier(p, current, func(crawl *sqlite.Store) bool { return crawl.Meta(metaPublished) == strconv.Itoa(files.URLs) })
	return set, err
}

func (s *lastSet) close() {
	if s != nil && s.crawl != nil {
		s.crawl.Close() // read only
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

// readWell reports a URL about which this crawl can speak: what it answered is
// neither a failure nor a refusal.
func readWell(row *frontier.Row) bool {
	p := row.Page
	switch {
	case row.Reason != frontier.Undecided:
		return true
	case p == nil || p.Err != record.ErrNone:
		return false
	case p.Outcome == record.Answered:
		return p.Status < 400 || p.Status == 404 || p.Status == 410
	}
	return p.Outcome != record.NoAnswer && p.Outcome != record.Challenged && p.Outcome != record.Fault
}

func (s *lastSet) key(url string) uint64 { return maphash.String(s.seed, url) }

// readKeys gathers the URLs of the set, eight bytes each.
func (s *lastSet) readKeys(ctx context.Context) error {
	if s.keys != nil {
		return nil
	}
	keys := make([]uint64, 0, s.files.URLs)
	for url, err := range s.urls(ctx) {
		if err != nil {
			return err
		}
		keys = append(keys, s.key(url))
	}
	slices.Sort(keys)
	s.keys = keys
	return nil
}

// urls iterates over the URLs of the last set alone.
func (s *lastSet) urls(ctx context.Context) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		if s.crawl == nil {
			for l, err := range s.listedInFiles() {
				if !yield(l.url, cmp.Or(err, ctx.Err())) || err != nil {
					return
				}
			}
			return
		}
		for row, err := range s.crawl.Listed(ctx, uint8(audit.ListedCarried)) {
			if err != nil {
				yield("", err)
				return
			}
			if !yield(row.URL, nil) {
				return
			}
		}
	}
}

// lists reports a URL of the set, whose keys are read.
func (s *lastSet) lists(url []byte) bool {
	_, found := slices.BinarySearch(s.keys, maphash.Bytes(s.seed, url))
	return found
}

// has tells whether the set lists a URL, and its place among the keys.
func (s *lastSet) has(url string) (int, bool) { return slices.BinarySearch(s.keys, s.key(url)) }

// unread gives the URLs of the set that a crawl, whose links are exhausted or
// which has ended, knows nothing certain of.
func (s *lastSet) unread(ctx context.Context, crawl frontier.Crawl) crawler.Mentions {
	return func(yield func(crawler.Mention, error) bool) {
		read, err := s.read(ctx, crawl)
		if err != nil {
			yield(crawler.Mention{}, err)
			return
		}
		for l, err := range s.listings(ctx) {
			if err != nil {
				yield(crawler.Mention{}, err)
				return
			}
			if at, _ := s.has(l.url); read[at] {
				continue
			}
			m := crawler.Mention{URL: l.url, Source: frontier.FromPrevious, Detail: l.previous.Next(s.began).String()}
			if !yield(m, nil) {
				return
			}
		}
	}
}

// read tells of each key of the set whether the crawl has read its URL.
func (s *lastSet) read(ctx context.Context, crawl frontier.Crawl) ([]bool, error) {
	if err := s.readKeys(ctx); err != nil {
		return nil, err
	}
	read := make([]bool, len(s.keys)+1)
	for row, err := range crawl.Brief(ctx, 0) {
		if err != nil {
			return nil, err
		}
		if at, listed := s.has(row.URL); listed && readWell(row) {
			read[at] = true
		}
	}
	return read, nil
}
