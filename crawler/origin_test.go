package crawler_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/frontier/record"
)

// TestRobotsFetching crawls sites whose robots.txt is had in odd ways. /secret
// is forbidden by each that is read; the site's log proves that it was never
// asked for.
func TestRobotsFetching(t *testing.T) {
	const rules = "User-agent: *\nDisallow: /secret\n"
	chain := func(n int) string {
		var b strings.Builder
		fmt.Fprintf(&b, "-- /robots.txt --\nHTTP 302\nLocation: /r-1\n\n")
		for i := 1; i < n; i++ {
			fmt.Fprintf(&b, "-- /r-%d --\nHTTP 301\nLocation: /r-%d\n\n", i, i+1)
		}
		fmt.Fprintf(&b, "-- /r-%d --\nHTTP 200\nContent-Type: text/plain\n\n%s", n, rules)
		return b.String()
	}
	obeyed := []string{"robots-blocked /secret"}
	allowed := []string{"http-4xx /secret"}
	tests := []struct {
		name    string
		archive string
		want    []string
	}{
		{"plain", "-- /robots.txt --\n" + rules, obeyed},
		{"404", "-- /robots.txt --\nHTTP 404\n\n" + rules, allowed},
		{"403", "-- /robots.txt --\nHTTP 403\n\n" + rules, allowed},
		{"5xx that recovers", "-- /robots.txt --\nHTTP 500\n\n\n-- /robots.txt --\nHTTP 503\n\n\n-- /robots.txt --\n" + rules, obeyed},
		{"5 redirects", chain(5), obeyed},
		{"6 redirects", chain(6), allowed},
		{"redirect to another host", "-- /robots.txt --\nHTTP 301\nLocation: http://other.example/robots\n\n-- http://other.example/robots --\nHTTP 200\nContent-Type: text/plain\n\n" + rules, obeyed},
		{"redirect without target", "-- /robots.txt --\nHTTP 301\n\n", allowed},
		{"HTML", "-- /robots.txt --\nHTTP 200\nContent-Type: text/html\n\n<!DOCTYPE html>\n<p>no rules here\n", allowed},
		{"HTML around rules", "-- /robots.txt --\nHTTP 200\nContent-Type: text/html\n\n<pre>\n" + rules + "</pre>\n", obeyed},
		{"429 with Retry-After", "-- /robots.txt --\nHTTP 429\nRetry-After: 0\n\n\n-- /robots.txt --\n" + rules, obeyed},
		{"broken off at first", "-- /robots.txt --\nHTTP 200\nCrawltest-Fault: truncate\n\nUser-agent: *\nAllow: /\n" + strings.Repeat("# filler\n", 20) + "-- /robots.txt --\n" + rules, obeyed},
		{"a challenge is no permission", "-- /robots.txt --\nHTTP 403\nCf-Mitigated: challenge\n\nwait\n-- /robots.txt --\n" + rules, obeyed},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			server := crawltest.NewServer(t, siteOf(t, tt.archive, "/secret"))
			c := hostile(t, server, nil)
			c.expect(t, tt.want...)
			blocked := tt.want[0] == obeyed[0]
			if got := server.Asked()[badOrigin+"/secret"] > 0; got == blocked {
				t.Errorf("/secret asked for: %v", got)
			}
			for i, r := range server.Log() {
				if path := strings.TrimPrefix(r.URL, badOrigin); i == 0 && path != "/robots.txt" {
					t.Errorf("the first request was for %s", path)
				}
			}
		})
	}
}

func TestRobotsOfThreeMegabytes(t *testing.T) {
	// Within the first 500 KiB /secret is forbidden; a rule behind them that
	// would allow it is not read.
	site := siteOf(t, "", "/secret")
	site.HandleFunc("/robots.txt", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "User-agent: *\nDisallow: /secret\n")
		for range 3 << 20 / 10 {
			fmt.Fprint(w, "# filler.\n")
		}
		fmt.Fprint(w, "Allow: /secret\n")
	})
	server := crawltest.NewServer(t, site)
	c := hostile(t, server, nil)
	c.expect(t, "robots-blocked /secret")
	if server.Asked()[badOrigin+"/secret"] > 0 {
		t.Error("/secret was asked for")
	}
}

