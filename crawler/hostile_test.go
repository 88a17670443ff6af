package crawler_test

import (
	"compress/gzip"
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

const badOrigin = "http://bad.example"

// siteOf makes a site of an archive whose home page links to a good page
// before and after the links given.
func siteOf(t *testing.T, archive string, hrefs ...string) *crawltest.Site {
	t.Helper()
	var home strings.Builder
	for _, href := range append(append([]string{"/good-1"}, hrefs...), "/good-2") {
		fmt.Fprintf(&home, "<a href=\"%s\">x</a>\n", href)
	}
	text := "origin: " + badOrigin + "\n-- / --\n<title>Home</title>" + home.String() +
		"-- /good-1 --\n<title>One</title><p>First good page.\n-- /good-2 --\n<title>Two</title><p>Second good page.\n" + archive
	site, err := crawltest.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return site
}

// hostile crawls a served site from badOrigin with short waits. A time-out is
// for tests of it alone: a machine may be busy.
func hostile(t *testing.T, server *crawltest.Server, change func(*crawler.Options, *fetch.Options)) *crawled {
	t.Helper()
	at, err := fetch.ParseResolves(server.Resolve())
	if err != nil {
		t.Fatal(err)
	}
	options := fetch.Options{UserAgent: "portolan/test", Resolve: at, RootCAs: server.CertPool(), MaxConns: 5, Timeout: time.Minute}
	scope, err := canonical.ScopeOf(badOrigin + "/sitemap.xml")
	if err != nil {
		t.Fatal(err)
	}
	c := &crawled{server: server, store: frontier.NewMemory(), opts: crawler.Options{
		Start: badOrigin + "/", Scope: scope,
		Limits:     crawler.Limits{RetryWait: time.Millisecond},
		Robots:     crawler.Robots{Wait: time.Millisecond},
		Politeness: crawler.Politeness{Park: time.Millisecond},
	}}
	if change != nil {
		change(&c.opts, &options)
	}
	client, err := fetch.NewClient(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	if c.opts.NewFetcher == nil {
		c.opts.NewFetcher = func() crawler.Fetcher { return client.NewFetcher() }
	}
	if c.result, err = crawler.Run(t.Context(), c.opts, c.store); err != nil {
		t.Fatal(err)
	}
	return c
}

// expect compares verdicts: "verdict path" lines for those of badOrigin, else
// "verdict URL"; the home page and the two good ones are listed in any case.
func (c *crawled) expect(t *testing.T, want ...string) {
	t.Helper()
	for _, path := range []string{"/", "/good-1", "/good-2"} {
		want = append(want, "listed "+path)
	}
	got := c.verdicts(t)
	for i, line := range got {
		got[i] = strings.Replace(line, " "+badOrigin, " ", 1)
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		t.Errorf("verdicts\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
	if c.result.End != crawler.Complete {
		t.Errorf("ended as %s", c.result.End)
	}
}

func (c *crawled) record(t *testing.T, path string) *record.Page {
	t.Helper()
	row, err := c.store.Find(badOrigin + path)
	if err != nil || row == nil || row.Page == nil {
		t.Fatalf("no record of %s: %v", path, err)
	}
	return row.Page
}

// TestHostileAnswers crawls sites that the archive can spell.
func TestHostileAnswers(t *testing.T) {
	chain := func(n int) string {
		var b strings.Builder
		for i := 1; i < n; i++ {
			fmt.Fprintf(&b, "-- /hop-%d --\nHTTP 302\nLocation: /hop-%d\n\n", i, i+1)
		}
		fmt.Fprintf(&b, "-- /hop-%d --\nHTTP 301\nLocation: /end\n\n-- /end --\n<p>The end of it.\n", n)
		return b.String()
	}
	var chainOf12 []string
	for i := 1; i <= 12; i++ {
		chainOf12 = append(chainOf12, fmt.Sprintf("redirect /hop-%d", i))
	}
	tests := []struct {
		name    string
		archive string
		hrefs   []string
		want    []string
	}{
		{"redirect chain, each hop known", chain(2), []string{"/hop-1"}, []string{"redirect /hop-1", "redirect /hop-2", "listed /end"}},
		{"more than ten redirects", chain(12), []string{"/hop-1"}, append(chainOf12, "listed /end")},
		{"redirect loop", "-- /a --\nHTTP 302\nLocation: /b\n\n-- /b --\nHTTP 302\nLocation: /a\n\n", []string{"/a"},
			[]string{"redirect-loop /a", "redirect-loop /b"}},
		{"redirect to itself", "-- /a --\nHTTP 302\nLocation: /a\n\n", []string{"/a"}, []string{"redirect-loop /a"}},
		{"redirect to another host", "-- /a --\nHTTP 302\nLocation: http://other.example/x\n\n", []string{"/a"},
			[]string{"redirect /a", "scope-host http://other.example/x"}},
		{"malformed Location", "-- /a --\nHTTP 302\nLocation: http://[::1\n\n-- /b --\nHTTP 302\nLocation: javascript:alert(1)\n\n-- /c --\nHTTP 302\n\nno Location\n",
			[]string{"/a", "/b", "/c"}, []string{"redirect /a", "invalid-url http://[::1", "http-other /b", "http-other /c"}},
		{"Latin-1 in a Location", "-- /a --\nHTTP 302\nCrawltest-Fault: raw\n\nHTTP/1.1 302 Found\nLocation: /caf\xe9\nContent-Length: 0\n\n-- /caf%E9 --\n<p>coffee\n", []string{"/a"},
			[]string{"redirect /a", "listed /caf%E9"}},
		{"wrong Content-Length", "-- /a --\nHTTP 200\nCrawltest-Fault: truncate\n\n<p>half and half\n", []string{"/a"}, []string{"network-error /a"}},
		{"reset", "-- /a --\nHTTP 200\nCrawltest-Fault: reset\n\n", []string{"/a"}, []string{"network-error /a"}},
		{"HTTP/1.0", "-- /a --\nHTTP 200\nCrawltest-Fault: raw\n\nHTTP/1.0 200 OK\nContent-Type: text/html\n\n<p>old but fine\n", []string{"/a"}, []string{"listed /a"}},
		{"not HTTP", "-- /a --\nHTTP 200\nCrawltest-Fault: raw\n\nSSH-2.0-OpenSSH_9.9\n", []string{"/a"}, []string{"network-error /a"}},
		{"NUL in a header", "-- /a --\nHTTP 200\nCrawltest-Fault: raw\n\nHTTP/1.1 200 OK\nX-Bad: a\x00b\nContent-Type: text/html\n\n<p>x\n", []string{"/a"}, []string{"network-error /a"}},
		{"broken header lines", "-- /a --\nHTTP 200\nCrawltest-Fault: raw\n\nHTTP/1.1 200 OK\nno colon here\nContent-Type: text/html\n\n<p>x\n", []string{"/a"}, []string{"network-error /a"}},
		{"no content type", "-- /a --\nHTTP 200\nContent-Type:\n\n<!DOCTYPE html><p>still a page\n", []string{"/a"}, []string{"listed /a"}},
		{"wrong content type", "-- /a --\nHTTP 200\nContent-Type: application/octet-stream\n\n<!DOCTYPE html><a href=/b>b</a>\n", []string{"/a"}, []string{"type /a"}},
		{"base elsewhere", "-- /a --\n<base href=\"http://other.example/\"><a href=\"x\">x</a>\n", []string{"/a"},
			[]string{"listed /a", "scope-host http://other.example/x"}},
		{"base that is no URL", "-- /a --\n<base href=\"http://[\"><a href=\"b\">b</a>\n-- /b --\n<p>b\n", []string{"/a"}, []string{"listed /a", "listed /b"}},
		{"several bases, the first counts", "-- /a --\n<base href=\"/dir/\"><base href=\"/other/\"><a href=\"b\">b</a>\n-- /dir/b --\n<p>b\n", []string{"/a"},
			[]string{"listed /a", "listed /dir/b"}},
		{"base of another kind", "-- /a --\n<base href=\"javascript:alert(1)\"><a href=\"b\">b</a>\n-- /d/c --\n<base href=\"data:text/html,x\"><a href=\"b\">b</a>\n-- /b --\n<p>b\n-- /d/b --\n<p>d\n",
			[]string{"/a", "/d/c"}, []string{"listed /a", "listed /b", "listed /d/c", "listed /d/b"}},
		{"base without href, relative base, base after links", "-- /d/a --\n<a href=\"one\">1</a><base target=_top><base href=\"../e/\"><a href=\"two\">2</a>\n-- /e/one --\n<p>1\n-- /e/two --\n<p>2\n", []string{"/d/a"},
			[]string{"listed /d/a", "listed /e/one", "listed /e/two"}},
		{"canonical loop", "-- /a --\n<link rel=canonical href=/b><p>a\n-- /b --\n<link rel=canonical href=/a><p>b\n", []string{"/a", "/b"},
			[]string{"listed /a", "listed /b"}},
		{"refresh loop", "-- /a --\n<meta http-equiv=refresh content=\"0;url=/b\">\n-- /b --\n<meta http-equiv=refresh content=\"0;url=/a\">\n", []string{"/a"},
			[]string{"redirect-loop /a", "redirect-loop /b"}},
		{"refresh to itself", "-- /a --\n<meta http-equiv=refresh content=\"0;url=/a\"><p>a\n", []string{"/a"}, []string{"listed /a"}},
		{"links that are none", "", []string{"javascript:void(0)", "mailto:a@b.example", "http://", "//", "http://[", "data:text/html,x", "tel:1"},
			[]string{"invalid-url http://", "invalid-url //", "invalid-url http://["}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			hostile(t, crawltest.NewServer(t, siteOf(t, tt.archive, tt.hrefs...)), nil).expect(t, tt.want...)
		})
	}
}

func TestCharsets(t *testing.T) {
	tests := []struct{ name, header, charset, meta, title, word string }{
		{"header", "text/html; charset=windows-1251", "windows-1251", "", "Привет", "привет"},
		{"byte order mark over header", "text/html; charset=windows-1251", "utf-16le", "\ufeff", "Привет", "привет"},
		{"byte order mark over meta", "text/html", "utf-8", "\ufeff<meta charset=windows-1251>", "こんにちは", "世界"},
		{"header over meta", "text/html; charset=gbk", "gbk", "<meta charset=windows-1251>", "你好", "世界"},
		{"meta", "text/html", "shift_jis", `<meta charset="Shift_JIS">`, "こんにちは", "世界"},
		{"meta of old form", "text/html", "gbk", `<meta http-equiv="Content-Type" content="text/html; charset=GBK">`, "你好", "世界"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			// The link's path is UTF-8 whatever the page's encoding is, its query is not.
			archive := fmt.Sprintf("-- /a --\nHTTP 200\nContent-Type: %s\nCrawltest-Charset: %s\n\n%s<title>%s</title><a href=\"/%s\">x</a>\n", tt.header, tt.charset, tt.meta, tt.title, tt.word)
			c := hostile(t, crawltest.NewServer(t, siteOf(t, archive, "/a")), nil)
			if got := c.record(t, "/a").Title; got != tt.title {
				t.Errorf("title %q, want %q", got, tt.title)
			}
			rules, err := canonical.New(canonical.Config{})
			if err != nil {
				t.Fatal(err)
			}
			c.expect(t, "listed /a", "http-4xx "+strings.TrimPrefix(string(rules.Canonical(badOrigin+"/"+tt.word).URL), badOrigin))
		})
	}
}

// hostileCase is a page that answers as no archive can.
type hostileCase struct {
	name  string
	serve http.HandlerFunc
	want  []string
}

// TestHostileHandlers crawls sites that answer as no archive can.
func TestHostileHandlers(t *testing.T) {
	flood := func(w http.ResponseWriter, r *http.Request, chunk string, most int) {
		for sent := 0; sent < most && r.Context().Err() == nil; sent += len(chunk) {
			if _, err := fmt.Fprint(w, chunk); err != nil {
				return
			}
		}
	}
	drip := func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			fmt.Fprint(w, "<")
			_ = http.NewResponseController(w).Flush()
			select {
			case <-r.Context().Done():
			case <-time.After(50 * time.Millisecond):
			}
		}
	}
	tests := []hostileCase{
		{"body that stops", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "1000")
			fmt.Fprint(w, "<p>half and half")
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}, []string{"throttled /bad/x"}},
		{"slow header", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, []string{"throttled /bad/x"}},
		{"slow body", drip, []string{"throttled /bad/x"}},
		{"body without end", func(w http.ResponseWriter, r *http.Request) {
			flood(w, r, strings.Repeat("<p>and so on ", 1000), 1<<40)
		}, []string{"listed /bad/x"}},
		{"200 MB of unclosed tags", func(w http.ResponseWriter, r *http.Request) {
			flood(w, r, strings.Repeat("<div><span ", 1000), 200<<20)
		}, []string{"listed /bad/x"}},
		{"deep nesting", func(w http.ResponseWriter, r *http.Request) {
			flood(w, r, strings.Repeat("<svg><math><template>", 1000), 20<<20)
		}, []string{"listed /bad/x"}},
		{"inflates without end and slowly", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			if _, err := z.Write(make([]byte, 8<<20)); err != nil || z.Flush() != nil {
				return
			}
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done() // what follows never comes
		}, []string{"throttled /bad/x"}},
		{"inflates to 600 times its size", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			defer z.Close()
			zeros := make([]byte, 1<<16)
			for range 32 << 20 / len(zeros) {
				if _, err := z.Write(zeros); err != nil {
					return
				}
			}
		}, []string{"listed /bad/x"}},
		{"header flood", func(w http.ResponseWriter, r *http.Request) {
			for i := range 50_000 {
				w.Header().Set(fmt.Sprint("X-", i), "flood")
			}
		}, []string{"network-error /bad/x"}},
		{"cookie flood", func(w http.ResponseWriter, r *http.Request) {
			for i := range 2000 {
				http.SetCookie(w, &http.Cookie{Name: fmt.Sprint("c", i), Value: "v"})
			}
			fmt.Fprint(w, "<p>cookies")
		}, []string{"listed /bad/x"}},
	}
	deadline := func(tt hostileCase) bool { return slices.Contains(tt.want, "throttled /bad/x") }
	t.Run("until the deadline", func(t *testing.T) { // not beside the floods
		for _, tt := range tests {
			if deadline(tt) {
				t.Run(tt.name, func(t *testing.T) {
					crawlBad(t, tt, func(o *crawler.Options, f *fetch.Options) { o.Limits.Tries, f.Timeout = 1, 5*time.Second })
				})
			}
		}
	})
	for _, tt := range tests {
		if !deadline(tt) {
			t.Run(tt.name, func(t *testing.T) { crawlBad(t, tt, func(*crawler.Options, *fetch.Options) {}) })
		}
	}
}

