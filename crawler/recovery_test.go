package crawler_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/frontier/record"
)

// fault decides on a request that is the n-th of a crawl, made so long after
// it began: nil answers it well.
type fault func(url string, n int, at time.Duration) *reply

func refused(status int, retryAfter string) *reply {
	r := &reply{after: 5 * time.Millisecond, status: status}
	if retryAfter != "" {
		r.header = http.Header{"Retry-After": {retryAfter}}
	}
	return r
}

func nth(first, last int, r *reply) fault {
	return func(_ string, n int, _ time.Duration) *reply {
		if n >= first && n <= last {
			return r
		}
		return nil
	}
}

func every(k int, r *reply) fault {
	return func(_ string, n int, _ time.Duration) *reply {
		if n%k == 0 {
			return r
		}
		return nil
	}
}

func during(from, to time.Duration, r *reply) fault {
	return func(_ string, _ int, at time.Duration) *reply {
		if at >= from && at < to {
			return r
		}
		return nil
	}
}

// ofURLs are faults of those pages whose number leaves rest when divided by k.
func ofURLs(k, rest int, r *reply) fault {
	return func(url string, _ int, _ time.Duration) *reply {
		var n int
		if _, err := fmt.Sscanf(url, fakeOrigin+"/p/%d", &n); err == nil && n%k == rest {
			return r
		}
		return nil
	}
}

// limited is a site that takes so many requests a second, and a few more at a
// time.
func limited(rate, burst float64, r *reply) fault {
	level, last := 0.0, time.Duration(0)
	return func(_ string, _ int, at time.Duration) *reply {
		level = max(0, level-rate*(at-last).Seconds())
		if last = at; level > burst {
			return r
		}
		level++
		return nil
	}
}

// faulty is a site of n pages with a fault; robots.txt is always well.
func faulty(n int, f fault) (site *fakeSite, refusals *int) {
	begun, refusals := time.Now(), new(int)
	site = homeAnd(n, good)
	well := site.answer
	site.answer = func(url string, n, inFlight int) reply {
		if r := f(url, n, time.Since(begun)); r != nil && !strings.HasSuffix(url, "/robots.txt") {
			*refusals++
			return *r
		}
		return well(url, n, inFlight)
	}
	return site, refusals
}

