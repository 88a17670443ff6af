package main

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
)

const brokenPage = "<!doctype html><title>Broken</title><p>A page of a few words, which is enough."

// brokenAnswers is the table of all ways in which an answer can be broken:
// whether it is asked for again, the verdict if no try brings more, the kind of
// error and words of it. Answer writes to the connection, which is closed then;
// raw is the one below TLS.
var brokenAnswers = []struct {
	name    string
	tls     bool
	answer  func(conn, raw net.Conn)
	again   bool
	verdict string
	class   string
	words   string
}{
	// Before the answer.
	{"empty reply", false, says(""), true, "network-error", "reset", "connection closed without a complete answer"},
	{"reset", false, reset(""), true, "network-error", "reset", "connection reset"},
	{"TLS alert", true, nil, false, "network-error", "tls", "tls: "},
	{"closed in the TLS handshake", true, nil, true, "network-error", "reset", "TLS handshake"},
	{"silence", false, stalls(""), true, "throttled", "timeout", "no answer in"},

	// In the header.
	{"cut in the status line", false, says("HTTP/1.1 20"), true, "network-error", "reset", "header ended early"},
	{"cut in a field's name", false, says("HTTP/1.1 200 OK\r\nContent-Ty"), true, "network-error", "reset", "header ended early"},
	{"cut in a field's value", false, says("HTTP/1.1 200 OK\r\nContent-Type: text/h"), true, "network-error", "reset", "without a complete answer"},
	{"cut between fields", false, says("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"), true, "network-error", "reset", "without a complete answer"},
	{"slow header", false, stalls("HTTP/1.1 200 OK\r\nX: "), true, "throttled", "timeout", "header not complete"},
	{"header without end", false, says("HTTP/1.1 200 OK\r\nX: " + strings.Repeat("y", 600<<10)), true, "network-error", "protocol", "header"},
	{"HTTP/0.9", false, says(brokenPage), true, "network-error", "protocol", "malformed HTTP"},
	{"another protocol", false, says("SSH-2.0-OpenSSH_9.2\r\n"), true, "network-error", "protocol", "malformed HTTP response"},
	{"field without colon", false, says("HTTP/1.1 200 OK\r\nnonsense\r\n\r\nhi"), true, "network-error", "protocol", "malformed MIME header"},
	{"NUL in a field", false, says("HTTP/1.1 200 OK\r\nX: a\x00b\r\n\r\nhi"), true, "network-error", "protocol", "malformed MIME header"},
	{"two lengths", false, says("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nhi"), true, "network-error", "protocol", "Content-Length"},
	{"a length that is none", false, says("HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nhi"), true, "network-error", "protocol", "Content-Length"},
	{"a coding of transfer that is unknown", false, says("HTTP/1.1 200 OK\r\nTransfer-Encoding: rot13\r\n\r\nhi"), true, "network-error", "protocol", "transfer encoding"},
	{"switches protocols", false, says("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"), true, "network-error", "protocol", "switched protocols"},

	// In the body.
	{"shorter than its length", false, pageOf("Content-Length: 500", brokenPage), true, "network-error", "truncated", "body ended early, after"},
	{"longer than its length", false, pageOf(fmt.Sprintf("Content-Length: %d", len(brokenPage)), brokenPage+" And more."), false, "listed", "", ""},
	{"reset in the body", false, reset("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 500\r\n\r\n" + brokenPage), true, "network-error", "", ""},
	{"damaged TLS in the body", true, damagedTLS, true, "network-error", "reset", "connection broken"},
	{"slow body", false, stalls("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 500\r\n\r\n" + brokenPage), true, "throttled", "timeout", "body not complete"},
	{"cut in a chunk", false, pageOf("Transfer-Encoding: chunked", "50\r\n"+brokenPage[:30]), true, "network-error", "truncated", "body ended early, after 30"},
	{"cut between chunks", false, pageOf("Transfer-Encoding: chunked", "1e\r\n"+brokenPage[:30]+"\r\n"), true, "network-error", "truncated", "body ended early, after 30"},
	{"no chunk at all", false, pageOf("Transfer-Encoding: chunked", ""), true, "network-error", "truncated", "body ended early, after 0"},
	{"a chunk that is none", false, pageOf("Transfer-Encoding: chunked", "1e\r\n"+brokenPage[:30]+"\r\nzzz\r\n"), true, "network-error", "protocol", "chunk"},
	{"no end, nor a length", false, pageOf("Connection: close", brokenPage), false, "listed", "", ""},

	// In its Content-Encoding.
	{"gzip, cut", false, packed("gzip", cutLast(20)), true, "network-error", "truncated", "gzip body ends early, after"},
	{"gzip, cut in its header", false, packed("gzip", keepFirst(6)), true, "network-error", "truncated", "gzip body ends early, after 0"},
	{"gzip, its trailer missing", false, packed("gzip", cutLast(8)), false, "listed", "", ""},
	{"gzip, its checksum wrong", false, packed("gzip", flip(-8)), false, "listed", "", ""}, // browsers don't look at it
	{"gzip, damaged", false, packed("gzip", flip(12)), true, "network-error", "damaged", "gzip body is damaged"},
	{"br, cut", false, packed("br", cutLast(5)), true, "network-error", "truncated", "br body ends early"},
	{"zstd, cut", false, packed("zstd", cutLast(5)), true, "network-error", "truncated", "zstd body ends early"},
	{"zstd, damaged", false, packed("zstd", flip(8)), true, "network-error", "damaged", "zstd body is damaged"},
	{"deflate, cut", false, packed("deflate", cutLast(20)), true, "network-error", "truncated", "deflate body ends early"},
	{"bare deflate, cut", false, packed("bare", cutLast(20)), true, "network-error", "truncated", "deflate body ends early"},
	{"deflate, damaged", false, packed("deflate", flip(3)), true, "network-error", "damaged", "deflate body is damaged"},
	{"gzip that is br", false, packedAs("gzip", "br"), false, "network-error", "inflate", "gzip body cannot be unpacked"},
	{"gzip that is text", false, pageOf("Content-Encoding: gzip", brokenPage), false, "listed", "", ""},
	{"an unknown coding", false, pageOf("Content-Encoding: compress", "\x1f\x9d\x90\x00"), false, "network-error", "inflate", "unknown Content-Encoding"},
	{"too many codings", false, packedAs("gzip, gzip, gzip, gzip", "gzip"), false, "network-error", "inflate", "4 Content-Encodings"},

	// Where the status says all, the body is not asked for again.
	{"404, shorter than its length", false, says("HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nContent-Length: 500\r\n\r\n" + brokenPage), true, "http-4xx", "truncated", ""},
	{"301, shorter than its length", false, says("HTTP/1.1 301 Moved\r\nLocation: /\r\nContent-Type: text/html\r\nContent-Length: 500\r\n\r\n" + brokenPage), false, "redirect", "truncated", ""},
	{"500, shorter than its length", false, says("HTTP/1.1 500 Oops\r\nContent-Type: text/html\r\nContent-Length: 500\r\n\r\n" + brokenPage), true, "http-5xx", "truncated", ""},
}

