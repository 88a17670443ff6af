package sitemap_test

import (
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/portolan-seo/portolan/sitemap"
)

// One file of URLs, with the limits of the protocol.
func ExampleNewWriter() {
	w := sitemap.NewWriter(os.Stdout, sitemap.Format{NoSchemaLocation: true}, sitemap.Limits{}, 0)
	if err := w.Write(&sitemap.Entry{Loc: "https://example.com/?a=1&b=2", LastMod: "2026-11-21"}); err != nil {
		log.Fatal(err)
	}
	if err := w.Close(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// <?xml version="1.0" encoding="UTF-8"?>
	// <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
	// <url><loc>https://example.com/?a=1&amp;b=2</loc><lastmod>2026-11-21</lastmod></url>
	// </urlset>
}

// What is wrong with a file, by line.
func ExampleRead() {
	const file = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>\n<url><loc>https://other.example/</loc></url>\n</urlset>"
	report, err := sitemap.Read(strings.NewReader(file), sitemap.ReadOptions{At: "https://example.com/sitemap.xml"}, func(it sitemap.Item) error {
		fmt.Println(it.Loc)
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Kind, report.Valid())
	for _, p := range report.Problems {
		fmt.Println(p.Line, p.Code)
	}
	// Output:
	// https://other.example/
	// urlset false
	// 2 loc-out-of-scope
}
