package listing

import (
	"net/http"
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
// None is lost because the site was broken: one that stands stays until it is
// gone (404, 410), or no index lists it any more and all indexes could be read whole.
func (w *Set) Foreign() (entries []sitemap.Entry) {
	if !w.MergeIndex {
		return nil
	}
	files, _ := crawler.SitemapFiles(w.Crawl.Meta) // what cannot be read lists none
	standing, indexed, broken := w.standing(), false, false
	for _, f := range files {
		indexed = indexed || f.Read && f.Kind == sitemap.KindIndex
		broken = broken || brokenIndex(&f)
		if f.Found != crawler.SitemapIndex || !w.others(f.URL) {
			continue
		}
		e := sitemap.Entry{Loc: f.URL}
		stands := slices.IndexFunc(standing, func(s sitemap.Entry) bool { return s.Loc == f.URL })
		switch at, err := http.ParseTime(f.LastModified); {
		case !f.Read && stands >= 0 && f.Status != http.StatusNotFound && f.Status != http.StatusGone:
			e = standing[stands]
		case !f.Read && unwell(f.Status):
		case !f.Read || f.Kind != sitemap.KindURLSet:
			continue
		case err == nil:
			e.LastMod = sitemap.LastMod(at.UTC())
		}
		entries = append(entries, e)
	}
	if !indexed || broken {
		entries = append(entries, standing...)
	}
	slices.SortStableFunc(entries, func(a, b sitemap.Entry) int { return strings.Compare(a.Loc, b.Loc) })
	return slices.CompactFunc(entries, func(a, b sitemap.Entry) bool { return a.Loc == b.Loc })
}

// unwell reports answers that say nothing of whether a file is there.
func unwell(status int) bool {
	return status == 0 || status == http.StatusTooManyRequests || status >= 500
}

// brokenIndex reports a file that may have listed more: an index that lists
// nothing, or was not read to its end, and what the site names and does not serve.
func brokenIndex(f *crawler.SitemapFile) bool {
	switch {
	case f.Read && f.Kind == sitemap.KindIndex:
		for _, flaw := range f.Flaws {
			if slices.Contains(endless, flaw.Code) {
				return true
			}
		}
		return f.Sitemaps == 0 || f.Cut
	case f.Read:
		return false
	}
	named := f.Found == crawler.SitemapRobots || f.Found == crawler.SitemapGiven
	return named && (unwell(f.Status) || f.Status == http.StatusOK)
}

// endless are the codes of files that were not read to their end.
var endless = []string{sitemap.Truncated.String(), sitemap.Malformed.String(), sitemap.GzipTruncated.String(), sitemap.GzipCRC.String()}

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
		file, err := publish.Open(filepath.Join(w.Dir, index.Name))
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
