package stored

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/mistake"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// OpenFile opens one crawl file for reading. A file that is none is a mistake.Error,
// with sqlite.ErrNotCrawl behind it.
func OpenFile(name string) (*Crawl, error) {
	store, err := sqlite.OpenReadOnly(name)
	if errors.Is(err, sqlite.ErrNotCrawl) {
		return nil, mistake.Errorf("%w; give a site folder that a crawl has made, or a file of its folder %s", err, folder.CrawlsDir)
	}
	if err != nil {
		return nil, err
	}
	s, err := Read(store)
	if err != nil {
		err = errors.Join(err, store.Close())
	}
	return s, err
}

// IsFile tells a crawl file from site folders: it begins as SQLite's files do.
func IsFile(name string) bool {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() { // to open a pipe is to wait for who writes to it
		return false
	}
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close() // read only
	start := make([]byte, 15)
	_, err = io.ReadFull(f, start)
	return err == nil && string(start) == "SQLite format 3"
}

// OpenComplete opens the newest crawl of a site folder that has gone through the whole
// site: of all of them, or, to compare with it, of those older than a file of the folder
// that are Believable, or have at least seen the site where none is. That there is none is
// a mistake.Error. skipped is as for folder.Earlier.
func OpenComplete(dir, than string, skipped func(file string, err error)) (*Crawl, error) {
	names, err := folder.At(dir).Crawls()
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(names) == 0 {
		return nil, noCrawl(dir)
	} else if err != nil {
		return nil, err
	}
	fits := Believable(dir)
	if than == "" {
		fits = func(crawl *sqlite.Store) bool {
			return crawler.End(crawl.Meta(crawler.MetaEnd)) == crawler.Complete && crawl.Meta(metaScope) != ""
		}
	}
	store, err := folder.At(dir).Earlier(than, fits, skipped)
	if than != "" && store == nil && err == nil {
		store, err = folder.At(dir).Earlier(than, SawSite(dir), nil)
	}
	switch {
	case err != nil:
		return nil, err
	case store != nil:
		return Read(store)
	case than != "":
		return nil, mistake.Errorf("%s holds one complete crawl, %s: nothing to compare it with; crawl the site again", dir, filepath.Base(than))
	}
	return nil, mistake.Errorf("no crawl in %s is complete; one that is not can be given by its file, such as %s", dir, names[len(names)-1])
}

// WhyIncomplete says why a crawl ended before it had gone through the whole site, ""
// if it did not. What it then could not read Seen tells.
func (s *Crawl) WhyIncomplete() string {
	switch s.End {
	case crawler.Complete:
		return ""
	case "":
		return "it was killed, or is still at work"
	case crawler.Interrupted:
		return "it was interrupted"
	case crawler.NotCrawled:
		return "it was made of sources alone (--no-crawl)"
	case crawler.LimitDepth:
		return fmt.Sprintf("it followed no link deeper than --max-depth %d", max(0, s.Options.Limits.Depth))
	}
	if limit := s.leftBy(); limit != "" {
		return "it stopped at its limit, " + limit
	}
	return "it stopped as " + string(s.End)
}

// Unseen says why a crawl has not seen the site: it ended before, or saw what stands
// before the pages, or next to nothing; "" if it has, but for what Seen tells.
func (s *Crawl) Unseen() string { return cmp.Or(s.WhyIncomplete(), UnpublishedOf(s).behind()) }

// Ended says why a crawl does not know the site: as WhyIncomplete does, or since it
// read one text at most addresses. What else it could not read Seen tells.
func (s *Crawl) Ended() string {
	if why := s.WhyIncomplete(); why != "" {
		return why
	}
	if u := UnpublishedOf(s); u.Why == "one-text" && s.Meta(frontier.MetaDoubt) == "" { // which says more
		return u.behind()
	}
	return ""
}

// Seen tells how much of the site the crawl has seen, by its verdicts; of one that is
// at work no more than that.
func (s *Crawl) Seen(ctx context.Context) (findings.Seen, error) {
	why := s.Ended()
	if s.FactsOnly {
		return findings.Seen{Ended: why}, nil
	}
	if _, err := s.Judge(ctx, Instead{}); err != nil {
		return findings.Seen{}, err
	}
	codes, err := s.Codes(ctx)
	if err != nil {
		return findings.Seen{}, err
	}
	return findings.SeenOf(ctx, s, codes, why)
}

// OpenMadeOf opens the newest crawl that a published set was made of, nil if it
// is not there any more. Where the set was written again later, what it lists
// need not be what the crawl's verdicts say: MadeOf tells.
func OpenMadeOf(dir string, set *publish.Result, skipped func(file string, err error)) (*Crawl, error) {
	crawl, err := openNewest(dir, "", func(crawl *sqlite.Store) bool { return MadeOf(crawl, set) }, skipped)
	if crawl != nil || err != nil || set.MadeOf == "" {
		return crawl, err
	}
	return openNewest(dir, "", func(crawl *sqlite.Store) bool { return filepath.Base(crawl.Path()) == set.MadeOf }, skipped)
}

// OpenPublished opens the newest crawl older than a file of the folder of which
// a set was published, nil if there is none.
func OpenPublished(dir, than string, skipped func(file string, err error)) (*Crawl, error) {
	return openNewest(dir, than, func(crawl *sqlite.Store) bool { return Published(crawl) }, skipped)
}

// Published tells whether a set was published of a crawl.
func Published(crawl frontier.Crawl) bool { return crawl.Meta(metaPublished) != "" }

// PublishedURLs counts the URLs of the set that was published of a crawl, 0 if
// none was.
func PublishedURLs(crawl frontier.Crawl) int {
	n, _ := strconv.Atoi(crawl.Meta(metaPublished))
	return n
}

func openNewest(dir, than string, fits func(*sqlite.Store) bool, skipped func(file string, err error)) (*Crawl, error) {
	store, err := folder.At(dir).Earlier(than, fits, skipped)
	if err != nil || store == nil {
		return nil, err
	}
	return Read(store)
}