func says(text string) func(conn, raw net.Conn) {
	return func(conn, _ net.Conn) { io.WriteString(conn, text) }
}

func pageOf(field, body string) func(conn, raw net.Conn) {
	return says("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + field + "\r\n\r\n" + body)
}

func reset(text string) func(conn, raw net.Conn) {
	return func(conn, _ net.Conn) {
		io.WriteString(conn, text)
		conn.(*net.TCPConn).SetLinger(0)
	}
}

// stalls says something, and then nothing until the client goes.
func stalls(text string) func(conn, raw net.Conn) {
	return func(conn, _ net.Conn) {
		io.WriteString(conn, text)
		io.Copy(io.Discard, conn)
	}
}

func damagedTLS(conn, raw net.Conn) {
	io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 500\r\n\r\n"+brokenPage)
	raw.Write(append([]byte{23, 3, 3, 0, 40}, make([]byte, 40)...))
	io.Copy(io.Discard, raw)
}

// packed is the page in a coding, its bytes broken. It is packed where it is
// asked for: each script starts this program many times, for which that is much.
func packed(coding string, broken func(string) string) func(conn, raw net.Conn) {
	name := strings.Replace(coding, "bare", "deflate", 1)
	return func(conn, raw net.Conn) {
		body := broken(pack(coding))
		pageOf(fmt.Sprintf("Content-Encoding: %s\r\nContent-Length: %d", name, len(body)), body)(conn, raw)
	}
}

// packedAs is the page in a coding that its header does not name.
func packedAs(header, coding string) func(conn, raw net.Conn) {
	return func(conn, raw net.Conn) { pageOf("Content-Encoding: "+header, pack(coding))(conn, raw) }
}

func pack(coding string) string {
	var b bytes.Buffer
	var w io.WriteCloser
	switch coding {
	case "gzip":
		w = gzip.NewWriter(&b)
	case "br":
		w = brotli.NewWriter(&b)
	case "zstd":
		w, _ = zstd.NewWriter(&b)
	case "deflate":
		w = zlib.NewWriter(&b)
	case "bare":
		w, _ = flate.NewWriter(&b, 6)
	}
	io.WriteString(w, brokenPage)
	w.Close()
	return b.String()
}

func cutLast(n int) func(string) string   { return func(s string) string { return s[:len(s)-n] } }
func keepFirst(n int) func(string) string { return func(s string) string { return s[:n] } }

// flip damages bytes at a place, from the end if it is negative.
func flip(at int) func(string) string {
	return func(s string) string {
		b := []byte(s)
		if at < 0 {
			at += len(b)
		}
		for i := range 4 {
			b[at+i] = ^b[at+i]
		}
		return string(b)
	}
}

// brokenSite serves a home page that links to /broken, and breaks the answers
// to that. It counts them.
func brokenSite(t *testing.T, encrypted bool, name string, answer func(conn, raw net.Conn)) (url string, asked *atomic.Int64) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	asked = &atomic.Int64{}
	var homes atomic.Int64 // requests for the home page: to find the start, then as a page
	var config *tls.Config
	url = "http://" + l.Addr().String() + "/"
	if encrypted {
		url = "https://" + l.Addr().String() + "/"
		certified := httptest.NewUnstartedServer(nil)
		certified.StartTLS()
		certified.Close()
		config = &tls.Config{Certificates: certified.TLS.Certificates, GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) {
			if name == "TLS alert" && homes.Load() > 1 {
				return nil, errors.New("no")
			}
			return nil, nil
		}}
	}
	var serving sync.WaitGroup
	serve := func(raw net.Conn) {
		defer raw.Close()
		conn := raw
		if encrypted {
			if name == "closed in the TLS handshake" && homes.Load() > 1 {
				return
			}
			conn = tls.Server(raw, config)
		}
		req, err := http.ReadRequest(bufio.NewReader(conn))
		switch {
		case err != nil:
		case req.URL.Path == "/":
			says("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/html\r\n\r\n<title>Home</title><p>This is the home page.<a href=/broken>b</a>")(conn, raw)
			homes.Add(1)
		case req.URL.Path == "/broken":
			asked.Add(1)
			answer(conn, raw)
		default:
			says("HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")(conn, raw)
		}
		if c, ok := conn.(*tls.Conn); ok && name != "damaged TLS in the body" {
			c.Close()
		}
	}
	serving.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			serving.Go(func() { serve(conn) })
		}
	})
	t.Cleanup(func() { l.Close(); serving.Wait() })
	return url, asked
}

