package crawler_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// fakeSite answers from a function in the fake time of a synctest bubble.
type fakeSite struct {
	// answer tells how a URL is answered; n counts requests from 1, and
	// inFlight those under way, this one included.
	answer func(url string, n, inFlight int) reply

	mu       sync.Mutex
	inFlight int
	asked    []request
}

type reply struct {
	after  time.Duration // time to first byte
	status int           // 0 = 200
	err    record.ErrClass
	header http.Header
	body   string
	panics bool
}

type request struct {
	at  time.Time
	url string
}

// fakeFetcher is a worker's way to a fakeSite.
type fakeFetcher struct{ *fakeSite }

func (f fakeFetcher) Fetch(ctx context.Context, req *fetch.Request, res *fetch.Response) {
	r := f.take(req.URL)
	defer func() {
		f.mu.Lock()
		f.inFlight--
		f.mu.Unlock()
	}()
	req.Sent()
	*res = fetch.Response{Exchange: record.Exchange{FetchedAt: time.Now(), TTFB: r.after, Total: r.after}, Header: http.Header{}}
	select {
	case <-time.After(r.after):
	case <-ctx.Done():
		res.Outcome, res.Err = record.NoAnswer, record.ErrCanceled
		return
	}
	if r.panics {
		panic("made up")
	}
	if r.err != record.ErrNone {
		res.Outcome, res.Err, res.ErrText = record.NoAnswer, r.err, "made up"
		return
	}
	res.Status = max(r.status, 200)
	if r.header != nil {
		res.Header = r.header.Clone()
	}
	if res.Header.Get("Content-Type") == "" {
		res.Header.Set("Content-Type", "text/html")
	}
	res.Location = res.Header.Get("Location")
	res.Body = []byte(r.body)
	res.Wire, res.Inflated = int64(len(r.body)), int64(len(r.body))
}

func (f *fakeSite) take(url string) reply {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.inFlight++
	f.asked = append(f.asked, request{time.Now(), url})
	return f.answer(url, len(f.asked), f.inFlight)
}

const fakeOrigin = "https://site.example"

// links makes a page that links to others.
func links(urls ...string) string {
	var b strings.Builder
	for _, u := range urls {
		fmt.Fprintf(&b, "<a href=%q>page %s</a>\n", u, u)
	}
	return b.String()
}

// fakeLinks makes a home page with n links.
func fakeLinks(n int) string {
	urls := make([]string, n)
	for i := range urls {
		urls[i] = fmt.Sprintf("/p/%d", i)
	}
	return links(urls...)
}

type faked struct {
	site   *fakeSite
	opts   crawler.Options
	store  *frontier.Memory
	result crawler.Result
	err    error
	took   time.Duration
}

// crawlFake crawls a fakeSite; it has to be called in a bubble.
func crawlFake(t *testing.T, site *fakeSite, change func(*crawler.Options)) *faked {
	t.Helper()
	return crawlFakeOn(t, site, frontier.NewMemory(), change)
}

func crawlFakeOn(t *testing.T, site *fakeSite, store *frontier.Memory, change func(*crawler.Options)) *faked {
	t.Helper()
	scope, err := canonical.ScopeOf(fakeOrigin + "/sitemap.xml")
	if err != nil {
		t.Fatal(err)
	}
	f := &faked{site: site, store: store, opts: crawler.Options{
		Start:      fakeOrigin + "/",
		Scope:      scope,
		NewFetcher: func() crawler.Fetcher { return fakeFetcher{site} },
	}}
	if change != nil {
		change(&f.opts)
	}
	if err := store.Close(); err != nil { // which is a crawl file opened again
		t.Fatal(err)
	}
	begun := time.Now()
	f.result, f.err = crawler.Run(t.Context(), f.opts, store)
	f.took = time.Since(begun)
	return f
}

// verdicts counts URLs by verdict.
func (f *faked) verdicts(t *testing.T) map[string]int {
	t.Helper()
	rules, err := canonical.New(canonical.Config{Rules: f.store.Rules()})
	if err != nil {
		t.Fatal(err)
	}
	sum, err := audit.JudgeAll(t.Context(), f.store, audit.Options{Decide: f.opts.Decide, Rules: rules, Agent: "portolan", ListAgent: "googlebot", Left: audit.Pending})
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, c := range audit.Codes() {
		if n := sum.Counts[c]; n > 0 {
			counts[c.String()] = n
		}
	}
	return counts
}

