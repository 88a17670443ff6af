package fetch_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Answers as bad servers write them. Each is one connection, closed after it.
func TestAnswers(t *testing.T) {
	const html = "Content-Type: text/html\r\n"
	for _, tc := range []struct {
		name, answer string
		want         want
	}{
		{"plain", "HTTP/1.1 200 OK\r\n" + html + "Content-Length: 2\r\n\r\nhi", want{status: 200, body: "hi"}},
		{"HTTP/1.0 to the end", "HTTP/1.0 200 OK\r\n" + html + "\r\nhi", want{status: 200, body: "hi"}},
		{"1.1 to the end", "HTTP/1.1 200 OK\r\n" + html + "\r\nhi", want{status: 200, body: "hi"}},
		{"no reason phrase", "HTTP/1.1 404\r\n" + html + "\r\nhi", want{status: 404, body: "hi"}},
		{"unknown status", "HTTP/1.1 799 Odd\r\n" + html + "\r\nhi", want{status: 799, body: "hi"}},
		{"bare line feeds", "HTTP/1.1 200 OK\nContent-Length: 2\n\nhi", want{status: 200, body: "hi"}},
		{"chunked", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n", want{status: 200, body: "hi"}},
		{"short body", "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhi", want{err: record.ErrTruncated, status: 200, body: "hi"}},
		{"long body", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi, and more", want{status: 200, body: "hi"}},
		{"no length at all on 404", "HTTP/1.1 404 Not Found\r\n\r\n", want{status: 404}},
		{"chunked, cut", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n20\r\nhi", want{err: record.ErrTruncated, status: 200, body: "hi"}},
		{"chunked, no last chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n", want{err: record.ErrTruncated, status: 200, body: "hi"}},
		{"chunked garbage", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\nzzz\r\n", want{err: record.ErrProtocol, status: 200, body: "hi"}},
		{"chunk of 2^64", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10000000000000000\r\nhi", want{err: record.ErrProtocol, status: 200}},
		{"two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nhi", want{outcome: record.NoAnswer, err: record.ErrProtocol}},
		{"negative length", "HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\nhi", want{outcome: record.NoAnswer, err: record.ErrProtocol}},
		{"nothing", "", want{outcome: record.NoAnswer, err: record.ErrReset}},
		{"half a status line", "HTTP/1.1 20", want{outcome: record.NoAnswer, err: record.ErrReset}},
		{"half a version", "HTTP/1", want{outcome: record.NoAnswer, err: record.ErrReset}},
		{"half of nonsense", "HELO", want{outcome: record.NoAnswer, err: record.ErrProtocol}},
		{"half a header", "HTTP/1.1 200 OK\r\nContent-Ty", want{outcome: record.NoAnswer, err: record.ErrReset}},
		{"header without its end", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n", want{outcome: record.NoAnswer, err: record.ErrReset}},
		{"not HTTP", "SSH-2.0-OpenSSH_9.2\r\n", want{outcome: record.NoAnswer, err: record.ErrProtocol}},
		{"HTTP/0.9", "<html>hi</html>", want{outcome: record.NoAnswer, err: record.ErrProtocol}},
		{"terminal codes", "\x1b[2J\x1b]0;owned\x07\r\n", want{outcome: record.NoAnswer, err: record.ErrProtocol}},
		{"status -1", "HTTP/1.1 -1 OK\r\n\r\n", want{outcome: record.NoAnswer, err: record.ErrProtocol}},
		{"status 000", "HTTP/1.1 000 OK\r\n\r\nhi", want{outcome: record.NoAnswer, err: record.ErrProtocol}},
		{"NUL in a header", "HTTP/1.1 200 OK\r\nX: a\x00b\r\n\r\nhi", want{outcome: record.NoAnswer, err: record.ErrProtocol}},
		{"header without colon", "HTTP/1.1 200 OK\r\nnonsense\r\n\r\nhi", want{outcome: record.NoAnswer, err: record.ErrProtocol}},
		{"Latin-1 in a header", "HTTP/1.1 200 OK\r\nX: caf\xe9\r\n\r\nhi", want{status: 200, body: "hi"}},
		{"folded header", "HTTP/1.1 200 OK\r\nX: a\r\n b\r\n\r\nhi", want{status: 200, body: "hi"}},
		{"empty content type", "HTTP/1.1 200 OK\r\nContent-Type: \r\n\r\nhi", want{status: 200, body: "hi"}},
		{"broken content type", "HTTP/1.1 200 OK\r\nContent-Type: html\r\n\r\nhi", want{status: 200, body: "hi"}},
		{"unknown charset", "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=klingon\r\n\r\nhi", want{status: 200, body: "hi"}},
		{"gzip type, plain body", "HTTP/1.1 200 OK\r\nContent-Type: text/x-gzip\r\n\r\nhi", want{status: 200, body: "hi"}},
		{"header flood", "HTTP/1.1 200 OK\r\n" + strings.Repeat("X-Flood: "+strings.Repeat("y", 1000)+"\r\n", 400) + "\r\nhi",
			want{outcome: record.NoAnswer, err: record.ErrProtocol}},
		{"100, then 200", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\nhi", want{status: 200, body: "hi"}},
		{"103, then 200", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\n\r\nhi", want{status: 200, body: "hi"}},
		{"flood of 1xx", strings.Repeat("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", 20000), want{outcome: record.NoAnswer, err: record.ErrProtocol}},
		{"101 unasked", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n", want{err: record.ErrProtocol, status: 101}},
		{"204 labelled gzip", "HTTP/1.1 204 No Content\r\nContent-Encoding: gzip\r\n\r\n", want{status: 204}},
		{"304 labelled gzip", "HTTP/1.1 304 Not Modified\r\nContent-Encoding: gzip\r\n\r\n", want{status: 304}},
		{"empty 200 labelled gzip", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n\r\n", want{status: 200}},
		{"empty 200 labelled gzip, to the end", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n", want{status: 200}},
		{"203", "HTTP/1.1 203 Non-Authoritative\r\n\r\nhi", want{status: 203, body: "hi"}},
		{"206 unasked", "HTTP/1.1 206 Partial\r\nContent-Range: bytes 0-1/9\r\n\r\nhi", want{status: 206, body: "hi"}},
		{"500", "HTTP/1.1 500 Oops\r\n\r\nhi", want{status: 500, body: "hi"}},
		{"407 from a site", "HTTP/1.1 407 Proxy\r\n\r\nhi", want{status: 407, body: "hi"}},
		{"300 without Location", "HTTP/1.1 300 Choices\r\n\r\nhi", want{status: 300, body: "hi"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			root := rawSite(t, say(tc.answer))
			check(t, get(t, fetch.Options{}, root), tc.want)
		})
	}
}

// A redirect is an answer, whatever its Location looks like.
func TestRedirects(t *testing.T) {
	for _, status := range []int{301, 302, 303, 307, 308} {
		for _, location := range []string{
			"/b", "", "http://other.example/", "http://[::1", "http://a b/", "%zz", "::", "//", "http://h:port/",
			"javascript:alert(1)", "caf\xe9", "http://user:pw@h/", "#f", "?", "http://\xff/",
		} {
			asked := strings.NewReplacer("\xe9", "%E9", "\xff", "%FF").Replace(location) // bytes that are no UTF-8 stay what they are

			hits := 0
			root := rawSite(t, func(conn net.Conn, head []byte) {
				hits++
				say(fmt.Sprintf("HTTP/1.1 %d X\r\nLocation: %s\r\nContent-Length: 0\r\n\r\n", status, location))(conn, head)
			})
			res := get(t, fetch.Options{}, root)
			check(t, res, want{status: status})
			if res.Location != asked || hits != 1 {
				t.Errorf("%d: location %q after %d requests, want %q after 1", status, res.Location, hits, asked)
			}
		}
		root := rawSite(t, say(fmt.Sprintf("HTTP/1.1 %d X\r\nContent-Length: 2\r\n\r\nhi", status)))
		check(t, get(t, fetch.Options{}, root), want{status: status, body: "hi"})
	}
}

// A reset in the body leaves what came before it.
func TestReset(t *testing.T) {
	root := rawSite(t, func(conn net.Conn, _ []byte) {
		io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhi")
		conn.(*net.TCPConn).SetLinger(0)
		conn.Close()
	})
	res := get(t, fetch.Options{}, root)
	if res.Err != record.ErrReset && res.Err != record.ErrTruncated { // by how far the kernel came
		t.Errorf("err %q: %s", res.Err, res.ErrText)
	}
	root = rawSite(t, func(conn net.Conn, _ []byte) {
		conn.(*net.TCPConn).SetLinger(0)
		conn.Close()
	})
	check(t, get(t, fetch.Options{}, root), want{outcome: record.NoAnswer, err: record.ErrReset})
}

// The deadline covers the whole exchange, at whichever point it stalls.
func TestDeadline(t *testing.T) {
	for _, tc := range []struct {
		name, answer string
		want         want
		text         string
	}{
		{"no answer", "", want{outcome: record.NoAnswer, err: record.ErrTimeout}, "no answer in 1s"},
		{"slow status line", "HTTP/1.1 2", want{outcome: record.NoAnswer, err: record.ErrTimeout}, "header not complete after 1s"},
		{"slow header", "HTTP/1.1 200 OK\r\nX: ", want{outcome: record.NoAnswer, err: record.ErrTimeout}, "header not complete after 1s"},
		{"slow body", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhi", want{err: record.ErrTimeout, status: 200, body: "hi"}, "body not complete after 1s"},
		{"slow chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhi", want{err: record.ErrTimeout, status: 200, body: "hi"}, "body not complete after 1s"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			root := rawSite(t, func(conn net.Conn, _ []byte) {
				io.WriteString(conn, tc.answer)
				blocked(conn)
			})
			res := get(t, fetch.Options{Timeout: time.Second}, root)
			check(t, res, tc.want)
			if res.ErrText != tc.text {
				t.Errorf("text %q, want %q", res.ErrText, tc.text)
			}
		})
	}
}

// One byte at a time is not progress enough to outlive the deadline.
func TestTrickle(t *testing.T) {
	for _, head := range []string{"HTTP/1.1 200 OK\r\nX: ", "HTTP/1.1 200 OK\r\n\r\n"} {
		root := rawSite(t, func(conn net.Conn, _ []byte) {
			io.WriteString(conn, head)
			tick := time.NewTicker(5 * time.Millisecond)
			defer tick.Stop()
			for range tick.C {
				if _, err := io.WriteString(conn, "a"); err != nil {
					return
				}
			}
		})
		if res := get(t, fetch.Options{Timeout: 150 * time.Millisecond}, root); res.Err != record.ErrTimeout {
			t.Errorf("err %q: %s", res.Err, res.ErrText)
		}
	}
}

// A body without end is cut at the limit.
func TestEndlessBody(t *testing.T) {
	for _, head := range []string{"HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n"} {
		root := rawSite(t, func(conn net.Conn, _ []byte) {
			io.WriteString(conn, head)
			block := strings.Repeat("a", 64<<10)
			for {
				if _, err := io.WriteString(conn, block); err != nil {
					return
				}
			}
		})
		res := get(t, fetch.Options{MaxBody: 100_000}, root)
		check(t, res, want{status: 200, body: strings.Repeat("a", 100_000)})
		if !res.Truncated {
			t.Error("not marked as truncated")
		}
	}
}

// A body of just the limit is whole; one byte more is cut.
func TestBodyLimit(t *testing.T) {
	for _, size := range []int{0, 1, 999, 1000, 1001, 70_000} {
		for _, chunked := range []bool{false, true} {
			srv := site(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/html")
				if chunked {
					w.(http.Flusher).Flush()
				}
				io.WriteString(w, strings.Repeat("a", size))
			})
			res := ask(client(t, fetch.Options{}), fetch.Request{URL: srv.URL + "/", MaxBody: 1000})
			check(t, res, want{status: 200, body: strings.Repeat("a", min(size, 1000))})
			if res.Truncated != (size > 1000) {
				t.Errorf("%d bytes, chunked %v: truncated %v", size, chunked, res.Truncated)
			}
		}
	}
}

// Canceling ends a request at once, at any point, and says nothing of the site.
func TestCancel(t *testing.T) {
	for _, answer := range []string{"", "HTTP/1.1 200 OK\r\nX: ", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhi"} {
		ctx, cancel := context.WithCancel(context.Background())
		root := rawSite(t, func(conn net.Conn, _ []byte) {
			io.WriteString(conn, answer)
			cancel()
			blocked(conn)
		})
		var res fetch.Response
		client(t, fetch.Options{}).NewFetcher().Fetch(ctx, &fetch.Request{URL: root}, &res)
		if res.Err != record.ErrCanceled {
			t.Errorf("after %q: err %q: %s", answer, res.Err, res.ErrText)
		}
		cancel()
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var res fetch.Response
	client(t, fetch.Options{}).NewFetcher().Fetch(ctx, &fetch.Request{URL: "http://127.0.0.1:1/"}, &res)
	check(t, res, want{outcome: record.NoAnswer, err: record.ErrCanceled})
}

// A Fetcher works on as before after every kind of failure.
func TestFetcherSurvives(t *testing.T) {
	good := site(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "good") })
	bad := []string{
		rawSite(t, say("")), rawSite(t, say("nonsense\r\n\r\n")), rawSite(t, say("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhi")),
		"http://127.0.0.1:1/", "not a url", "http://h/a|b",
	}
	f := client(t, fetch.Options{}).NewFetcher()
	for _, url := range bad {
		var res fetch.Response
		f.Fetch(context.Background(), &fetch.Request{URL: url}, &res)
		if res.Err == record.ErrNone && res.Outcome != record.Fault {
			t.Errorf("%s: no error", url)
		}
		f.Fetch(context.Background(), &fetch.Request{URL: good.URL + "/"}, &res)
		check(t, res, want{status: 200, body: "good"})
	}
	var res fetch.Response
	f.Fetch(context.Background(), &fetch.Request{URL: good.URL + "/", KeepBody: func(int, http.Header) bool { panic("boom") }}, &res)
	if res.Outcome != record.Fault || !strings.Contains(res.ErrText, "boom") {
		t.Errorf("panic gave outcome %d, text %q", res.Outcome, res.ErrText)
	}
	f.Fetch(context.Background(), &fetch.Request{URL: good.URL + "/"}, &res)
	check(t, res, want{status: 200, body: "good"})
}
