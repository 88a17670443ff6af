package last

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"log/slog"
	"path/filepath"
	"slices"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/sqlite"
	"github.com/portolan-seo/portolan/sitemap"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// Set is the set of sitemap files that stands in the folder, the crawl that it
// was made of, if that is still there, and the reference.
type Set struct {
	Files     *publish.Result
	Dir       string
	Crawl     *sqlite.Store      // nil if there is none
	Reference *publish.Reference // nil if there is none
	// Accepted is a later crawl of which the set was written again: what its pages
	// showed has been accepted. Where there is none, and no crawl that is known to list
	// the same, it is the last of which one was published. nil if there is neither.
	Accepted *sqlite.Store
	// Flaws are the files that are not as they were written: the set does not
	// stand as a whole.
	Flaws []publish.Flaw

	began time.Time     // the crawl that goes on now
	left  *sqlite.Store // the newest crawl before: it knows what has left of late; nil if there is none
	whole *sqlite.Store // the last one to its end, where that whose texts would be compared stopped at a limit; nil if there is none
	keys  *keySet       // of the URLs that it lists; nil until they are needed

	only    *canonical.Scope // what is compared of it, nil for all
	missing []string         // options that the last comparison found missing
}

// Notices are told what does not stop the work. Each may be nil.
type Notices struct {
	// Skipped names a crawl file that cannot be read, or is not as it was
	// written: it is passed over, and left as it is.
	Skipped func(file string, why error)
	// NoReference tells why losses are measured by the last set alone.
	NoReference func(dir string, why error)
	// Flaw names a file of the set that is not as it was written.
	Flaw func(file, what string)
	Log  *slog.Logger
}

func (n *Notices) warn(text string, values ...any) {
	if n.Log != nil {
		n.Log.Warn(text, values...)
	}
}

// Open opens the set that stands in dir and is served at url; where its files
// are gone, what the last crawl has listed of which one was published; nil if
// there is neither. dir is the site folder, or lies in it; current is the crawl
// file at work.
func Open(site *folder.Folder, current, dir, url string, n *Notices) (*Set, error) {
	files, stands, err := publish.Standing(dir, url)
	if err != nil {
		return nil, fmt.Errorf("read the sitemap in %s: %w", dir, err)
	}
	s := &Set{Files: files, Dir: dir, began: folder.Began(current)}
	if !stands {
		if stands, err = s.recall(site, current, url, n); err != nil || !stands {
			return nil, err
		}
	}
	if s.Reference, err = publish.ReadReference(dir); err != nil {
		s.noReference(n, err)
	}
	flaws, err := publish.Flaws(dir)
	if err != nil {
		return nil, fmt.Errorf("read the sitemap in %s: %w", dir, err)
	}
	s.Flaws = append(s.Flaws, flaws...)
	for _, f := range s.Flaws {
		if n.Flaw != nil {
			n.Flaw(filepath.Join(dir, f.Name), f.What)
		}
	}
	if s.Crawl == nil && dir == site.Dir { // of a part of the site alone no crawl was made
		if s.Crawl, err = site.Earlier(current, func(crawl *sqlite.Store) bool { return stored.MadeOf(crawl, files) }, n.Skipped); err != nil {
			return nil, err
		}
	}
	if err := cmp.Or(s.findAccepted(site, current, n), s.findWhole(site, current, n)); err != nil || dir != site.Dir {
		return s, err
	}
	s.left, err = site.Earlier(current, func(crawl *sqlite.Store) bool { return stored.Ended(crawl) && !stored.IsAside(crawl) }, n.Skipped)
	return s, err
}

// findAccepted opens the crawl that the set was written again of, unless it is older
// than the one that is known to list the same.
func (s *Set) findAccepted(site *folder.Folder, current string, n *Notices) (err error) {
	if name := s.Files.Accepted; name != "" && (s.Crawl == nil || filepath.Base(s.Crawl.Path()) < name) {
		s.Accepted, err = site.Earlier(current, func(crawl *sqlite.Store) bool { return filepath.Base(crawl.Path()) == name }, n.Skipped)
	}
	if err == nil && s.Crawl == nil && s.Accepted == nil {
		s.Accepted, err = site.Earlier(current, func(crawl *sqlite.Store) bool { return stored.Published(crawl) }, n.Skipped)
	}
	return err
}

// earlier is the crawl whose texts are compared, nil if there is none.
func (s *Set) earlier() *sqlite.Store { return cmp.Or(s.whole, s.Accepted, s.Crawl) }

