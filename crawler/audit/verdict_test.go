package audit_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Each case is a crawl, and what becomes of its URLs.
func TestVerdicts(t *testing.T) {
	for _, test := range []struct{ name, crawl, want string }{
		{"statuses", `
/200 200
/203 203
/202 202
/204 204
/206 206
/304 304
/300 300
/400 400
/401 401
/403 403
/404 404
/407 407
/410 410
/429 429
/451 451
/500 500
/503 503
/599 599
/600 600`, `
/200 listed
/202 http-other
/203 listed
/204 http-other
/206 http-other
/300 http-other
/304 http-other
/400 http-4xx
/401 denied
/403 denied
/404 http-4xx
/407 denied
/410 http-4xx
/429 throttled
/451 denied
/500 http-5xx
/503 throttled
/599 http-5xx
/600 http-other`},
		{"without a whole answer", `
/dns dns
/protocol protocol
/cut 200 truncated
/cut-error 500 truncated
/cut-redirect 301 >/dns truncated
/private private
/fault fault
/challenge challenge
/blocked blocked
/not-fetched ?`, `
/blocked robots-blocked
/challenge challenged
/cut network-error
/cut-error http-5xx
/cut-redirect redirect
/dns network-error
/fault internal-error
/not-fetched pending
/private private-address
/protocol network-error`},
		{"all that matches is kept", `
/all 200 pdf header-noindex meta-noindex =/b
/b 200
/refresh 200 >/b meta-noindex
/error 404 meta-noindex =/b`, `
/all type [noindex-header noindex-meta canonical-elsewhere]
/b listed
/error http-4xx
/refresh redirect [noindex-meta]`},
		{"redirects", `
/1 301 >/2
/2 302 >/3
/3 200
/self 301 >/self
/x 301 >/y
/y 308 >/x
/into 301 >/x
/gone 301 >/410
/410 410
/out 301 >https://b.example/`, `
/1 redirect
/2 redirect
/3 listed
/410 http-4xx
/gone redirect
/into redirect-loop
/out redirect
/self redirect-loop
/x redirect-loop
/y redirect-loop
https://b.example/ scope-host`},
		{"a refresh on an error page sends nobody on", `
/a 301 >/b
/b 500 >/a
/c 301 >/d
/d 404 >/c`, `
/a redirect
/b http-5xx
/c redirect
/d http-4xx`},
		{"canonical to a page", `
/a 200 =/b
/b 200 =/b
/c 200 =/d
/d ?
/e 200 =/f
/f 200 meta-noindex
/g 200 =/h
/h 500
/i 200 =/j
/j 301 >/b
/k 200 =https://b.example/`, `
/a canonical-elsewhere
/b listed
/c canonical-elsewhere
/d pending
/e canonical-elsewhere
/f noindex-meta
/g canonical-elsewhere
/h http-5xx
/i canonical-elsewhere
/j redirect
/k canonical-elsewhere
https://b.example/ scope-host`},
		{"canonical to what is certainly gone", `
/a 200 =/404
/404 404
/b 200 =/410
/410 410
/c 200 =/moved
/moved 301 >/moved-again
/moved-again 301 >/410
/d 200 =/403
/403 403`, `
/403 denied
/404 http-4xx
/410 http-4xx
/a listed
/b listed
/c listed
/d canonical-elsewhere
/moved redirect
/moved-again redirect`},
		{"canonical to a loop", `
/a 200 =/x
/x 301 >/y
/y 301 >/x
/b 200 =/into
/into 301 >/x`, `
/a listed
/b listed
/into redirect-loop
/x redirect-loop
/y redirect-loop`},
		{"canonicals in a circle lose no page", `
/a 200 =/b
/b 200 =/a
/1 200 =/2
/2 200 =/3
/3 200 =/1
/beside 200 =/a`, `
/1 listed
/2 listed
/3 listed
/a listed
/b listed
/beside canonical-elsewhere`},
		{"a circle of canonical and redirect", `
/a 200 =/b
/b 301 >/a
/c 200 =/d
/d 302 >/e
/e 301 >/c`, `
/a listed
/b redirect
/c listed
/d redirect
/e redirect`},
	} {
		t.Run(test.name, func(t *testing.T) {
			crawl := crawlOf(t, test.crawl)
			got := judged(t, crawl, options(t, crawl, canonical.Config{}))
			if diff := cmp.Diff(strings.Split(strings.TrimSpace(test.want), "\n"), got); diff != "" {
				t.Errorf("verdicts (-want +got):\n%s", diff)
			}
		})
	}
}

