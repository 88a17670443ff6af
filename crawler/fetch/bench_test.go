package fetch_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/gocolly/colly/v2"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/portolan-seo/portolan/crawler/fetch"
)

// samplePage is 29 KB of HTML with 110 links, as an ordinary page has.
func samplePage() []byte {
	var b bytes.Buffer
	b.WriteString("<!doctype html><html><head><title>A page</title></head><body>")
	for i := range 110 {
		fmt.Fprintf(&b, "<p><a href=\"/section-%d/article-%d.html?page=%d\">Link %d</a> ", i%7, i*7919%1000, i%3, i)
		for j := range 22 {
			fmt.Fprintf(&b, "word%d ", (i*i+j*j*31)%997)
		}
		b.WriteString("</p>\n")
	}
	b.WriteString("</body></html>")
	return b.Bytes()
}

func compress(t testing.TB, coding string, body []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser
	switch coding {
	case "gzip":
		w = gzip.NewWriter(&b)
	case "br":
		w = brotli.NewWriterLevel(&b, 5)
	case "zstd":
		w, _ = zstd.NewWriter(&b)
	case "":
		return body
	}
	if _, err := w.Write(body); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// sampleServer serves the sample page in one coding.
func sampleServer(b *testing.B, coding string) string {
	body := compress(b, coding, samplePage())
	size := strconv.Itoa(len(body))
	s := site(b, func(w http.ResponseWriter, _ *http.Request) {
		h := w.Header()
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("Content-Length", size)
		if coding != "" {
			h.Set("Content-Encoding", coding)
		}
		w.Write(body)
	})
	return s.URL + "/section/article.html?page=7"
}

// The whole process is measured, server included; the differences between
// the lines are the client's.
func BenchmarkFetch(b *testing.B) {
	for _, coding := range []string{"", "gzip", "br", "zstd"} {
		name := coding
		if name == "" {
			name = "plain"
		}
		b.Run("portolan/"+name, func(b *testing.B) {
			url := sampleServer(b, coding)
			f := client(b, fetch.Options{}).NewFetcher()
			measure(b, func() int {
				var res fetch.Response
				f.Fetch(context.Background(), &fetch.Request{URL: url}, &res)
				return len(res.Body)
			})
		})
	}
	b.Run("nethttp/plain", func(b *testing.B) { benchNetHTTP(b, "") })
	b.Run("nethttp/gzip", func(b *testing.B) { benchNetHTTP(b, "gzip") })
	b.Run("colly/plain", func(b *testing.B) { benchColly(b, "") })
	b.Run("colly/gzip", func(b *testing.B) { benchColly(b, "gzip") })
}

func measure(b *testing.B, get func() (size int)) {
	want := len(samplePage())
	b.ReportAllocs()
	before := cpu()
	for b.Loop() {
		if got := get(); got != want {
			b.Fatalf("%d bytes, want %d", got, want)
		}
	}
	b.ReportMetric(float64(cpu()-before)/float64(b.N)/1e3, "cpu-µs/op")
}

// benchNetHTTP is the bare loop that budgets compare with.
func benchNetHTTP(b *testing.B, coding string) {
	url := sampleServer(b, coding)
	t := &http.Transport{DisableCompression: coding == ""}
	defer t.CloseIdleConnections()
	c := &http.Client{Transport: t}
	var buf bytes.Buffer
	measure(b, func() int {
		res, err := c.Get(url)
		if err != nil {
			b.Fatal(err)
		}
		defer res.Body.Close()
		buf.Reset()
		io.Copy(&buf, res.Body)
		return buf.Len()
	})
}

// benchColly is colly as its documentation shows it, callbacks left out.
func benchColly(b *testing.B, coding string) {
	url := sampleServer(b, coding)
	c := colly.NewCollector(colly.AllowURLRevisit())
	c.MaxBodySize = 10 << 20
	t := &http.Transport{DisableCompression: coding == ""}
	defer t.CloseIdleConnections()
	c.WithTransport(t)
	var size int
	c.OnResponse(func(r *colly.Response) { size = len(r.Body) })
	measure(b, func() int {
		if err := c.Visit(url); err != nil {
			b.Fatal(err)
		}
		return size
	})
}
