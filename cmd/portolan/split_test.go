package main

import (
	"fmt"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/sitemap"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// A file of the protocol holds 50,000 URLs. A set of one more is an index and
// two files; crawling that many pages is left to a script with longer URLs.
func TestSplitBeyondFiftyThousand(t *testing.T) {
	for _, c := range []struct{ urls, files, indexes int }{{50_000, 1, 0}, {50_001, 2, 1}} {
		entries := func(yield func(sitemap.Entry, error) bool) {
			for i := range c.urls {
				if !yield(sitemap.Entry{Loc: fmt.Sprintf("https://big.example/%06d", i)}, nil) {
					return
				}
			}
		}
		set, err := publish.Publish(t.Context(), publish.Options{
			Dir: t.TempDir(),
			URL: "https://big.example/sitemap.xml",
			Now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC),
		}, entries)
		if err != nil {
			t.Fatal(err)
		}
		if set.URLs != c.urls || len(set.Files) != c.files || len(set.Indexes) != c.indexes {
			t.Errorf("%d URLs are %d in %d files and %d indexes", c.urls, set.URLs, len(set.Files), len(set.Indexes))
		}
		for _, f := range set.Files {
			if f.URLs > 50_000 {
				t.Errorf("%s holds %d URLs", f.Name, f.URLs)
			}
		}
	}
}
