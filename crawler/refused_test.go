package crawler_test

import (
	"maps"
	"math/rand/v2"
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

// TestClosedPart: pages of members, one after the other, are no firewall, and cost no pause, nor do they where
// the host refuses what does not exist, too. Where nothing else is left to ask for half a minute shows it.
func TestClosedPart(t *testing.T) {
	tests := map[string]struct {
		from, to int // the closed ones of 600 pages
		refuses  bool
		most     time.Duration
	}{
		"few":                               {0, 44, false, 12 * time.Second},
		"half":                              {0, 300, false, 12 * time.Second},
		"few, with what does not exist":     {100, 120, true, 12 * time.Second},
		"a third, with what does not exist": {100, 300, true, 20 * time.Second},
		"the last ones, with what does not exist": {400, 600, true, time.Minute},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				site := homeAnd(600, nil)
				other := site.answer
				site.answer = func(url string, n, inFlight int) reply {
					number, err := strconv.Atoi(url[strings.LastIndexByte(url, '/')+1:])
					switch {
					case err == nil && (number < tt.from || number >= tt.to), strings.Contains(url, "?"):
						return good(url, n, inFlight)
					case err == nil, tt.refuses && strings.Contains(url, "/portolan-"):
						return reply{after: 20 * time.Millisecond, status: 403}
					}
					return other(url, n, inFlight)
				}
				begun := time.Now()
				f := crawlFake(t, site, func(o *crawler.Options) { o.Sitemaps.Find = true })
				closed := tt.to - tt.from
				if got, want := f.verdicts(t), map[string]int{"listed": 601 - closed, "denied": closed}; f.result.End != crawler.Complete || !maps.Equal(got, want) {
					t.Errorf("ended as %s with %v, want %v", f.result.End, got, want)
				}
				if took := time.Since(begun); took > tt.most {
					t.Errorf("it took %s", took)
				}
			})
		})
	}
}

// TestRefusedForAsking: pages that are refused plainly since the crawl asks too fast are asked for
// again, be what was served before served on or not, and how long ever it takes; so are those that are refused at
// random. None of that takes much longer than it has to.
func TestRefusedForAsking(t *testing.T) {
	refused := reply{after: 20 * time.Millisecond, status: 403, body: "no"}
	// banned refuses for a time who asks more than 20 times a second, but for what is cached.
	banned := func(ban time.Duration, cached func(url string, served map[string]bool) bool) func(*fakeSite) func(string, int, int) reply {
		return func(site *fakeSite) func(string, int, int) reply {
			well, served, recent, until := site.answer, map[string]bool{}, []time.Time(nil), time.Time{}
			return func(url string, n, inFlight int) reply {
				now := time.Now()
				if !cached(url, served) {
					recent = slices.DeleteFunc(append(recent, now), func(at time.Time) bool { return now.Sub(at) >= time.Second })
					if len(recent) > 20 && now.After(until) {
						until = now.Add(ban)
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
	servedBefore := func(url string, served map[string]bool) bool { return served[url] }
	bucket := func(site *fakeSite) func(string, int, int) reply {
		well, tokens, last := site.answer, 20.0, time.Now()
		return func(url string, n, inFlight int) reply {
			tokens, last = min(20, tokens+10*time.Since(last).Seconds()), time.Now()
			if tokens < 1 {
				return refused
			}
			tokens--
			return well(url, n, inFlight)
		}
	}
	atRandom := func(one int) func(*fakeSite) func(string, int, int) reply {
		return func(site *fakeSite) func(string, int, int) reply {
			well, dice := site.answer, rand.New(rand.NewPCG(1, 2))
			return func(url string, n, inFlight int) reply {
				if url != fakeOrigin+"/" && dice.IntN(one) == 0 {
					return refused
				}
				return well(url, n, inFlight)
			}
		}
	}
	tests := map[string]struct {
		limited func(*fakeSite) func(string, int, int) reply
		most    time.Duration
		closed  int // of the pages from 100 on
	}{
		"served before": {banned(20*time.Second, servedBefore), 375 * time.Second, 0},
		"cached": {banned(20*time.Second, func(url string, _ map[string]bool) bool {
			return strings.HasSuffix(url, "5") && !strings.Contains(url, "portolan-")
		}), 375 * time.Second, 0},
		"served whatever the query": {banned(20*time.Second, func(url string, served map[string]bool) bool {
			path, _, _ := strings.Cut(url, "?")
			return served[path]
		}), 375 * time.Second, 0},
		"for minutes":              {banned(320*time.Second, servedBefore), 30 * time.Minute, 0},
		"bucket":                   {bucket, 60 * time.Second, 0},
		"bucket and a closed part": {bucket, 2 * time.Minute, 44},
		"all for 20 s":             {banned(20*time.Second, func(string, map[string]bool) bool { return false }), 70 * time.Second, 0},
		"at random":                {atRandom(7), 2 * time.Minute, 0},
		"a third at random":        {atRandom(3), 4 * time.Minute, 0},
		"each URL twice": {func(site *fakeSite) func(string, int, int) reply {
			well, asked := site.answer, map[string]int{}
			return func(url string, n, inFlight int) reply {
				if asked[url]++; url != fakeOrigin+"/" && asked[url] <= 2 {
					return refused
				}
				return well(url, n, inFlight)
			}
		}, 2 * time.Minute, 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				site := homeAnd(200, func(url string, n, inFlight int) reply {
					if number, _ := strconv.Atoi(url[strings.LastIndexByte(url, '/')+1:]); number >= 100 && number < 100+tt.closed {
						return refused
					}
					return good(url, n, inFlight)
				})
				site.answer = tt.limited(site)
				begun := time.Now()
				f := crawlFake(t, site, nil)
				if took := time.Since(begun); took > tt.most {
					t.Errorf("it took %s: the pace of before the refusals is not come back to", took)
				}
				want := map[string]int{"listed": 201 - tt.closed}
				if tt.closed > 0 {
					want["denied"] = tt.closed
				}
				if got := f.verdicts(t); f.result.End != crawler.Complete || !maps.Equal(got, want) {
					t.Errorf("ended as %s with %v, want %v", f.result.End, got, want)
				}
			})
		})
	}
}

// TestLimitIsKept: a run that goes on asks no faster than the one before had found that it may.
func TestLimitIsKept(t *testing.T) {
	for store, opened := range map[string]func(*testing.T) opener{"memory": func(*testing.T) opener { return memoryFile() }, "file": sqliteFile} {
		t.Run(store, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				open, drain, refused := opened(t), make(chan struct{}), 0
				site := homeAnd(200, good)
				well, recent := site.answer, []time.Time(nil)
				site.answer = func(url string, n, inFlight int) reply {
					if n == 100 {
						close(drain)
					}
					now := time.Now()
					recent = slices.DeleteFunc(recent, func(at time.Time) bool { return now.Sub(at) >= time.Second })
					if len(recent) >= 10 {
						refused++
						return reply{after: 20 * time.Millisecond, status: 403}
					}
					recent = append(recent, now)
					return well(url, n, inFlight)
				}
				if result, _ := crawlFakeFile(t, site, open, func(o *crawler.Options) { o.Drain = drain }); result.End != crawler.Interrupted || refused == 0 {
					t.Fatalf("ended as %s, %d times refused", result.End, refused)
				}
				recent, refused = nil, 0
				result, got := crawlFakeFile(t, site, open, nil)
				if result.End != crawler.Complete || got["listed"] != 201 || refused > 6 {
					t.Errorf("resumed: %s, %v, %d times refused; want 201 listed", result.End, got, refused)
				}
			})
		})
	}
}
