package crawler_test

import (
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// crawlFile is a store that can be closed and opened again.
type crawlFile interface {
	frontier.Frontier
	frontier.Crawl
}

// opener opens the one store of a test, which is new the first time.
type opener func(t *testing.T) (store crawlFile, key [16]byte)

func memoryFile() opener {
	store := frontier.NewMemory()
	return func(*testing.T) (crawlFile, [16]byte) { return store, [16]byte{} }
}

func sqliteFile(t *testing.T) opener {
	path := filepath.Join(t.TempDir(), "crawl.db")
	open := sqlite.Create
	return func(t *testing.T) (crawlFile, [16]byte) {
		store, err := open(path, sqlite.Options{})
		if err != nil {
			t.Fatal(err)
		}
		open = sqlite.Open
		return store, store.Key()
	}
}

// crawlFakeFile crawls a fakeSite, or goes on with it, and counts verdicts.
func crawlFakeFile(t *testing.T, site *fakeSite, open opener, change func(*crawler.Options)) (crawler.Result, map[string]int) {
	t.Helper()
	store, key := open(t)
	defer store.Close()
	scope, err := canonical.ScopeOf(fakeOrigin + "/sitemap.xml")
	if err != nil {
		t.Fatal(err)
	}
	opts := crawler.Options{
		Start: fakeOrigin + "/", Scope: scope, Identity: canonical.Config{Key: key},
		NewFetcher: func() crawler.Fetcher { return fakeFetcher{site} },
	}
	if change != nil {
		change(&opts)
	}
	result, err := crawler.Run(t.Context(), opts, store)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := canonical.New(canonical.Config{Key: key, Rules: store.Rules()})
	if err != nil {
		t.Fatal(err)
	}
	sum, err := audit.JudgeAll(t.Context(), store, audit.Options{Decide: opts.Decide, Rules: rules, Agent: "portolan", ListAgent: "googlebot", Left: audit.Pending})
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, c := range audit.Codes() {
		if n := sum.Counts[c]; n > 0 {
			counts[c.String()] = n
		}
	}
	return result, counts
}

// refusingFrom answers well until request n, then as refused.
func refusingFrom(n int, refused reply) *fakeSite {
	site := homeAnd(500, good)
	well := site.answer
	site.answer = func(url string, asked, inFlight int) reply {
		if asked > n {
			return refused
		}
		return well(url, asked, inFlight)
	}
	return site
}

// TestFirewallLosesNothing: whatever a firewall refused is asked for by the
// run that it lets in, the first refusals included.
func TestFirewallLosesNothing(t *testing.T) {
	answers := map[string]reply{
		"bare 403":  {after: 20 * time.Millisecond, status: 403, body: "no"},
		"challenge": {after: 20 * time.Millisecond, status: 403, header: http.Header{"Cf-Mitigated": {"challenge"}}},
		"429":       {after: 20 * time.Millisecond, status: 429},
	}
	stores := map[string]func(*testing.T) opener{
		"memory": func(*testing.T) opener { return memoryFile() },
		"file":   sqliteFile,
	}
	for name, refused := range answers {
		for store, opened := range stores {
			t.Run(name+", "+store, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					open := opened(t)
					for from := range 3 { // stopped again and again
						result, got := crawlFakeFile(t, refusingFrom(60, refused), open, nil)
						if result.End != crawler.ShutOut || got["denied"]+got["http-4xx"] > 0 {
							t.Fatalf("run %d ended as %s with %v", from, result.End, got)
						}
					}
					site := homeAnd(500, good)
					result, got := crawlFakeFile(t, site, open, nil)
					if want := map[string]int{"listed": 501}; result.End != crawler.Complete || !maps.Equal(got, want) {
						t.Errorf("once it is let in: %s, %v; want %v", result.End, got, want)
					}
				})
			})
		}
	}
}

// TestInterruptedUnderSuspicion: a run that is stopped before it is known
// whether a firewall refuses loses nothing, either.
func TestInterruptedUnderSuspicion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		open := memoryFile()
		drain := make(chan struct{})
		site := refusingFrom(60, reply{after: 20 * time.Millisecond, status: 403})
		answer := site.answer
		site.answer = func(url string, n, inFlight int) reply {
			if n == 75 {
				close(drain)
			}
			return answer(url, n, inFlight)
		}
		result, got := crawlFakeFile(t, site, open, func(o *crawler.Options) { o.Drain = drain })
		if result.End != crawler.Interrupted || got["denied"] > 0 {
			t.Fatalf("ended as %s with %v", result.End, got)
		}
		result, got = crawlFakeFile(t, homeAnd(500, good), open, nil)
		if result.End != crawler.Complete || got["listed"] != 501 {
			t.Errorf("resumed: %s, %v; want 501 listed", result.End, got)
		}
	})
}

