package crawler_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/frontier"
)

// facetShop has eight lists of forty products each, which six facets narrow, in
// any combination: 7^6 views of each list.
func facetShop() *crawltest.Site {
	facets := []string{"tint", "make", "cut", "cloth", "term", "fit"}
	site := &crawltest.Site{}
	site.HandleFunc("http://a.example/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		q, n := r.URL.Query(), 0
		switch {
		case r.URL.Path == "/":
			fmt.Fprint(w, "<title>Home</title><h1>Home</h1>")
			for cat := range 8 {
				fmt.Fprintf(w, " <a href='/list?cat=%s'>%[1]s</a>", letters(cat+1))
			}
		case strings.HasPrefix(r.URL.Path, "/item/"):
			if found, _ := fmt.Sscanf(r.URL.Path, "/item/%d", &n); found == 0 {
				http.NotFound(w, r)
				return
			}
			fmt.Fprintf(w, "<title>Item %d</title><h1>Item</h1><p>This is %s, one of a kind.", n, letters(n*7+1000))
		default:
			fmt.Fprintf(w, "<title>List</title><h1>%s</h1>", q.Get("cat"))
			cat := slices.IndexFunc(make([]int, 8), func(int) bool { n++; return letters(n) == q.Get("cat") })
			for i := range 40 {
				id, in := cat*40+i, true
				for at, facet := range facets {
					if v := q.Get(facet); v != "" && v != fmt.Sprint("v", "abcdef"[(id*(at+3)+i/(at+2))%6:][:1]) {
						in = false
					}
				}
				if in {
					fmt.Fprintf(w, " <p><a href='/item/%d'>item %s</a>", id, letters(id*7+1000))
				}
			}
			for _, facet := range facets {
				for _, v := range "abcdef" {
					next := r.URL.Query()
					next.Set(facet, "v"+string(v))
					fmt.Fprintf(w, " <a href='/list?%s'>%s %c</a>", next.Encode(), facet, v)
				}
			}
		}
	})
	return site
}

// A plan that lets too much be fetched, for what it was made of was little, is
// looked at again while it is followed.
func TestPlanIsLookedAtAgain(t *testing.T) {
	store := frontier.NewMemory()
	plan := `{"settled":1,"shapes":[{"path":"http://a.example/list","params":["cat","tint","make","cut","cloth","term","fit"]}]}`
	if err := store.Settle(&frontier.Batch{Meta: map[string]string{frontier.MetaClasses: plan}}); err != nil {
		t.Fatal(err)
	}
	c := crawlInto(t, store, facetShop(), "http://a.example/", func(o *crawler.Options) { o.Limits.Pages = 6000 })
	if c.result.Fetched > 4000 {
		t.Errorf("%d URLs were fetched, want 4,000 at most: 337 pages, and single values", c.result.Fetched)
	}
	listed := strings.Join(c.listed(t), "\n") + "\n"
	for id := range 8 * 40 {
		if url := fmt.Sprintf("http://a.example/item/%d\n", id); !strings.Contains(listed, url) {
			t.Errorf("%s is not listed", url)
		}
	}
}

// What a round releases may be held back, since pages that come at any address
// are all that lead there, but for one in fifty. The next round is made all the
// same: of the views that wait behind these as many are read.
func TestRoundsGoOnPastEchoes(t *testing.T) {
	site := &fakeSite{answer: func(url string, _, _ int) reply {
		n := 0
		path := strings.TrimPrefix(url, fakeOrigin)
		switch {
		case path == "/":
			return reply{body: "<title>Start</title>where all begins<a href=/x/1>x</a>"}
		case strings.HasPrefix(path, "/x/"):
			fmt.Sscanf(path, "/x/%d", &n)
			body := "<title>t</title>the same words"
			for i := range 9 {
				body += fmt.Sprintf("<a href='/x/%d'>more</a>", 9*n+i+1)
			}
			return reply{body: body + fmt.Sprintf("<a href='/view?v=%d'>one</a>", n)}
		case strings.HasPrefix(path, "/view?"):
			return reply{body: fmt.Sprintf("<title>%s</title>a text of its own, %[1]s", path)}
		}
		return reply{status: 404}
	}}
	synctest.Test(t, func(t *testing.T) {
		f := crawlFake(t, site, nil)
		known, read := 0, 0
		for row, err := range f.store.Rows(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(row.URL, "/view?") {
				known++
				if row.Page != nil {
					read++
				}
			}
		}
		if known < 500 || read*100 < known || read*10 > known {
			t.Errorf("%d of %d views behind pages that come at any address were read, want some one in fifty; ended as %s", read, known, f.result.End)
		}
	})
}
