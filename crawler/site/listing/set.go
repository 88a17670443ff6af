package listing

import (
	"context"
	"iter"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/sitemap"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// Set is a set of sitemap files to be made of the listed URLs of a judged
// crawl.
type Set struct {
	*Options
	Crawl frontier.Crawl
	Dir   string                // that holds the files
	URL   string                // where the sitemap will be served
	Scope canonical.Scope       // of what it lists
	Rules audit.Options         // by which the crawl was judged
	Now   time.Time             // when files change that do
	Only  func(url string) bool // leaves out all others; nil for none
	// MadeOf is the name of the crawl file, for a set that the crawl file does
	// not know of; else "".
	MadeOf string
	// Accepted is the same for a crawl that had come to its end, of this set or one before it.
	Accepted string
	// Accept has the last word on the set; nil takes it as it is.
	Accept func(urls int) error
	// Remember keeps a reference of it, as that of publish.Options; nil keeps none.
	Remember func(done *publish.Result, dir string)

	// What Write has written: nil where no translations were asked for.
	Translations    *audit.Alternates
	Pictures, Clips Count

	// Dates tell when pages have changed, once Write has read what they rest on.
	Dates *audit.LastMods

	series string // of the entry that was given last
	dated  map[audit.LastModSource]int
}

// Write publishes the set. Errors are those of publish.Publish and of reading
// the crawl.
func (w *Set) Write(ctx context.Context) (*publish.Result, error) {
	w.dated = map[audit.LastModSource]int{}
	facts, err := w.readFacts(ctx)
	if err != nil {
		return nil, err
	}
	if w.Dates, err = stored.LastMods(ctx, w.Crawl); err != nil {
		return nil, err
	}
	if w.Hreflang {
		if w.Translations, err = audit.ReadAlternates(ctx, w.Crawl, w.Hosts); err != nil {
			return nil, err
		}
	}
	allowed, err := audit.RobotsTest(w.Crawl, w.Rules)
	if err != nil {
		return nil, err
	}
	o := publish.Options{
		Dir:              w.Dir,
		URL:              w.URL,
		NamedBy:          w.namedBy(),
		MadeOf:           w.MadeOf,
		Accepted:         w.Accepted,
		Version:          w.Version,
		Limits:           w.Limits,
		NoSchemaLocation: w.NoSchemaLocation,
		AlwaysIndex:      w.AlwaysIndex,
		Text:             w.Text,
		Foreign:          w.Foreign(),
		Now:              w.Now,
		InScope:          w.inScope,
		Allowed:          allowed,
		Accept:           w.Accept,
		Remember:         w.Remember,
		Force:            w.Force,
	}
	if !w.oneSeries() {
		o.Series = func(*sitemap.Entry) string { return w.series }
	}
	return publish.Publish(ctx, o, w.entries(ctx, &entryFacts{facts, w.Dates, w.Translations}))
}

// entryFacts are what entries are made of besides a row.
type entryFacts struct {
	*urlFacts
	dates        *audit.LastMods
	translations *audit.Alternates
}

// LastModSources counts the dated entries by where their date comes from.
func (w *Set) LastModSources() map[string]int {
	sources := map[string]int{}
	for source, n := range w.dated {
		sources[string(source)] = n
	}
	return sources
}

// namedBy gives the robots.txt without which the set may not list what it
// lists, "" if it keeps to its own directory.
func (w *Set) namedBy() string {
	if own, err := canonical.ScopeOf(w.URL); err == nil && own.Scheme == w.Scope.Scheme && own.Host == w.Scope.Host && strings.HasPrefix(w.Scope.Dir, own.Dir) {
		return ""
	}
	return w.Scope.Scheme + "://" + w.Scope.Host + "/robots.txt"
}

// Lists tells whether the set may list a listed URL.
func (w *Set) Lists(url string) bool { return w.inScope(url) && (w.Only == nil || w.Only(url)) }

func (w *Set) inScope(url string) bool { return w.Scope.Check([]byte(url)) == canonical.OK }

// URLs gives the URLs that the set lists, in no order.
func (w *Set) URLs(ctx context.Context) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for row, err := range w.Crawl.Listed(ctx, audit.InState(audit.ListedInFile)) {
			if err != nil {
				yield("", err)
				return
			}
			if w.inScope(row.URL) && !yield(row.URL, nil) {
				return
			}
		}
	}
}

// entries gives the listed URLs as sitemap entries, sorted.
func (w *Set) entries(ctx context.Context, facts *entryFacts) iter.Seq2[sitemap.Entry, error] {
	return func(yield func(sitemap.Entry, error) bool) {
		for row, err := range w.Crawl.Listed(ctx, audit.InState(audit.ListedInFile), w.media()...) {
			if err != nil {
				yield(sitemap.Entry{}, err)
				return
			}
			if !w.Lists(row.URL) {
				continue
			}
			entry, err := w.entry(row, facts)
			if !yield(entry, err) || err != nil {
				return
			}
		}
	}
}

func (w *Set) entry(row *frontier.Row, facts *entryFacts) (sitemap.Entry, error) {
	changed, source, err := facts.dates.Of(row)
	if err != nil {
		return sitemap.Entry{}, err
	}
	if changed != "" {
		w.dated[source]++
	}
	w.series = w.seriesOf(row.URL, facts.lang(row.ID), changed, w.Now)
	entry := sitemap.Entry{Loc: row.URL, LastMod: changed, ChangeFreq: w.changeFreqOf(row.URL), Priority: w.priorityOf(row.URL, facts.urlFacts, row.ID)}
	stated, _, err := facts.dates.Stated(row)
	if err != nil {
		return sitemap.Entry{}, err
	}
	if entry.ChangeFreq == "" {
		entry.ChangeFreq = stated.ChangeFreq
	}
	if entry.Priority == "" {
		entry.Priority = stated.Priority
	}
	if err := addMedia(&entry, row); err != nil {
		return sitemap.Entry{}, err
	}
	w.Pictures.add(len(entry.Images))
	w.Clips.add(len(entry.Videos))
	for _, a := range facts.translations.Of(row.ID) {
		entry.Alternates = append(entry.Alternates, sitemap.Alternate{Lang: a.Lang, Href: a.URL})
	}
	return entry, nil
}
