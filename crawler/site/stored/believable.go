package stored

import (
	"path/filepath"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/frontier/sqlite"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// Refused says why a person has to say whether what the crawl lists is published, ""
// where nobody has to, or somebody has had it published since.
func (s *Crawl) Refused() string { return refusedIn(folder.Of(s.Path()))(s.Store) }

// refusedIn says so of the crawls of a site folder.
func refusedIn(dir string) func(*sqlite.Store) string {
	accepted := ""
	if set, stands, err := publish.Current(dir); err == nil && stands {
		accepted = set.Accepted
	}
	return func(crawl *sqlite.Store) string {
		if accepted != "" && filepath.Base(crawl.Path()) == accepted {
			return ""
		}
		return UnpublishedOf(crawl).Refused()
	}
}

// SawSite tells whether a crawl has gone through the whole site, and through the site
// that is served: no what-if, and not what stands before it.
func SawSite(crawl *sqlite.Store) bool {
	return crawler.End(crawl.Meta(crawler.MetaEnd)) == crawler.Complete && crawl.Meta(metaScope) != "" && !IsAside(crawl) && !UnpublishedOf(crawl).Behind()
}

// Believable tells by which crawls of a folder later ones are measured: those that SawSite
// tells of, less those of which the set was refused, for they may have seen it broken.
func Believable(dir string) func(*sqlite.Store) bool {
	refused := refusedIn(dir)
	return func(crawl *sqlite.Store) bool { return SawSite(crawl) && refused(crawl) == "" }
}
