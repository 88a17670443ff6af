package discover

import "github.com/portolan-seo/portolan/frontier/canonical"

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