// busiest gives the most requests in any window of the given length.
func (s *fakeSite) busiest(window time.Duration) int {
	most := 0
	for i := range s.asked {
		n := 0
		for _, r := range s.asked[i:] {
			if r.at.Sub(s.asked[i].at) < window {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

// homeAnd answers robots.txt with 404, the home page with n links, and pages
// by the given function.
func homeAnd(n int, pages func(url string, asked, inFlight int) reply) *fakeSite {
	return &fakeSite{answer: func(url string, asked, inFlight int) reply {
		switch url {
		case fakeOrigin + "/robots.txt":
			return reply{status: 404}
		case fakeOrigin + "/":
			return reply{after: 20 * time.Millisecond, body: fakeLinks(n)}
		}
		if pages == nil || strings.Contains(url, "/portolan-") {
			return reply{status: 404}
		}
		return pages(url, asked, inFlight)
	}}
}

func good(url string, _, _ int) reply {
	return reply{after: 20 * time.Millisecond, body: "<p>text of " + url}
}

func TestCeilings(t *testing.T) {
	tests := []struct {
		name       string
		politeness crawler.Politeness
		robots     string
		window     time.Duration
		most       int
	}{
		{"rate 10", crawler.Politeness{Rate: 10}, "", time.Second, 10},
		{"rate 1", crawler.Politeness{Rate: 1}, "", time.Second, 1},
		{"rate 0.5", crawler.Politeness{Rate: 0.5}, "", 2 * time.Second, 1},
		{"rate 200", crawler.Politeness{Rate: 200, Concurrency: 50}, "", time.Second, 200},
		{"delay", crawler.Politeness{Delay: 3 * time.Second}, "", 3 * time.Second, 1},
		{"Crawl-delay", crawler.Politeness{Rate: 10}, "User-agent: *\nCrawl-delay: 5\n", 5 * time.Second, 1},
		{"Crawl-delay ignored", crawler.Politeness{Rate: 10, CrawlDelay: -1}, "User-agent: *\nCrawl-delay: 5\n", time.Second, 10},
		{"Crawl-delay replaced", crawler.Politeness{Rate: 10, CrawlDelay: 2 * time.Second}, "User-agent: *\nCrawl-delay: 5\n", 2 * time.Second, 1},
		{"the slowest counts", crawler.Politeness{Rate: 1, Delay: 4 * time.Second}, "", 4 * time.Second, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				site := homeAnd(60, good)
				pages := site.answer
				site.answer = func(url string, n, inFlight int) reply {
					if strings.HasSuffix(url, "/robots.txt") {
						return reply{body: tt.robots, header: http.Header{"Content-Type": {"text/plain"}}}
					}
					return pages(url, n, inFlight)
				}
				f := crawlFake(t, site, func(o *crawler.Options) { o.Politeness = tt.politeness })
				if got := f.verdicts(t)["listed"]; got != 61 {
					t.Errorf("%d pages listed, want 61", got)
				}
				// The first window begins with robots.txt, before Crawl-delay is known.
				site.asked = site.asked[1:]
				if got := site.busiest(tt.window); got > tt.most {
					t.Errorf("%d requests within %v, want at most %d", got, tt.window, tt.most)
				}
				if got := site.busiest(tt.window); got*10 < tt.most*8 && tt.most < 100 {
					t.Errorf("only %d requests within %v where %d may go", got, tt.window, tt.most)
				}
			})
		})
	}
}

// A Crawl-delay of a year is a mistake: some of it is kept, and the user is told.
func TestLongCrawlDelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		site := homeAnd(5, good)
		pages := site.answer
		site.answer = func(url string, n, inFlight int) reply {
			if strings.HasSuffix(url, "/robots.txt") {
				return reply{body: "User-agent: *\nCrawl-delay: 31536000\n", header: http.Header{"Content-Type": {"text/plain"}}}
			}
			return pages(url, n, inFlight)
		}
		var log bytes.Buffer
		f := crawlFake(t, site, func(o *crawler.Options) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) })
		if got := f.verdicts(t)["listed"]; got != 6 || f.took > time.Duration(len(site.asked))*pace.MaxCrawlDelay {
			t.Errorf("%d pages listed after %v, want 6", got, f.took)
		}
		if got := site.busiest(pace.MaxCrawlDelay); got > 2 { // robots.txt is the first
			t.Errorf("%d requests within %v", got, pace.MaxCrawlDelay)
		}
		if said := log.String(); strings.Count(said, "--crawl-delay") != 1 || !strings.Contains(said, "asked=8760h0m0s kept=10m0s") {
			t.Errorf("it says of the delay: %s", said)
		}
		if text := f.result.Receipt.Text("it", "portolan", f.took); !strings.Contains(text, "Of the Crawl-delay in robots.txt 10m0s were kept.") {
			t.Errorf("the receipt says: %s", text)
		}
	})
}

