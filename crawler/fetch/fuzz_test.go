package fetch_test

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/frontier/record"
	"golang.org/x/net/http/httpguts"
)

// Whatever bytes a server sends, Fetch gives one consistent record in time.
func FuzzAnswer(f *testing.F) {
	f.Add([]byte("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"))
	f.Add([]byte("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n"))
	f.Add([]byte("HTTP/1.1 302 Found\r\nLocation: http://[\r\n\r\n"))
	f.Add([]byte("HTTP/1.1 101 X\r\nUpgrade: x\r\n\r\nhi"))
	f.Add([]byte("HTTP/1.0 200 OK\r\nContent-Encoding: gzip\r\n\r\n\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x03\x00"))
	f.Add([]byte("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\nhi"))
	f.Add([]byte("HTTP/1.1 103 X\r\n\r\nHTTP/1.1 204 Y\r\nSet-Cookie: a=b\r\n\r\n"))
	var answer atomic.Pointer[[]byte]
	root := rawSite(f, func(conn net.Conn, _ []byte) {
		conn.Write(*answer.Load())
		conn.Close()
	})
	c := client(f, fetch.Options{MaxBody: 10_000, Timeout: 5 * time.Second})
	c.EnableCookies("127.0.0.1")
	fetcher := c.NewFetcher()
	f.Fuzz(func(t *testing.T, b []byte) {
		answer.Store(&b)
		var res fetch.Response
		fetcher.Fetch(context.Background(), &fetch.Request{URL: root}, &res)
		switch {
		case res.Outcome == record.Fault:
			t.Errorf("fault: %s", res.ErrText)
		case (res.Outcome == record.Answered) != (res.Status != 0):
			t.Errorf("outcome %d with status %d", res.Outcome, res.Status)
		case res.Outcome == record.NoAnswer && res.Err == record.ErrNone:
			t.Error("no answer and no error")
		case len(res.Body) > 10_000, res.Inflated != int64(len(res.Body)):
			t.Errorf("%d bytes of body, inflated %d", len(res.Body), res.Inflated)
		case len(res.ErrText) > 200 || !utf8.ValidString(res.ErrText):
			t.Errorf("text %q", res.ErrText)
		}
	})
}

// Any bytes under any Content-Encoding end within the limit.
func FuzzContentEncoding(f *testing.F) {
	for _, coding := range []string{"gzip", "br", "zstd"} {
		f.Add(coding, compress(f, coding, []byte("hello, hello, hello")))
	}
	f.Add("gzip, gzip", compress(f, "gzip", compress(f, "gzip", []byte("hello"))))
	f.Add("deflate", []byte("x\x9c\x03\x00"))
	f.Add("gzip", []byte("\x1f\x8b\x08\x1f\x00\x00\x00\x00\x00\x03\x02\x00ex"))
	var coding atomic.Pointer[string]
	var body atomic.Pointer[[]byte]
	srv := site(f, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Encoding", *coding.Load())
		w.Write(*body.Load())
	})
	fetcher := client(f, fetch.Options{MaxBody: 100_000}).NewFetcher()
	f.Fuzz(func(t *testing.T, c string, b []byte) {
		if !httpguts.ValidHeaderFieldValue(c) {
			return // is refused with the header
		}
		coding.Store(&c)
		body.Store(&b)
		var res fetch.Response
		fetcher.Fetch(context.Background(), &fetch.Request{URL: srv.URL + "/"}, &res)
		if res.Status != 200 || len(res.Body) > 100_000 || !slices.Contains([]record.ErrClass{record.ErrNone, record.ErrInflate, record.ErrTruncated, record.ErrDamaged}, res.Err) {
			t.Errorf("status %d, %d bytes, err %q: %s", res.Status, len(res.Body), res.Err, res.ErrText)
		}
		if c == "identity" && !bytes.Equal(res.Body, b[:min(len(b), 100_000)]) {
			t.Error("an identity body was changed")
		}
	})
}

// What is asked for is what was given, or nothing is asked for.
func FuzzRequestLine(f *testing.F) {
	for _, s := range []string{"/", "/a?b=c", "/%7C", "/a'b?it's", "//", "/%2e%2E/", "/a?", "/?x#y", "/ü", "?q", "/%zz"} {
		f.Add(s)
	}
	lines := make(chan []byte, 1)
	root := rawSite(f, func(conn net.Conn, head []byte) {
		lines <- head
		fmt.Fprint(conn, "HTTP/1.1 204 No Content\r\n\r\n")
	})
	fetcher := client(f, fetch.Options{}).NewFetcher()
	f.Fuzz(func(t *testing.T, path string) {
		if path == "" || path[0] != '/' {
			path = "/" + path
		}
		var res fetch.Response
		fetcher.Fetch(context.Background(), &fetch.Request{URL: root + path[1:]}, &res)
		if res.Outcome == record.Fault {
			return
		}
		if res.Status != 204 {
			t.Fatalf("%q: %s", path, res.ErrText)
		}
		line, _, _ := bytes.Cut(<-lines, []byte("\r\n"))
		if got, want := string(line), "GET "+path+" HTTP/1.1"; got != want {
			t.Errorf("asked for %q, want %q", got, want)
		}
	})
}

// A cookie file is read or refused, and what was read can be sent.
func FuzzCookieFile(f *testing.F) {
	f.Add("127.0.0.1\tFALSE\t/\tFALSE\t0\tname\tvalue\n# comment\n#HttpOnly_127.0.0.1\tFALSE\t/\tTRUE\t1\tn\n")
	srv := site(f, func(http.ResponseWriter, *http.Request) {})
	name := filepath.Join(f.TempDir(), "cookies.txt")
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		c := client(t, fetch.Options{CredentialHosts: []string{srv.URL}})
		if c.LoadCookieFile(name) != nil {
			return
		}
		if res := ask(c, fetch.Request{URL: srv.URL + "/"}); res.Status != 200 {
			t.Errorf("status %d: %s", res.Status, res.ErrText)
		}
	})
}
