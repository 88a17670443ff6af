package crawltest_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/crawltest"
)

// parse reads an archive that has to be right.
func parse(t *testing.T, archive string) *crawltest.Site {
	t.Helper()
	site, err := crawltest.Parse([]byte(archive))
	if err != nil {
		t.Fatal(err)
	}
	return site
}

// do sends a request with header lines "Name: value" and reads the answer;
// what came of a broken body is kept.
func do(t *testing.T, srv *crawltest.Server, method, url string, header ...string) (*http.Response, string, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range header {
		name, value, _ := strings.Cut(h, ": ")
		req.Header.Set(name, value)
	}
	resp, err := srv.Client().Do(req)
	if err != nil {
		return nil, "", err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	return resp, string(body), err
}

func get(t *testing.T, srv *crawltest.Server, url string, header ...string) (*http.Response, string) {
	t.Helper()
	resp, body, err := do(t, srv, http.MethodGet, url, header...)
	if err != nil {
		t.Fatal(err)
	}
	return resp, body
}

const small = `
A site for tests.
origin: https://Site.Example:443
-- nav --
<a href="/">home</a>{{mark}}
-- mark --
!
-- / --
{{nav}} {{ not.a part }} {{count}} {{
-- /robots.txt --
User-agent: *
Disallow: /x
-- /moved --
HTTP/1.1 301 Moved Permanently
Location: {{origin}}/new?a=1
X-Twice: 1
X-Twice: 2

-- /new?a=1 --
exact
-- /new --
any
-- /list;v=2 --
second
-- /list --
first
-- /turns --
HTTP 503
Retry-After: 1

busy
-- /turns --
ready
-- /untyped --
HTTP 200
Content-Type:

?
-- http://site.example/ --
HTTP 301
Location: https://site.example/

-- http://other.example:8080/ --
other
-- https://site.example/feed.atom --
<feed/>
-- /all/* --
HTTP 308
Location: https://new.example{{uri}}

-- /all/* --
HTTP 410

-- /all/one --
one
`

func TestAnswers(t *testing.T) {
	srv := crawltest.NewServer(t, parse(t, small))
	for _, c := range []struct {
		url, body string
		status    int
		header    string // one line that has to be there
	}{
		{"https://site.example/", "<a href=\"/\">home</a>! {{ not.a part }} 1 {{\n", 200, "Content-Type: text/html; charset=utf-8"},
		{"https://SITE.example/", "<a href=\"/\">home</a>! {{ not.a part }} 2 {{\n", 200, "Content-Length: 44"},
		{"https://site.example/robots.txt", "User-agent: *\nDisallow: /x\n", 200, "Content-Type: text/plain; charset=utf-8"},
		{"https://site.example/moved", "", 301, "Location: https://site.example/new?a=1"},
		{"https://site.example/moved", "", 301, "X-Twice: 1,2"},
		{"https://site.example/new?a=1", "exact\n", 200, ""},
		{"https://site.example/new?a=2", "any\n", 200, ""},
		{"https://site.example/new;jsessionid=5?a=1", "exact\n", 200, ""},
		{"https://site.example/list;v=2", "second\n", 200, ""},
		{"https://site.example/list;v=3", "first\n", 200, ""},
		{"https://site.example/turns", "busy\n", 503, "Retry-After: 1"},
		{"https://site.example/turns", "ready\n", 200, ""},
		{"https://site.example/turns", "ready\n", 200, ""},
		{"https://site.example/untyped", "?\n", 200, "Content-Type: "},
		{"https://site.example/none", "<!DOCTYPE html><title>Not found</title><h1>Not found</h1>\n", 404, ""},
		{"http://site.example/", "", 301, "Location: https://site.example/"},
		{"http://site.example/new", "<!DOCTYPE html><title>Not found</title><h1>Not found</h1>\n", 404, ""},
		{"http://other.example:8080/", "other\n", 200, ""},
		{"http://other.example/", "this server does not have that host\n", 421, ""},
		{"https://site.example/feed.atom", "<feed/>\n", 200, "Content-Type: application/atom+xml"},
		{"https://site.example/all/x?y;z", "", 308, "Location: https://new.example/all/x?y;z"},
		{"https://site.example/all/one", "one\n", 200, ""},
		{"https://site.example/all/", "", 410, ""},
		{srv.URL() + "/new", "any\n", 200, ""},
		{srv.TLSURL() + "/moved", "", 301, "Location: " + srv.TLSURL() + "/new?a=1"},
	} {
		resp, body := get(t, srv, c.url)
		if resp.StatusCode != c.status || body != c.body {
			t.Errorf("%s: %d %q, want %d %q", c.url, resp.StatusCode, body, c.status, c.body)
		}
		name, value, _ := strings.Cut(c.header, ": ")
		if got := strings.Join(resp.Header.Values(name), ","); c.header != "" && got != value {
			t.Errorf("%s: %s is %q, want %q", c.url, name, got, value)
		}
	}
}

func TestSessionsAreNewForEachRequest(t *testing.T) {
	srv := crawltest.NewServer(t, parse(t, `
-- https://a.example/ --
HTTP 200
Set-Cookie: SID={{session}}

{{session}} {{session}}
`))
	seen := map[string]bool{}
	for range 3 {
		resp, body := get(t, srv, "https://a.example/")
		one, two, _ := strings.Cut(strings.TrimSpace(body), " ")
		if one != two || len(one) != 32 || resp.Header.Get("Set-Cookie") != "SID="+one {
			t.Errorf("one answer holds %q, %q and cookie %q", one, two, resp.Header.Get("Set-Cookie"))
		}
		seen[one] = true
	}
	if len(seen) != 3 {
		t.Errorf("three requests got %d sessions", len(seen))
	}
}

func TestEncodings(t *testing.T) {
	srv := crawltest.NewServer(t, parse(t, `
origin: http://a.example
-- /asked --
HTTP 200
Crawltest-Encoding: gzip

Grüße
-- /always --
HTTP 200
Crawltest-Encoding: deflate always

x
-- /latin --
HTTP 200
Content-Type: text/html; charset=iso-8859-1
Crawltest-Charset: iso-8859-1

Grüße
-- /rows --
HTTP 200
Crawltest-Encoding: gzip
Crawltest-Repeat: 20000

{{row}}
`))
	gunzip := func(body string) string {
		r, err := gzip.NewReader(strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	if _, body := get(t, srv, "http://a.example/asked", "Accept-Encoding: br, gzip;q=0.5"); gunzip(body) != "Grüße\n" {
		t.Errorf("gzip body is %q", body)
	}
	if resp, body := get(t, srv, "http://a.example/asked", "Accept-Encoding: gzip;q=0"); body != "Grüße\n" || resp.Header.Get("Vary") == "" {
		t.Errorf("a client without gzip got %q", body)
	}
	if resp, _ := get(t, srv, "http://a.example/always", "Accept-Encoding: identity"); resp.Header.Get("Content-Encoding") != "deflate" {
		t.Errorf("deflate always was not: %v", resp.Header)
	}
	if _, body := get(t, srv, "http://a.example/latin"); body != "Gr\xfc\xdfe\n" {
		t.Errorf("Latin-1 body is %q", body)
	}
	_, body := get(t, srv, "http://a.example/rows", "Accept-Encoding: gzip")
	if rows := strings.Fields(gunzip(body)); len(rows) != 20000 || rows[19999] != "20000" {
		t.Errorf("%d rows came", len(rows))
	}
}

func TestNotModified(t *testing.T) {
	srv := crawltest.NewServer(t, parse(t, `
origin: http://a.example
-- / --
HTTP 200
ETag: "one"
Last-Modified: Wed, 06 Mar 2024 08:00:00 GMT

text
`))
	for _, c := range []struct {
		header string
		status int
	}{
		{`If-None-Match: "two", W/"one"`, 304},
		{`If-None-Match: *`, 304},
		{`If-None-Match: "two"`, 200},
		{`If-Modified-Since: Wed, 06 Mar 2024 08:00:00 GMT`, 304},
		{`If-Modified-Since: Wed, 06 Mar 2024 07:59:59 GMT`, 200},
		{`If-Modified-Since: yesterday`, 200},
	} {
		resp, body := get(t, srv, "http://a.example/", c.header)
		if resp.StatusCode != c.status || (body == "") != (c.status == 304) {
			t.Errorf("%s: %d %q, want %d", c.header, resp.StatusCode, body, c.status)
		}
	}
}

func TestHandlers(t *testing.T) {
	say := func(s string) func(http.ResponseWriter, *http.Request) {
		return func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, s) }
	}
	site := parse(t, "origin: https://a.example\n-- /cal/fixed --\nwritten\n")
	site.HandleFunc("/", say("root"))
	site.HandleFunc("/cal/", say("below"))
	site.HandleFunc("/one", say("one"))
	site.HandleFunc("http://b.example/", say("b"))
	srv := crawltest.NewServer(t, site)
	for url, want := range map[string]string{
		"https://a.example/":           "root",
		"https://a.example/cal/2026/1": "below",
		"https://a.example/cal/fixed":  "written\n",
		"https://a.example/one?q=1":    "one",
		"https://a.example/one/more":   "root",
		"https://a.example/x//../y":    "root",
		"http://b.example/cal/":        "b",
		srv.URL() + "/cal/2026":        "below",
	} {
		if _, body := get(t, srv, url); body != want {
			t.Errorf("%s: %q, want %q", url, body, want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a pattern that is no URL was taken")
		}
	}()
	site.HandleFunc("cal/", say(""))
}

func TestZeroSiteUnderHTTPTest(t *testing.T) {
	var site crawltest.Site
	site.HandleFunc("http://a.example/", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	rec := httptest.NewRecorder()
	site.ServeHTTP(rec, httptest.NewRequest("GET", "http://a.example/", nil))
	if rec.Code != http.StatusTeapot || site.Origin() != "http://a.example" {
		t.Errorf("status %d, origin %q", rec.Code, site.Origin())
	}
}