// A request that is held up on its way is counted by the site when it comes:
// the ceiling holds there, too.
func TestCeilingOfRequestsThatComeLate(t *testing.T) {
	const late = 90 * time.Millisecond
	heldUp := func(url string) bool {
		var n int
		_, err := fmt.Sscanf(url, fakeOrigin+"/p/%d", &n)
		return err == nil && n%7 == 3
	}
	synctest.Test(t, func(t *testing.T) {
		site := homeAnd(200, func(url string, _, _ int) reply {
			r := reply{after: time.Millisecond, body: "<p>text of " + url}
			if heldUp(url) {
				r.after += late
			}
			return r
		})
		f := crawlFake(t, site, func(o *crawler.Options) { o.Politeness.Rate = 10 })
		if got := f.verdicts(t); got["listed"] != 201 {
			t.Errorf("verdicts %v, want 201 listed", got)
		}
		for i := range site.asked {
			if heldUp(site.asked[i].url) {
				site.asked[i].at = site.asked[i].at.Add(late)
			}
		}
		if n := site.busiest(time.Second); n > 10 {
			t.Errorf("%d requests came within a second, want at most 10", n)
		}
	})
}

func TestConcurrencyGrowsToItsCeiling(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var inFlight []int
		site := homeAnd(200, func(url string, n, now int) reply {
			inFlight = append(inFlight, now)
			return good(url, n, now)
		})
		crawlFake(t, site, func(o *crawler.Options) { o.Politeness.Concurrency = 4 })
		if got := slices.Max(inFlight); got != 4 {
			t.Errorf("%d requests in flight at most, want 4", got)
		}
		if inFlight[0] > 2 {
			t.Errorf("the first page was asked for with %d in flight", inFlight[0])
		}
	})
}

func TestThrottledSiteIsNotBroken(t *testing.T) {
	retryAfter := map[string]time.Duration{"": 0, "7": 7 * time.Second, "-5": 0, "soon": 0, "99999999999999999999": 2 * time.Minute}
	for value, least := range retryAfter {
		t.Run("Retry-After "+value, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var refused time.Time
				site := homeAnd(30, nil)
				pages := site.answer
				site.answer = func(url string, n, inFlight int) reply {
					switch {
					case n < 10 || !refused.IsZero():
						if !strings.Contains(url, "/p/") {
							return pages(url, n, inFlight)
						}
						return good(url, n, inFlight)
					}
					refused = time.Now()
					return reply{status: 429, header: http.Header{"Retry-After": {value}}}
				}
				f := crawlFake(t, site, nil)
				if got := f.verdicts(t); got["listed"] != 31 || len(got) != 1 {
					t.Errorf("verdicts %v, want 31 listed", got)
				}
				if f.result.Receipt.Throttled != 1 || f.result.Receipt.BackOffs == 0 {
					t.Errorf("receipt %+v tells of no 429", f.result.Receipt)
				}
				for _, r := range site.asked {
					if r.at.After(refused) && r.at.Sub(refused) < least {
						t.Fatalf("asked for %s %v after the 429", r.url, r.at.Sub(refused))
					}
				}
			})
		})
	}
}

func TestThrottledToTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		site := homeAnd(40, func(url string, n, inFlight int) reply {
			if strings.HasSuffix(url, "7") {
				return reply{status: 503}
			}
			return good(url, n, inFlight)
		})
		f := crawlFake(t, site, nil)
		want := map[string]int{"listed": 37, "throttled": 4}
		if got := f.verdicts(t); got["listed"] != want["listed"] || got["throttled"] != want["throttled"] {
			t.Errorf("verdicts %v, want %v", got, want)
		}
		if f.result.End != crawler.Complete {
			t.Errorf("ended as %s", f.result.End)
		}
	})
}