// findWhole opens the last crawl that came to its end, of those that are accepted or
// believable: one that stopped at a limit has read few of the pages that the set lists.
func (s *Set) findWhole(site *folder.Folder, current string, n *Notices) (err error) {
	if e := s.earlier(); e == nil || ended(e) {
		return nil
	}
	believable := stored.Believable(site.Dir)
	s.whole, err = site.Earlier(current, func(crawl *sqlite.Store) bool {
		return ended(crawl) && filepath.Base(crawl.Path()) == s.Files.Accepted || believable(crawl)
	}, n.Skipped)
	return err
}

func ended(crawl *sqlite.Store) bool {
	return crawler.End(crawl.Meta(crawler.MetaEnd)) == crawler.Complete
}

// Crawls are the files of the earlier crawls that the set rests on.
func (s *Set) Crawls() (names []string) {
	for _, crawl := range []*sqlite.Store{s.Crawl, s.Accepted, s.whole} {
		if crawl != nil {
			names = append(names, crawl.Path())
		}
	}
	return names
}

// noReference tells that losses are measured by the last sitemap alone.
func (s *Set) noReference(n *Notices, why error) {
	if n.NoReference != nil {
		n.NoReference(s.Dir, why)
	}
	s.Reference = nil
}

// Close closes what was opened; a nil set has nothing.
func (s *Set) Close() {
	if s == nil {
		return
	}
	for _, crawl := range []*sqlite.Store{s.Crawl, s.Accepted, s.whole, s.left} {
		if crawl != nil {
			crawl.Close() // read only
		}
	}
}

// urls gives the URLs of the set, in no order.
func (s *Set) urls(ctx context.Context) iter.Seq2[string, error] {
	if s.Crawl == nil {
		return justURLs(ctx, s.inFiles())
	}
	return func(yield func(string, error) bool) {
		codes, err := s.Crawl.Codes(ctx)
		if err != nil {
			yield("", err)
			return
		}
		for row, err := range s.Crawl.Brief(ctx, 0) {
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

func justURLs(ctx context.Context, list iter.Seq2[member, error]) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for l, err := range list {
			if err = cmp.Or(err, ctx.Err()); !yield(l.url, err) || err != nil {
				return
			}
		}
	}
}

// member is a URL of the set.
type member struct {
	url      string
	previous audit.Previous
}

// members iterates over the URLs of the last set: by the crawl that it was
// made of, else by its files.
func (s *Set) members(ctx context.Context) iter.Seq2[member, error] {
	if s.Crawl == nil {
		return s.inFiles()
	}
	return func(yield func(member, error) bool) {
		dates, err := stored.LastMods(ctx, s.Crawl)
		if err != nil {
			yield(member{}, err)
			return
		}
		types, err := s.readTypes(ctx)
		if err != nil {
			yield(member{}, err)
			return
		}
		for row, err := range s.Crawl.Listed(ctx, audit.InState(audit.ListedInFile)) {
			l := member{}
			if err == nil {
				l, err = s.member(row, dates)
			}
			if t := types.of(row); t != "" {
				l.previous.Type = t
			}
			if !yield(l, err) || err != nil {
				return
			}
		}
	}
}

func (s *Set) member(row *frontier.Row, dates *audit.LastMods) (l member, err error) {
	l.url = row.URL
	if row.Page != nil {
		l.previous.Verified = row.Page.FetchedAt
	}
	if dates.Carried(row.ID) {
		sources, err := s.Crawl.Sources(row.ID)
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

// inFiles reads the files of the set. When their pages were last seen is
// not known: the crawl at hand stands in for it.
func (s *Set) inFiles() iter.Seq2[member, error] {
	return func(yield func(member, error) bool) {
		if s.Reference != nil && len(s.Flaws) > 0 && s.Reference.Set == s.Files.Digest() {
			s.inReference(yield)
			return
		}
		for _, f := range s.Files.Files {
			if s.flawed(f.Name) {
				continue // what it listed is not known any more
			}
			more := true
			err := readSet(filepath.Join(s.Dir, f.Name), func(it sitemap.Item) bool {
				more = yield(member{it.Loc, audit.Previous{Verified: s.began, LastMod: it.LastMod}}, nil)
				return more
			})
			if err != nil && more {
				yield(member{}, err)
				return
			}
			if !more {
				return
			}
		}
	}
}

// inReference gives the URLs of a set whose files are not as they were, where
// the reference lists the same.
func (s *Set) inReference(yield func(member, error) bool) {
	for url, err := range s.Reference.All() {
		if !yield(member{url: url, previous: audit.Previous{Verified: s.began}}, err) || err != nil {
			return
		}
	}
}

func (s *Set) flawed(name string) bool {
	return slices.ContainsFunc(s.Flaws, func(f publish.Flaw) bool { return f.Name == name })
}

// readSet reads one file of a set until each gives false.
func readSet(name string, each func(sitemap.Item) bool) error {
	file, err := publish.Open(name)
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
