package stored

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/extract"
	"github.com/portolan-seo/portolan/crawler/mistake"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// Crawl is a crawl file, with what it says of its crawl. All that its verdicts
// rest on is in it.
type Crawl struct {
	*sqlite.Store
	Began   time.Time       // as the file's name says
	MapURL  string          // where the sitemap is to be served
	End     crawler.End     // of the last run, "" where it was killed or is still at work
	Options crawler.Options // those on which verdicts depend, and the scope
	Accept  Acceptances

	// What findings are asked under; who reads the crawl may add to both.
	Ignored  Ignored
	Segments Segments
	Extract  *extract.Set // what was taken of pages

	// FactsOnly leaves verdicts as they are: those of a crawl that is at work
	// rest on nothing yet.
	FactsOnly bool

	noList  crawler.Filter
	instead map[string]string // options in the stead of the crawl's
	causes  *causesKept

	explainer *audit.JudgeCrawl

	ownStamp string // of findings that are kept until the crawl is closed, where findingsStamp is ""
}

// ErrNoCrawl is the error of Open for a folder without a crawl.
var ErrNoCrawl = errors.New("it holds no crawl")

// Open opens the newest crawl of a site folder, one that is still at
// work or was interrupted included. What is wrong with the folder is a
// mistake.Error, with fs.ErrNotExist or ErrNoCrawl behind it where that
// applies.
func Open(dir string) (*Crawl, error) {
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, mistake.Errorf("read site folder %s: %w", dir, fs.ErrNotExist)
	case err != nil:
		return nil, mistake.Errorf("read site folder: %w", err)
	case !info.IsDir():
		return nil, notFolder(dir)
	}
	names, err := folder.At(dir).Crawls()
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(names) == 0 {
		return nil, noCrawl(dir)
	}
	if err != nil {
		return nil, err
	}
	for i := len(names) - 1; i >= 0; i-- {
		store, err := sqlite.OpenReadOnly(names[i])
		if err != nil {
			return nil, readError(names[i], err)
		}
		if i == 0 || store.Meta(metaScope) != "" { // one without a scope had not begun
			s, err := Read(store)
			if err != nil {
				err = errors.Join(err, store.Close())
			}
			return s, err
		}
		if err := store.Close(); err != nil {
			return nil, fmt.Errorf("close crawl file: %w", err)
		}
	}
	return nil, mistake.Errorf("%s holds no crawl", dir)
}

// Read reads what the file of an open crawl says of the options it was
// made with.
func Read(store *sqlite.Store) (*Crawl, error) {
	s := &Crawl{Store: store, Began: folder.Began(store.Path()), MapURL: store.Meta(metaSitemap), End: crawler.End(store.Meta(crawler.MetaEnd))}
	if err := s.readOptions(); err != nil {
		return nil, fmt.Errorf("read the options that %s was made with: %w", store.Path(), err)
	}
	return s, nil
}

// Version is that of the program that began the crawl.
func (s *Crawl) Version() string { return s.Meta(metaVersion) }

// Option gives an option of the crawl as it was typed, by its name.
func (s *Crawl) Option(name string) string {
	if value, is := s.instead[name]; is {
		return value
	}
	return Option(s, name)
}

// Option gives an option of a crawl as it was typed, by its name.
func Option(crawl frontier.Crawl, name string) string { return crawl.Meta(metaOption + name) }

func (s *Crawl) readOptions() (err error) {
	if s.Meta(metaScope) == "" {
		return errors.New("it holds none: the crawl had not begun")
	}
	if s.Options.Scope, err = canonical.ScopeOf(s.Meta(metaScope)); err != nil {
		return err
	}
	o := &s.Options
	o.Scope = s.Options.Scope
	o.Effects = s.Option("follow-effects") == "true"
	if o.Filter, err = readFilter(s.Option("include/--exclude")); err != nil {
		return err
	}
	if s.noList, err = readFilter(s.Option(optionNoList)); err != nil {
		return err
	}
	if s.Accept, err = readAcceptances(s.Option(optionAcceptLoss)); err != nil {
		return err
	}
	s.Ignored = readIgnored(s.Option(optionIgnore))
	if s.Segments, err = readSegments(s.Option(optionSegment)); err != nil {
		return err
	}
	if s.Extract, err = extract.Read(s.Option("extract")); err != nil {
		return err
	}
	o.Limits.Depth, _ = strconv.Atoi(s.Option(string(crawler.LimitDepth))) // "" is no limit
	o.ListAgent = s.Option("list-agent")
	o.Robots = crawler.Robots{Ignore: s.Option("ignore-robots") == "true", Agent: s.Option("robots-agent")}
	if s.Option(optionRobotsFile) != "" {
		o.Robots.File = []byte(s.Option("robots-file"))
	}
	o.Identity = canonical.Config{
		NoSessionRules:  s.Option("no-session-rules") == "true",
		NoTrackingRules: s.Option("no-tracking-rules") == "true",
		Strip:           strings.Fields(s.Option("strip-param")),
		Keep:            strings.Fields(s.Option("keep-param")),
		Key:             s.Key(),
	}
	return nil
}

// readFilter reads a filter as crawler.Filter.String writes it.
func readFilter(text string) (crawler.Filter, error) {
	var f crawler.Filter
	if text == "" {
		return f, nil
	}
	for line := range strings.SplitSeq(text, "\n") {
		kind, pattern, _ := strings.Cut(line, " ")
		if err := f.Add(pattern, kind == "include"); err != nil {
			return f, err
		}
	}
	return f, nil
}