// crawlBad crawls a site with one hostile page, beside other tests.
func crawlBad(t *testing.T, tt hostileCase, change func(*crawler.Options, *fetch.Options)) {
	t.Parallel()
	site := siteOf(t, "", "/bad/x")
	site.HandleFunc("/bad/", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/bad/x" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		tt.serve(w, r)
	})
	c := hostile(t, crawltest.NewServer(t, site), func(o *crawler.Options, f *fetch.Options) {
		change(o, f)
		f.MaxBody = 2 << 20
	})
	c.expect(t, tt.want...)
	if n := c.record(t, "/bad/x").Inflated; n > 2<<20 {
		t.Errorf("%d bytes kept", n)
	}
}

// Pages with five million links each give as many as the limits allow, and
// the crawl ends at its own limit.
func TestFiveMillionLinks(t *testing.T) {
	if os.Getenv("PORTOLAN_TEST_ALL") == "" {
		t.Skip("pages of five million links, where PORTOLAN_TEST_ALL is set")
	}
	var archive strings.Builder
	var hrefs []string
	for i := range 4 { // more than are settled at a time
		fmt.Fprintf(&archive, "-- /links-%d --\nHTTP 200\nCrawltest-Repeat: 5000000\n\n<a href=\"/n/{{row}}\">n</a>\n", i)
		hrefs = append(hrefs, fmt.Sprint("/links-", i))
	}
	site := siteOf(t, archive.String(), hrefs...)
	c := hostile(t, crawltest.NewServer(t, site), func(o *crawler.Options, f *fetch.Options) {
		o.Limits.Pages = 200
	})
	if c.result.End != crawler.LimitPages {
		t.Errorf("ended as %s", c.result.End)
	}
	if known := c.store.Counts().Known; known < 10_000 || known > 60_000 {
		t.Errorf("%d URLs known", known)
	}
	for _, path := range []string{"/good-1", "/good-2"} {
		if got := c.record(t, path).Status; got != 200 {
			t.Errorf("%s: status %d", path, got)
		}
	}
}

