package crawler_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/crawler/render"
)

// Without a browser, of pages that wait for scripts and come at any address one
// is listed, whatever the sitemap names.
func TestShellsWithoutBrowser(t *testing.T) {
	site := &crawltest.Site{}
	site.HandleFunc("https://a.example/", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/sitemap.xml" {
			var b strings.Builder
			for n := range 30 {
				fmt.Fprintf(&b, "<url><loc>https://a.example/thing/%d</loc></url>", n)
			}
			fmt.Fprintf(w, `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">%s</urlset>`, b.String())
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, `<!DOCTYPE html><title>App</title><div id="root"></div><script src="/main.js"></script>`)
	})
	c := crawl(t, site, "https://a.example/", func(o *crawler.Options) {
		o.Sitemaps.Find = true
		o.Render.Open = func(context.Context, render.Asker) (crawler.Renderer, error) { return nil, errors.New("no browser") }
	})
	if listed := c.listed(t); len(listed) != 1 {
		t.Errorf("%d pages are listed that wait for scripts, want the one with the shortest address: %v", len(listed), listed)
	}
}
