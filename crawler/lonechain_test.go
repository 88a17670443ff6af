package crawler_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/portolan-seo/portolan/crawler/crawltest"
)

// TestLoneChain crawls pages with noindex of which each leads to the next one alone, in letters and through all sections,
// so that they have no form in common. Where there is no end of them they are followed no further; not where one in
// hundred may be listed, and what another page leads to is fetched.
func TestLoneChain(t *testing.T) {
	const most = 2500
	for _, test := range []struct {
		name           string
		pages          int // of the chain
		listable, also func(n int) bool
		listed         int
		form           string // of its addresses, for a number; "" for words of all sections
	}{
		{"without end", 1 << 30, nil, nil, 2, ""},
		{"words of one folder without end", 1 << 30, nil, nil, 2, "/next/%[2]s"},
		{"members by number without end", 1 << 30, nil, nil, 2, "/member/%[1]d"},
		{"members by number, the first 300 hidden", 600, func(n int) bool { return n >= 300 }, nil, 2 + 300, "/member/%[1]d"},
		{"notes of a diary, some of which may be found", 900, func(n int) bool { return n%60 == 59 }, nil, 2 + 15, "/member/%[1]d"},
		{"a page of each hundred", 2000, func(n int) bool { return n%100 == 99 }, nil, 2 + 20, ""},
		{"a list leads to what comes after", 1900, func(n int) bool { return n == 1500 }, func(n int) bool { return n == 1500 }, 3, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			at := func(n int) string {
				if test.form == "" {
					return "/" + letters(n%10+27) + "/" + letters(n*31+1009)
				}
				return fmt.Sprintf(test.form, n+1, letters(n*31+1009))
			}
			number := map[string]int{}
			for n := range most + 100 {
				number[at(n)] = n
			}
			site := &crawltest.Site{}
			site.HandleFunc("http://a.example/", func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				n, known := number[r.URL.Path]
				switch {
				case r.URL.Path == "/":
					fmt.Fprintf(w, "<title>Home</title><p>home of all <a href=/about>about</a> <a href=%s>next</a>", at(0))
				case r.URL.Path == "/about":
					fmt.Fprint(w, "<title>About</title><p>about us")
					for n := range most {
						if test.also != nil && test.also(n) {
							fmt.Fprintf(w, " <a href=%s>more</a>", at(n))
						}
					}
				case known:
					fmt.Fprintf(w, "<title>%s</title>", letters(n+5))
					if test.listable == nil || !test.listable(n) {
						fmt.Fprint(w, "<meta name=robots content=noindex>")
					}
					fmt.Fprintf(w, "<p>%s %s", letters(n*7919+3), letters(n*17+70_001))
					if n+1 < test.pages {
						fmt.Fprintf(w, " <a href=%s>next</a>", at(n+1))
					}
				default:
					http.NotFound(w, r)
				}
			})
			c := crawl(t, site, "http://a.example/", nil)
			if got := len(c.listed(t)); got != test.listed {
				t.Errorf("%d are listed, not %d", got, test.listed)
			}
			if asked := c.server.Requests(); asked > most {
				t.Errorf("%d requests", asked)
			}
		})
	}
}
