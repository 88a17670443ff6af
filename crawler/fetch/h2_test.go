package fetch_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/frontier/record"
)

// h2Site is an HTTP/2 server that does as it likes.
type h2Site struct {
	url      string
	opts     fetch.Options
	conns    atomic.Int64 // connections so far
	open     atomic.Int64
	requests atomic.Int64 // requests on the wire
	sent     atomic.Int64 // bytes written, of frames
	http1    atomic.Int64 // requests in HTTP/1.1, which it answers well
}

// h2Conn is one connection to it.
type h2Conn struct {
	*http2.Framer
	net.Conn
	site *h2Site
	wire *bytes.Buffer // frames that were made and not sent
	n    int64         // requests of this connection
}

// newH2Site serves each connection by setup, once the client has greeted, and
// each request by answer.
func newH2Site(t testing.TB, setup func(*h2Conn), answer func(c *h2Conn, stream uint32)) *h2Site {
	t.Helper()
	certified := httptest.NewUnstartedServer(nil)
	certified.StartTLS()
	config := &tls.Config{Certificates: certified.TLS.Certificates, NextProtos: []string{"h2", "http/1.1"}}
	certified.Close()
	l, err := tls.Listen("tcp", "127.0.0.1:0", config)
	if err != nil {
		t.Fatal(err)
	}
	s := &h2Site{url: "https://" + l.Addr().String() + "/", opts: fetch.Options{Insecure: true, Timeout: 10 * time.Minute}}
	var serving sync.WaitGroup
	var conns sync.Map
	serving.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			conns.Store(conn, true)
			serving.Go(func() {
				defer conn.Close()
				defer s.open.Add(-1)
				s.conns.Add(1)
				s.open.Add(1)
				s.serve(conn, setup, answer)
			})
		}
	})
	t.Cleanup(func() {
		l.Close()
		conns.Range(func(conn, _ any) bool { conn.(net.Conn).Close(); return true })
		serving.Wait()
	})
	return s
}

func (s *h2Site) serve(conn net.Conn, setup func(*h2Conn), answer func(*h2Conn, uint32)) {
	if c, ok := conn.(*tls.Conn); !ok || c.Handshake() != nil {
		return
	} else if c.ConnectionState().NegotiatedProtocol != "h2" {
		if _, err := http.ReadRequest(bufio.NewReader(conn)); err == nil {
			s.http1.Add(1)
			io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 4\r\nConnection: close\r\n\r\ngood")
		}
		return
	}
	greeting := make([]byte, len(http2.ClientPreface))
	if _, err := io.ReadFull(conn, greeting); err != nil || string(greeting) != http2.ClientPreface {
		return
	}
	wire := &bytes.Buffer{}
	c := &h2Conn{Framer: http2.NewFramer(wire, conn), Conn: conn, site: s, wire: wire}
	c.WriteSettings()
	setup(c)
	c.flush()
	for {
		frame, err := c.ReadFrame()
		if err != nil {
			return
		}
		if h, ok := frame.(*http2.HeadersFrame); ok {
			s.requests.Add(1)
			c.n++
			answer(c, h.StreamID)
			c.flush()
		}
	}
}

// flush sends what was made, and reports whether that went well.
func (c *h2Conn) flush() bool {
	n, err := c.Conn.Write(c.wire.Bytes())
	c.site.sent.Add(int64(n))
	c.wire.Reset()
	return err == nil
}

// flood sends what a function makes, a thousand at a time, until the client
// has had enough. Meanwhile it reads what the client has to say.
func (c *h2Conn) flood(make func()) {
	go io.Copy(io.Discard, c.Conn) // until the connection ends
	for ok := true; ok; ok = c.flush() {
		for range 1000 {
			make()
		}
	}
}

// header encodes fields in a block of their own.
func header(fields ...string) []byte {
	var block bytes.Buffer
	enc := hpack.NewEncoder(&block)
	for i := 0; i < len(fields); i += 2 {
		_ = enc.WriteField(hpack.HeaderField{Name: fields[i], Value: fields[i+1]}) // to memory
	}
	return block.Bytes()
}

// respond begins an answer.
func (c *h2Conn) respond(stream uint32, end bool, fields ...string) {
	c.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: header(fields...), EndHeaders: true, EndStream: end})
}