// A bomb behind a link whose name promises an archive is not inflated at all.
func TestBombBehindGzLink(t *testing.T) {
	site := siteOf(t, "-- /archive.gz --\nHTTP 200\nContent-Type: application/gzip\nCrawltest-Repeat: 2000000\n\n0000000000000000000000000000000000000000\n", "/archive.gz")
	c := hostile(t, crawltest.NewServer(t, site), nil)
	c.expect(t, "type /archive.gz")
}

func TestBadCertificates(t *testing.T) {
	for _, expired := range []bool{true, false} {
		t.Run(fmt.Sprint("expired ", expired), func(t *testing.T) {
			site, err := crawltest.Parse([]byte("origin: https://bad.example\n-- / --\n<p>secure\n"))
			if err != nil {
				t.Fatal(err)
			}
			server, err := crawltest.Start(crawltest.Config{Expired: expired}, site)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(server.Close)
			c := hostile(t, server, func(o *crawler.Options, f *fetch.Options) {
				o.Start = "https://bad.example/"
				if o.Scope, err = canonical.ScopeOf(o.Start); err != nil {
					t.Fatal(err)
				}
				if !expired {
					f.RootCAs = nil // nobody vouches for it
				}
			})
			// robots.txt cannot be had, so nothing is fetched.
			if c.result.End != crawler.RobotsUnavailable {
				t.Errorf("ended as %s", c.result.End)
			}
			files, err := c.store.Robots()
			if err != nil || len(files) == 0 || !strings.Contains(files[0].Note, "tls") {
				t.Errorf("robots.txt %+v, %v: want a note on TLS", files, err)
			}
		})
	}
}

