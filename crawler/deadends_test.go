package crawler_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/portolan-seo/portolan/crawler"
)

// deadSite answers the first request for each page that its home page links to
// by first, later ones by then.
func deadSite(pages int, first, then func(path string) reply) *fakeSite {
	asked := map[string]bool{}
	return &fakeSite{answer: func(url string, _, _ int) reply {
		path := strings.TrimPrefix(url, fakeOrigin)
		switch {
		case path == "/robots.txt", strings.Contains(path, "/portolan-"):
			return reply{status: 404}
		case path == "/":
			body := "<title>Home</title>"
			for i := range pages {
				body += links(fmt.Sprintf("/p/%d", i))
			}
			return reply{body: body}
		case !strings.HasPrefix(path, "/p/"):
			return reply{body: "<title>" + path + "</title>" + ownText(path)}
		case asked[path]:
			return then(path)
		}
		asked[path] = true
		return first(path)
	}}
}

func always(status int) func(string) reply {
	return func(path string) reply {
		return reply{status: status, body: "<title>" + path + "</title>" + links("/behind"+path)}
	}
}

// TestDeadEndsAreAskedForAgain: what is not there is asked for once more, at
// the end and within bounds, and what is there then is a page like any. What
// asks for a login, or is asked for again anyhow, is not.
func TestDeadEndsAreAskedForAgain(t *testing.T) {
	all := func(o *crawler.Options) { o.Listed = func(url []byte) bool { return true } }
	for name, tt := range map[string]struct {
		pages       int
		first, then func(string) reply
		change      func(*crawler.Options)
		asked       int // requests for these pages
		verdicts    map[string]int
	}{
		"back":                     {5, always(404), always(200), nil, 10, map[string]int{"listed": 6 + 5}},
		"gone":                     {5, always(404), always(410), nil, 10, map[string]int{"listed": 6, "http-4xx": 5}},
		"forbidden":                {5, always(451), always(200), nil, 5, map[string]int{"listed": 6, "denied": 5}},
		"one try":                  {5, always(404), always(200), func(o *crawler.Options) { o.Limits.Tries = 1 }, 5, map[string]int{"listed": 6, "http-4xx": 5}},
		"then busy, then back":     {5, always(404), busyOnce(), nil, 15, map[string]int{"listed": 6 + 5}},
		"many":                     {200, always(404), always(404), nil, 200 + 10 + 20, map[string]int{"listed": 201, "http-4xx": 200}},
		"many of the last sitemap": {200, always(404), always(404), all, 400, map[string]int{"listed": 201, "http-4xx": 200}},
		"at the limit of pages":    {5, always(404), always(200), func(o *crawler.Options) { o.Limits.Pages = 6 }, 10, map[string]int{"listed": 6, "pending": 5}},
		"stopped before":           {5, always(404), slow, func(o *crawler.Options) { o.Limits.Time = time.Second }, 9, map[string]int{"listed": 1, "http-4xx": 5, "pending": 5}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				site := deadSite(tt.pages, tt.first, tt.then)
				f := crawlFake(t, site, tt.change)
				asked := 0
				for _, r := range site.asked {
					if strings.HasPrefix(r.url, fakeOrigin+"/p/") && !strings.Contains(r.url, "/portolan-") {
						asked++
					}
				}
				if got := f.verdicts(t); fmt.Sprint(got) != fmt.Sprint(tt.verdicts) || asked != tt.asked {
					t.Errorf("%d requests, want %d; %v, want %v; ended as %s", asked, tt.asked, got, tt.verdicts, f.result.End)
				}
			})
		})
	}
}

func slow(string) reply { return reply{after: time.Hour} }

// busyOnce answers 503 to the first request for each path.
func busyOnce() func(string) reply {
	asked := map[string]bool{}
	return func(path string) reply {
		if !asked[path] {
			asked[path] = true
			return reply{status: 503}
		}
		return always(200)(path)
	}
}
