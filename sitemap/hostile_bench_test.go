package sitemap_test

import (
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/sitemap"
)

// BenchmarkHostile reads 8 MB of what is made to be slow to read. The figure
// to watch is MB/s: it does not fall with the size.
func BenchmarkHostile(b *testing.B) {
	const size = 8 << 20
	for _, c := range []struct{ name, head, body string }{
		{"tags", decl + open09, "<a/>"},
		{"entries", decl + open09, "<url/>"},
		{"nesting", decl + open09, "<a>"},
		{"end tags", decl + open09, "</a>"},
		{"less-than", decl + open09, "<"},
		{"ampersands", decl + open09, "&"},
		{"quotes", decl + open09, `<a b="`},
		{"hyphens", decl + open09 + "<!--", "- -- "},
		{"not utf-8", decl + open09, "\x80"},
		{"controls", decl + open09, "\x01"},
		{"prefixes", decl + "<urlset " + ns09 + manyNamespaces(500) + ">", "<zz:a/>"},
		{"bases", decl + "<feed " + atomNS + ` xml:base="` + host + strings.Repeat("/a", 240) + `/">`, `<entry><link href="../../../x"/></entry>`},
		{"hosts", decl + open09, "<url><loc>http://münchen.example/a</loc></url>"},
		{"roots", decl + open09 + "</urlset>", "<a/>"},
		{"carriage returns", host + "/a\n", "\r"},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(size)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := sitemap.Read(repeated(c.head, c.body, "", size), sitemap.ReadOptions{At: host + "/s.xml"}, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