// Of all that can be said of one URL the first in order of precedence is the
// verdict, whatever was found out first.
func TestPrecedence(t *testing.T) {
	retry := func(status int, class record.ErrClass) *frontier.Retry {
		return &frontier.Retry{Tries: 2, Status: status, Err: class}
	}
	ok := &record.Page{Exchange: record.Exchange{Status: 200}}
	for _, test := range []struct {
		name  string
		facts audit.Facts
		want  string
	}{
		{"nothing against it", audit.Facts{Row: &frontier.Row{Page: ok}, ListType: true}, "listed"},
		{"filters", audit.Facts{Row: &frontier.Row{Page: ok}, ListType: true, NoList: true}, "filter-list"},
		{"robots.txt before content", audit.Facts{Row: &frontier.Row{Page: ok}, Blocked: true, NoList: true}, "robots-blocked [type filter-list]"},
		{"form before scope", audit.Facts{
			Row: &frontier.Row{Page: ok}, ListType: true, Decided: frontier.ScopeScheme,
			Form: audit.Form{Code: audit.DuplicateTracking, Also: 1<<audit.DuplicateTracking | 1<<audit.DuplicateSchemeHost},
		}, "duplicate-tracking [duplicate-scheme-host scope-scheme]"},
		{"private address before filter", audit.Facts{
			Row: &frontier.Row{Page: &record.Page{Exchange: record.Exchange{Outcome: record.PrivateTarget}}}, Decided: frontier.FilterEffect,
		}, "private-address [filter-crawl]"},
		{"scope before length", audit.Facts{Row: &frontier.Row{Reason: frontier.TooLong}, Decided: frontier.ScopeHost}, "scope-host [too-long]"},
		{"filter before nofollow before robots.txt", audit.Facts{
			Row: &frontier.Row{NoFollow: true}, Decided: frontier.FilterCrawl, Blocked: true,
		}, "filter-crawl [not-followed robots-blocked]"},
		{"left", audit.Facts{Row: &frontier.Row{}}, "pending"},
		{"left at a limit", audit.Facts{Row: &frontier.Row{}, Left: audit.LimitTime}, "limit-time"},
		{"left while throttled", audit.Facts{Row: &frontier.Row{Retry: retry(503, record.ErrNone)}, Left: audit.LimitPages}, "limit-pages [throttled]"},
		{"left after no answer", audit.Facts{Row: &frontier.Row{Retry: retry(0, record.ErrTimeout)}, Left: audit.Pending}, "pending [network-error]"},
		{"left after a time-out of a host that answers", audit.Facts{
			Row: &frontier.Row{Retry: retry(0, record.ErrTimeout)}, Left: audit.Pending, HostAnswers: true,
		}, "pending [throttled]"},
		{"robots.txt unavailable", audit.Facts{Row: &frontier.Row{}, RobotsUnavailable: true, Left: audit.LimitDepth}, "robots-unavailable [limit-depth]"},
		{"fetched before robots.txt became unavailable", audit.Facts{Row: &frontier.Row{Page: ok}, RobotsUnavailable: true, ListType: true}, "listed"},
		{"folded by a rule that no longer holds", audit.Facts{
			Row: &frontier.Row{Page: &record.Page{Exchange: record.Exchange{Outcome: record.Folded}}, Location: 7},
		}, "duplicate-variant"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.facts.Row.Location == 0 {
				test.facts.Row.Location = frontier.NoID
			}
			v := audit.Judge(&test.facts)
			if got := codesText(v.Matches()); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}
