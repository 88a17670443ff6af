package endless

import (
	"fmt"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Shell answers every address below a prefix with the same blank page, which
// waits for scripts. The sitemap names 154 addresses there, most of which are
// no more. With the prefix "/" there is nothing else on the site.
func Shell(name, about string, seed uint64, notes int, prefix string, limit apps.Limit) *apps.App {
	s := newSite(seed, notes)
	shell := forbidden("shell", func(p *apps.Page) {
		p.NoFrame, p.Title = true, "Our app"
		p.Raw("<noscript>You need to enable JavaScript to run this app.</noscript>\n<div id=\"root\"></div>\n<script src=\"/static/main.js\"></script>\n")
	})
	s.trap = func(u apps.URL) apps.View {
		if len(u.Path) < len(prefix) || u.Path[:len(prefix)] != prefix {
			return apps.Missing()
		}
		return shell
	}
	s.decorate = func(p *apps.Page, _ int) { p.Links("app", []apps.Link{{Href: prefix, Text: "Open the app"}}) }
	a := s.App(name, about, limit)
	if prefix == "/" {
		a.Site = blank{shell}
	}
	a.Sitemap = []string{"/"}
	for n := range 154 {
		a.Sitemap = append(a.Sitemap, fmt.Sprintf("%sproduct/%s-%d", prefix, apps.Slug(apps.Phrase(seed, 10, uint64(n))), n))
	}
	return a
}
