package last

import (
	"path"
	"time"

	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier/sqlite"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// recall takes for the set whose files are gone what the newest crawl has
// listed of which one was published, false if there is none.
func (s *Set) recall(site *folder.Folder, current, url string, n *Notices) (found bool, err error) {
	if s.Dir != site.Dir {
		return false, nil
	}
	s.Crawl, err = site.Earlier(current, func(crawl *sqlite.Store) bool { return stored.Published(crawl) }, n.Skipped)
	if err != nil || s.Crawl == nil {
		return false, err
	}
	s.Files = &publish.Result{URLs: stored.PublishedURLs(s.Crawl)}
	when := folder.Began(s.Crawl.Path()).UTC().Format(time.RFC3339)
	s.Flaws = []publish.Flaw{{Name: path.Base(url), What: "the set is gone; what it listed is taken from the crawl of " + when}}
	return true, nil
}
