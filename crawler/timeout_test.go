package crawler_test

import (
	"maps"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/frontier/record"
)

// TestTimedOut: what a host that answers others lets run out of time is
// throttled, after all tries; what does not answer for another cause, or is on
// a host that answers nothing, is a network error.
func TestTimedOut(t *testing.T) {
	tests := []struct {
		name  string
		pages func(url string, tries int) reply
		want  map[string]int
	}{
		{"one that never answers", func(url string, _ int) reply {
			if strings.HasSuffix(url, "/p/3") {
				return reply{after: 30 * time.Second, err: record.ErrTimeout}
			}
			return good(url, 0, 0)
		}, map[string]int{"listed": 10, "throttled": 1}},
		{"one that answers at last", func(url string, tries int) reply {
			if strings.HasSuffix(url, "/p/3") && tries < 3 {
				return reply{after: 30 * time.Second, err: record.ErrTimeout}
			}
			return good(url, 0, 0)
		}, map[string]int{"listed": 11}},
		{"other causes", func(url string, _ int) reply {
			switch {
			case strings.HasSuffix(url, "/p/3"):
				return reply{err: record.ErrReset}
			case strings.HasSuffix(url, "/p/4"):
				return reply{err: record.ErrTLS}
			}
			return good(url, 0, 0)
		}, map[string]int{"listed": 9, "network-error": 2}},
		{"429, 503 and a time-out", func(url string, _ int) reply {
			switch {
			case strings.HasSuffix(url, "/p/3"):
				return reply{status: 429}
			case strings.HasSuffix(url, "/p/4"):
				return reply{status: 503}
			case strings.HasSuffix(url, "/p/5"):
				return reply{after: 30 * time.Second, err: record.ErrTimeout}
			}
			return good(url, 0, 0)
		}, map[string]int{"listed": 8, "throttled": 3}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tries := map[string]int{}
				f := crawlFake(t, homeAnd(10, func(url string, _, _ int) reply {
					tries[url]++
					return tt.pages(url, tries[url])
				}), nil)
				if got := f.verdicts(t); f.result.End != crawler.Complete || !maps.Equal(got, tt.want) {
					t.Errorf("ended as %s with %v, want %v", f.result.End, got, tt.want)
				}
			})
		})
	}
}

// A host of which nothing ever came but time-outs does not answer.
func TestTimedOutHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := crawlFake(t, &fakeSite{answer: func(url string, _, _ int) reply {
			if strings.HasSuffix(url, "/robots.txt") {
				return reply{status: 404}
			}
			return reply{after: 30 * time.Second, err: record.ErrTimeout}
		}}, nil)
		if got, want := f.verdicts(t), map[string]int{"network-error": 1}; !maps.Equal(got, want) {
			t.Errorf("verdicts %v, want %v", got, want)
		}
	})
}
