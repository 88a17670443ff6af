package listing

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/sitemap"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// Foreign gives the sitemaps of others that the site's own indexes list, sorted:
// on the same host, since an index may list no others, and no indexes, which it
// may not list at all. Their date is that of the file.
//
// None is lost because the site was broken: one that did not answer well stays,
// and if no index could be read those stay that the standing index lists.
func (w *Set) Foreign() (entries []sitemap.Entry) {
	if !w.MergeIndex {
		return nil
	}
	files, _ := crawler.SitemapFiles(w.Crawl.Meta) // what cannot be read lists none
	standing, indexed := w.standing(), false
	for _, f := range files {
		indexed = indexed || f.Read && f.Kind == sitemap.KindIndex
		if f.Found != crawler.SitemapIndex || !w.others(f.URL) {
			continue
		}
		e := sitemap.Entry{Loc: f.URL}
		switch at, err := http.ParseTime(f.LastModified); {
		case !f.Read && (f.Status == 0 || f.Status == http.StatusTooManyRequests || f.Status >= 500):
			if i := slices.IndexFunc(standing, func(s sitemap.Entry) bool { return s.Loc == f.URL }); i >= 0 {
				e = standing[i]
			}
		case !f.Read || f.Kind != sitemap.KindURLSet:
			continue
		case err == nil:
			e.LastMod = sitemap.LastMod(at.UTC())
		}
		entries = append(entries, e)
	}
	if !indexed {
		entries = append(entries, standing...)
	}
	slices.SortStableFunc(entries, func(a, b sitemap.Entry) int { return strings.Compare(a.Loc, b.Loc) })
	return slices.CompactFunc(entries, func(a, b sitemap.Entry) bool { return a.Loc == b.Loc })
}

// others reports the URL of a sitemap that the index may list and that is none
// of the set's.
func (w *Set) others(url string) bool {
	return canonical.Origin(url) == canonical.Origin(w.URL) && !publish.Own(w.URL, url)
}

// standing gives the sitemaps of others that the index in the folder lists. One
// that cannot be read lists none.
func (w *Set) standing() (entries []sitemap.Entry) {
	set, ok, err := publish.Standing(w.Dir, w.URL)
	if err != nil || !ok {
		return nil
	}
	for _, index := range set.Indexes {
		file, err := os.Open(filepath.Join(w.Dir, index.Name))
		if err != nil {
			continue
		}
		// What was read before an error is listed.
		_, _ = sitemap.Read(file, sitemap.ReadOptions{At: index.URL}, func(it sitemap.Item) error {
			if it.Sitemap && w.others(it.Loc) {
				entries = append(entries, sitemap.Entry{Loc: it.Loc, LastMod: it.LastMod})
			}
			return nil
		})
		file.Close() // was only read
	}
	return entries
}
