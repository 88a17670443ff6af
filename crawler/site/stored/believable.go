package stored

import (
	"path/filepath"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/frontier"
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

// SawSite tells whether a crawl of a folder has gone through the whole site, and through the site
// that is served: no what-if, and neither what stands before it nor what is Doubted.
func SawSite(dir string) func(*sqlite.Store) bool {
	doubted := Doubted(dir)
	return func(crawl *sqlite.Store) bool {
		return crawler.End(crawl.Meta(crawler.MetaEnd)) == crawler.Complete && crawl.Meta(metaScope) != "" && !IsAside(crawl) && !UnpublishedOf(crawl).Behind() && doubted(crawl) == ""
	}
}

// Doubted says of crawls of a folder why what they have read may not be the site, "" of others: those of which
// somebody has had the set published since, and those of sites that scripts make, which are all alike in that.
func Doubted(dir string) func(*sqlite.Store) string {
	accepted := ""
	if set, stands, err := publish.Current(dir); err == nil && stands {
		accepted = set.Accepted
	}
	return func(crawl *sqlite.Store) string {
		why := crawl.Meta(frontier.MetaDoubt)
		if why == findings.NotRendered || accepted != "" && filepath.Base(crawl.Path()) == accepted {
			return ""
		}
		return why
	}
}

// Believable tells by which crawls of a folder later ones are measured: those that SawSite
// tells of, less those of which the set was refused, for they may have seen it broken.
func Believable(dir string) func(*sqlite.Store) bool {
	refused, saw := refusedIn(dir), SawSite(dir)
	return func(crawl *sqlite.Store) bool { return saw(crawl) && refused(crawl) == "" }
}
