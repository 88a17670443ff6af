package discover

import (
	"strings"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

// usualNames are the names under which sitemaps are published, the most
// frequent first.
var usualNames = [...]string{
	"sitemap.xml", "sitemap_index.xml", "sitemap-index.xml", "sitemap.xml.gz", "wp-sitemap.xml", "sitemap.txt",
}

// UsualPlaces gives the URLs at which a sitemap of a scope is likely to lie,
// the likeliest first: in the scope's directory, then in the root of its host.
func UsualPlaces(scope canonical.Scope) []string {
	var places []string
	for _, dir := range []string{scope.Dir, "/"} {
		for _, name := range usualNames {
			places = append(places, scope.Scheme+"://"+scope.Host+dir+name)
		}
		if scope.Dir == "/" {
			break
		}
	}
	return places
}

// SplitDetail takes apart what Detail has put together: the URL of the file
// with its line, and the date, "" if there is none.
func SplitDetail(detail string) (place, lastMod string) {
	place, lastMod, _ = strings.Cut(detail, " ") // a URL holds no blank
	return place, lastMod
}