// TestPrivateAddresses: what a public site links and redirects to is asked
// for at public addresses only, whatever its names resolve to.
func TestPrivateAddresses(t *testing.T) {
	site := siteOf(t, "-- /a --\nHTTP 302\nLocation: /secret\n\n-- /secret --\n<p>secret\n", "/a", "/secret")
	server := crawltest.NewServer(t, site)
	address := strings.TrimPrefix(server.URL(), "http://")
	c := hostile(t, server, func(o *crawler.Options, f *fetch.Options) {
		var err error
		o.Start = "http://" + address + "/"
		if o.Scope, err = canonical.ScopeOf(o.Start); err != nil {
			t.Fatal(err)
		}
		f.Resolve = nil // its targets are the user's own choice and exempt
		f.AllowAddr = func(a netip.Addr) bool { return !a.IsLoopback() }
	})
	if n := server.Requests(); n != 0 {
		t.Errorf("%d requests reached loopback: %v", n, server.Asked())
	}
	if got := c.verdicts(t); len(got) != 1 {
		t.Errorf("verdicts %v", got)
	}
}

// Connections are used again: no more than twice the concurrency are opened
// for a thousand pages.
func TestConnectionsAreReused(t *testing.T) {
	var archive strings.Builder
	var hrefs []string
	for i := range 1000 {
		fmt.Fprintf(&archive, "-- /p/%d --\n<p>page %d\n", i, i)
		hrefs = append(hrefs, fmt.Sprint("/p/", i))
	}
	server := crawltest.NewServer(t, siteOf(t, archive.String(), hrefs...))
	c := hostile(t, server, nil)
	if n := server.Connections(); n > 2*5 {
		t.Errorf("%d connections for %d requests", n, server.Requests())
	}
	if got := len(c.verdicts(t)); got != 1003 {
		t.Errorf("%d URLs known", got)
	}
}

