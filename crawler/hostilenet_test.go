package crawler_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// startAt lets a crawl begin at a home page.
func startAt(t *testing.T, o *crawler.Options, home string) {
	t.Helper()
	scope, err := canonical.ScopeOf(home)
	if err != nil {
		t.Fatal(err)
	}
	o.Start, o.Scope = home, scope
}

func parsed(t *testing.T, archive string) *crawltest.Site {
	t.Helper()
	site, err := crawltest.Parse([]byte(archive))
	if err != nil {
		t.Fatal(err)
	}
	return site
}

func served(t *testing.T, cfg crawltest.Config, archive string) *crawltest.Server {
	t.Helper()
	server, err := crawltest.Start(cfg, parsed(t, archive))
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(server.Close)
	return server
}

func TestHTTP2(t *testing.T) {
	var archive strings.Builder
	archive.WriteString("origin: https://two.example\n")
	want := []string{"listed https://two.example/"}
	home := "-- / --\n"
	for i := range 50 {
		fmt.Fprintf(&archive, "-- /p/%d --\n<p>Page %d.\n", i, i)
		home += fmt.Sprintf("<a href=/p/%d>x</a>\n", i)
		want = append(want, fmt.Sprint("listed https://two.example/p/", i))
	}
	// One stream is reset: the connection and the other pages are well.
	archive.WriteString(home + "<a href=/reset>x</a>\n-- /reset --\nHTTP 200\nCrawltest-Fault: reset\n\n")
	want = append(want, "network-error https://two.example/reset")
	server := served(t, crawltest.Config{HTTP2: true}, archive.String())
	c := hostile(t, server, func(o *crawler.Options, _ *fetch.Options) { startAt(t, o, "https://two.example/") })
	slices.Sort(want)
	if diff := cmp.Diff(want, c.verdicts(t)); diff != "" {
		t.Errorf("verdicts (-want +got):\n%s", diff)
	}
	for _, r := range server.Log() {
		if r.Proto != "HTTP/2.0" {
			t.Fatalf("%s was asked for by %s", r.URL, r.Proto)
		}
	}
	if n := server.Connections(); n > 5 {
		t.Errorf("%d connections", n)
	}
}

func TestIPv6(t *testing.T) {
	l, err := net.Listen("tcp6", "[::1]:0")
	if err != nil {
		t.Skip("no IPv6 loopback here")
	}
	home := "http://" + l.Addr().String() + "/"
	_, port, _ := net.SplitHostPort(l.Addr().String())
	site := &httptest.Server{Listener: l, Config: &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		if r.URL.Path == "/robots.txt" || strings.Contains(r.URL.Path, "portolan-") {
			http.NotFound(w, r)
			return
		}
		fmt.Fprintf(w, "<p>%s<a href=/a>a</a><a href=\"http://[0:0:0:0:0:0:0:1]:%s/b\">b</a>", r.URL.Path, port)
	})}}
	site.Start()
	t.Cleanup(site.Close)
	c := hostile(t, crawltest.NewServer(t), func(o *crawler.Options, _ *fetch.Options) { startAt(t, o, home) })
	want := []string{"listed " + home, "listed " + home + "a", "listed " + home + "b"}
	if diff := cmp.Diff(want, c.verdicts(t)); diff != "" {
		t.Errorf("verdicts (-want +got):\n%s", diff)
	}
}

// TestIDN: a host is one host in both of its spellings.
func TestIDN(t *testing.T) {
	const ascii = "http://xn--bcher-kva.example/"
	server := served(t, crawltest.Config{}, "origin: http://xn--bcher-kva.example\n"+
		"-- / --\n<a href=\"http://bücher.example/a\">a</a><a href=\"//BÜCHER.example/b\">b</a><a href=\"http://xn--bcher-kva.example/c\">c</a>\n"+
		"-- /a --\n<p>a\n-- /b --\n<p>b\n-- /c --\nHTTP 301\nLocation: http://b%C3%BCcher.example/d\n\n-- /d --\n<p>d\n")
	c := hostile(t, server, func(o *crawler.Options, _ *fetch.Options) { startAt(t, o, ascii) })
	want := []string{"listed " + ascii, "listed " + ascii + "a", "listed " + ascii + "b", "listed " + ascii + "d", "redirect " + ascii + "c"}
	if diff := cmp.Diff(want, c.verdicts(t)); diff != "" {
		t.Errorf("verdicts (-want +got):\n%s", diff)
	}
}

// nameServers is where this process asks for names: the address of the
// running test's own server, "" for the machine's.
var nameServers atomic.Value

// resolveByTests makes nameServers count. It is for the time before any test:
// a dial that an earlier test's transport left behind may still look at the
// default resolver.
func resolveByTests() {
	nameServers.Store("")
	net.DefaultResolver = &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, address string) (net.Conn, error) {
		if own := nameServers.Load().(string); own != "" {
			network, address = "udp", own
		}
		return new(net.Dialer).DialContext(ctx, network, address)
	}}
}

// nameServer answers every question for an address with one response code,
// as the machine's resolver while the test runs.
func nameServer(t *testing.T, code byte) (asked *atomic.Int64) {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	asked = new(atomic.Int64)
	done := make(chan struct{})
	go func() {
		defer close(done)
		buf := make([]byte, 1500)
		for {
			n, from, err := conn.ReadFrom(buf)
			if err != nil {
				return
			}
			asked.Add(1)
			buf[2] |= 0x80 // a response
			buf[3] = buf[3]&0xF0 | code
			_, _ = conn.WriteTo(buf[:n], from) // who does not get it asks again
		}
	}()
	nameServers.Store(conn.LocalAddr().String())
	t.Cleanup(func() {
		nameServers.Store("")
		conn.Close()
		<-done
	})
	return asked
}

