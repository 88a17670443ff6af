package catalog_test

import (
	"os"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/crawltest/apps/catalog"
)

// few are crawled in any case, all others under PORTOLAN_TEST_ALL=1.
var few = []string{"whole-deep", "whole-front", "whole-blog-noindex", "whole-scroll-canonical", "whole-gallery", "whole-stores", "whole-forum", "whole-wiki"}

// TestWhole crawls sites of which nothing may be cut: what is alike on them,
// and what is deep, is listed all the same.
func TestWhole(t *testing.T) {
	if testing.Short() {
		t.Skip("crawls whole sites")
	}
	names := few
	if os.Getenv("PORTOLAN_TEST_ALL") != "" {
		names = catalog.Names()
	}
	for _, name := range names {
		if !strings.HasPrefix(name, "whole-") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			app := catalog.New(name, catalog.Short)
			run, resolve := serve(t, app)
			r := crawl(t, app, resolve, 8)
			if r.end != crawler.Complete {
				t.Errorf("ended as %s", r.end)
			}
			for _, fault := range app.Faults(r.Score, run.Requests()) {
				t.Error(fault)
			}
		})
	}
}
