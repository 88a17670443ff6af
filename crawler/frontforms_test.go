package crawler_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/crawltest"
)

// TestFrontForms crawls a front controller: of each page it has three forms that must not be listed, all in one address.
// They are held back, each kind of them, and no other page.
func TestFrontForms(t *testing.T) {
	const all = 400
	site := &crawltest.Site{}
	site.HandleFunc("http://a.example/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		var kind string
		var n int
		if _, err := fmt.Sscanf(strings.Replace(r.URL.RawQuery, ";", " ", 1), "a=%s of=%d", &kind, &n); err != nil && r.URL.RawQuery != "" || n >= all {
			http.NotFound(w, r)
			return
		}
		text := fmt.Sprintf("<title>%s %s</title><p>%s %s %s", kind, letters(n), letters(n*7919+3+len(kind)), letters(n*31+1009), letters(n))
		link := func(kind string) string { return fmt.Sprintf("<a href='/?a=%s;of=%d'>%s</a> ", kind, n, kind) }
		switch kind {
		case "":
			fmt.Fprint(w, "<title>Home</title>")
			for n = range all {
				fmt.Fprint(w, link("file"))
			}
		case "file":
			fmt.Fprint(w, text, link("edit"), link("raise"), link("blame"), link("history"))
		case "history":
			fmt.Fprint(w, text, link("commit"))
		case "commit":
			fmt.Fprint(w, text)
		default:
			fmt.Fprint(w, "<title>Sign in</title><meta name=robots content=noindex><p>Please sign in.")
		}
	})
	c := crawl(t, site, "http://a.example/", nil)
	if got := len(c.listed(t)); got != 3*all+1 {
		t.Errorf("%d are listed, not %d", got, 3*all+1)
	}
	if asked := c.server.Requests(); asked > 2*3*all {
		t.Errorf("%d requests", asked)
	}
}
