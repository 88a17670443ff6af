package site_test

import (
	"errors"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/site"
)

// A first crawl publishes nothing where the site did not let it in, or shut while
// it was crawled; of an open site with a door in it, it publishes what is open.
func TestFirstCrawl(t *testing.T) {
	const login = `<title>Log in</title><h1>Log in</h1><form method=post><input name=user><input type=password name=p></form> Please log in to go on.`
	toHome := func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/", http.StatusFound) }
	toLogin := func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/login?next="+r.URL.Path, http.StatusFound)
	}
	toNotice := func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/notice", http.StatusFound) }
	status := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
	}
	page := func(text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, text) }
	}
	withheld := func(tag string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprintf(w, "<title>Inside</title>%s a page with a word of its own: %s", tag, strings.Map(func(c rune) rune { return 'a' + c%26 }, fmt.Sprintf("%x", crc32.ChecksumIEEE([]byte(r.URL.Path)))))
		}
	}
	always := func(*http.Request, int) bool { return true }
	below := func(folders ...string) func(*http.Request, int) bool {
		return func(r *http.Request, _ int) bool {
			for _, folder := range folders {
				if strings.HasPrefix(r.URL.Path, folder) {
					return true
				}
			}
			return false
		}
	}
	late := func(_ *http.Request, n int) bool { return n > 25 }

	for _, c := range []struct {
		name       string
		open, shut int                               // pages in the root, and in /in/
		when       func(r *http.Request, n int) bool // the door is shut for a request, the nth
		door       http.HandlerFunc
		want       func(*site.ShutError) bool // nil: the open pages are published
	}{
		{"denied but for a few", 4, 100, below("/in/"), status(401), func(e *site.ShutError) bool { return e.Denied && e.From == 100 && e.Listed == 5 }},
		{"a members' area, denied", 8, 200, below("/in/"), status(401), nil},
		{"a members' area behind a login", 8, 200, below("/in/"), toLogin, nil},
		{"a login before all", 8, 60, always, toLogin, func(e *site.ShutError) bool { return !e.Denied && strings.HasSuffix(e.Page, "/login") }},
		{"a notice of maintenance before all", 0, 0, always, toNotice, func(e *site.ShutError) bool {
			return e.Gate == "maintenance page" && strings.HasSuffix(e.Page, "/notice") && e.Listed == 1
		}},
		{"failed", 2, 5, below("/in/"), status(500), func(e *site.ShutError) bool { return e.Failed && e.From == 5 && e.Listed == 3 }},
		{"shut midway by a page", 8, 60, late, page(login), func(e *site.ShutError) bool {
			return e.Midway && e.Same && e.From > 30 && strings.Contains(e.Says.Text, "Log in")
		}},
		{"shut midway by redirects", 8, 60, late, toLogin, func(e *site.ShutError) bool { return e.Midway && !e.Same && e.From > 30 }},
		{"all but the home page says noindex", 0, 60, below("/in/"), withheld("<meta name=robots content=noindex>"), func(e *site.ShutError) bool { return e.NoIndex && e.From == 60 && e.Listed == 1 }},
		{"all pages name the home page as canonical", 0, 60, below("/in/"), withheld("<link rel=canonical href=/>"), func(e *site.ShutError) bool { return e.Canonical && e.From == 60 && e.Listed == 1 }},
		{"nothing is found but the home page", 0, 60, below("/in/"), status(404), func(e *site.ShutError) bool { return e.Missing && e.From == 60 && e.Listed == 1 }},
		{"all URLs redirect to the home page", 0, 60, below("/in/"), toHome, func(e *site.ShutError) bool { return e.Only && e.From == 60 && e.Listed == 1 }},
		{"URLs of old redirect to the home page", 8, 60, below("/in/"), toHome, nil},
		{"many dead links", 8, 60, below("/in/"), status(404), nil},
		{"an area that says noindex", 8, 60, below("/in/"), withheld("<meta name=robots content=noindex>"), nil},
		{"many pages like an error", 8, 60, below("/in/", "/portolan-"), page("<title>Pictures</title><img src=/a.png>"), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var n atomic.Int64
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				path := r.URL.Path
				switch open, in := c.open, strings.HasPrefix(path, "/in/"); {
				case path == "/robots.txt":
					w.WriteHeader(404)
				case path == "/login":
					fmt.Fprint(w, login)
				case path == "/notice":
					fmt.Fprint(w, "<title>Shop</title><p>We are down for maintenance.")
				case c.when(r, int(n.Add(1))):
					c.door(w, r)
				case path == "/":
					fmt.Fprint(w, "<title>Home</title>A home page that has words of its own, more than a few of them, and leads on")
					for i := range open {
						fmt.Fprintf(w, " <a href=/p%d>page</a>", i)
					}
					for i := range c.shut {
						fmt.Fprintf(w, " <a href=/in/%d>inside</a>", i)
					}
				case in || len(path) == 3 && path[1] == 'p' && int(path[2]-'0') < open:
					r := rand.New(rand.NewPCG(1, uint64(crc32.ChecksumIEEE([]byte(path)))))
					fmt.Fprintf(w, "<title>Page %d</title>", r.Uint32())
					for range 30 {
						fmt.Fprintf(w, " w%c%c%c", 'a'+r.IntN(26), 'a'+r.IntN(26), 'a'+r.IntN(26))
					}
				default:
					w.WriteHeader(404)
				}
			}))
			defer server.Close()
			client, err := fetch.NewClient(fetch.Options{UserAgent: "test/1.0"})
			if err != nil {
				t.Fatal(err)
			}
			defer client.Close()
			o := site.Options{Dir: filepath.Join(t.TempDir(), "site")}
			o.Crawl.NewFetcher, o.Crawl.Limits.RetryWait, o.Crawl.Limits.Tries = func() crawler.Fetcher { return client.NewFetcher() }, time.Millisecond, 1
			run, err := site.Make(t.Context(), server.URL+"/", o)
			shut, refused := errors.AsType[*site.ShutError](err)
			switch {
			case c.want == nil && (err != nil || run.Published.URLs < c.open):
				t.Errorf("not published: %v", err)
			case c.want != nil && (!refused || !c.want(shut)):
				t.Errorf("%v, %+v", err, shut)
			}
		})
	}
}
