package crawler_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/frontier/record"
)

// TestProgressTellsWhatItWaitsFor: a crawl that stands still says why.
func TestProgressTellsWhatItWaitsFor(t *testing.T) {
	tests := []struct {
		name   string
		answer func(url string, n, inFlight int) reply
		change func(*crawler.Options)
		want   string
	}{
		{"delay", good, func(o *crawler.Options) { o.Politeness.Delay = 5 * time.Second }, `^site\.example, which is asked slowly, again in [345]s$`},
		{"no answer", func(string, int, int) reply { return reply{err: record.ErrConnect} }, nil, `^site\.example, which does not answer, asked again in \d+s$`},
		{"as it asks for", func(url string, n, _ int) reply {
			if n < 8 {
				return reply{status: 503, header: http.Header{"Retry-After": {"3600"}}}
			}
			return good(url, n, 0)
		}, nil, `^site\.example, which answers 503 and asks to be left alone for 1h0m0s \(Retry-After\), asked again in \d+s$`},
		{"until then", func(url string, n, _ int) reply {
			if n < 8 {
				return reply{status: 503, header: http.Header{"Retry-After": {"3600"}}}
			}
			return good(url, n, 0)
		}, nil, `^site\.example answers 503 and asks to be left alone for 1h0m0s \(Retry-After\); it is tried again from time to time, until \d\d:\d\d at most$`},
		{"robots.txt, while the host asks to be left alone", func(url string, n, _ int) reply {
			return reply{status: 503, header: http.Header{"Retry-After": {"3600"}}}
		}, func(o *crawler.Options) { o.Robots.Wait = 5 * time.Second }, `^site\.example, which answers 503 and asks to be left alone for 1h0m0s \(Retry-After\), asked again in \d+s$`},
		{"a retry", func(url string, n, _ int) reply {
			if n < 8 {
				return reply{status: 500}
			}
			return good(url, n, 0)
		}, func(o *crawler.Options) { o.Limits.RetryWait = time.Minute }, `^a retry in \d\ds$`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				want, told := regexp.MustCompile(tt.want), map[string]bool{}
				site := homeAnd(30, tt.answer)
				if strings.HasPrefix(tt.name, "robots.txt") {
					site.answer = tt.answer // to whatever is asked
				}
				f := crawlFake(t, site, func(o *crawler.Options) {
					if tt.change != nil {
						tt.change(o)
					}
					o.Progress = func(p crawler.Progress) {
						told[p.Waiting], told[p.Held] = true, true
					}
				})
				seen := false
				for text := range told {
					seen = seen || want.MatchString(text)
					if strings.Contains(text, "in -") {
						t.Errorf("told of a time that is past: %q", text)
					}
				}
				if closed := f.result.Receipt.Closed; strings.HasPrefix(tt.name, "robots.txt") != (closed == pace.Closed{Status: 503, For: time.Hour}) {
					t.Errorf("closed: %v", closed)
				}
				if !seen {
					t.Errorf("told of %v, want %s", told, tt.want)
				}
			})
		})
	}
}

// TestProgressTellsWhyItIsSlow: a crawl that slows down says which host, and
// for what answers.
func TestProgressTellsWhyItIsSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		want, told := regexp.MustCompile(`^site\.example is asked every [0-9.]+s, because the server answered with errors \(5xx\)$`), map[string]bool{}
		fails := func(string, int, int) reply { return reply{status: 500} }
		crawlFake(t, homeAnd(30, fails), func(o *crawler.Options) {
			o.Progress = func(p crawler.Progress) { told[p.Slowed] = true }
		})
		for text := range told {
			if want.MatchString(text) {
				return
			}
		}
		t.Errorf("told of %v, want %s", told, want)
	})
}

// TestIgnoredRobotsIsAskedOnce: what is not obeyed is not waited for, and keeps
// nothing from being read.
func TestIgnoredRobotsIsAskedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		site := homeAnd(3, good)
		pages, asked := site.answer, 0
		site.answer = func(url string, n, inFlight int) reply {
			switch url {
			case fakeOrigin + "/robots.txt":
				asked++
				return reply{err: record.ErrTimeout, after: 30 * time.Second}
			case fakeOrigin + "/sitemap.xml":
				return reply{body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>` + fakeOrigin + `/hidden</loc></url></urlset>`, header: http.Header{"Content-Type": {"application/xml"}}}
			}
			return pages(url, n, inFlight)
		}
		told := map[string]bool{}
		f := crawlFake(t, site, func(o *crawler.Options) {
			o.Robots.Ignore, o.Sitemaps.Find = true, true
			o.Progress = func(p crawler.Progress) { told[p.Waiting] = true }
		})
		if want := "robots.txt of " + fakeOrigin + ", which has not answered yet"; !told[want] {
			t.Errorf("told of %v, want %q", told, want)
		}
		if got := f.verdicts(t)["listed"]; f.err != nil || asked != 1 || got != 5 || f.took > time.Minute {
			t.Errorf("%v, robots.txt asked %d times, %d URLs listed, in %s; want once, 5, within a minute", f.err, asked, got, f.took)
		}
	})
}
