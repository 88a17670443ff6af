package crawler_test

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/portolan-seo/portolan/crawler"
)

// TestErrorsAlone: a host that answers nothing but errors from some moment on is
// given up, and the crawl can be gone on with.
func TestErrorsAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		site := homeAnd(500, nil)
		pages := site.answer
		site.answer = func(url string, n, inFlight int) reply {
			switch {
			case strings.HasSuffix(url, "/robots.txt"):
			case n > 50:
				return reply{after: time.Millisecond, status: 500}
			case strings.Contains(url, "/p/"):
				return good(url, n, inFlight)
			}
			return pages(url, n, inFlight)
		}
		f := crawlFake(t, site, nil)
		if f.result.End != crawler.Unreachable {
			t.Errorf("ended as %s", f.result.End)
		}
		if got := f.verdicts(t); got["network-error"] < 450 || got["network-error"]+got["listed"] != 501 {
			t.Errorf("verdicts %v, want some 450 network-error and the rest listed", got)
		}
		if n := len(site.asked) - 50; n > 60 {
			t.Errorf("%d requests to a host that answers with errors alone", n)
		}
		if f.took > 10*time.Minute {
			t.Errorf("took %v; parked for 2 and 4 minutes it is a little over 6", f.took)
		}
		again := crawlFakeOn(t, homeAnd(500, good), f.store, nil)
		if got := again.verdicts(t); again.result.End != crawler.Complete || got["listed"] != 501 {
			t.Errorf("resumed: %s, %v; want 501 listed", again.result.End, got)
		}
	})
}

// TestBrokenPart: pages that are broken, however many, are none of the host's end,
// and the others are read without a pause.
func TestBrokenPart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		site := homeAnd(300, func(url string, n, inFlight int) reply {
			if len(url) > len(fakeOrigin+"/p/99") { // 200 in a row
				return reply{after: time.Millisecond, status: 500}
			}
			return good(url, n, inFlight)
		})
		f := crawlFake(t, site, nil)
		if got := f.verdicts(t); f.result.End != crawler.Complete || got["http-5xx"] != 200 || got["listed"] != 101 {
			t.Errorf("ended as %s with %v; want 200 http-5xx and 101 listed", f.result.End, got)
		}
		if parked := f.result.Receipt.Parked; parked > 0 {
			t.Errorf("the host was left alone %d times", parked)
		}
	})
}

// TestFilesOfABrokenHost: where the program of a site is broken, its files, and what is
// not there, do not show that it is well.
func TestFilesOfABrokenHost(t *testing.T) {
	for name, other := range map[string]reply{
		"files":     {status: 200, header: http.Header{"Content-Type": {"application/pdf"}}, body: "%PDF-1.4"},
		"not found": {status: 404},
		"unchanged": {status: 304},
		"moved":     {status: 301, header: http.Header{"Location": {"http://b.example/"}}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				site := homeAnd(400, func(url string, n, inFlight int) reply {
					switch {
					case strings.HasSuffix(url, "7"):
						return other
					case n <= 50:
						return good(url, n, inFlight)
					}
					return reply{after: time.Millisecond, status: 500}
				})
				f := crawlFake(t, site, nil)
				if n := len(site.asked) - 50; f.result.End != crawler.Unreachable || n > 70 {
					t.Errorf("ended as %s after %d requests to a site that is broken", f.result.End, n)
				}
			})
		})
	}
}