// page sends a page.
func (c *h2Conn) page(stream uint32, body string) {
	c.respond(stream, false, ":status", "200", "content-type", "text/html")
	c.WriteData(stream, true, []byte(body))
}

// TestHTTP2Refusals: whatever an HTTP/2 server does to requests, one request
// is one on the wire, and connections are as many.
func TestHTTP2Refusals(t *testing.T) {
	const fetches = 20
	for _, tt := range []struct {
		name   string
		setup  func(*h2Conn)
		answer func(*h2Conn, uint32)
		err    record.ErrClass
	}{
		{"GOAWAY", nil, func(c *h2Conn, _ uint32) { c.WriteGoAway(0, http2.ErrCodeNo, nil) }, record.ErrReset},
		{"GOAWAY with an error", nil, func(c *h2Conn, _ uint32) { c.WriteGoAway(0, http2.ErrCodeEnhanceYourCalm, nil) }, record.ErrReset},
		{"GOAWAY, then closed", nil, func(c *h2Conn, _ uint32) { c.WriteGoAway(0, http2.ErrCodeNo, nil); c.flush(); c.Conn.Close() }, record.ErrReset},
		{"GOAWAY as a greeting", func(c *h2Conn) { c.WriteGoAway(0, http2.ErrCodeNo, nil) }, func(c *h2Conn, stream uint32) {}, record.ErrReset},
		{"REFUSED_STREAM", nil, func(c *h2Conn, stream uint32) { c.WriteRSTStream(stream, http2.ErrCodeRefusedStream) }, record.ErrReset},
		{"PROTOCOL_ERROR", nil, func(c *h2Conn, stream uint32) { c.WriteRSTStream(stream, http2.ErrCodeProtocol) }, record.ErrReset},
		{"INTERNAL_ERROR", nil, func(c *h2Conn, stream uint32) { c.WriteRSTStream(stream, http2.ErrCodeInternal) }, record.ErrReset},
		{"HTTP_1_1_REQUIRED", nil, func(c *h2Conn, stream uint32) { c.WriteRSTStream(stream, http2.ErrCodeHTTP11Required) }, record.ErrReset},
		{"closed", nil, func(c *h2Conn, _ uint32) { c.Conn.Close() }, record.ErrReset},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.setup == nil {
				tt.setup = func(*h2Conn) {}
			}
			s := newH2Site(t, tt.setup, tt.answer)
			c := client(t, s.opts)
			f := c.NewFetcher()
			var res fetch.Response
			var told atomic.Int64
			for range fetches {
				f.Fetch(context.Background(), &fetch.Request{URL: s.url, Sent: func() { told.Add(1) }}, &res)
				check(t, res, want{outcome: record.NoAnswer, err: tt.err})
			}
			if n := s.requests.Load(); n > fetches || told.Load() < n {
				t.Errorf("%d requests on the wire, %d told of, for %d", n, told.Load(), fetches)
			}
			if n := s.conns.Load(); n > 3*fetches {
				t.Errorf("%d connections for %d requests", n, fetches)
			}
			if n := s.open.Load(); n > 10 {
				t.Errorf("%d connections are open", n)
			}
			t.Logf("%d requests, %d connections, %d open: %s", s.requests.Load(), s.conns.Load(), s.open.Load(), res.ErrText)
			c.Close()
			for s.open.Load() > 0 { // the server hears of it
				time.Sleep(time.Millisecond)
			}
		})
	}
}

// A connection that a server ends in good order, after it has answered, costs
// no answer.
func TestHTTP2GoesAwayInOrder(t *testing.T) {
	s := newH2Site(t, func(*h2Conn) {}, func(c *h2Conn, stream uint32) {
		if c.n == 1 {
			c.page(stream, "hi")
			return
		}
		c.WriteGoAway(1, http2.ErrCodeNo, nil)
	})
	f := client(t, s.opts).NewFetcher()
	var res fetch.Response
	for range 10 {
		f.Fetch(context.Background(), &fetch.Request{URL: s.url}, &res)
		check(t, res, want{status: 200, body: "hi"})
	}
	if n := s.requests.Load(); n > 19 {
		t.Errorf("%d requests on the wire for 10", n)
	}
}

