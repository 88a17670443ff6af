package listing

import (
	"net/http"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/sitemap"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// foreign gives the sitemaps of others that the site's own indexes list, as far
// as the crawl could read them: on the same host, since an index may list no
// others, and no indexes, which it may not list at all. Their date is that of
// the file.
func (w *Set) foreign() (entries []sitemap.Entry) {
	if !w.MergeIndex {
		return nil
	}
	files, _ := crawler.SitemapFiles(w.Crawl.Meta) // what cannot be read lists none
	for _, f := range files {
		if f.Found != crawler.SitemapIndex || !f.Read || f.Kind != sitemap.KindURLSet ||
			canonical.Origin(f.URL) != canonical.Origin(w.URL) || publish.Own(w.URL, f.URL) {
			continue
		}
		e := sitemap.Entry{Loc: f.URL}
		if at, err := http.ParseTime(f.LastModified); err == nil {
			e.LastMod = sitemap.LastMod(at.UTC())
		}
		entries = append(entries, e)
	}
	slices.SortFunc(entries, func(a, b sitemap.Entry) int { return strings.Compare(a.Loc, b.Loc) })
	return slices.CompactFunc(entries, func(a, b sitemap.Entry) bool { return a.Loc == b.Loc })
}