// A server that answers ten requests a second and no more is not driven to
// refuse a large part of them.
func TestFindsThePaceOfTheSite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var answered []time.Time
		refused := 0
		site := homeAnd(600, func(url string, n, inFlight int) reply {
			now := time.Now()
			recent := 0
			for _, at := range answered {
				if now.Sub(at) < time.Second {
					recent++
				}
			}
			if recent >= 10 {
				refused++
				return reply{after: time.Millisecond, status: 429}
			}
			answered = append(answered, now)
			return good(url, n, inFlight)
		})
		f := crawlFake(t, site, nil)
		if got := f.verdicts(t); got["listed"] != 601 {
			t.Errorf("verdicts %v, want 601 listed", got)
		}
		if refused > 60 {
			t.Errorf("%d requests refused in %v", refused, f.took)
		}
		if f.took > 4*time.Minute {
			t.Errorf("600 pages took %v, one minute is possible", f.took)
		}
		t.Logf("%d refused, %v", refused, f.took)
	})
}

func TestHostThatDies(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		site := homeAnd(500, nil)
		pages := site.answer
		site.answer = func(url string, n, inFlight int) reply {
			switch {
			case n > 50:
				return reply{after: time.Millisecond, err: record.ErrConnect}
			case strings.Contains(url, "/p/"):
				return good(url, n, inFlight)
			}
			return pages(url, n, inFlight)
		}
		f := crawlFake(t, site, nil)
		if f.result.End != crawler.Unreachable {
			t.Errorf("ended as %s", f.result.End)
		}
		got := f.verdicts(t)
		if got["network-error"] < 450 || got["network-error"]+got["listed"] != 501 {
			t.Errorf("verdicts %v, want some 450 network-error and the rest listed", got)
		}
		if n := len(site.asked) - 50; n > 10+5+3 {
			t.Errorf("%d requests to a dead host", n)
		}
		if f.took < 7*time.Minute || f.took > 9*time.Minute {
			t.Errorf("took %v; parked for 1, 2 and 4 minutes it is a little over 7", f.took)
		}

		// Once the host is back, the same crawl goes on.
		revived := homeAnd(500, good)
		again := crawlFakeOn(t, revived, f.store, nil)
		if got := again.verdicts(t); again.result.End != crawler.Complete || got["listed"] != 501 {
			t.Errorf("resumed: %s, %v; want 501 listed", again.result.End, got)
		}
	})
}

func TestHostThatRecovers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		site := homeAnd(300, nil)
		pages := site.answer
		site.answer = func(url string, n, inFlight int) reply {
			switch d := time.Since(begun); {
			case d > 2*time.Second && d < 3*time.Minute:
				return reply{after: time.Millisecond, err: record.ErrTimeout}
			case strings.Contains(url, "/p/"):
				return reply{after: 100 * time.Millisecond, body: url}
			}
			return pages(url, n, inFlight)
		}
		f := crawlFake(t, site, nil)
		if got := f.verdicts(t); f.result.End != crawler.Complete || got["listed"] != 301 {
			t.Errorf("ended as %s with %v, want 301 listed", f.result.End, got)
		}
	})
}

// A part of a site that never answers is not the end of the site, and not
// broken: the site does answer.
func TestBrokenPartOfASite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		site := homeAnd(400, func(url string, n, inFlight int) reply {
			if strings.Contains(url, "/p/1") { // 111 of 400
				return reply{after: 30 * time.Second, err: record.ErrTimeout}
			}
			return good(url, n, inFlight)
		})
		f := crawlFake(t, site, nil)
		got := f.verdicts(t)
		if f.result.End != crawler.Complete || got["listed"] != 290 || got["throttled"] != 111 {
			t.Errorf("ended as %s with %v, want 290 listed and 111 throttled", f.result.End, got)
		}
		if f.took > 2*time.Hour { // 111 pages, three tries of 30 s each, five at a time: half an hour
			t.Errorf("took %v", f.took)
		}
		t.Logf("took %v", f.took)
	})
}

