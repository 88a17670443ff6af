package crawler_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/frontier"
)

const tenYears = 10 * 365 * 24 * time.Hour

// wrongClock is a crawl file as the wall clock writes it that is wrong by so
// much while it writes and right while it reads. The other clocks of a process
// do not jump.
type wrongClock struct {
	*frontier.Memory
	by time.Duration
}

func (w *wrongClock) Settle(b *frontier.Batch) error {
	for i := range b.Retries {
		b.Retries[i].Due = b.Retries[i].Due.Add(w.by)
	}
	return w.Memory.Settle(b)
}

// TestClockJumps: whatever the clock does, what was postponed is asked for
// again, and soon.
func TestClockJumps(t *testing.T) {
	flaky := func() *fakeSite {
		failed := map[string]bool{}
		return homeAnd(30, func(url string, n, inFlight int) reply {
			if strings.HasSuffix(url, "3") && !failed[url] {
				failed[url] = true
				return reply{after: 20 * time.Millisecond, status: 502}
			}
			return good(url, n, inFlight)
		})
	}
	for name, by := range map[string]time.Duration{
		"turned back": tenYears, "turned forth": -tenYears, "turned back by two hours": 2 * time.Hour, "turned forth by two hours": -2 * time.Hour, "right": 0,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				store := &wrongClock{frontier.NewMemory(), by}
				begun := time.Now()
				result, got := crawlFakeFile(t, flaky(), func(*testing.T) (crawlFile, [16]byte) { return store, [16]byte{} }, nil)
				if result.End != crawler.Complete || got["listed"] != 31 {
					t.Errorf("ended as %s with %v, want 31 listed", result.End, got)
				}
				if took := time.Since(begun); took > time.Minute {
					t.Errorf("took %v", took)
				}
			})
		})
	}
}

// A crawl that is resumed after the clock was turned back does not wait for
// what its file says either.
func TestClockTurnedBackBetweenRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		drain := make(chan struct{})
		memory := frontier.NewMemory()
		asked := 0
		site := homeAnd(30, func(url string, n, inFlight int) reply {
			if asked++; asked == 30 {
				close(drain)
			}
			return reply{after: 20 * time.Millisecond, status: 502}
		})
		first := func(*testing.T) (crawlFile, [16]byte) { return &wrongClock{memory, tenYears}, [16]byte{} }
		if result, got := crawlFakeFile(t, site, first, func(o *crawler.Options) { o.Drain = drain }); result.End != crawler.Interrupted {
			t.Fatalf("ended as %s with %v", result.End, got)
		}
		begun := time.Now()
		result, got := crawlFakeFile(t, homeAnd(30, good), func(*testing.T) (crawlFile, [16]byte) { return memory, [16]byte{} }, nil)
		if result.End != crawler.Complete || got["listed"] != 31 || time.Since(begun) > time.Minute {
			t.Errorf("ended as %s with %v after %v, want 31 listed soon", result.End, got, time.Since(begun))
		}
	})
}

// TestManyTries: the waits between tries grow, and stay waits.
func TestManyTries(t *testing.T) {
	if os.Getenv("PORTOLAN_TEST_ALL") == "" {
		t.Skip("forty tries of a page, where PORTOLAN_TEST_ALL is set")
	}
	synctest.Test(t, func(t *testing.T) {
		var asked []time.Time
		site := homeAnd(1, func(url string, n, inFlight int) reply {
			asked = append(asked, time.Now())
			return reply{after: 20 * time.Millisecond, status: 500}
		})
		result, got := crawlFakeFile(t, site, memoryFile(), func(o *crawler.Options) {
			o.Limits.Tries = 40
			o.Politeness.Park = time.Second
		})
		if result.End != crawler.Complete || got["http-5xx"] != 1 || len(asked) != 40 {
			t.Fatalf("ended as %s with %v after %d requests", result.End, got, len(asked))
		}
		for i, at := range asked[1:] {
			if wait := at.Sub(asked[i]); wait < 5*time.Second || wait > time.Hour+time.Minute {
				t.Errorf("%v before request %d", wait, i+2)
			}
		}
	})
}

// TestManyTooDeep: what lies deeper than the limit is passed over at once.
func TestManyTooDeep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		site := homeAnd(10_000, good)
		begun := time.Now()
		result, got := crawlFakeFile(t, site, memoryFile(), func(o *crawler.Options) { o.Limits.Depth = -1 })
		if result.End != crawler.LimitDepth || got["pending"] != 10_000 || got["listed"] != 1 {
			t.Errorf("ended as %s with %v", result.End, got)
		}
		if took := time.Since(begun); took > 5*time.Second {
			t.Errorf("took %v to fetch one page", took)
		}
	})
}

// TestNamedIsNeverTooDeep: what a list names is fetched, also where a link that
// lies beyond the limit leads to it before its turn has come; and nothing else.
func TestNamedIsNeverTooDeep(t *testing.T) {
	for name, open := range map[string]opener{"memory": memoryFile(), "file": sqliteFile(t)} {
		synctest.Test(t, func(t *testing.T) {
			list := func(yield func(crawler.Mention, error) bool) {
				for i := range 200 {
					if i%2 == 0 && !yield(crawler.Mention{URL: fmt.Sprintf("%s/p/%d", fakeOrigin, i), Source: frontier.FromList}, nil) {
						return
					}
				}
			}
			result, got := crawlFakeFile(t, homeAnd(200, good), open, func(o *crawler.Options) { o.Limits.Depth, o.Seeds = -1, list })
			if result.End != crawler.LimitDepth || got["pending"] != 100 || got["listed"] != 101 {
				t.Errorf("%s: ended as %s with %v, want 101 listed", name, result.End, got)
			}
		})
	}
}
