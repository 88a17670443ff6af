package sitemap_test

import (
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/sitemap"
)

// million are the entries that the writers below write.
func million() []sitemap.Entry {
	list := make([]sitemap.Entry, 1_000_000)
	for i := range list {
		list[i] = sitemap.Entry{
			Loc:     fmt.Sprintf("https://www.example.com/products/category-%03d/item-%07d.html?colour=%d&size=%d", i/1000, i, i%7, i%13),
			LastMod: fmt.Sprintf("2026-%02d-%02dT%02d:%02d:%02dZ", 1+i%12, 1+i%28, i%24, i%60, i/60%60),
		}
	}
	return list
}

// perURL reports millions of URLs a second of processor time since start.
func perURL(b *testing.B, urls int, start time.Duration) {
	b.ReportMetric(float64(b.N)*float64(urls)/(cpuTime()-start).Seconds()/1e6, "MURL/cpu-s")
}

// BenchmarkWrite writes a million URLs with lastmod, 50,000 a file.
func BenchmarkWrite(b *testing.B) {
	list := million()
	for _, packed := range []bool{false, true} {
		name := "plain"
		if packed {
			name = "gzip"
		}
		b.Run("portolan/"+name, func(b *testing.B) {
			b.ReportAllocs()
			start := cpuTime()
			gz := sitemap.NewGzip(io.Discard)
			for b.Loop() {
				for from := 0; from < len(list); {
					var out io.Writer = io.Discard
					if packed {
						gz.Reset(io.Discard)
						out = gz
					}
					from += writeFile(b, out, list[from:])
					if packed {
						gz.Close()
					}
				}
			}
			perURL(b, len(list), start)
		})
		b.Run("encoding-xml/"+name, func(b *testing.B) {
			b.ReportAllocs()
			start := cpuTime()
			for b.Loop() {
				for from := 0; from < len(list); from += 50_000 {
					var out io.Writer = io.Discard
					gz := gzip.NewWriter(io.Discard)
					if packed {
						out = gz
					}
					writeXML(b, out, list[from:from+50_000])
					gz.Close()
				}
			}
			perURL(b, len(list), start)
		})
	}
}

func writeFile(b *testing.B, out io.Writer, list []sitemap.Entry) int {
	w := sitemap.NewWriter(out, sitemap.Format{}, sitemap.Limits{}, 0)
	n := 0
	for n < len(list) {
		err := w.Write(&list[n])
		if errors.Is(err, sitemap.ErrFull) {
			break
		}
		if err != nil {
			b.Fatal(err)
		}
		n++
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	return n
}

// writeXML is how a program without a writer of its own does it.
func writeXML(b *testing.B, out io.Writer, list []sitemap.Entry) {
	type url struct {
		XMLName xml.Name `xml:"url"`
		Loc     string   `xml:"loc"`
		LastMod string   `xml:"lastmod"`
	}
	io.WriteString(out, xml.Header+`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
	enc := xml.NewEncoder(out)
	for i := range list {
		if err := enc.Encode(url{Loc: list[i].Loc, LastMod: list[i].LastMod}); err != nil {
			b.Fatal(err)
		}
	}
	if err := enc.Close(); err != nil {
		b.Fatal(err)
	}
	io.WriteString(out, "</urlset>")
}

// BenchmarkRead reads 50,000 URLs back, with every test that a file alone
// allows, and, as the comparison, through encoding/xml.
func BenchmarkRead(b *testing.B) {
	var file bytes.Buffer
	writeFile(b, &file, million()[:50_000])
	data := file.Bytes()
	b.Run("verify", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		start := cpuTime()
		for b.Loop() {
			o := sitemap.VerifyOptions{At: "https://www.example.com/sitemap.xml", Kind: sitemap.KindURLSet}
			if _, err := sitemap.Verify(bytes.NewReader(data), o, nil); err != nil {
				b.Fatal(err)
			}
		}
		perURL(b, 50_000, start)
	})
	b.Run("portolan", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		start := cpuTime()
		for b.Loop() {
			r, err := sitemap.Read(bytes.NewReader(data), sitemap.ReadOptions{At: "https://www.example.com/sitemap.xml"}, nil)
			if err != nil || r.URLs != 50_000 {
				b.Fatal(err, r.URLs)
			}
		}
		perURL(b, 50_000, start)
	})
	b.Run("encoding-xml", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		start := cpuTime()
		for b.Loop() {
			dec := xml.NewDecoder(bytes.NewReader(data))
			for {
				if _, err := dec.Token(); err == io.EOF {
					break
				} else if err != nil {
					b.Fatal(err)
				}
			}
		}
		perURL(b, 50_000, start)
	})
}