// A part of a site that breaks off, scattered among pages that are well, does
// not bring the crawl of the rest to a stand.
func TestBrokenPagesAmongGoodOnes(t *testing.T) {
	tests := map[string]struct {
		broken   reply
		most     time.Duration
		backsOff bool
	}{
		"reset":       {reply{err: record.ErrReset}, 20 * time.Minute, true},
		"500":         {reply{status: 500}, 20 * time.Minute, true},
		"no HTTP":     {reply{err: record.ErrProtocol}, 10 * time.Minute, false},
		"certificate": {reply{err: record.ErrTLS}, 2 * time.Minute, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				site := homeAnd(400, func(url string, n, inFlight int) reply {
					if strings.HasSuffix(url, "1") || strings.HasSuffix(url, "5") || strings.HasSuffix(url, "8") {
						return test.broken
					}
					return good(url, n, inFlight)
				})
				f := crawlFake(t, site, nil)
				if got := f.verdicts(t); f.result.End != crawler.Complete || got["listed"] != 281 {
					t.Errorf("ended as %s with %v, want 281 listed", f.result.End, got)
				}
				if f.took > test.most {
					t.Errorf("took %v", f.took)
				}
				if n := f.result.Receipt.BackOffs; n > 0 != test.backsOff {
					t.Errorf("%d back-offs", n)
				}
				t.Logf("took %v", f.took)
			})
		})
	}
}

// A folder of which next to all pages are broken is come to its end with, at a pace
// that does not wait for what does not help, and a third try of each is spared.
func TestBrokenFolder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		site := homeAnd(2000, func(url string, n, inFlight int) reply {
			if !strings.HasSuffix(url, "07") {
				return reply{after: 20 * time.Millisecond, status: 500}
			}
			return good(url, n, inFlight)
		})
		f := crawlFake(t, site, nil)
		got := f.verdicts(t)
		if f.result.End != crawler.Complete || got["listed"] != 20 || got["http-5xx"] != 1981 {
			t.Errorf("ended as %s with %v, want 20 listed and 1981 errors", f.result.End, got)
		}
		if n := len(site.asked); n > 4200 || f.took > 15*time.Minute { // two hours and a quarter, at a request in two seconds
			t.Errorf("%d requests took %v", n, f.took)
		}
	})
}

// A site that fails since it is asked too often is asked less often, and fails less.
func TestErrorsOfOverload(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var last time.Time
		failed := 0
		site := homeAnd(1000, func(url string, n, inFlight int) reply {
			since := time.Since(last)
			if last = time.Now(); since < 300*time.Millisecond {
				failed++
				return reply{after: 20 * time.Millisecond, status: 500}
			}
			return good(url, n, inFlight)
		})
		f := crawlFake(t, site, nil)
		if got := f.verdicts(t); f.result.End != crawler.Complete || got["listed"] < 950 || failed > 500 {
			t.Errorf("ended as %s with %v after %d errors", f.result.End, got, failed)
		}
		t.Logf("%d errors, took %v", failed, f.took)
	})
}

func TestLatency(t *testing.T) {
	tests := []struct {
		name     string
		ttfb     func(n, inFlight int) time.Duration
		backsOff bool
	}{
		{"steady", func(int, int) time.Duration { return 80 * time.Millisecond }, false},
		{"quick and slow ones mixed", func(n, _ int) time.Duration {
			if n%4 == 0 {
				return 400 * time.Millisecond
			}
			return 40 * time.Millisecond
		}, false},
		{"one page in thirty very slow", func(n, _ int) time.Duration {
			if n%30 == 29 {
				return 15 * time.Second
			}
			return 40 * time.Millisecond
		}, false},
		{"slower with each request in flight", func(_, inFlight int) time.Duration {
			return time.Duration(inFlight*inFlight) * 60 * time.Millisecond
		}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				site := homeAnd(600, func(url string, n, inFlight int) reply {
					return reply{after: tt.ttfb(n, inFlight), body: url}
				})
				f := crawlFake(t, site, nil)
				if got := f.result.Receipt.BackOffs > 0; got != tt.backsOff {
					t.Errorf("%d back-offs", f.result.Receipt.BackOffs)
				}
			})
		})
	}
}

// A part of the site that is slow by itself slows the crawl only until that
// is known.
func TestSlowPartIsNoStrain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var late []int
		site := homeAnd(1000, func(url string, n, inFlight int) reply {
			if n < 300 {
				return good(url, n, inFlight)
			}
			if n > 800 {
				late = append(late, inFlight)
			}
			return reply{after: 300 * time.Millisecond, body: url}
		})
		f := crawlFake(t, site, nil)
		if f.result.Receipt.BackOffs == 0 {
			t.Error("no back-off when answers took 15 times as long")
		}
		if got := slices.Max(late); got != 5 {
			t.Errorf("%d requests in flight at most at the end, want 5", got)
		}
	})
}

