package publish_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/portolan-seo/portolan/sitemap"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// BenchmarkPublish writes, reads back and publishes a million URLs: first into
// an empty folder, then again without any change.
func BenchmarkPublish(b *testing.B) {
	const n = 1_000_000
	entries := func(yield func(sitemap.Entry, error) bool) {
		for i := range n {
			e := sitemap.Entry{
				Loc:     fmt.Sprintf("https://example.com/products/category-%03d/item-%07d.html", i/1000, i),
				LastMod: "2026-01-02T03:04:05Z",
			}
			if !yield(e, nil) {
				return
			}
		}
	}
	run := func(b *testing.B, dir string) {
		r, err := publish.Publish(context.Background(), publish.Options{Dir: dir, URL: siteURL, Now: day1}, entries)
		if err != nil || r.URLs != n {
			b.Fatal(err)
		}
	}
	b.Run("new", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			run(b, b.TempDir())
		}
	})
	b.Run("unchanged", func(b *testing.B) {
		dir := b.TempDir()
		run(b, dir)
		b.ReportAllocs()
		for b.Loop() {
			run(b, dir)
		}
	})
}