// Where robots.txt cannot be had nothing else is asked for.
func TestRobotsUnavailable(t *testing.T) {
	tests := map[string]string{
		"503 for ever":   "-- /robots.txt --\nHTTP 503\n\n",
		"429 for ever":   "-- /robots.txt --\nHTTP 429\n\n",
		"hanging":        "-- /robots.txt --\nHTTP 200\nCrawltest-Fault: stall\n\nUser-agent: *\n",
		"reset":          "-- /robots.txt --\nHTTP 200\nCrawltest-Fault: reset\n\nx\n",
		"redirect to it": "-- /robots.txt --\nHTTP 301\nLocation: /r\n\n-- /r --\nHTTP 500\n\n",
	}
	for name, archive := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := crawltest.NewServer(t, siteOf(t, archive))
			c := hostile(t, server, func(_ *crawler.Options, f *fetch.Options) {
				if name == "hanging" {
					f.Timeout = 2 * time.Second
				}
			})
			if c.result.End != crawler.RobotsUnavailable {
				t.Errorf("ended as %s", c.result.End)
			}
			if got := c.verdicts(t); len(got) != 1 || got[0] != "robots-unavailable "+badOrigin+"/" {
				t.Errorf("verdicts %v", got)
			}
			asked := server.Asked()
			if n := asked[badOrigin+"/robots.txt"]; n != 3 {
				t.Errorf("robots.txt asked for %d times, want 3", n)
			}
			delete(asked, badOrigin+"/robots.txt")
			delete(asked, badOrigin+"/r")
			if len(asked) > 0 {
				t.Errorf("asked for %v", asked)
			}
		})
	}
}

// What may not be reached is not tried again, and nobody was asked.
func TestRobotsOfAPrivateAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		site := &fakeSite{answer: func(string, int, int) reply { return reply{err: record.ErrPrivate} }}
		f := crawlFake(t, site, nil)
		if f.result.End != crawler.RobotsUnavailable || len(site.asked) != 1 || f.took > time.Second {
			t.Errorf("ended as %s after %v and %d requests, want robots-unavailable at once after 1", f.result.End, f.took, len(site.asked))
		}
		if r := f.result.Receipt; r.Requests != 0 || r.Robots != 0 || r.BackOffs != 0 {
			t.Errorf("receipt %+v, want no requests and no back-offs", r)
		}
	})
}

// The waits between the three tries grow, and Retry-After is heeded.
func TestRobotsWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		site := &fakeSite{answer: func(_ string, n, _ int) reply {
			if n == 2 {
				return reply{status: 503, header: http.Header{"Retry-After": {"300"}}}
			}
			return reply{err: record.ErrTimeout}
		}}
		f := crawlFake(t, site, nil)
		if f.result.End != crawler.RobotsUnavailable || len(site.asked) != 3 {
			t.Fatalf("ended as %s after %d requests", f.result.End, len(site.asked))
		}
		first, second := site.asked[1].at.Sub(site.asked[0].at), site.asked[2].at.Sub(site.asked[1].at)
		if first < 15*time.Second || first > 20*time.Second || second < 300*time.Second || second > 310*time.Second {
			t.Errorf("waited %v and %v, want 15 s and 300 s", first, second)
		}
	})
}

// Redirects of robots.txt keep the ceilings, too.
func TestRobotsRedirectsKeepTheRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		site := &fakeSite{answer: func(url string, n, _ int) reply {
			if n <= 5 {
				return reply{status: 302, header: http.Header{"Location": {fmt.Sprint("/r", n)}}}
			}
			if n == 6 {
				return reply{body: "User-agent: *\nDisallow: /p/\n"}
			}
			return reply{body: fakeLinks(10)}
		}}
		f := crawlFake(t, site, func(o *crawler.Options) { o.Politeness.Rate = 1 })
		if got := site.busiest(time.Second); got > 1 {
			t.Errorf("%d requests in a second, want 1", got)
		}
		if got := f.verdicts(t); got["robots-blocked"] != 10 || got["listed"] != 1 {
			t.Errorf("verdicts %v", got)
		}
	})
}

// A crawl longer than a day asks again for robots.txt, and obeys the new one.
func TestRobotsExpires(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		asked := 0
		site := homeAnd(200, nil)
		pages := site.answer
		site.answer = func(url string, n, inFlight int) reply {
			if strings.HasSuffix(url, "/robots.txt") {
				if asked++; time.Since(begun) > time.Hour {
					return reply{body: "User-agent: *\nDisallow: /p/1\n"}
				}
				return reply{body: "User-agent: *\nAllow: /\n", header: http.Header{"Cache-Control": {"max-age=3600"}}}
			}
			if strings.Contains(url, "/p/") {
				if time.Since(begun) > time.Hour+time.Minute && strings.Contains(url, "/p/1") {
					t.Errorf("asked for %s after it was forbidden", url)
				}
				return good(url, n, inFlight)
			}
			return pages(url, n, inFlight)
		}
		crawlFake(t, site, func(o *crawler.Options) { o.Politeness.Delay = time.Minute })
		if asked < 2 {
			t.Errorf("robots.txt asked for %d times in %v", asked, time.Since(begun))
		}
	})
}
