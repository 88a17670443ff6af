package fetch_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/frontier/record"
)

// The URL reaches the server byte for byte.
func TestRequestLine(t *testing.T) {
	lines := make(chan string, 1)
	root := rawSite(t, func(conn net.Conn, head []byte) {
		line, _, _ := strings.Cut(string(head), "\r\n")
		lines <- line
		say("HTTP/1.1 204 No Content\r\n\r\n")(conn, head)
	})
	origin := strings.TrimSuffix(root, "/")
	f := client(t, fetch.Options{}).NewFetcher()
	for _, path := range []string{
		"/", "/a", "/a/", "//", "//a//b", "/a//", "/%7C%7B%7D%5E%60", "/a?q=it%27s", "/a'b", "/%27", "/a?q=it's",
		"/a/%2e%2e/b", "/%2E", "/a/%2fb", "/a/../b", "/./a", "/;s=1", "/a;b;c", "/@me", "/a@b:80/c", "/~user/", "/%7Euser",
		"/%41", "/%61%C3%A9", "/100%25", "/a+b?c+d", "/a?", "/?", "/??", "/a?b=c?d", "/a?b&&c==", "/a?x=%5B%5D", "/a?x[]=1",
		"/[a]", "/a:b", "/:", "/*", "/a?/../", "/$&+,=!()*", "/a?%zz", "/index.html?a=b;c=d", "/a?u=http://h/p",
		"/" + strings.Repeat("long/", 400), "/a?" + strings.Repeat("k=v&", 500),
	} {
		var res fetch.Response
		f.Fetch(context.Background(), &fetch.Request{URL: origin + path}, &res)
		if res.Status != 204 {
			t.Errorf("%.60q: status %d, %s", path, res.Status, res.ErrText)
			continue
		}
		if got, want := <-lines, "GET "+path+" HTTP/1.1"; got != want {
			t.Errorf("asked for %.80q, want %.80q", got, want)
		}
	}
	for url, line := range map[string]string{origin: "GET / HTTP/1.1", origin + "?a=1": "GET /?a=1 HTTP/1.1"} {
		var res fetch.Response
		f.Fetch(context.Background(), &fetch.Request{URL: url}, &res)
		if got := <-lines; got != line {
			t.Errorf("%s: asked for %q, want %q", url, got, line)
		}
	}
}

// What can't be sent byte for byte is a fault of ours, and not sent.
func TestNotCanonical(t *testing.T) {
	hit := false
	root := rawSite(t, func(conn net.Conn, head []byte) {
		hit = true
		say("HTTP/1.1 204 No Content\r\n\r\n")(conn, head)
	})
	host := strings.TrimSuffix(strings.TrimPrefix(root, "http://"), "/")
	for _, url := range []string{
		"", "/a", "ftp://" + host + "/", "http://", "http:///a", "http://user:pw@" + host + "/", root + "#f", root + "a#",
		root + "a|b", root + "a b", root + "é", root + "%zz", root + "a\"b", root + "a\x00b", root + "a\nb", "HTTP://" + host + "/",
		root + "a\\b", "http://[::1/", "http://a b/", "mailto:x@y",
		"http://LOCALHOST/", "http://0x7f.1/", "http://127.1/", "http://localhost:80/", "https://localhost:443/", "http://xn--a/", "http://b%C3%BC/",
	} {
		res := get(t, fetch.Options{}, url)
		if res.Outcome != record.Fault || res.ErrText == "" {
			t.Errorf("%q: outcome %d, text %q, want a fault", url, res.Outcome, res.ErrText)
		}
	}
	if hit {
		t.Error("a URL that is not canonical was asked for")
	}
}

