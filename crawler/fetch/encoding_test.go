package fetch_test

import (
	"bytes"
	"compress/flate"
	"compress/zlib"
	"context"
	"crypto/rand"
	"io"
	"net"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/frontier/record"
)

// encoded serves a body as HTML under any Content-Encoding lines.
func encoded(t testing.TB, body []byte, codings ...string) string {
	return site(t, func(w http.ResponseWriter, _ *http.Request) {
		h := w.Header()
		h.Set("Content-Type", "text/html")
		h["Content-Encoding"] = codings
		h.Set("Content-Length", strconv.Itoa(len(body)))
		w.Write(body)
	}).URL + "/"
}

func deflated(t testing.TB, body []byte) (raw, framed []byte) {
	t.Helper()
	var r, z bytes.Buffer
	fw, err := flate.NewWriter(&r, 6)
	if err != nil {
		t.Fatal(err)
	}
	zw := zlib.NewWriter(&z)
	for _, w := range []io.WriteCloser{fw, zw} {
		w.Write(body)
		w.Close()
	}
	return r.Bytes(), z.Bytes()
}

func TestContentEncoding(t *testing.T) {
	const text = "<p>Hello, hello, hello, hello, hello"
	body := []byte(text)
	gz, br, zs := compress(t, "gzip", body), compress(t, "br", body), compress(t, "zstd", body)
	raw, framed := deflated(t, body)
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	badSum := bytes.Clone(gz)
	badSum[len(badSum)-8] ^= 0xff
	page29k := samplePage()
	big := compress(t, "gzip", page29k)
	garbled := bytes.Clone(big)
	for i := len(big) / 2; i < len(big); i++ {
		garbled[i] ^= 0x55
	}
	named := append([]byte("\x1f\x8b\x08\x1e\x00\x00\x00\x00\x00\x03\x02\x00exname.html\x00a comment\x00cs"), raw...)
	empty := compress(t, "gzip", nil)

	type encodings []string
	for _, tc := range []struct {
		name    string
		body    []byte
		codings encodings
		err     record.ErrClass
		want    string
	}{
		{"gzip", gz, encodings{"gzip"}, 0, text},
		{"capitals", gz, encodings{"GZip"}, 0, text},
		{"x-gzip", gz, encodings{"x-gzip"}, 0, text},
		{"br", br, encodings{"br"}, 0, text},
		{"zstd", zs, encodings{"zstd"}, 0, text},
		{"deflate in zlib", framed, encodings{"deflate"}, 0, text},
		{"bare deflate", raw, encodings{"deflate"}, 0, text},
		{"identity", body, encodings{"identity"}, 0, text},
		{"none", body, encodings{"none"}, 0, text},
		{"utf-8", body, encodings{"utf-8"}, 0, text},
		{"a type", body, encodings{"text/html; charset=utf-8"}, 0, text},
		{"empty", body, encodings{""}, 0, text},
		{"identity, gzip", gz, encodings{"identity, gzip"}, 0, text},
		{"utf-8, gzip", gz, encodings{"utf-8, gzip"}, 0, text},
		{"gzip, utf-8 which is text no more", gz, encodings{"gzip, utf-8"}, record.ErrInflate, ""},
		{"gzip twice", compress(t, "gzip", gz), encodings{"gzip, gzip"}, 0, text},
		{"gzip twice, on two lines", compress(t, "gzip", gz), encodings{"gzip", "gzip"}, 0, text},
		{"gzip twice, by a blank", compress(t, "gzip", gz), encodings{"gzip gzip"}, 0, text},
		{"gzip said twice, done once", gz, encodings{"gzip, gzip"}, 0, text},
		{"gzip done twice, said once", compress(t, "gzip", gz), encodings{"gzip"}, 0, string(gz)},
		{"gzip under br", compress(t, "br", gz), encodings{"gzip, br"}, 0, text},
		{"br under zstd", compress(t, "zstd", br), encodings{"br, zstd"}, 0, text},
		{"four layers", body, encodings{"gzip, gzip, gzip, gzip"}, record.ErrInflate, ""},
		{"said gzip, is text", body, encodings{"gzip"}, 0, text},
		{"said br, is text", body, encodings{"br"}, 0, text},
		{"said zstd, is text", body, encodings{"zstd"}, 0, text},
		{"said deflate, is text", body, encodings{"deflate"}, 0, text},
		{"said gzip, is br", br, encodings{"gzip"}, record.ErrInflate, ""},
		{"said br, is gzip", gz, encodings{"br"}, record.ErrInflate, ""},
		{"unknown", []byte("\x1f\x9d\x90\x00"), encodings{"compress"}, record.ErrInflate, "\x1f\x9d\x90\x00"},
		{"two members", join(gz, gz), encodings{"gzip"}, 0, text + text},
		{"trailing garbage after gzip", join(gz, []byte("\x00\x00garbage")), encodings{"gzip"}, 0, text},
		{"trailing header after gzip", join(gz, gz[:5]), encodings{"gzip"}, 0, text},
		{"trailing garbage after br", join(br, []byte("garbage")), encodings{"br"}, 0, text},
		{"trailing garbage after zstd", join(zs, []byte("garbage")), encodings{"zstd"}, 0, text},
		{"two frames", join(zs, zs), encodings{"zstd"}, 0, text + text},
		{"gzip with every header field", named, encodings{"gzip"}, 0, text},
		{"gzip header cut in its name", named[:18], encodings{"gzip"}, record.ErrTruncated, ""},
		{"gzip of nothing", empty, encodings{"gzip"}, 0, ""},
		{"gzip of nothing, then something", join(empty, gz), encodings{"gzip"}, 0, text},
		{"wrong checksum", badSum, encodings{"gzip"}, 0, text},
		{"gzip without its trailer", gz[:len(gz)-8], encodings{"gzip"}, 0, text},
		{"zlib without its checksum", framed[:len(framed)-4], encodings{"deflate"}, 0, text},
		{"gzip header alone", gz[:10], encodings{"gzip"}, record.ErrTruncated, ""},
		{"half a gzip header", gz[:5], encodings{"gzip"}, record.ErrTruncated, ""},
		{"zstd cut", zs[:len(zs)-4], encodings{"zstd"}, record.ErrTruncated, ""},
		{"zstd header cut", zs[:6], encodings{"zstd"}, record.ErrTruncated, ""},
		{"zlib cut", framed[:len(framed)-8], encodings{"deflate"}, record.ErrTruncated, ""},
		{"bare deflate cut", raw[:len(raw)-4], encodings{"deflate"}, record.ErrTruncated, ""},
		{"gzip cut under br", compress(t, "br", gz[:len(gz)-12]), encodings{"gzip, br"}, record.ErrTruncated, ""},
		{"gzip in a br that is cut", compress(t, "br", gz)[:len(compress(t, "br", gz))-4], encodings{"gzip, br"}, record.ErrTruncated, ""},
		{"gzip damaged at once", join(gz[:10], []byte("\xff\xff\xff\xff"), gz[14:]), encodings{"gzip"}, record.ErrDamaged, ""},
		{"zlib damaged", join(framed[:2], []byte("\xff\xff\xff\xff"), framed[6:]), encodings{"deflate"}, record.ErrDamaged, ""},
		{"zstd damaged", join(zs[:5], []byte("\xff\xff\xff\xff"), zs[9:]), encodings{"zstd"}, record.ErrDamaged, ""},
		{"br cut", br[:len(br)-4], encodings{"br"}, record.ErrTruncated, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			res := get(t, fetch.Options{}, encoded(t, tc.body, tc.codings...))
			w := want{status: 200, err: tc.err, body: tc.want}
			if tc.err != 0 { // what is left of a broken body is tested below
				w.body = string(res.Body)
			}
			check(t, res, w)
			if res.Wire != int64(len(tc.body)) || res.Inflated != int64(len(res.Body)) {
				t.Errorf("wire %d, inflated %d; want %d, %d", res.Wire, res.Inflated, len(tc.body), len(res.Body))
			}
		})
	}
	for name, broken := range map[string][]byte{"truncated": big[:len(big)/2], "damaged": garbled} {
		res := get(t, fetch.Options{}, encoded(t, broken, "gzip"))
		if res.Err.String() != name || !strings.Contains(res.ErrText, "after") || len(res.Body) < 5000 || !bytes.HasPrefix(res.Body, page29k[:5000]) {
			t.Errorf("%s: err %q (%s), %d bytes kept: %.40q", name, res.Err, res.ErrText, len(res.Body), res.Body)
		}
	}
}