// TestRecovery: whatever a site does for a time, the crawl waits no longer
// than that asks for, and refusals stay few. Without a fault 200 pages take a
// second, or 22 at ten a second.
func TestRecovery(t *testing.T) {
	const early = 300 * time.Millisecond                                                // some pages are there
	const past, year = "Wed, 21 Oct 1998 07:28:00 GMT", "Wed, 21 Oct 2015 07:28:00 GMT" // it is the year 2000
	tests := []struct {
		name    string
		pages   int
		fault   func() fault
		lost    int // pages that are not listed, at most
		refused int // requests, at most
		took    time.Duration
	}{
		{"none", 200, func() fault { return nth(1, 0, nil) }, 0, 0, 25 * time.Second},
		{"15 answers 503 at the start", 200, func() fault { return nth(3, 17, refused(503, "")) }, 0, 15, 3 * time.Minute},
		{"15 answers 503 in the middle", 200, func() fault { return nth(100, 114, refused(503, "")) }, 0, 15, 3 * time.Minute},
		{"503 for a minute", 200, func() fault { return during(early, time.Minute, refused(503, "")) }, 0, 20, 2 * time.Minute},
		{"every 20th answer 503", 400, func() fault { return every(20, refused(503, "")) }, 1, 25, 2 * time.Minute},
		{"every 10th answer 503", 400, func() fault { return every(10, refused(503, "")) }, 4, 50, 5 * time.Minute},
		{"every 5th answer 503", 400, func() fault { return every(5, refused(503, "")) }, 8, 110, 7 * time.Minute},
		{"one URL 503", 200, func() fault { return ofURLs(1000, 3, refused(503, "")) }, 1, 3, time.Minute},
		{"one of seven 503 for a day", 6, func() fault { return ofURLs(1000, 3, refused(503, "86400")) }, 1, 2, 70 * time.Second},
		{"one of seven 429 for a day", 6, func() fault { return ofURLs(1000, 3, refused(429, "86400")) }, 1, 2, 3 * time.Minute},
		{"one of 200 503 for a day", 200, func() fault { return ofURLs(1000, 3, refused(503, "86400")) }, 1, 2, 90 * time.Second},
		{"one of seven 503 for two minutes", 6, func() fault { return ofURLs(1000, 3, refused(503, "120")) }, 1, 2, 70 * time.Second},
		{"all 429 for a minute", 200, func() fault { return during(early, time.Minute, refused(429, "")) }, 0, 20, 2 * time.Minute},
		{"all 429 for a minute, and they say so", 200, func() fault { return during(early, time.Minute, refused(429, "60")) }, 0, 6, 90 * time.Second},
		{"all 429 for a minute, the date is past", 200, func() fault { return during(early, time.Minute, refused(429, past)) }, 0, 20, 2 * time.Minute},
		{"all 429 for a minute, the date is far", 200, func() fault { return during(early, time.Minute, refused(429, year)) }, 0, 6, 3 * time.Minute},
		{"all 503 for a minute, for a year", 200, func() fault { return during(early, time.Minute, refused(503, "31536000")) }, 0, 6, 2 * time.Minute},
		{"maintenance of half a minute, told to last ten", 200, func() fault { return during(early, 30*time.Second, refused(503, "600")) }, 0, 6, 2 * time.Minute},
		{"a small site, all 429 for five minutes, and they say so", 4, func() fault { return during(early, 5*time.Minute, refused(429, "300")) }, 0, 8, 8 * time.Minute},
		{"all 429 for five minutes, and they say so", 200, func() fault { return during(early, 5*time.Minute, refused(429, "300")) }, 0, 8, 8 * time.Minute},
		{"ten a second, 429", 600, func() fault { return limited(10, 1, refused(429, "")) }, 0, 30, 2 * time.Minute},
		{"ten a second, 503, twenty at a time", 600, func() fault { return limited(10, 20, refused(503, "")) }, 0, 60, 2 * time.Minute},
		{"one a second, 503", 200, func() fault { return limited(1, 5, refused(503, "")) }, 0, 40, 7 * time.Minute},
		{"one in three seconds, 429", 100, func() fault { return limited(0.3, 1, refused(429, "")) }, 0, 25, 10 * time.Minute},
		{"a tenth of the URLs 503", 400, func() fault { return ofURLs(10, 7, refused(503, "")) }, 40, 120, 9 * time.Minute},
		{"a tenth of the URLs 500", 400, func() fault { return ofURLs(10, 7, refused(500, "")) }, 40, 120, 5 * time.Minute},
	}
	for _, rate := range []float64{0, 10} {
		for _, tt := range tests {
			t.Run(fmt.Sprint(tt.name, ", rate ", rate), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					site, refusals := faulty(tt.pages, tt.fault())
					f := crawlFake(t, site, func(o *crawler.Options) { o.Politeness.Rate = rate })
					got := f.verdicts(t)
					t.Logf("took %v, %d refused, %v", f.took.Round(time.Second), *refusals, got)
					if f.result.End != crawler.Complete || tt.pages+1-got["listed"] > tt.lost {
						t.Errorf("ended as %s with %v, want all of %d listed but %d", f.result.End, got, tt.pages+1, tt.lost)
					}
					if *refusals > tt.refused || f.took > tt.took {
						t.Errorf("%d refused in %v, want %d and %v at most", *refusals, f.took, tt.refused, tt.took)
					}
				})
			})
		}
	}
}

