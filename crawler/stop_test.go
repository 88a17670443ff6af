package crawler_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// stopSite has 50 pages, a sitemap that alone names others, and answers to
// URLs that cannot exist. It closes drain when asked for what the test names.
func stopSite(stopAt string, drain chan struct{}, stuck *reply) *fakeSite {
	var sitemap strings.Builder
	sitemap.WriteString(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
	for n := range 5000 {
		fmt.Fprintf(&sitemap, "<url><loc>%s/map/%d</loc></url>", fakeOrigin, n)
	}
	stopped := false
	site := homeAnd(50, good)
	pages := site.answer
	site.answer = func(url string, n, inFlight int) reply {
		if strings.Contains(url, stopAt) && !stopped {
			stopped = true
			close(drain)
			if stuck != nil {
				return *stuck
			}
		}
		if strings.HasSuffix(url, "/sitemap.xml") {
			return reply{body: sitemap.String()}
		}
		return pages(url, n, inFlight)
	}
	return site
}

// A run that is stopped waits for pages in flight, for four seconds, and for
// nothing else; the next run comes to the same end as one that was not.
func TestStopped(t *testing.T) {
	never := reply{after: time.Hour}
	tests := []struct {
		name, at string
		stuck    *reply
		most     time.Duration // from the signal to the end
	}{
		{"a page on its way", "/p/30", &reply{after: 3 * time.Second}, 3 * time.Second},
		{"a page that never comes", "/p/30", &never, 4 * time.Second},
		{"a sitemap that never comes", "/sitemap.xml", &never, 0},
		{"a sitemap that is read", "/sitemap.xml", nil, 0},
		{"a page that only the sitemap names", "/map/4711", nil, time.Second},
		{"a probe that never comes", "/portolan-", &never, 0},
		{"robots.txt that never comes", "/robots.txt", &never, 4 * time.Second},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				drain := make(chan struct{})
				var begun time.Time
				site := stopSite(tt.at, drain, tt.stuck)
				change := func(o *crawler.Options) { o.Sitemaps.Find = true }
				f := crawlFakeOn(t, site, frontier.NewMemory(), func(o *crawler.Options) {
					change(o)
					o.Drain = drain
					begun = time.Now()
				})
				last := site.asked[len(site.asked)-1].at
				for _, r := range site.asked {
					if strings.Contains(r.url, tt.at) {
						last = r.at
						break
					}
				}
				if f.err != nil || f.result.End != crawler.Interrupted {
					t.Fatalf("ended as %s: %v", f.result.End, f.err)
				}
				if took := begun.Add(f.took).Sub(last); took > tt.most {
					t.Errorf("gone after %v, want %v", took, tt.most)
				}
				f = crawlFakeOn(t, site, f.store, change)
				if got := f.verdicts(t); f.result.End != crawler.Complete || got["listed"] != 5051 || len(got) != 1 {
					t.Errorf("the next run ended as %s with %v, want all of 5051 listed", f.result.End, got)
				}
			})
		})
	}
}

// stoppedAfter is a Fetcher whose answer to one page comes together with the
// order to stop at once.
type stoppedAfter struct {
	fakeFetcher
	url  string
	stop context.CancelFunc
}

func (s stoppedAfter) Fetch(ctx context.Context, req *fetch.Request, res *fetch.Response) {
	s.fakeFetcher.Fetch(ctx, req, res)
	if strings.HasSuffix(req.URL, s.url) {
		s.stop()
	}
}

// What a run has begun to make of an answer when it is to stop at once is left
// to the next one.
func TestStoppedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		scope, err := canonical.ScopeOf(fakeOrigin + "/sitemap.xml")
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		site, store := homeAnd(50, good), frontier.NewMemory()
		result, err := crawler.Run(ctx, crawler.Options{
			Start: fakeOrigin + "/", Scope: scope,
			NewFetcher: func() crawler.Fetcher { return stoppedAfter{fakeFetcher{site}, "/p/30", stop} },
		}, store)
		if err != nil || result.End != crawler.Interrupted {
			t.Fatalf("ended as %s: %v", result.End, err)
		}
		if row, err := store.Find(fakeOrigin + "/p/30"); err != nil || row.Page != nil {
			t.Errorf("settled as %+v, %v", row.Page, err)
		}
		f := crawlFakeOn(t, site, store, nil)
		if got := f.verdicts(t); f.result.End != crawler.Complete || got["listed"] != 51 {
			t.Errorf("the next run ended as %s with %v", f.result.End, got)
		}
	})
}

// A run that is stopped while it takes over what is known from elsewhere was
// interrupted, and no store has failed.
func TestStoppedWhileMentionsAreRead(t *testing.T) {
	for name, listed := range map[string]func([]byte) bool{
		"between two ranks": func([]byte) bool { return false },
		"at the end":        nil,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				drain := make(chan struct{})
				f := crawlFake(t, homeAnd(50, good), func(o *crawler.Options) {
					o.Drain, o.Listed, o.NoLearn = drain, listed, true
					o.Mentions = func(yield func(crawler.Mention, error) bool) {
						close(drain)
						synctest.Wait()
						yield(crawler.Mention{}, context.Canceled)
					}
				})
				if f.err != nil || f.result.End != crawler.Interrupted {
					t.Fatalf("ended as %s: %v", f.result.End, f.err)
				}
			})
		})
	}
}