// TestNoSuchHost: a name that no server knows, and name servers that refuse
// to answer, end the crawl soon.
func TestNoSuchHost(t *testing.T) {
	for name, code := range map[string]byte{"no such name": 3, "server failure": 2, "refused": 5} {
		t.Run(name, func(t *testing.T) {
			asked := nameServer(t, code)
			c := hostile(t, crawltest.NewServer(t), func(o *crawler.Options, f *fetch.Options) {
				startAt(t, o, "http://nowhere.example/")
				o.Limits.Tries = 2
			})
			if asked.Load() == 0 {
				t.Fatal("the name server was not asked")
			}
			if c.result.End != crawler.RobotsUnavailable && c.result.End != crawler.Unreachable {
				t.Errorf("ended as %s", c.result.End)
			}
			files, err := c.store.Robots()
			if err != nil || len(files) == 0 || !strings.Contains(files[0].Note, "dns") {
				t.Errorf("robots.txt %+v, %v: want a note on DNS", files, err)
			}
		})
	}
}

// TestProxyCrawl: behind a proxy nothing is resolved here, and all comes
// through it.
func TestProxyCrawl(t *testing.T) {
	server := crawltest.NewServer(t, siteOf(t, "-- /a --\nHTTP 302\nLocation: /b\n\n-- /b --\n<p>b\n", "/a"))
	asked := nameServer(t, 3)
	c := hostile(t, server, func(_ *crawler.Options, f *fetch.Options) {
		f.Resolve = nil
		f.AllowAddr = func(a netip.Addr) bool { return !a.IsLoopback() }
		var err error
		if f.Proxy, err = url.Parse(server.URL()); err != nil {
			t.Fatal(err)
		}
	})
	c.expect(t, "redirect /a", "listed /b")
	if n := asked.Load(); n != 0 {
		t.Errorf("the name server was asked %d times", n)
	}
}

// TestPublicSiteNeverLeadsInside: whatever a public site names, in whatever
// way, nothing on a private address is asked for.
func TestPublicSiteNeverLeadsInside(t *testing.T) {
	var reached atomic.Int64
	inside := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reached.Add(1)
		fmt.Fprint(w, "secret")
	}))
	defer inside.Close()
	_, port, _ := net.SplitHostPort(inside.Listener.Addr().String())
	hosts := []string{"127.0.0.1", "localhost", "127.1", "0x7f000001", "2130706433", "[::ffff:127.0.0.1]", "0.0.0.0", "127.0.0.1.", "user@127.0.0.1"}
	var archive strings.Builder
	var hrefs []string
	fmt.Fprintf(&archive, "-- /robots.txt --\nUser-agent: *\nAllow: /\n")
	for _, host := range hosts {
		fmt.Fprintf(&archive, "Sitemap: http://%s:%s/sitemap.xml\n", host, port)
	}
	fmt.Fprintf(&archive, "Sitemap: %s/moved.xml\n-- /moved.xml --\nHTTP 302\nLocation: %s/sitemap.xml\n\n", badOrigin, inside.URL)
	for i, host := range hosts {
		fmt.Fprintf(&archive, "-- /r/%d --\nHTTP 302\nLocation: http://%s:%s/\n\n", i, host, port)
		fmt.Fprintf(&archive, "-- /m/%d --\n<meta http-equiv=refresh content=\"0;url=http://%s:%s/\">\n", i, host, port)
		fmt.Fprintf(&archive, "-- /c/%d --\n<link rel=canonical href=\"http://%s:%s/\"><p>page %d\n", i, host, port, i)
		hrefs = append(hrefs, fmt.Sprint("/r/", i), fmt.Sprint("/m/", i), fmt.Sprint("/c/", i), fmt.Sprintf("http://%s:%s/link", host, port))
	}
	server := crawltest.NewServer(t, siteOf(t, archive.String(), hrefs...))
	c := hostile(t, server, func(o *crawler.Options, f *fetch.Options) {
		o.Sitemaps.Find = true
		f.AllowAddr = func(a netip.Addr) bool { return !a.IsLoopback() && !a.IsUnspecified() }
	})
	if n := reached.Load(); n != 0 {
		t.Errorf("%d requests came in", n)
	}
	if c.result.End != crawler.Complete {
		t.Errorf("ended as %s", c.result.End)
	}
	for _, path := range []string{"/good-1", "/good-2"} {
		if got := c.record(t, path).Status; got != 200 {
			t.Errorf("%s: status %d", path, got)
		}
	}
}

// TestRobotsNeverLeadsInside: nor does a robots.txt that redirects there.
func TestRobotsNeverLeadsInside(t *testing.T) {
	var reached atomic.Int64
	inside := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { reached.Add(1) }))
	defer inside.Close()
	server := crawltest.NewServer(t, siteOf(t, "-- /robots.txt --\nHTTP 302\nLocation: "+inside.URL+"/robots.txt\n\n"))
	hostile(t, server, func(o *crawler.Options, f *fetch.Options) {
		f.AllowAddr = func(a netip.Addr) bool { return !a.IsLoopback() }
	})
	if n := reached.Load(); n != 0 {
		t.Errorf("%d requests came in", n)
	}
}
