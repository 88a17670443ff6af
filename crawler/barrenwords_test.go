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

// TestBarrenWords crawls 6,000 pages of words with noindex that lead to each other. They are read whole where one in sixty
// leads to an article that nothing else leads to, or the start page says noindex, too: a copy of a site that is all so.
func TestBarrenWords(t *testing.T) {
	if os.Getenv("PORTOLAN_TEST_ALL") == "" {
		t.Skip("thousands of pages, where PORTOLAN_TEST_ALL is set")
	}
	const all, each = 6000, 60
	noindex := "<meta name=robots content=noindex>"
	for _, test := range []struct {
		label, home string
		sections    int
		articles    int
		whole       bool
		name        func(int) string
	}{
		{"words alone", "", 1, 0, false, letters},
		{"words of ten sections", "", 10, 0, false, letters},
		{"an article of each sixty", "", 1, all / each, true, letters},
		{"a copy with noindex", noindex, 1, 0, true, letters},
		{"the same by numbers", noindex, 1, 0, true, strconv.Itoa},
	} {
		t.Run(test.label, func(t *testing.T) {
			number := map[string]int{}
			for n := range all {
				number[test.name(n*31+1009)] = n
			}
			at := func(n int) string {
				return "/word" + letters(n%test.sections) + "/" + test.name(n*31+1009)
			}
			site := &crawltest.Site{}
			site.HandleFunc("http://a.example/", func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				kind, name, _ := strings.Cut(r.URL.Path[1:], "/")
				n, known := number[name]
				switch {
				case kind == "":
					fmt.Fprintf(w, "<title>Home</title>%s<a href=/about>about</a> <a href=%s>word</a>", test.home, at(0))
				case kind == "about":
					fmt.Fprintf(w, "<title>About</title>%s<p>All about us.", test.home)
				case strings.HasPrefix(kind, "word") && known:
					fmt.Fprintf(w, "<title>%s</title>%s<p>%s %s", name, noindex, letters(n*7919+3), letters(n*17+70_001))
					for k := range 3 {
						fmt.Fprintf(w, " <a href=%s>x</a>", at((n*3+k+1)%all))
					}
					if test.articles > 0 && n%each == 0 {
						fmt.Fprintf(w, " <a href=/article/%s>article</a>", name)
					}
				case kind == "article" && known:
					fmt.Fprintf(w, "<title>%s</title><p>%s %s", name, letters(n*104729+5), letters(n*13+90_001))
				default:
					http.NotFound(w, r)
				}
			})
			c := crawl(t, site, "http://a.example/", nil)
			listed := test.articles
			if test.home == "" {
				listed += 2
			}
			if got := len(c.listed(t)); got != listed {
				t.Errorf("%d are listed, not %d", got, listed)
			}
			if asked := c.server.Requests(); (asked > all) != test.whole {
				t.Errorf("%d requests", asked)
			}
		})
	}
}