// Ten good answers bring back the pace that was before.
func TestTenGoodAnswers(t *testing.T) {
	for _, status := range []int{429, 500, 503} {
		for _, rate := range []float64{0, 2, 10} {
			t.Run(fmt.Sprint(status, ", rate ", rate), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					site, _ := faulty(300, nth(101, 115, refused(status, "")))
					crawlFake(t, site, func(o *crawler.Options) { o.Politeness.Rate = rate })
					mean := func(from, to int) time.Duration {
						return site.asked[to].at.Sub(site.asked[from].at) / time.Duration(to-from)
					}
					if before, after := mean(60, 100), mean(130, 170); after > before*5/4 {
						t.Errorf("%v between requests before, %v from the tenth good answer on", before, after)
					}
				})
			})
		}
	}
}

// While a long Retry-After holds a host, one request at a time is made, and
// seldom; none within the first minute, or two.
func TestLongRetryAfterIsTriedSeldom(t *testing.T) {
	for status, least := range map[int]time.Duration{429: 2 * time.Minute, 503: time.Minute} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				site, _ := faulty(300, during(time.Second, 9*time.Minute, refused(status, "600")))
				f := crawlFake(t, site, nil)
				if got := f.verdicts(t); got["listed"] != 301 {
					t.Errorf("%v, want 301 listed", got)
				}
				var last time.Time
				tried := 0
				for _, r := range site.asked {
					at := r.at.Sub(site.asked[0].at)
					if at > 1100*time.Millisecond && at < 9*time.Minute {
						if gap := r.at.Sub(last); gap < least-100*time.Millisecond {
							t.Errorf("asked again after %v", gap)
						}
						tried++
					}
					last = r.at
				}
				if tried == 0 || tried > 4 {
					t.Errorf("%d requests while it held", tried)
				}
			})
		})
	}
}

// A host that holds all its URLs is asked ever more seldom, each ten minutes in
// the end, and no firewall is seen in it.
func TestHostThatHoldsAllItsURLs(t *testing.T) {
	for _, status := range []int{429, 503} {
		for _, value := range []string{"600", "3600", "86400"} {
			t.Run(fmt.Sprint(status, " for ", value), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					site, refusals := faulty(200, during(time.Second, time.Hour, refused(status, value)))
					f := crawlFake(t, site, func(o *crawler.Options) { o.Politeness.Rate = 10 })
					if got := f.verdicts(t); f.result.End != crawler.Complete || got["listed"] != 201 {
						t.Errorf("ended as %s with %v, want 201 listed", f.result.End, got)
					}
					if *refusals > 10 || f.took > 70*time.Minute {
						t.Errorf("%d refused in %v", *refusals, f.took)
					}
				})
			})
		}
	}
}

// TestRecoveryOfAnyFault: random faults of a minute or two in all, one after
// the other, cost no page and little time: sixty, twenty in the short form.
func TestRecoveryOfAnyFault(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 7))
	values := []string{"", "", "", "0", "1", "20", "-3", "soon", "Wed, 21 Oct 1998 07:28:00 GMT", "Wed, 21 Oct 2015 07:28:00 GMT", "31536000", "99999999999999999999"}
	runs := 20
	if os.Getenv("PORTOLAN_TEST_ALL") != "" {
		runs = 60
	}
	for run := range runs {
		t.Run(fmt.Sprint(run), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var faults []fault
				var told []string
				at := time.Second
				for range 1 + r.IntN(4) {
					answer := refused([]int{429, 503, 503, 500, 502}[r.IntN(5)], values[r.IntN(len(values))])
					if r.IntN(6) == 0 {
						answer = &reply{after: time.Second, err: []record.ErrClass{record.ErrTimeout, record.ErrReset, record.ErrConnect}[r.IntN(3)]}
					}
					to := at + time.Duration(r.IntN(30000))*time.Millisecond
					faults = append(faults, during(at, to, answer))
					told = append(told, fmt.Sprint(at, " to ", to, ": ", answer.status, answer.err, answer.header))
					at = to + time.Duration(r.IntN(20000))*time.Millisecond
				}
				site, _ := faulty(400, func(url string, n int, at time.Duration) *reply {
					for _, f := range faults {
						if r := f(url, n, at); r != nil {
							return r
						}
					}
					return nil
				})
				f := crawlFake(t, site, func(o *crawler.Options) { o.Politeness.Rate = []float64{0, 10, 50}[r.IntN(3)] })
				got := f.verdicts(t)
				if lost := 401 - got["listed"]; f.result.End != crawler.Complete || lost > 8 || f.took > 10*time.Minute {
					t.Errorf("ended as %s with %v after %v; faults %q", f.result.End, got, f.took, told)
				}
			})
		})
	}
}