// h2Floods are answers to a request that never come to an end.
var h2Floods = []struct {
	name   string
	answer func(c *h2Conn, stream uint32)
}{
	{"CONTINUATION", func(c *h2Conn, stream uint32) {
		c.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: header(":status", "200")})
		c.flood(func() { c.WriteContinuation(stream, false, nil) })
	}},
	{"CONTINUATION with fields", func(c *h2Conn, stream uint32) {
		c.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: header(":status", "200")})
		block := header("x", strings.Repeat("y", 100))
		c.flood(func() { c.WriteContinuation(stream, false, block) })
	}},
	{"DATA(0)", func(c *h2Conn, stream uint32) { c.begin(stream); c.flood(func() { c.WriteData(stream, false, nil) }) }},
	{"DATA(1)", func(c *h2Conn, stream uint32) {
		c.begin(stream)
		c.flood(func() { c.WriteData(stream, false, []byte("x")) })
	}},
	{"padding", func(c *h2Conn, stream uint32) {
		c.begin(stream)
		c.flood(func() { c.WriteDataPadded(stream, false, nil, make([]byte, 255)) })
	}},
	{"1xx", func(c *h2Conn, stream uint32) { c.flood(func() { c.respond(stream, false, ":status", "103") }) }},
	{"trailers", func(c *h2Conn, stream uint32) {
		c.begin(stream)
		c.flood(func() { c.respond(stream, false, "x", "y") })
	}},
	{"PING", func(c *h2Conn, _ uint32) { c.flood(func() { c.WritePing(false, [8]byte{}) }) }},
	{"PING answers", func(c *h2Conn, _ uint32) { c.flood(func() { c.WritePing(true, [8]byte{}) }) }},
	{"SETTINGS", func(c *h2Conn, _ uint32) { c.flood(func() { c.WriteSettings() }) }},
	{"SETTINGS that change", func(c *h2Conn, _ uint32) {
		n := uint32(0)
		c.flood(func() { n++; c.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: 65535 + n%100}) })
	}},
	{"RST", func(c *h2Conn, stream uint32) {
		c.page(stream, "hi")
		c.flood(func() { c.WriteRSTStream(stream, http2.ErrCodeCancel) })
	}},
	{"WINDOW_UPDATE", func(c *h2Conn, stream uint32) { c.flood(func() { c.WriteWindowUpdate(0, 1) }) }},
	{"PRIORITY", func(c *h2Conn, stream uint32) {
		c.flood(func() { c.WritePriority(stream, http2.PriorityParam{Weight: 1}) })
	}},
	{"unknown frames", func(c *h2Conn, stream uint32) { c.flood(func() { c.WriteRawFrame(0xee, 0, stream, nil) }) }},
	{"PUSH_PROMISE", func(c *h2Conn, stream uint32) {
		c.flood(func() { c.WritePushPromise(http2.PushPromiseParam{StreamID: stream, PromiseID: 2, EndHeaders: true}) })
	}},
	{"GOAWAY", func(c *h2Conn, stream uint32) { c.flood(func() { c.WriteGoAway(stream, http2.ErrCodeNo, nil) }) }},
	{"streams that nobody opened", func(c *h2Conn, _ uint32) { c.flood(func() { c.respond(99, true, ":status", "200") }) }},
	{"a header of 1 GB", func(c *h2Conn, stream uint32) {
		c.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: header(":status", "200")})
		block := append(hpack.AppendHuffmanString(nil, ""), 0x00, 0x01, 'x', 0x7f, 0x80, 0x80, 0x80, 0x80, 0x04)
		c.WriteContinuation(stream, false, block)
		c.flood(func() { c.WriteContinuation(stream, false, make([]byte, 1000)) })
	}},
	{"a compressed header", func(c *h2Conn, stream uint32) {
		// One field of 4,000 bytes in the table, then its index again and again.
		c.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: header(":status", "200", "x", strings.Repeat("y", 4000))})
		c.flood(func() { c.WriteContinuation(stream, false, bytes.Repeat([]byte{0x80 | 62}, 1000)) })
	}},
	{"after the answer", func(c *h2Conn, stream uint32) {
		c.page(stream, "hi")
		c.flood(func() { c.WritePing(false, [8]byte{}) })
	}},
}

// begin begins an answer with a body.
func (c *h2Conn) begin(stream uint32) {
	c.respond(stream, false, ":status", "200", "content-type", "text/html")
}

