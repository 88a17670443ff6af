package fetch_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/frontier/record"
)

// counted serves h and counts the connections opened.
func counted(t testing.TB, h http.HandlerFunc) (*httptest.Server, *atomic.Int64) {
	var opened atomic.Int64
	s := httptest.NewUnstartedServer(h)
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			opened.Add(1)
		}
	}
	s.Start()
	t.Cleanup(s.Close)
	return s, &opened
}

// crawl makes n requests by each of the workers at the same time.
func crawl(c *fetch.Client, workers, n int, url func(i int) string, see func(fetch.Response)) {
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			f := c.NewFetcher()
			for i := range n {
				var res fetch.Response
				f.Fetch(context.Background(), &fetch.Request{URL: url(w*n + i)}, &res)
				see(res)
			}
		})
	}
	wg.Wait()
}

// 1,000 requests of the kinds that a site mixes need few more connections
// than there are workers.
func TestConnectionsAreReused(t *testing.T) {
	const workers = 8
	html := samplePage()
	gz := compress(t, "gzip", html)
	srv, opened := counted(t, func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		switch r.URL.Query().Get("kind") {
		case "0":
			h.Set("Content-Type", "text/html")
			w.Write(html)
		case "1":
			h.Set("Content-Type", "text/html")
			h.Set("Content-Encoding", "gzip")
			w.Write(gz)
		case "2": // not kept, of known length
			h.Set("Content-Type", "image/png")
			h.Set("Content-Length", "60000")
			w.Write(make([]byte, 60000))
		case "3": // not kept, of unknown length
			h.Set("Content-Type", "application/json")
			w.(http.Flusher).Flush()
			w.Write(make([]byte, 20000))
		case "4":
			h.Set("Location", "/?kind=0")
			w.WriteHeader(301)
			io.WriteString(w, "moved")
		case "5":
			w.WriteHeader(304)
		case "6":
			http.NotFound(w, r)
		case "7": // said gzip, with something after it
			h.Set("Content-Type", "text/html")
			h.Set("Content-Encoding", "gzip")
			w.Write(gz)
			w.(http.Flusher).Flush()
			w.Write(make([]byte, 100))
		}
	})
	c := client(t, fetch.Options{MaxConns: workers})
	crawl(c, workers, 125, func(i int) string { return fmt.Sprintf("%s/?kind=%d", srv.URL, i%8) }, func(res fetch.Response) {
		if res.Err != record.ErrNone || res.Status == 0 {
			t.Errorf("status %d, err %q: %s", res.Status, res.Err, res.ErrText)
		}
	})
	if n := opened.Load(); n > 2*workers {
		t.Errorf("%d connections for 1,000 requests of %d workers", n, workers)
	} else {
		t.Logf("%d connections for 1,000 requests of %d workers", n, workers)
	}
}

// No more connections at a time than allowed, however many ask.
func TestMaxConns(t *testing.T) {
	var now, most atomic.Int64
	srv, opened := counted(t, func(w http.ResponseWriter, r *http.Request) {
		n := now.Add(1)
		defer now.Add(-1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
	})
	crawl(client(t, fetch.Options{MaxConns: 3}), 12, 20, func(int) string { return srv.URL + "/" }, func(res fetch.Response) {
		if res.Status != 200 {
			t.Errorf("status %d: %s", res.Status, res.ErrText)
		}
	})
	if most.Load() > 3 || opened.Load() > 3 {
		t.Errorf("%d requests at a time, %d connections", most.Load(), opened.Load())
	}
}

// What is not wanted is not read: large, or perhaps without end.
func TestUnwantedBodies(t *testing.T) {
	for _, tc := range []struct{ name, head string }{
		{"large", "Content-Type: application/pdf\r\nContent-Length: 99999999999\r\n"},
		{"a stream", "Content-Type: audio/mpeg\r\n"},
		{"events", "Content-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n"},
		{"a slow file of unknown length", "Content-Type: application/octet-stream\r\n"},
		{"a file that breaks", "Content-Type: image/png\r\nContent-Length: 50\r\n"},
	} {
		root := rawSite(t, func(conn net.Conn, _ []byte) {
			io.WriteString(conn, "HTTP/1.1 200 OK\r\n"+tc.head+"\r\n")
			if strings.Contains(tc.name, "breaks") {
				conn.Close()
				return
			}
			blocked(conn)
		})
		res := get(t, fetch.Options{Timeout: time.Minute}, root)
		check(t, res, want{status: 200})
		if res.Inflated != 0 {
			t.Errorf("%s: inflated %d", tc.name, res.Inflated)
		}
	}
}

// By default the body is kept where its type may hold text with links.
func TestKeptTypes(t *testing.T) {
	for contentType, kept := range map[string]bool{
		"text/html": true, "TEXT/HTML;charset=x": true, "application/xhtml+xml": true, "text/plain": true, "application/xml": true,
		"application/rss+xml; charset=utf-8": true, "text/xml": true, "application/vnd.wap.xhtml+xml": true, "html": true, "": true,
		"*/*": true, "/": true, ";": true, "application/x-httpd-php-html": true,
		"image/png": false, "image/svg+xml": false, "text/css": false, "text/javascript": false, "application/json": false,
		"application/pdf": false, "application/octet-stream": false, "video/mp4": false, "application/gzip": false, "font/woff2": false,
	} {
		srv := site(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header()["Content-Type"] = []string{contentType}
			io.WriteString(w, "body")
		})
		body := ""
		if kept {
			body = "body"
		}
		res := get(t, fetch.Options{}, srv.URL+"/")
		if string(res.Body) != body || res.Wire != 4 {
			t.Errorf("%q: body %q, %d on the wire", contentType, res.Body, res.Wire)
		}
		for _, keep := range []bool{true, false} {
			res := ask(client(t, fetch.Options{}), fetch.Request{URL: srv.URL + "/", KeepBody: func(status int, h http.Header) bool {
				return keep && status == 200 && h.Get("Content-Type") == contentType
			}})
			if (string(res.Body) == "body") != keep {
				t.Errorf("%q, keep %v: body %q", contentType, keep, res.Body)
			}
		}
	}
}

// A connection that the server closed while it was idle is no error.
func TestStaleConnection(t *testing.T) {
	closed := make(chan struct{})
	first := true
	root := rawSite(t, func(conn net.Conn, _ []byte) {
		io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
		if first {
			first = false
			conn.Close()
			close(closed)
		}
	})
	f := client(t, fetch.Options{}).NewFetcher()
	var res fetch.Response
	f.Fetch(context.Background(), &fetch.Request{URL: root}, &res)
	check(t, res, want{status: 200, body: "hi"})
	<-closed
	f.Fetch(context.Background(), &fetch.Request{URL: root}, &res)
	check(t, res, want{status: 200, body: "hi"})
}

// A request is made once: an answer that invites another try is an answer.
func TestOneHop(t *testing.T) {
	var hits atomic.Int64
	srv := site(t, func(w http.ResponseWriter, r *http.Request) {
		hits.Add(1)
		w.Header().Set("Retry-After", "0")
		w.Header().Set("Location", "/other")
		w.WriteHeader(503)
	})
	res := get(t, fetch.Options{}, srv.URL+"/")
	check(t, res, want{status: 503})
	if hits.Load() != 1 {
		t.Errorf("%d requests", hits.Load())
	}
}
