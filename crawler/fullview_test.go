package crawler_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/crawltest"
)

const archiveItems = 40

// archive has each item with all that is known of it, its history, and the whole text of which it shows the beginning; under one title.
func archive() *crawltest.Site {
	site := &crawltest.Site{}
	site.HandleFunc("http://a.example/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if r.URL.Path == "/" {
			fmt.Fprint(w, "<title>Archive</title>")
			for n := range archiveItems {
				fmt.Fprintf(w, " <a href=/item/%d>item</a>", n+100)
			}
			return
		}
		id := strings.TrimPrefix(r.URL.Path, "/item/")
		n, err := strconv.Atoi(id)
		if err != nil {
			http.NotFound(w, r)
			return
		}
		q, item := r.URL.Query(), letters(n*31)
		fmt.Fprintf(w, "<title>%s</title><h1>%[1]s</h1><main>", item)
		if q.Get("tab") == "history" {
			fmt.Fprintf(w, "<p>%s", someWords("history"+item, 60))
		} else {
			fmt.Fprintf(w, "<p>%s", someWords(item, 60))
		}
		switch {
		case q.Get("show") == "full":
			fmt.Fprintf(w, "<p>%s", someWords("more"+item, 20))
		case q.Get("text") == "whole":
			fmt.Fprintf(w, "<p>%s", someWords("whole"+item, 300))
		}
		fmt.Fprintf(w, "<a href=/item/%s?show=full>full</a> <a href=/item/%[1]s?tab=history>history</a> <a href=/item/%[1]s?text=whole>whole</a>", id)
	})
	return site
}

// A page with some more words, under the same title, is a view of it; another text, and one of which the page is the
// beginning, are not.
func TestFullView(t *testing.T) {
	c := crawl(t, archive(), "http://a.example/", nil)
	kinds := map[string]int{}
	for _, u := range c.listed(t) {
		_, query, _ := strings.Cut(u, "?")
		kinds[query]++
	}
	for query, want := range map[string]int{"": archiveItems + 1, "show=full": 0, "tab=history": archiveItems, "text=whole": archiveItems} {
		if kinds[query] != want {
			t.Errorf("%d pages with %q are listed, want %d", kinds[query], query, want)
		}
	}
}

// A page that names its view as canonical, or says noindex where the view does not, has that view stand for it, not the other way round.
func TestViewThatIsCanonical(t *testing.T) {
	for name, say := range map[string]func(w http.ResponseWriter, r *http.Request){
		"canonical": func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprintf(w, "<link rel=canonical href='http://a.example%s?L=0'>", r.URL.Path)
		},
		"header": func(w http.ResponseWriter, r *http.Request) {
			if r.URL.RawQuery == "" {
				w.Header().Set("X-Robots-Tag", "noindex")
			}
		},
	} {
		site := &crawltest.Site{}
		site.HandleFunc("http://a.example/", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			if r.URL.Path == "/" {
				fmt.Fprint(w, "<title>Archive</title>")
				for n := range archiveItems {
					fmt.Fprintf(w, " <a href=/item/%d>item</a>", n+100)
				}
				return
			}
			say(w, r)
			fmt.Fprintf(w, "<title>%[1]s</title><main>%s</main> <a href=%[1]s?L=0>item</a>", r.URL.Path, someWords(r.URL.Path, 60))
		})
		named := 0
		for _, u := range crawl(t, site, "http://a.example/", nil).listed(t) {
			if strings.HasSuffix(u, "?L=0") {
				named++
			}
		}
		if named != archiveItems {
			t.Errorf("%s: %d of %d views are listed", name, named, archiveItems)
		}
	}
}