// The header says what we are and no more.
func TestRequestHeader(t *testing.T) {
	heads := make(chan http.Header, 1)
	srv := site(t, func(w http.ResponseWriter, r *http.Request) { heads <- r.Header.Clone() })
	const accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
	for _, tc := range []struct {
		name string
		opts fetch.Options
		req  fetch.Request
		want http.Header
	}{
		{"plain", fetch.Options{UserAgent: "portolan/1"}, fetch.Request{URL: "/"},
			http.Header{"User-Agent": {"portolan/1"}, "Accept": {accept}, "Accept-Encoding": {"zstd, gzip, br;q=0.5"}}},
		{"zero options", fetch.Options{}, fetch.Request{URL: "/"},
			http.Header{"User-Agent": {"portolan"}, "Accept": {accept}, "Accept-Encoding": {"zstd, gzip, br;q=0.5"}}},
		{"conditional", fetch.Options{}, fetch.Request{URL: "/", ETag: `W/"x"`, LastModified: "Sat, 21 Nov 2026 00:00:00 GMT"},
			http.Header{"User-Agent": {"portolan"}, "Accept": {accept}, "Accept-Encoding": {"zstd, gzip, br;q=0.5"},
				"If-None-Match": {`W/"x"`}, "If-Modified-Since": {"Sat, 21 Nov 2026 00:00:00 GMT"}}},
		{"a stored header that can't be sent", fetch.Options{}, fetch.Request{URL: "/", ETag: "a\r\nX: y"},
			http.Header{"User-Agent": {"portolan"}, "Accept": {accept}, "Accept-Encoding": {"zstd, gzip, br;q=0.5"}}},
		{"accept", fetch.Options{}, fetch.Request{URL: "/", Accept: "text/plain"},
			http.Header{"User-Agent": {"portolan"}, "Accept": {"text/plain"}, "Accept-Encoding": {"zstd, gzip, br;q=0.5"}}},
		{"no compression", fetch.Options{NoCompress: true}, fetch.Request{URL: "/"},
			http.Header{"User-Agent": {"portolan"}, "Accept": {accept}, "Accept-Encoding": {"identity"}}},
		{"a compressed file", fetch.Options{}, fetch.Request{URL: "/sitemap.xml.gz"},
			http.Header{"User-Agent": {"portolan"}, "Accept": {accept}, "Accept-Encoding": {"identity"}}},
	} {
		c := client(t, tc.opts)
		tc.req.URL = srv.URL + tc.req.URL
		for range 2 { // the shared header is not changed by a request
			ask(c, tc.req)
			got := <-heads
			for name, values := range got {
				if strings.Join(values, "|") != strings.Join(tc.want[name], "|") {
					t.Errorf("%s: %s: %q, want %q", tc.name, name, values, tc.want[name])
				}
			}
			if len(got) != len(tc.want) {
				t.Errorf("%s: header %v, want %v", tc.name, got, tc.want)
			}
		}
	}
}

// A record's fields are those of the answer's header.
func TestExchange(t *testing.T) {
	srv := site(t, func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Type", "text/html; charset=latin1")
		h.Set("ETag", `"v1"`)
		h.Set("Last-Modified", "Sat, 21 Nov 2026 00:00:00 GMT")
		h.Set("Date", "Sun, 22 Nov 2026 00:00:00 GMT")
		h.Set("Location", "/not-for-200")
		h.Add("X-Robots-Tag", "noindex")
		h.Add("X-Robots-Tag", "googlebot: nofollow")
		w.Write([]byte("caf\xe9")) // no charset is touched
	})
	res := get(t, fetch.Options{}, srv.URL+"/")
	check(t, res, want{status: 200, body: "caf\xe9"})
	e := res.Exchange
	if e.ContentType != "text/html; charset=latin1" || e.ETag != `"v1"` || e.LastModified != "Sat, 21 Nov 2026 00:00:00 GMT" ||
		e.Date != "Sun, 22 Nov 2026 00:00:00 GMT" || e.Location != "" || e.RobotsHeader != "noindex\ngooglebot: nofollow" {
		t.Errorf("fields: %+v", e)
	}
	if e.Wire != 4 || e.Inflated != 4 || e.Truncated || e.Tries != 0 {
		t.Errorf("sizes: %+v", e)
	}
	if e.TTFB <= 0 || e.Total < e.TTFB {
		t.Errorf("TTFB %v, total %v", e.TTFB, e.Total)
	}
	if res.Header.Get("Location") != "/not-for-200" {
		t.Errorf("header: %v", res.Header)
	}
}

