package crawler_test

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

var errMadeUp = errors.New("made-up error of the store")

// failingStore returns an error from its nth call on. A pass over all URLs is
// two calls: its beginning, and its middle.
type failingStore struct {
	*frontier.Memory
	calls, from atomic.Int64
}

func (s *failingStore) fails() error {
	if s.calls.Add(1) >= s.from.Load() {
		return errMadeUp
	}
	return nil
}

func (s *failingStore) Lease(most int, last frontier.Rank, now time.Time) (items []frontier.Item, next time.Time, err error) {
	if err := s.fails(); err != nil {
		return nil, time.Time{}, err
	}
	return s.Memory.Lease(most, last, now)
}

func (s *failingStore) Settle(b *frontier.Batch) error {
	if err := s.fails(); err != nil {
		return err
	}
	return s.Memory.Settle(b)
}

func (s *failingStore) Find(url string) (*frontier.Row, error) {
	if err := s.fails(); err != nil {
		return nil, err
	}
	return s.Memory.Find(url)
}

func (s *failingStore) Row(id frontier.ID) (*frontier.Row, error) {
	if err := s.fails(); err != nil {
		return nil, err
	}
	return s.Memory.Row(id)
}

func (s *failingStore) Rows(ctx context.Context) iter.Seq2[*frontier.Row, error] {
	return func(yield func(*frontier.Row, error) bool) {
		seen := 0
		for row, err := range s.Memory.Rows(ctx) {
			if seen++; seen <= 2 && err == nil {
				if err = s.fails(); err != nil {
					row = nil
				}
			}
			if !yield(row, err) || err != nil {
				return
			}
		}
	}
}

// everySite has something for each errand of a crawl.
func everySite() *fakeSite {
	return &fakeSite{answer: func(url string, _, _ int) reply {
		path, found := strings.CutPrefix(url, fakeOrigin)
		switch {
		case !found && strings.HasSuffix(url, "/robots.txt"):
			return reply{status: 404}
		case !found:
			return reply{body: `<link rel="alternate" hreflang="en" href="` + fakeOrigin + `/p/1"><p>Auf Deutsch`}
		case path == "/robots.txt":
			return reply{header: http.Header{"Content-Type": {"text/plain"}}, body: "User-agent: *\nDisallow: /private\n"}
		case path == "/sitemap.xml":
			return reply{header: http.Header{"Content-Type": {"text/xml"}}, body: urlset(fakeOrigin + "/listed")}
		case path == "/":
			return reply{body: fakeLinks(5) + links("/private", "https://de.example/", "/broken", "/out?sid=1")}
		case path == "/broken":
			return reply{status: 503}
		}
		return reply{body: "<title>Same</title><p>" + strings.Repeat("nothing is found here ", 30)}
	}}
}

// everyErrand asks for all that a crawl can do.
func everyErrand(t *testing.T, opts *crawler.Options, store *frontier.Memory) {
	t.Helper()
	opts.Sitemaps.Find = true
	opts.Mentions = func(yield func(crawler.Mention, error) bool) {
		yield(crawler.Mention{URL: fakeOrigin + "/mentioned", Source: frontier.FromPrevious}, nil)
	}
	opts.Translations = crawler.Translations{Hosts: []string{"de.example"}, Candidates: func(yield func(frontier.ID, error) bool) {
		for row, err := range store.Rows(t.Context()) {
			if err != nil || row.URL == "https://de.example/" && !yield(row.ID, nil) {
				return
			}
		}
	}}
}

// crawlFailing crawls everySite on a store that fails from a call on.
func crawlFailing(t *testing.T, from int64) (store *failingStore, site *fakeSite, result crawler.Result, err error) {
	t.Helper()
	store, site = &failingStore{Memory: frontier.NewMemory()}, everySite()
	store.from.Store(1 << 40)
	if err := store.Settle(&frontier.Batch{Meta: map[string]string{"unswept": "yes"}}); err != nil {
		t.Fatal(err)
	}
	scope, err := canonical.ScopeOf(fakeOrigin + "/")
	if err != nil {
		t.Fatal(err)
	}
	opts := crawler.Options{Start: fakeOrigin + "/", Scope: scope, NewFetcher: func() crawler.Fetcher { return fakeFetcher{site} }}
	everyErrand(t, &opts, store.Memory)
	store.calls.Store(0)
	store.from.Store(from)
	result, err = crawler.Run(t.Context(), opts, store)
	return store, site, result, err
}

// TestStoreThatFails: whichever call fails, the crawl ends with its error, and
// every goroutine with the crawl.
func TestStoreThatFails(t *testing.T) {
	var calls int64
	synctest.Test(t, func(t *testing.T) {
		store, site, result, err := crawlFailing(t, 1<<40)
		if err != nil || result.End != crawler.Complete {
			t.Fatalf("without a failure: %s, %v", result.End, err)
		}
		calls = store.calls.Load()
		for _, part := range []string{"/sitemap.xml", "/listed", "/mentioned", "https://de.example/", "/portolan-"} {
			if !site.wasAsked(part) {
				t.Errorf("the crawl has not asked for %s: not all errands are tried", part)
			}
		}
	})
	for from := range calls {
		synctest.Test(t, func(t *testing.T) {
			store, _, result, err := crawlFailing(t, from+1)
			if store.calls.Load() <= from {
				return // this crawl needed fewer calls
			}
			if !errors.Is(err, errMadeUp) || result.End != crawler.Failed {
				t.Errorf("call %d of %d failed: ended as %s, %v", from+1, calls, result.End, err)
			}
		})
	}
	t.Logf("%d calls", calls)
}

func (s *fakeSite) wasAsked(part string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.asked {
		if strings.Contains(r.url, part) {
			return true
		}
	}
	return false
}
