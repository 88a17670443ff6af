package summary

import (
	"slices"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/robots"
)

// RobotsLacks tells whether the robots.txt of the scope's host names no such
// sitemap; known is false if it was not read.
func RobotsLacks(crawl frontier.Crawl, scope canonical.Scope, mapURL string) (lacks, known bool) {
	files, err := crawl.Robots()
	if err != nil {
		return false, false
	}
	lacks = true
	for _, f := range files {
		if f.Origin != scope.Scheme+"://"+scope.Host {
			continue
		}
		lacks, known = !slices.Contains(robots.Parse(f.Body).Sitemaps(), mapURL), f.Status > 0 && f.Status < 500
	}
	return lacks, known
}
