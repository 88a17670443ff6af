package crawler_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
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

// Pages that wait for scripts, each with a new link, come to an end: without a browser, and with one that shows no more.
func TestShellsWithoutEnd(t *testing.T) {
	shell := func(path string) string {
		return fmt.Sprintf(`<!DOCTYPE html><title>App</title><div id="root"></div><a href="/%x" hidden></a><script src="/main.js"></script>`, sha256.Sum256([]byte(path)))
	}
	for name, renderer := range map[string]crawler.Renderer{"without a browser": nil, "with one": sameShell(shell)} {
		t.Run(name, func(t *testing.T) {
			site := &crawltest.Site{}
			var asked atomic.Int64
			site.HandleFunc("https://a.example/", func(w http.ResponseWriter, r *http.Request) {
				asked.Add(1)
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				fmt.Fprint(w, shell(r.URL.Path))
			})
			c := crawl(t, site, "https://a.example/", func(o *crawler.Options) {
				o.Limits.Pages = 3000
				o.Render.Open = func(context.Context, render.Asker) (crawler.Renderer, error) {
					if renderer == nil {
						return nil, errors.New("no browser")
					}
					return renderer, nil
				}
			})
			if c.result.End != crawler.Complete || asked.Load() > 1500 || len(c.listed(t)) != 1 {
				t.Errorf("ended as %s after %d requests, %d listed; want it complete after some thousand, and one", c.result.End, asked.Load(), len(c.listed(t)))
			}
		})
	}
}

// sameShell is a browser that shows pages as they were sent.
type sameShell func(path string) string

func (s sameShell) Render(_ context.Context, url string) (*render.Result, error) {
	_, path, _ := strings.Cut(url, ".example")
	return &render.Result{URL: url, Final: url, Status: 200, HTML: []byte(s(path))}, nil
}
func (sameShell) Close() {}
