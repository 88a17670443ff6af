package crawler_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/frontier"
)

// listedSet makes URLs those that the sitemap lists which stands.
func listedSet(urls []string) func(*crawler.Options) {
	listed := map[string]bool{}
	for _, u := range urls {
		listed[u] = true
	}
	return func(o *crawler.Options) {
		o.Listed = func(url []byte) bool { return listed[string(url)] }
		o.Mentions = func(yield func(crawler.Mention, error) bool) {
			for _, u := range urls {
				if !yield(crawler.Mention{URL: u, Source: frontier.FromPrevious, Detail: "verified 2026-11-20T12:00:00Z, carried 1"}, nil) {
					return
				}
			}
		}
	}
}

// oldPages are the 200 pages of a good site.
func oldPages(format string) (urls []string) {
	for n := range 200 {
		urls = append(urls, fakeOrigin+fmt.Sprintf(format, n))
	}
	return urls
}

// calendar is a site whose home page opens a calendar without end, of which
// each day links to the next ones; old gives the links of its other pages.
func calendar(atHome, ahead int, old func(url string) string) *fakeSite {
	const ms = 10 * time.Millisecond
	day := func(n int) string { return fmt.Sprintf("/calendar/day-%d", n) }
	days := func(from, n int) string {
		var urls []string
		for i := range n {
			urls = append(urls, day(from+i))
		}
		return links(urls...)
	}
	return &fakeSite{answer: func(url string, _, _ int) reply {
		path := strings.TrimPrefix(url, fakeOrigin)
		var n int
		switch _, err := fmt.Sscanf(path, "/calendar/day-%d", &n); {
		case path == "/":
			return reply{after: ms, body: "<title>Home</title>" + days(0, atHome) + old(path)}
		case err == nil:
			return reply{after: ms, body: fmt.Sprintf("<title>Day %d</title>what happens on day %d: %x", n, n, n*7919) + days(n+1, ahead)}
		case strings.HasPrefix(path, "/robots") || strings.Contains(path, "portolan-"):
			return reply{status: 404}
		}
		return reply{after: ms, body: "<title>" + path + "</title>text of " + path + old(path)}
	}}
}

// askedBefore counts the pages of a trap that were asked for before the last
// of the others.
func askedBefore(site *fakeSite, trap string, others []string) (before, missing int) {
	missing = len(others)
	n := 0
	for _, r := range site.asked {
		switch {
		case strings.Contains(r.url, trap):
			n++
		case slices.Contains(others, r.url):
			before = n
			missing--
		}
	}
	return before, missing
}

// A trap that the home page opens starves no page that was listed before: all
// of them are read first, whether or not a link leads to them any more.
func TestListedPagesComeFirst(t *testing.T) {
	old := oldPages("/p/%d")
	none := func(string) string { return "" }
	chain := func(path string) string { // each old page leads to the next one alone
		var n int
		if _, err := fmt.Sscanf(path, "/p/%d", &n); err == nil && n < 199 {
			return links(fmt.Sprintf("/p/%d", n+1))
		}
		if path == "/" {
			return links("/p/0")
		}
		return ""
	}
	tests := []struct {
		name   string
		site   *fakeSite
		change func(*crawler.Options)
		most   int // pages of the trap that may come before
	}{
		{"no link to them", calendar(1, 3, none), nil, 1},
		{"a chain of links", calendar(1, 3, chain), nil, 1},
		{"wide", calendar(2000, 50, none), nil, 100},
		{"many ahead, a chain", calendar(3, 50, chain), nil, 3},
		{"a limit of pages", calendar(2000, 50, none), func(o *crawler.Options) { o.Limits.Pages = 310 }, 100},
		{"one connection", calendar(5, 5, chain), func(o *crawler.Options) { o.Politeness.Concurrency = 1 }, 5},
		{"32 connections", calendar(5, 5, chain), func(o *crawler.Options) { o.Politeness.Concurrency = 32 }, 32},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := crawlFake(t, tt.site, func(o *crawler.Options) {
					o.Limits.Pages = 1500
					listedSet(old)(o)
					if tt.change != nil {
						tt.change(o)
					}
				})
				before, missing := askedBefore(tt.site, "/calendar/", old)
				if missing > 0 || before > tt.most+5 { // those that are asked for together
					t.Errorf("%d of %d listed pages not read, %d of the calendar before the last of them; ended as %s", missing, len(old), before, f.result.End)
				}
				if got := f.verdicts(t)["listed"]; got < len(old) {
					t.Errorf("%d listed", got)
				}
			})
		})
	}
}

// Without limits what is listed comes in its turn: what is learned of URLs depends on
// which are read first, so that a site that is as it was is crawled as it was.
func TestNoLimitsNoRanks(t *testing.T) {
	shop := map[string]string{"/": links("/c/1", "/c/2")}
	for c := 1; c <= 2; c++ {
		list := fmt.Sprint("/c/", c)
		for n := 1; n <= 9; n++ {
			product := fmt.Sprintf("/p/%d-%d", c, n)
			shop[list] += links(product, fmt.Sprintf("%s?colour=%d", list, n))
			shop[fmt.Sprintf("%s?colour=%d", list, n)] = links(product)
			shop[product] = links(list)
		}
	}
	site := &fakeSite{answer: func(url string, _, _ int) reply {
		body, found := shop[strings.TrimPrefix(url, fakeOrigin)]
		if !found {
			return reply{status: 404}
		}
		return reply{body: "<title>" + url + "</title>" + body}
	}}
	order := func(t *testing.T, change func(*crawler.Options)) (asked []string) {
		synctest.Test(t, func(t *testing.T) {
			site.asked = nil
			crawlFake(t, site, func(o *crawler.Options) {
				o.Politeness.Concurrency = 1
				if change != nil {
					change(o)
				}
			})
			for _, r := range site.asked {
				if !strings.Contains(r.url, "portolan-") { // that cannot exist
					asked = append(asked, r.url)
				}
			}
		})
		return asked
	}
	var listed []string
	for path := range shop {
		if strings.Contains(path, "?colour=") {
			listed = append(listed, fakeOrigin+path)
		}
	}
	slices.Sort(listed)
	first := order(t, nil)
	if diff := cmp.Diff(first, order(t, listedSet(listed))); diff != "" {
		t.Errorf("asked (-first crawl +second):\n%s", diff)
	}
	limited := order(t, func(o *crawler.Options) {
		listedSet(listed)(o)
		o.Limits.Pages = 10_000
	})
	if slices.Equal(first, limited) {
		t.Error("with a limit, too, what is listed comes in its turn")
	}
}