// TestHTTP2Floods: what an HTTP/2 server sends beyond answers is taken up to a
// measure, and the next page comes on another connection. Each third is sent, all
// where PORTOLAN_TEST_ALL is set.
func TestHTTP2Floods(t *testing.T) {
	for n, tt := range h2Floods {
		if n%3 != 0 && os.Getenv("PORTOLAN_TEST_ALL") == "" {
			continue
		}
		t.Run(tt.name, func(t *testing.T) {
			var bad atomic.Bool
			bad.Store(true)
			s := newH2Site(t, func(*h2Conn) {}, func(c *h2Conn, stream uint32) {
				if bad.Swap(false) {
					tt.answer(c, stream)
					return
				}
				c.page(stream, "good")
			})
			c := client(t, s.opts)
			res := ask(c, fetch.Request{URL: s.url})
			if res.Err == record.ErrTimeout || res.Err == record.ErrNone && string(res.Body) != "hi" {
				t.Errorf("err %q: %s; %d bytes", res.Err, res.ErrText, len(res.Body))
			}
			for s.open.Load() > 0 && s.sent.Load() == 0 {
				time.Sleep(time.Millisecond)
			}
			if n := s.sent.Load(); n > 16<<20 {
				t.Errorf("%d MB were taken", n>>20)
			}
			t.Logf("%d KB were sent: %s", s.sent.Load()>>10, res.ErrText)
			// The flood may go on behind an error, until the next request has ended
			// the connection.
			for range 2 {
				if res = ask(c, fetch.Request{URL: s.url}); res.Err == record.ErrNone {
					break
				}
			}
			check(t, res, want{status: 200, body: "good"})
		})
	}
}

// A flood between good answers does not go on with them: what one answer has
// left over is not there for the next, and the host is spoken to in HTTP/1.1
// once it has flooded.
func TestHTTP2FloodBetweenAnswers(t *testing.T) {
	const fetches, flood = 60, 1 << 20
	s := newH2Site(t, func(*h2Conn) {}, func(c *h2Conn, stream uint32) {
		c.page(stream, "good")
		for c.wire.Len() < flood {
			c.WritePing(false, [8]byte{})
		}
	})
	c := client(t, s.opts)
	f := c.NewFetcher()
	var res fetch.Response
	good := 0
	for range fetches {
		if f.Fetch(context.Background(), &fetch.Request{URL: s.url}, &res); res.Err == record.ErrNone {
			good++
		}
	}
	if good < fetches-3 || s.requests.Load() > 10 || s.http1.Load() < fetches-12 {
		t.Errorf("%d of %d answers are good; %d requests were made in HTTP/2, %d in HTTP/1.1", good, fetches, s.requests.Load(), s.http1.Load())
	}
}

// What thousands of good answers leave over is not there for a flood.
func TestHTTP2FloodAfterManyAnswers(t *testing.T) {
	if os.Getenv("PORTOLAN_TEST_ALL") == "" {
		t.Skip("a flood of megabytes, where PORTOLAN_TEST_ALL is set")
	}
	const before = 300
	var last atomic.Int64 // bytes sent before the flood
	s := newH2Site(t, func(*h2Conn) {}, func(c *h2Conn, stream uint32) {
		c.page(stream, strings.Repeat("good ", 2000))
		if c.n > before {
			c.flush()
			last.Store(c.site.sent.Load())
			c.flood(func() { c.WritePing(false, [8]byte{}) })
		}
	})
	c := client(t, s.opts)
	f := c.NewFetcher()
	var res fetch.Response
	for range before + 1 {
		f.Fetch(context.Background(), &fetch.Request{URL: s.url}, &res)
		check(t, res, want{status: 200, body: strings.Repeat("good ", 2000)})
	}
	for s.open.Load() > 0 {
		time.Sleep(time.Millisecond)
	}
	if n := s.sent.Load() - last.Load(); n > 24<<20 {
		t.Errorf("%d MB of a flood were taken", n>>20)
	}
	if f.Fetch(context.Background(), &fetch.Request{URL: s.url}, &res); s.http1.Load() == 0 {
		t.Errorf("the next request was not made in HTTP/1.1: %s", res.ErrText)
	}
}
