package crawler_test

import (
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/crawltest"
)

// TestBarrenPaths crawls lists with links to 3,000 addresses of one form. They are held back where most redirect to a
// few pages, or say the same and noindex; not where that may be an accident, nor where they lead to pages.
func TestBarrenPaths(t *testing.T) {
	if os.Getenv("PORTOLAN_TEST_ALL") == "" {
		t.Skip("thousands of pages, where PORTOLAN_TEST_ALL is set")
	}
	const all, pages, lists = 3000, 40, 100
	text := func(n int) string {
		return fmt.Sprintf("<p>%s %s %s", letters(n*7919+3), letters(n*31+1009), letters(n))
	}
	noindex := "<meta name=robots content=noindex>"
	for _, test := range []struct {
		name   string
		serve  func(w http.ResponseWriter, n int) // what /posts/n/go shows
		listed int
		most   int // requests
	}{
		{"redirects to a few", func(w http.ResponseWriter, n int) {
			w.Header().Set("Location", fmt.Sprintf("/thread/%d", n%pages))
			w.WriteHeader(http.StatusFound)
		}, pages + 1 + lists, 2000},
		{"noindex, one text", func(w http.ResponseWriter, n int) { fmt.Fprint(w, noindex, "<p>Tell your friends.") }, pages + 1 + lists, 2000},
		{"canonical", func(w http.ResponseWriter, n int) {
			fmt.Fprintf(w, "<link rel=canonical href=/thread/%d>%s", n%pages, text(n))
		}, pages + 1 + lists, 2000},
		{"moved pages", func(w http.ResponseWriter, n int) {
			w.Header().Set("Location", fmt.Sprintf("/thread/%d", n+pages))
			w.WriteHeader(http.StatusMovedPermanently)
		}, all + pages + 1 + lists, 0},
		{"noindex by accident", func(w http.ResponseWriter, n int) { fmt.Fprint(w, noindex, text(n)) }, pages + 1 + lists, 0},
		{"archives", func(w http.ResponseWriter, n int) {
			fmt.Fprintf(w, "%s<p>An archive. <a href=/thread/%d>on</a>", noindex, n+pages)
		}, all + pages + 1 + lists, 0},
		{"documents among them", func(w http.ResponseWriter, n int) {
			if n%50 == 0 {
				w.Header().Set("Content-Type", "application/pdf")
				fmt.Fprintf(w, "%%PDF-1.4 %d", n)
				return
			}
			fmt.Fprintf(w, "<link rel=canonical href=/thread/%d>%s", n%pages, text(n))
		}, pages + 1 + lists, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			site := &crawltest.Site{}
			site.HandleFunc("http://a.example/", func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				dir, last, _ := strings.Cut(r.URL.Path[1:], "/")
				n, err := strconv.Atoi(strings.TrimSuffix(last, "/go"))
				switch {
				case dir == "":
					fmt.Fprint(w, "<title>Home</title>")
					for i := range pages {
						fmt.Fprintf(w, "<a href=/thread/%d>p</a> ", i)
					}
					for i := range lists / 4 {
						fmt.Fprintf(w, "<a href=/older/%d>older</a> ", 4*i)
					}
				case err != nil:
					http.NotFound(w, r)
				case dir == "older":
					fmt.Fprintf(w, "<title>Older %s</title><a href=/older/%d>older</a>%s", letters(n), n/4*4+(n+1)%4, text(n))
					for i := range all / lists {
						fmt.Fprintf(w, "<a href=/posts/%d/go>p</a> ", n*all/lists+i)
					}
				case dir == "thread":
					fmt.Fprintf(w, "<title>%s</title>%s", letters(n), text(n))
					if n >= pages { // these lead to each other, and nothing else but the archives leads there
						fmt.Fprintf(w, "<a href=/thread/%d>the other one</a>", (n-pages)^1+pages)
					}
				default:
					test.serve(w, n)
				}
			})
			c := crawl(t, site, "http://a.example/", nil)
			asked := c.server.Requests()
			if got := len(c.listed(t)); got != test.listed {
				t.Errorf("%d are listed, not %d", got, test.listed)
			}
			if least := all; test.most == 0 && asked < least || test.most > 0 && asked > test.most {
				t.Errorf("%d requests", asked)
			}
		})
	}
}
