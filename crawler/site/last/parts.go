package last

import (
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// Part is the set of a part of the site, which no crawl writes.
type Part struct {
	URL    string    `json:"sitemap_url"`
	File   string    `json:"sitemap"`
	MadeOf time.Time `json:"made_of"` // when the crawl began that found what it lists
}

// maxEntries bounds the look into a site folder that holds something else, too.
const maxEntries = 10_000

// Behind gives the sets of parts of a site that were not written of the last crawl
// before this one, or of one of which the set of the whole site was not published: they
// were refused, or written while the site was broken, or nobody thought of them.
func (s *Set) Behind(site *folder.Folder, whole canonical.Scope) (list []Part) {
	if s == nil || s.left == nil {
		return nil
	}
	before, entries := filepath.Base(s.left.Path()), 0
	_ = filepath.WalkDir(site.Dir, func(dir string, d fs.DirEntry, err error) error { // what cannot be read holds no set that counts
		if entries++; entries > maxEntries {
			return fs.SkipAll
		}
		if err != nil || !d.IsDir() {
			return nil
		}
		if d.Name() == folder.CrawlsDir {
			return fs.SkipDir
		}
		set, stands, err := publish.Current(dir)
		if err != nil || !stands || set.MadeOf > before || set.MadeOf == before && stored.Published(s.left) {
			return nil
		}
		main := set.Sitemap()
		scope, err := canonical.ScopeOf(main.URL)
		below, within := strings.CutPrefix(scope.Dir, whole.Dir)
		if err == nil && within && below != "" && filepath.Join(site.Dir, folder.Below(below)) == dir { // and no delta of one
			list = append(list, Part{main.URL, filepath.Join(dir, main.Name), folder.Began(set.MadeOf)})
		}
		return nil
	})
	return list
}