// A crawl that has all its pages waits no longer than 30 s for what it asks
// for of its own.
func TestErrandsEnd(t *testing.T) {
	tests := map[string]reply{
		"no answer":         {after: 30 * time.Second, err: record.ErrTimeout},
		"never an answer":   {after: time.Hour, err: record.ErrTimeout},
		"reset":             {err: record.ErrReset},
		"cut":               {err: record.ErrTruncated},
		"503":               *refused(503, ""),
		"503 for long":      *refused(503, "100"),
		"429 for very long": *refused(429, "86400"),
	}
	for name, answer := range tests {
		for _, delay := range []time.Duration{0, 7 * time.Second} {
			t.Run(fmt.Sprint(name, ", delay ", delay), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					site := homeAnd(20, good)
					well, last := site.answer, time.Time{}
					site.answer = func(url string, n, inFlight int) reply {
						if strings.Contains(url, "/portolan-") {
							return answer
						}
						last = time.Now()
						return well(url, n, inFlight)
					}
					f := crawlFake(t, site, func(o *crawler.Options) { o.Politeness.Delay = delay })
					if got := f.verdicts(t); f.result.End != crawler.Complete || got["listed"] != 21 {
						t.Errorf("ended as %s with %v", f.result.End, got)
					}
					if waited := time.Since(last); waited > maxWait+3*delay {
						t.Errorf("waited %v after the last page", waited)
					}
				})
			})
		}
	}
}

const maxWait = 31 * time.Second

// TestRefusedGuess: a host that refuses the first guess at a sitemap's place is
// not asked for the others, and the wait for it is told.
func TestRefusedGuess(t *testing.T) {
	for name, answer := range map[string]*reply{"503": refused(503, ""), "429 for very long": refused(429, "86400"), "no answer": {err: record.ErrReset}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				site := homeAnd(4, good)
				well, guesses, told := site.answer, map[string]bool{}, map[string]bool{}
				site.answer = func(url string, n, inFlight int) reply {
					if strings.Contains(url, "sitemap") {
						guesses[url] = true
						return *answer
					}
					return well(url, n, inFlight)
				}
				f := crawlFake(t, site, func(o *crawler.Options) {
					o.Sitemaps.Find = true
					o.Progress = func(p crawler.Progress) { told[strings.Trim(p.Waiting, "0123456789msh")] = true }
				})
				if got := f.verdicts(t); f.result.End != crawler.Complete || got["listed"] != 5 || len(guesses) != 1 {
					t.Errorf("ended as %s with %v after asking for %v, want one guess", f.result.End, got, guesses)
				}
				if f.took > 3*time.Minute {
					t.Errorf("took %v", f.took)
				}
				if f.took > 20*time.Second && len(told) == 1 && told[""] {
					t.Errorf("%v without a word of what is waited for", f.took)
				}
			})
		})
	}
}

// Answers that come slowly are waited for.
func TestSlowErrandsAreNotGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		site := homeAnd(20, func(url string, n, inFlight int) reply { return good(url, n, inFlight) })
		well, asked := site.answer, 0
		site.answer = func(url string, n, inFlight int) reply {
			if strings.Contains(url, "/portolan-") {
				asked++
				return reply{after: 25 * time.Second, status: 404}
			}
			return well(url, n, inFlight)
		}
		crawlFake(t, site, nil)
		if asked != 2 { // in the root, and in /p/
			t.Errorf("asked for %d URLs that cannot exist, want 2", asked)
		}
	})
}