func TestFirewallStopsTheCrawl(t *testing.T) {
	tests := []struct {
		name   string
		answer reply
		vendor string
	}{
		{"bare 403", reply{after: 20 * time.Millisecond, status: 403, body: "no"}, ""},
		{"challenge", reply{after: 20 * time.Millisecond, status: 403, header: http.Header{"Cf-Mitigated": {"challenge"}}}, "Cloudflare"},
		{"challenge with 202", reply{after: 20 * time.Millisecond, status: 202, header: http.Header{"X-Amzn-Waf-Action": {"challenge"}}}, "AWS WAF"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				site := homeAnd(500, nil)
				pages := site.answer
				site.answer = func(url string, n, inFlight int) reply {
					switch {
					case n > 60:
						return tt.answer
					case strings.Contains(url, "/p/"):
						return good(url, n, inFlight)
					}
					return pages(url, n, inFlight)
				}
				f := crawlFake(t, site, nil)
				if f.result.End != crawler.ShutOut {
					t.Fatalf("ended as %s", f.result.End)
				}
				w := f.result.Firewalls
				if len(w) != 1 || w[0].Vendor != tt.vendor || w[0].Status != tt.answer.status || w[0].Host != "site.example" {
					t.Errorf("firewalls %+v", w)
				}
				if n := len(site.asked) - 60; n > 20+5+3 {
					t.Errorf("%d requests to a firewall", n)
				}
				got := f.verdicts(t)
				if got["denied"] > 0 || got["challenged"] < 15 {
					t.Errorf("verdicts %v: what the firewall refused is challenged", got)
				}
				if f.took < 7*time.Minute {
					t.Errorf("took %v, the pauses alone are 7 min", f.took)
				}

				again := crawlFakeOn(t, homeAnd(500, good), f.store, nil)
				if got := again.verdicts(t); again.result.End != crawler.Complete || got["listed"] != 501 {
					t.Errorf("resumed: %s, %v; want all of 501 listed", again.result.End, got)
				}
			})
		})
	}
}

// A part of the site that needs a login is no firewall.
func TestForbiddenPartIsNoFirewall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		site := homeAnd(500, func(url string, n, inFlight int) reply {
			if strings.Contains(url, "/p/2") || strings.Contains(url, "/p/3") { // 222 of 500
				return reply{after: 20 * time.Millisecond, status: 403}
			}
			return good(url, n, inFlight)
		})
		f := crawlFake(t, site, nil)
		got := f.verdicts(t)
		if f.result.End != crawler.Complete || got["denied"] != 222 || got["listed"] != 279 {
			t.Errorf("ended as %s with %v, want 279 listed and 222 denied", f.result.End, got)
		}
		if n := len(site.asked); n > 503+40 {
			t.Errorf("%d requests for 501 pages", n)
		}
	})
}

func TestPanicIsAFaultOfOnePage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		site := homeAnd(20, func(url string, n, inFlight int) reply {
			r := good(url, n, inFlight)
			r.panics = strings.HasSuffix(url, "/13")
			return r
		})
		f := crawlFake(t, site, nil)
		if f.err != nil || f.result.End != crawler.Complete {
			t.Fatalf("ended as %s: %v", f.result.End, f.err)
		}
		if got := f.verdicts(t); got["listed"] != 20 || got["internal-error"] != 1 {
			t.Errorf("verdicts %v, want 20 listed and one internal-error", got)
		}
		row, err := f.store.Find(fakeOrigin + "/p/13")
		if err != nil || row.Page.ErrText != "panic: made up" {
			t.Errorf("record %+v, %v", row.Page, err)
		}
	})
}

// brokenStore panics when the first pages are settled.
type brokenStore struct{ *frontier.Memory }

func (s brokenStore) Settle(b *frontier.Batch) error {
	if len(b.Pages) > 0 {
		panic("broken store")
	}
	return s.Memory.Settle(b)
}

func TestPanicOfTheStoreIsAnError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		scope, err := canonical.ScopeOf(fakeOrigin + "/")
		if err != nil {
			t.Fatal(err)
		}
		site := homeAnd(20, good)
		opts := crawler.Options{Start: fakeOrigin + "/", Scope: scope, NewFetcher: func() crawler.Fetcher { return fakeFetcher{site} }}
		result, err := crawler.Run(t.Context(), opts, brokenStore{frontier.NewMemory()})
		if err == nil || result.End != crawler.Failed || !strings.Contains(err.Error(), "broken store") {
			t.Errorf("%s, %v", result.End, err)
		}
	})
}