// Header fields that a record keeps are capped, since sites write them.
func TestExchangeCaps(t *testing.T) {
	long := strings.Repeat("x", 20<<10)
	srv := site(t, func(w http.ResponseWriter, r *http.Request) {
		for _, name := range []string{"Content-Type", "ETag", "Last-Modified", "Date", "Location", "X-Robots-Tag"} {
			w.Header().Set(name, long)
		}
		w.WriteHeader(302)
	})
	e := get(t, fetch.Options{}, srv.URL+"/").Exchange
	if len(e.ContentType) != 1024 || e.ETag != "" || e.LastModified != "" || e.Date != "" ||
		len(e.Location) != 8<<10 || len(e.RobotsHeader) != 16<<10 {
		t.Errorf("lengths: type %d, etag %d, modified %d, date %d, location %d, robots %d", len(e.ContentType), len(e.ETag),
			len(e.LastModified), len(e.Date), len(e.Location), len(e.RobotsHeader))
	}
}

// A staging copy is asked in place of the origin; credentials go by the
// origin that the URL names.
func TestOriginMap(t *testing.T) {
	hosts := make(chan string, 1)
	srv := site(t, func(w http.ResponseWriter, r *http.Request) {
		hosts <- r.Host + r.RequestURI + r.Header.Get("X-Key")
		w.Header().Set("Location", "https://www.example.com/b")
		w.WriteHeader(301)
	})
	c := client(t, fetch.Options{
		OriginMap:       map[string]string{"https://WWW.example.com:443/": srv.URL},
		CredentialHosts: []string{"https://www.example.com"},
		Header:          http.Header{"X-Key": {"k"}},
	})
	res := ask(c, fetch.Request{URL: "https://www.example.com/a?b"})
	check(t, res, want{status: 301})
	if got, want := <-hosts, strings.TrimPrefix(srv.URL, "http://")+"/a?bk"; got != want {
		t.Errorf("asked %q, want %q", got, want)
	}
	if res.Location != "https://www.example.com/b" {
		t.Errorf("location %q is not as sent", res.Location)
	}
}

// A body makes it a POST of JSON, whole, and without credentials for other
// hosts.
func TestPost(t *testing.T) {
	type got struct {
		method, kind, auth, body string
		size                     int64
	}
	asked := make(chan got, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		asked <- got{r.Method, r.Header.Get("Content-Type"), r.Header.Get("Authorization"), string(body), r.ContentLength}
		w.WriteHeader(http.StatusAccepted)
	}))
	defer server.Close()
	f := client(t, fetch.Options{BasicAuth: "me:secret", CredentialHosts: []string{"http://other.example"}}).NewFetcher()
	body := strings.Repeat(`{"a":"b"}`, 100_000)
	var res fetch.Response
	f.Fetch(context.Background(), &fetch.Request{URL: server.URL + "/x", Post: []byte(body)}, &res)
	if res.Status != http.StatusAccepted {
		t.Fatalf("status %d, %s", res.Status, res.ErrText)
	}
	if g := <-asked; g.method != "POST" || g.kind != "application/json; charset=utf-8" || g.auth != "" || g.body != body || g.size != int64(len(body)) {
		t.Errorf("%s %s, %q, %d bytes of %d", g.method, g.kind, g.auth, len(g.body), g.size)
	}
	f.Fetch(context.Background(), &fetch.Request{URL: server.URL + "/x"}, &res)
	if g := <-asked; g.method != "GET" || g.kind != "" || g.body != "" {
		t.Errorf("then %s %s %q", g.method, g.kind, g.body)
	}
}