// TestScatteredRefusals: where refusals are single ones, each is asked for
// once and settled; the last page of a crawl may be one.
func TestScatteredRefusals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := crawlFake(t, homeAnd(100, func(url string, n, inFlight int) reply {
			if strings.HasSuffix(url, "9") {
				return reply{after: 20 * time.Millisecond, status: 403}
			}
			return good(url, n, inFlight)
		}), func(o *crawler.Options) { o.Politeness.Concurrency = 1 })
		if got, want := f.verdicts(t), map[string]int{"listed": 91, "denied": 10}; f.result.End != crawler.Complete || !maps.Equal(got, want) {
			t.Errorf("ended as %s with %v, want %v", f.result.End, got, want)
		}
		times := map[string]int{}
		for _, r := range f.site.asked {
			if times[r.url]++; times[r.url] > 1 {
				t.Errorf("%s was asked for again", r.url)
			}
		}
	})
}

// TestClosedPart: pages of members, one after the other, are no firewall, and cost no pause.
func TestClosedPart(t *testing.T) {
	for _, closed := range []int{44, 300} {
		synctest.Test(t, func(t *testing.T) {
			begun := time.Now()
			f := crawlFake(t, homeAnd(600, func(url string, n, inFlight int) reply {
				if !strings.Contains(url, "/p/") {
					return reply{after: 20 * time.Millisecond, status: 404}
				}
				if number, _ := strconv.Atoi(url[strings.LastIndexByte(url, '/')+1:]); number < closed {
					return reply{after: 20 * time.Millisecond, status: 403}
				}
				return good(url, n, inFlight)
			}), func(o *crawler.Options) { o.Sitemaps.Find = true })
			if got, want := f.verdicts(t), map[string]int{"listed": 601 - closed, "denied": closed}; f.result.End != crawler.Complete || !maps.Equal(got, want) {
				t.Errorf("ended as %s with %v, want %v", f.result.End, got, want)
			}
			if took := time.Since(begun); took > 12*time.Second {
				t.Errorf("%d closed pages took %s", closed, took)
			}
		})
	}
}

// TestRefusedForAsking: pages that are refused plainly since the crawl asks too fast are asked for
// again, be what was served before served on or not.
func TestRefusedForAsking(t *testing.T) {
	refused := reply{after: 20 * time.Millisecond, status: 403, body: "no"}
	// banned refuses for 20 seconds who asks more than 20 times a second, but for what is cached.
	banned := func(cached func(url string, served map[string]bool) bool) func(*fakeSite) func(string, int, int) reply {
		return func(site *fakeSite) func(string, int, int) reply {
			well, served, recent, until := site.answer, map[string]bool{}, []time.Time(nil), time.Time{}
			return func(url string, n, inFlight int) reply {
				now := time.Now()
				if !cached(url, served) {
					recent = slices.DeleteFunc(append(recent, now), func(at time.Time) bool { return now.Sub(at) >= time.Second })
					if len(recent) > 20 && now.After(until) {
						until = now.Add(20 * time.Second)
					}
					if now.Before(until) {
						return refused
					}
				}
				served[url] = true
				return well(url, n, inFlight)
			}
		}
	}
	for name, limited := range map[string]func(*fakeSite) func(string, int, int) reply{
		"served before": banned(func(url string, served map[string]bool) bool { return served[url] }),
		"cached": banned(func(url string, _ map[string]bool) bool {
			return strings.HasSuffix(url, "5") && !strings.Contains(url, "portolan-")
		}),
		"bucket": func(site *fakeSite) func(string, int, int) reply {
			well, tokens, last := site.answer, 20.0, time.Now()
			return func(url string, n, inFlight int) reply {
				tokens, last = min(20, tokens+10*time.Since(last).Seconds()), time.Now()
				if tokens < 1 {
					return refused
				}
				tokens--
				return well(url, n, inFlight)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				site := homeAnd(200, good)
				site.answer = limited(site)
				begun := time.Now()
				f := crawlFake(t, site, nil)
				if took := time.Since(begun); took > 375*time.Second {
					t.Errorf("it took %s: the pace of before the refusals is not come back to", took)
				}
				if got, want := f.verdicts(t), map[string]int{"listed": 201}; f.result.End != crawler.Complete || !maps.Equal(got, want) {
					t.Errorf("ended as %s with %v, want %v", f.result.End, got, want)
				}
			})
		})
	}
}
