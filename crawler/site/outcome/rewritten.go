package outcome

import (
	"path/filepath"
	"strings"

	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/crawler/site/delta"
	"github.com/portolan-seo/portolan/crawler/site/listing"
	"github.com/portolan-seo/portolan/crawler/site/news"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// Rewritten is a set that was written again of a stored crawl.
type Rewritten struct {
	Crawl *stored.Crawl
	Dir   string // the site folder
	Set   *listing.Set
	Done  *site.Rewritten
	Delta *delta.Result // nil where it was not asked for
	News  *news.Result  // the same
	Idle  []unmatched
	Hot   string // what was typed for --hot
}

func (w *Rewritten) Json() map[string]any {
	out := map[string]any{"type": "sitemap", "crawl_file": w.Crawl.Path(), "sitemap": w.name(), "sitemap_url": w.Done.Sitemap().URL,
		"files": w.Done.Paths(w.Set.Dir), "urls": w.Done.URLs, "changed": w.Done.Changed, "accepted": 0, "acceptances": acceptedJSON(w.Done.Accepted), "lastmod_sources": w.Set.LastModSources()}
	if w.Done.Compared != nil {
		out["accepted"] = w.Done.Compared.Accepted
	}
	out["unmatched_filters"] = append([]unmatched{}, w.Idle...)
	out["delta"], out["news"] = deltaJSON(w.Set.Dir, w.Delta), newsJSON(w.News)
	extraJSON(out, w.Set, w.Hot)
	return out
}

func (w *Rewritten) name() string { return filepath.Join(w.Set.Dir, w.Done.Sitemap().Name) }

func (w *Rewritten) Text() string {
	var b strings.Builder
	url, done := w.Done.Sitemap().URL, w.Done
	unmatchedRows(&b, w.Idle, w.Crawl.Counts().Known)
	prose.Row(&b, "Sitemap", "%s", w.name())
	prose.Row(&b, "", "%s URL%s in %d file%s", prose.Thousands(done.URLs), prose.Plural(done.URLs), len(done.Files), prose.Plural(len(done.Files)))
	textRow(&b, done.Result)
	prose.Row(&b, "", "to be served at %s", safe.Printable(url))
	robotsLineRows(&b, w.Crawl, w.Set.Scope, url, " (it lacked it when it was crawled)")
	extraRows(&b, w.Set, w.Dir, w.Hot)
	if w.Done.Compared != nil {
		comparedRow(&b, w.Done.Compared)
	}
	acceptedRows(&b, done.Accepted, w.Set.Scope, holdsForSet)
	if !done.Changed {
		prose.Row(&b, "", "nothing changed: files untouched")
	}
	deltaRows(&b, w.Set.Dir, w.Delta)
	newsRows(&b, w.News)
	return b.String()
}