// TestBrokenAnswers holds the table.
func TestBrokenAnswers(t *testing.T) {
	const tries = 2
	for n, tt := range brokenAnswers {
		if !inShortForm(n) {
			continue
		}
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			url, asked := brokenSite(t, tt.tls, tt.name, tt.answer)
			dir := filepath.Join(t.TempDir(), "site")
			args := []string{"crawl", url, "-o", dir, "--retry-wait", "1ms", "--tries", fmt.Sprint(tries), "--no-sitemaps", "--concurrency", "1", "--insecure", "--verbose"}
			if tt.answer == nil {
				args = append(args, "--ignore-robots")
			}
			if tt.class == "timeout" {
				args = append(args, "--timeout", "2s")
			}
			var out, errOut bytes.Buffer
			if code := run(t.Context(), args, strings.NewReader(""), &out, &errOut); code != exit.Done {
				t.Fatalf("exit %d\n%s", code, errOut.String())
			}
			summary := out.String()
			out.Reset()
			run(t.Context(), []string{"explain", dir, url + "broken", "--json"}, strings.NewReader(""), &out, &errOut)
			var x struct {
				Verdict struct{ Verdict string }
				Fetch   struct {
					Tries     int64
					Error     string
					ErrorText string `json:"error_text"`
				}
			}
			if err := json.Unmarshal(out.Bytes(), &x); err != nil {
				t.Fatalf("%v: %s%s", err, out.String(), errOut.String())
			}
			if x.Verdict.Verdict != tt.verdict || tt.class != "" && x.Fetch.Error != tt.class || !strings.Contains(x.Fetch.ErrorText, tt.words) {
				t.Errorf("%s, error %q: %q; want %s, %q, %q\n%s", x.Verdict.Verdict, x.Fetch.Error, x.Fetch.ErrorText, tt.verdict, tt.class, tt.words, out.String())
			}
			want := int64(1)
			if tt.again {
				want = tries
			}
			onWire := asked.Load()
			if tt.verdict == "listed" && onWire > want || tt.answer == nil {
				onWire = want // it is asked for once more to see whether it is an error page
			}
			if x.Fetch.Tries != want || onWire != want {
				t.Errorf("%d tries, %d requests; want %d", x.Fetch.Tries, onWire, want)
			}
			if tt.verdict == "network-error" && (strings.Contains(summary, "no answer came") || !strings.Contains(summary, x.Fetch.Error)) {
				t.Errorf("summary:\n%s", summary)
			}
		})
	}
}