// A wire that breaks in a compressed body is the wire's fault, and what came
// is inflated.
func TestTruncatedGzip(t *testing.T) {
	plain := samplePage()
	gz := compress(t, "gzip", plain)
	root := rawSite(t, func(conn net.Conn, head []byte) {
		say("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: "+strconv.Itoa(len(gz))+"\r\n\r\n"+string(gz[:len(gz)/2]))(conn, head)
	})
	res := get(t, fetch.Options{}, root)
	if res.Err != record.ErrTruncated || len(res.Body) < 1000 || !bytes.HasPrefix(plain, res.Body) {
		t.Errorf("err %q (%s), %d bytes", res.Err, res.ErrText, len(res.Body))
	}
}

// bomb gives 200 MiB of zeros, made fast: as 200 members or frames. Brotli
// has none, and gets 40 MiB.
func bomb(t testing.TB, coding string) []byte {
	if coding == "br" {
		return compress(t, coding, make([]byte, 40<<20))
	}
	return bytes.Repeat(compress(t, coding, make([]byte, 1<<20)), 200)
}

// A bomb is inflated no further than the limits, by ratio and by size.
func TestBombs(t *testing.T) {
	for _, coding := range []string{"gzip", "br", "zstd"} {
		bomb := bomb(t, coding)
		url := encoded(t, bomb, coding)
		for _, tc := range []struct {
			name string
			opts fetch.Options
			size int
		}{
			{"by ratio", fetch.Options{MaxRatio: 10}, max(1<<20, 10*len(bomb))},
			{"by size", fetch.Options{MaxRatio: 1 << 30, MaxBody: 3 << 20}, 3 << 20},
		} {
			f := client(t, tc.opts).NewFetcher()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			var res fetch.Response
			f.Fetch(context.Background(), &fetch.Request{URL: url}, &res)
			runtime.ReadMemStats(&after)
			if res.Err != record.ErrNone || !res.Truncated || len(res.Body) != min(tc.size, 10<<20) {
				t.Errorf("%s %s: err %q (%s), truncated %v, %d bytes of %d on the wire, want %d",
					coding, tc.name, res.Err, res.ErrText, res.Truncated, len(res.Body), len(bomb), tc.size)
			}
			// The buffer grows by doubling, so all it ever had is under four times its end.
			if used := after.TotalAlloc - before.TotalAlloc; used > uint64(4*tc.size+(24<<20)) {
				t.Errorf("%s %s: %d MiB allocated", coding, tc.name, used>>20)
			}
		}
	}
}

