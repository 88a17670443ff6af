package main

import (
	"path/filepath"
	"strings"

	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/delta"
	"github.com/portolan-seo/portolan/crawler/site/listing"
	"github.com/portolan-seo/portolan/crawler/site/news"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// rewritten is a set that was written again of a stored crawl.
type rewritten struct {
	crawl *stored.Crawl
	dir   string // the site folder
	set   *listing.Set
	done  *publish.Result
	delta *delta.Result // nil where it was not asked for
	news  *news.Result  // the same
	idle  []unmatched
	hot   string // what was typed for --hot
}

func (w *rewritten) json() map[string]any {
	out := map[string]any{"type": "sitemap", "crawl_file": w.crawl.Path(), "sitemap": w.name(), "sitemap_url": w.done.Sitemap().URL,
		"files": fileNames(w.set.Dir, w.done), "urls": w.done.URLs, "changed": w.done.Changed, "lastmod_sources": w.set.LastModSources()}
	out["unmatched_filters"] = append([]unmatched{}, w.idle...)
	out["delta"], out["news"] = deltaJSON(w.set.Dir, w.delta), newsJSON(w.news)
	extraJSON(out, w.set, w.hot)
	return out
}

func (w *rewritten) name() string { return filepath.Join(w.set.Dir, w.done.Sitemap().Name) }

func (w *rewritten) text() string {
	var b strings.Builder
	url, done := w.done.Sitemap().URL, w.done
	unmatchedRows(&b, w.idle, w.crawl.Counts().Known)
	prose.Row(&b, "Sitemap", "%s", w.name())
	prose.Row(&b, "", "%s URL%s in %d file%s", prose.Thousands(done.URLs), prose.Plural(done.URLs), len(done.Files), prose.Plural(len(done.Files)))
	textRow(&b, done)
	prose.Row(&b, "", "to be served at %s", safe.Printable(url))
	robotsLineRows(&b, w.crawl, w.set.Scope, url, " (it lacked it when it was crawled)")
	extraRows(&b, w.set, w.dir, w.hot)
	if !done.Changed {
		prose.Row(&b, "", "nothing changed: files untouched")
	}
	deltaRows(&b, w.set.Dir, w.delta)
	newsRows(&b, w.news)
	return b.String()
}
