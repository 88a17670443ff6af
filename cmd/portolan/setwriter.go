package main

import (
	"context"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/sitemap"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// setWriter writes the listed URLs of a judged crawl as a set of sitemap
// files.
type setWriter struct {
	*publishing
	crawl frontier.Crawl
	dir   string
	url   string          // where the sitemap will be served
	scope canonical.Scope // of what it lists
	rules audit.Options   // by which the crawl was judged
	now   time.Time

	accept func(urls int) error // has the last word on the set, nil: none

	translations *audit.Alternates // nil where none are to be written
	pictures     mediaCount
	clips        mediaCount

	series string // of the entry that was given last
	dated  map[audit.LastModSource]int
}

// write publishes the set. Errors are those of publish.Publish and of reading
// the crawl.
func (w *setWriter) write(ctx context.Context) (*publish.Result, error) {
	w.dated = map[audit.LastModSource]int{}
	facts, err := w.readFacts(ctx)
	if err != nil {
		return nil, err
	}
	dates, err := lastMods(ctx, w.crawl)
	if err != nil {
		return nil, err
	}
	if w.hreflang {
		if w.translations, err = audit.ReadAlternates(ctx, w.crawl, w.hosts); err != nil {
			return nil, err
		}
	}
	allowed, err := audit.RobotsTest(w.crawl, w.rules)
	if err != nil {
		return nil, err
	}
	o := publish.Options{
		Dir:              w.dir,
		URL:              w.url,
		NamedBy:          w.namedBy(),
		Version:          w.version,
		Limits:           w.limit,
		NoSchemaLocation: w.noSchema,
		AlwaysIndex:      w.index == "always",
		Text:             w.text,
		Now:              w.now,
		InScope:          w.inScope,
		Allowed:          allowed,
		Accept:           w.accept,
		Force:            w.force,
	}
	if !w.sections.empty() {
		o.Series = func(*sitemap.Entry) string { return w.series }
	}
	return publish.Publish(ctx, o, w.entries(ctx, &entryFacts{facts, dates, w.translations}))
}

// entryFacts are what entries are made of besides a row.
type entryFacts struct {
	*urlFacts
	dates        *audit.LastMods
	translations *audit.Alternates
}

// lastModSources counts the dated entries by where their date comes from.
func (w *setWriter) lastModSources() map[string]int {
	sources := map[string]int{}
	for source, n := range w.dated {
		sources[string(source)] = n
	}
	return sources
}

// fileNames gives the paths of a set's files, those of indexes first.
func fileNames(dir string, set *publish.Result) []string {
	names := []string{}
	for _, f := range slices.Concat(set.Indexes, set.Files, set.Texts) {
		names = append(names, filepath.Join(dir, f.Name))
	}
	return names
}

// namedBy gives the robots.txt without which the set may not list what it
// lists, "" if it keeps to its own directory.
func (w *setWriter) namedBy() string {
	if own, err := canonical.ScopeOf(w.url); err == nil && own.Scheme == w.scope.Scheme && own.Host == w.scope.Host && strings.HasPrefix(w.scope.Dir, own.Dir) {
		return ""
	}
	return w.scope.Scheme + "://" + w.scope.Host + "/robots.txt"
}

func (w *setWriter) inScope(url string) bool { return w.scope.Check([]byte(url)) == canonical.OK }

// metaCarried is set in a crawl file to the number of URLs that are listed
// without having been read.
const metaCarried = "carried"

// lastMods reads what the dates of a judged crawl rest on.
func lastMods(ctx context.Context, crawl frontier.Crawl) (*audit.LastMods, error) {
	carried := crawl.Meta(metaCarried)
	return audit.NewLastMods(ctx, crawl, feedsOf(crawl), carried != "" && carried != "0")
}

// feedsOf gives the feeds that a crawl has read URLs from.
func feedsOf(crawl frontier.Crawl) []string {
	var feeds []string
	files, _ := crawler.SitemapFiles(crawl.Meta)
	for _, f := range files {
		if f.Read && f.Feed() {
			feeds = append(feeds, f.URL)
		}
	}
	return feeds
}

// entries gives the listed URLs as sitemap entries, sorted.
func (w *setWriter) entries(ctx context.Context, facts *entryFacts) iter.Seq2[sitemap.Entry, error] {
	return func(yield func(sitemap.Entry, error) bool) {
		for row, err := range w.crawl.Listed(ctx, uint8(audit.ListedCarried), w.media()...) {
			if err != nil {
				yield(sitemap.Entry{}, err)
				return
			}
			if !w.inScope(row.URL) {
				continue
			}
			entry, err := w.entry(row, facts)
			if !yield(entry, err) || err != nil {
				return
			}
		}
	}
}

func (w *setWriter) entry(row *frontier.Row, facts *entryFacts) (sitemap.Entry, error) {
	changed, source, err := facts.dates.Of(row)
	if err != nil {
		return sitemap.Entry{}, err
	}
	if changed != "" {
		w.dated[source]++
	}
	w.series = w.sections.of(row.URL, facts.lang(row.ID), changed, w.now)
	entry := sitemap.Entry{Loc: row.URL, LastMod: changed, ChangeFreq: w.freqs.of(row.URL), Priority: w.priority.of(row.URL, facts.urlFacts, row.ID)}
	if err := addMedia(&entry, row); err != nil {
		return sitemap.Entry{}, err
	}
	w.pictures.add(len(entry.Images))
	w.clips.add(len(entry.Videos))
	for _, a := range facts.translations.Of(row.ID) {
		entry.Alternates = append(entry.Alternates, sitemap.Alternate{Lang: a.Lang, Href: a.URL})
	}
	return entry, nil
}