// A bomb in a bomb is capped at both layers.
func TestNestedBomb(t *testing.T) {
	inner := bomb(t, "gzip")
	res := get(t, fetch.Options{}, encoded(t, compress(t, "gzip", bytes.Repeat(inner, 20)), "gzip, gzip"))
	if !res.Truncated || len(res.Body) > 10<<20 {
		t.Errorf("err %q (%s), truncated %v, %d bytes", res.Err, res.ErrText, res.Truncated, len(res.Body))
	}
}

// Neither a name nor a type makes a body be inflated that has no
// Content-Encoding; colly alone would do so, without a cap.
func TestGzFile(t *testing.T) {
	gz := bomb(t, "gzip")
	for _, contentType := range []string{"application/gzip", "application/x-gzip", "text/xml"} {
		srv := site(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", contentType)
			w.Write(gz)
		})
		res := ask(client(t, fetch.Options{}), fetch.Request{URL: srv.URL + "/sitemap.xml.gz",
			KeepBody: func(int, http.Header) bool { return true }})
		check(t, res, want{status: 200, body: string(gz)})
	}
}

// An exceptional page's buffers are not kept, and do not leak into the next.
func TestBuffersShrink(t *testing.T) {
	noise := make([]byte, 4<<20)
	rand.Read(noise)
	big := compress(t, "gzip", noise)
	srv := site(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		if r.URL.Path == "/big" {
			w.Header().Set("Content-Encoding", "gzip")
			w.Write(big)
			return
		}
		io.WriteString(w, "small")
	})
	c := client(t, fetch.Options{Timeout: time.Minute})
	f := c.NewFetcher()
	var res fetch.Response
	f.Fetch(context.Background(), &fetch.Request{URL: srv.URL + "/big"}, &res)
	check(t, res, want{status: 200, body: string(noise)})
	f.Fetch(context.Background(), &fetch.Request{URL: srv.URL + "/small"}, &res)
	check(t, res, want{status: 200, body: "small"})
	if cap(res.Body) > 1<<20 {
		t.Errorf("buffer of %d bytes kept", cap(res.Body))
	}
}