// timed notes when each request goes out.
type timed struct {
	crawler.Fetcher
	mu   *sync.Mutex
	made *[]time.Time
}

func (f timed) Fetch(ctx context.Context, req *fetch.Request, res *fetch.Response) {
	sent := req.Sent
	req.Sent = func() {
		f.mu.Lock()
		*f.made = append(*f.made, time.Now())
		f.mu.Unlock()
		sent()
	}
	f.Fetcher.Fetch(ctx, req, res)
}

// Ceilings hold over real sockets: no second has more requests than the rate,
// whatever holds some of them up on the way out.
// The site, which on a busy machine gets them late and together, sees no more
// than were made in that second and the delays around it.
func TestRateAsTheSiteSeesIt(t *testing.T) {
	const rate, atOnce, pages = 100, 3, 200
	var archive strings.Builder
	var hrefs []string
	for i := range pages {
		fmt.Fprintf(&archive, "-- /p/%d --\n<p>page %d\n", i, i)
		hrefs = append(hrefs, fmt.Sprint("/p/", i))
	}
	server := crawltest.NewServer(t, siteOf(t, archive.String(), hrefs...))
	var mu sync.Mutex
	var made []time.Time
	hostile(t, server, func(o *crawler.Options, f *fetch.Options) {
		o.Politeness.Rate = rate
		o.Politeness.Concurrency = atOnce
		client, err := fetch.NewClient(*f)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(client.Close)
		o.NewFetcher = func() crawler.Fetcher { return timed{client.NewFetcher(), &mu, &made} }
	})
	log := server.Log()
	if len(made) < pages || len(log) != len(made) {
		t.Fatalf("%d requests made, %d seen", len(made), len(log))
	}
	var seen []time.Time
	late := time.Duration(0)
	for i, r := range log {
		seen = append(seen, r.Time)
		late = max(late, r.Time.Sub(made[i]).Abs())
		if r.InFlight > atOnce {
			t.Errorf("%d requests in flight", r.InFlight)
		}
	}
	if n := mostWithin(made, time.Second); n > rate {
		t.Errorf("%d requests made in one second", n)
	}
	if n, most := mostWithin(seen, time.Second), mostWithin(made, time.Second+2*late); n > most {
		t.Errorf("%d requests seen in one second, %d made in it and the %v around it", n, most, 2*late)
	}
}

// mostWithin gives the largest number of times within any span of that length.
func mostWithin(times []time.Time, span time.Duration) int {
	most := 0
	for i, first := range times {
		n := 0
		for _, t := range times[i:] {
			if t.Sub(first) < span {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}
