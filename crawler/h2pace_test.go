package crawler_test

import (
	"bytes"
	"crypto/tls"
	"fmt"
	"io"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/crawler/fetch"
)

// http2Server answers each request of each connection by a function, which
// gets its place among those of the connection.
func http2Server(t *testing.T, answer func(f *http2.Framer, stream uint32, place int)) (home string, conns, requests *atomic.Int64) {
	certified := httptest.NewUnstartedServer(nil)
	certified.StartTLS()
	certified.Close()
	l, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: certified.TLS.Certificates, NextProtos: []string{"h2"}})
	if err != nil {
		t.Fatal(err)
	}
	conns, requests = &atomic.Int64{}, &atomic.Int64{}
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			serving.Go(func() {
				defer conn.Close()
				conns.Add(1)
				if _, err := io.ReadFull(conn, make([]byte, len(http2.ClientPreface))); err != nil {
					return
				}
				f := http2.NewFramer(conn, conn)
				_ = f.WriteSettings() // an error shows when reading
				for place := 1; ; {
					frame, err := f.ReadFrame()
					if err != nil {
						return
					}
					if h, ok := frame.(*http2.HeadersFrame); ok {
						requests.Add(1)
						answer(f, h.StreamID, place)
						place++
					}
				}
			})
		}
	})
	t.Cleanup(func() { l.Close(); serving.Wait() })
	return "https://" + l.Addr().String() + "/", conns, requests
}

func http2Page(f *http2.Framer, stream uint32, body string) {
	var block bytes.Buffer
	enc := hpack.NewEncoder(&block)
	for _, field := range []hpack.HeaderField{{Name: ":status", Value: "200"}, {Name: "content-type", Value: "text/html"}} {
		_ = enc.WriteField(field) // to memory
	}
	_ = f.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: block.Bytes(), EndHeaders: true})
	_ = f.WriteData(stream, true, []byte(body))
}

// TestHTTP2Pace: whatever an HTTP/2 server makes of requests, those on the
// wire keep the rate. More time than the test thinks only allows more of them.
func TestHTTP2Pace(t *testing.T) {
	const rate = 20
	links := ""
	for i := range 8 {
		links += fmt.Sprintf("<a href=/p/%d>x</a>", i)
	}
	var answered atomic.Bool
	for _, tt := range []struct {
		name   string
		answer func(f *http2.Framer, stream uint32, place int)
	}{
		{"GOAWAY to each request but the first of all", func(f *http2.Framer, stream uint32, _ int) {
			if !answered.Swap(true) {
				http2Page(f, stream, links)
				return
			}
			_ = f.WriteGoAway(0, http2.ErrCodeNo, nil)
		}},
		{"a page, then GOAWAY", func(f *http2.Framer, stream uint32, place int) {
			if place == 1 {
				http2Page(f, stream, links)
				return
			}
			_ = f.WriteGoAway(1, http2.ErrCodeNo, nil)
		}},
		{"a page, then REFUSED_STREAM", func(f *http2.Framer, stream uint32, place int) {
			if place == 1 {
				http2Page(f, stream, links)
				return
			}
			_ = f.WriteRSTStream(stream, http2.ErrCodeRefusedStream)
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			home, conns, requests := http2Server(t, tt.answer)
			began := time.Now()
			c := hostile(t, crawltest.NewServer(t), func(o *crawler.Options, f *fetch.Options) {
				startAt(t, o, home)
				f.Insecure = true
				o.Robots.Ignore, o.NoLearn = true, true
				o.Politeness.Rate, o.Politeness.Concurrency = rate, 5
				o.Limits.Tries, o.Limits.Pages = 1, 6
			})
			most := int64(time.Since(began).Seconds()*rate) + 2
			if n := requests.Load(); n > most || n < 5 {
				t.Errorf("%d requests on the wire, at most %d by the rate; ended as %s", n, most, c.result.End)
			}
			if n := conns.Load(); n > 2*requests.Load() {
				t.Errorf("%d connections for %d requests", n, requests.Load())
			}
			t.Logf("%d requests of %d, %d connections, %s", requests.Load(), most, conns.Load(), c.result.End)
		})
	}
}
