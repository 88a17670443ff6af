package stored

import (
	"errors"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/mistake"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// ErrNotEnded is the error of OpenEnded for a folder none of whose crawls has
// come to its end.
var ErrNotEnded = errors.New("no crawl in it has come to an end")

// OpenEnded opens the newest crawl of a site folder that has ended and whose
// URLs have their verdicts. Errors are those of Open, and ErrNotEnded; skipped
// is as for folder.Earlier.
func OpenEnded(dir string, skipped func(file string, err error)) (*Crawl, error) {
	newest, err := Open(dir)
	if err != nil || Ended(newest) {
		return newest, err
	}
	if err := newest.Close(); err != nil {
		return nil, readError(newest.Path(), err)
	}
	store, err := folder.At(dir).Earlier(newest.Path(), func(crawl *sqlite.Store) bool { return Ended(crawl) }, skipped)
	switch {
	case err != nil:
		return nil, err
	case store == nil:
		return nil, mistake.Errorf("read site folder %s: %w", dir, ErrNotEnded)
	}
	return Read(store)
}

// Ended reports a crawl that was neither interrupted nor killed.
func Ended(crawl frontier.Crawl) bool {
	end := crawler.End(crawl.Meta(crawler.MetaEnd))
	judged := crawl.Meta(metaConcluded) != "" || crawl.Meta(metaCarried) != "" // published or not
	return judged && end != crawler.Interrupted && end != ""
}

// WholeBefore opens the last crawl of a site folder before another one that has gone through the whole
// site, nil if there is none. Errors and skipped are as for OpenEnded.
func WholeBefore(crawl *Crawl, dir string, skipped func(file string, err error)) (*Crawl, error) {
	whole := func(s *sqlite.Store) bool {
		return Ended(s) && crawler.End(s.Meta(crawler.MetaEnd)) == crawler.Complete
	}
	store, err := folder.At(dir).Earlier(crawl.Path(), whole, skipped)
	if err != nil || store == nil {
		return nil, err
	}
	return Read(store)
}