// What is listed is read although it is part of a pattern in quarantine, in
// a crawl by depth, too.
func TestQuarantineKeepsNoListedPageBack(t *testing.T) {
	var old []string
	for n := range 200 {
		old = append(old, fakeOrigin+fmt.Sprintf("/p?n=%d", 5000+10*n))
	}
	site := &fakeSite{answer: func(url string, _, _ int) reply {
		var n int
		if _, err := fmt.Sscanf(url, fakeOrigin+"/p?n=%d", &n); err != nil && url != fakeOrigin+"/" {
			return reply{status: 404}
		}
		body := "<title>t</title>the same words"
		if slices.Contains(old, url) {
			body = fmt.Sprintf("<title>%d</title>a text of its own", n)
		}
		for i := range 9 {
			body += fmt.Sprintf("<a href='/p?n=%d'>more</a>", 10*n+i+1)
		}
		return reply{body: body}
	}}
	for _, depth := range []int{0, 30} {
		t.Run(fmt.Sprint("depth ", depth), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				byDepth := func(o *crawler.Options) { o.Limits.Depth = depth }
				f := crawlFake(t, site, byDepth)
				if got := f.verdicts(t); got["trap-quarantine"] < 100 {
					t.Fatalf("verdicts %v: the pattern is not in quarantine", got)
				}
				site.asked = nil
				f = crawlFakeOn(t, site, f.store, func(o *crawler.Options) {
					byDepth(o)
					listedSet(old)(o)
				})
				if _, missing := askedBefore(site, "nothing", old); missing > 0 || len(site.asked) > 2*len(old) {
					t.Errorf("%d of %d listed pages not read in %d requests; ended as %s", missing, len(old), len(site.asked), f.result.End)
				}
			})
		})
	}
}

// The ranks are in the crawl file: a run that goes on reads what is listed
// first, too.
func TestRanksOutliveARun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		old := oldPages("/p/%d")
		site := calendar(50, 20, func(string) string { return "" })
		inner, drain, n := site.answer, make(chan struct{}), 0
		site.answer = func(url string, asked, inFlight int) reply {
			if n++; n == 120 {
				close(drain)
			}
			return inner(url, asked, inFlight)
		}
		file := sqliteFile(t)
		change := func(o *crawler.Options) {
			o.Limits.Pages = 400
			listedSet(old)(o)
		}
		result, _ := crawlFakeFile(t, site, file, func(o *crawler.Options) {
			change(o)
			o.Drain = drain
		})
		if result.End != crawler.Interrupted {
			t.Fatalf("ended as %s", result.End)
		}
		result, got := crawlFakeFile(t, site, file, change)
		if before, missing := askedBefore(site, "/calendar/", old); missing > 0 || before > 50 || got["listed"] < 250 {
			t.Errorf("%d not read, %d of the calendar before; %v, ended as %s", missing, before, got, result.End)
		}
	})
}

// A site that is as it was is crawled as it was: each page at the depth that
// links give it.
func TestListedPagesKeepTheirDepth(t *testing.T) {
	// The archives are not to be listed, and lead to what is.
	pages := map[string]string{"/": links("/a", "/archive/1")}
	for n := 1; n <= 9; n++ {
		pages[fmt.Sprint("/archive/", n)] = `<meta name=robots content=noindex>` + links(fmt.Sprint("/p/", 2*n), fmt.Sprint("/p/", 2*n+1), fmt.Sprint("/archive/", n+1))
		pages[fmt.Sprint("/p/", 2*n)] = links(fmt.Sprint("/p/", 2*n+1), "/")
		pages[fmt.Sprint("/p/", 2*n+1)] = links("/")
	}
	pages["/a"] = links("/")
	crawlOnce := func(t *testing.T, change func(*crawler.Options)) (depths map[string]uint16, listed []string) {
		depths = map[string]uint16{}
		synctest.Test(t, func(t *testing.T) {
			f := crawlFake(t, &fakeSite{answer: func(url string, _, _ int) reply {
				body, found := pages[strings.TrimPrefix(url, fakeOrigin)]
				if !found {
					return reply{status: 404}
				}
				return reply{after: 20 * time.Millisecond, body: body + "text of " + url}
			}}, change)
			for row, err := range f.store.Rows(t.Context()) {
				if err != nil {
					t.Fatal(err)
				}
				if row.Page != nil && row.Page.Status == 200 {
					depths[row.URL] = row.Depth
					if row.Page.MetaRobots.Indexable() {
						listed = append(listed, row.URL)
					}
				}
			}
		})
		return depths, listed
	}
	want, listed := crawlOnce(t, nil)
	got, again := crawlOnce(t, listedSet(listed))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("depths (-first crawl +second):\n%s", diff)
	}
	slices.Sort(listed)
	slices.Sort(again)
	if diff := cmp.Diff(listed, again); diff != "" || len(listed) != 20 {
		t.Errorf("listed (-first crawl +second):\n%s", diff)
	}
}
