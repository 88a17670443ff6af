package crawler_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/crawltest"
)

// What a page that comes at any address has led to first is fetched all the
// same where a real page links to it, too, though farther from the start.
func TestHeldLinksOfRealPages(t *testing.T) {
	const chain, items = 70, 25
	site := &crawltest.Site{}
	site.HandleFunc("https://a.example/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		var n int
		switch {
		case r.URL.Path == "/":
			fmt.Fprint(w, "<title>Home</title><h1>Home</h1><a href='/real/1'>first</a> <a href='/any/x1/'>any</a>")
		case r.URL.Path == "/item":
			fmt.Fprintf(w, "<title>Item</title><h1>Item</h1><p>This is item %s.", letters(len(r.URL.RawQuery)*1000)+r.URL.Query().Get("id"))
		case strings.HasPrefix(r.URL.Path, "/real/"):
			_, _ = fmt.Sscanf(r.URL.Path, "/real/%d", &n)
			fmt.Fprintf(w, "<title>Real %d</title><h1>Real %s</h1><p>This is %s of the story. <a href='/real/%d'>next</a>", n, letters(n), letters(n*7), min(n+1, chain))
			for i := range items {
				if n == chain {
					fmt.Fprintf(w, " <a href='/item?id=%s'>item</a>", letters(i))
				}
			}
		default:
			_, _ = fmt.Sscanf(r.URL.Path, "/any/x%d", &n)
			fmt.Fprintf(w, "<title>Sorry</title><h1>Sorry</h1><p>There is nothing to be seen here. <a href='/any/x%d/'>more</a> <a href='/any/x%d/'>more</a>", 2*n, 2*n+1)
			fmt.Fprintf(w, " <a href='/item?id=%s'>item</a>", letters(n%items))
		}
	})
	c := crawl(t, site, "https://a.example/", nil)
	listed := strings.Join(c.listed(t), "\n")
	for i := range items {
		if url := "https://a.example/item?id=" + letters(i); !strings.Contains(listed+"\n", url+"\n") {
			t.Errorf("%s is not listed", url)
		}
	}
	if n := strings.Count(listed, "/any/"); n > 1 || c.result.Fetched > 1000 {
		t.Errorf("%d pages of those that come at any address are listed, and %d fetched in all", n, c.result.Fetched)
	}
}
