package crawler_test

import (
	"testing"

	"github.com/portolan-seo/portolan/crawler"
)

// TestSitemapsNamedByRobots: what robots.txt names, by way of a redirect and an
// index, too, may list all of the host; any other file only its own folder.
func TestSitemapsNamedByRobots(t *testing.T) {
	const index = `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>https://shop.example/maps/x.xml</loc></sitemap></sitemapindex>`
	site := parseSite(t, "origin: https://shop.example\n-- /robots.txt --\nSitemap: https://shop.example/old.xml\n-- / --\nHome\n-- /a --\nA\n"+
		"-- /old.xml --\nHTTP 301\nLocation: /maps/index.xml\n\n-- /maps/index.xml --\n"+index+"\n"+
		"-- /maps/x.xml --\n"+urlset("https://shop.example/a")+
		"-- /given/y.xml --\n"+urlset("https://shop.example/a"))
	c := crawl(t, site, "https://shop.example/", func(o *crawler.Options) {
		findSitemaps(o)
		o.Sitemaps.URLs = []string{"https://shop.example/given/y.xml"}
	})
	files, _ := crawler.SitemapFiles(c.store.Meta)
	want := map[string]string{"https://shop.example/maps/x.xml": "", "https://shop.example/given/y.xml": "loc-out-of-scope:3"}
	for _, f := range files {
		if problem, ok := want[f.URL]; ok && f.Read && f.Problem == problem {
			delete(want, f.URL)
		}
	}
	if len(want) > 0 {
		t.Errorf("not so: %v; the files: %+v", want, files)
	}
}
