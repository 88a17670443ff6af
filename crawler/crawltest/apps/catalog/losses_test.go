package catalog_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/crawltest/apps/catalog"
)

// TestLosses crawls sites whose pages look like what is left aside: none is lost.
// The others are crawled in their short form, and some in their long one, where
// PORTOLAN_TEST_ALL is set; the long forms of all take two minutes more (TestTable).
func TestLosses(t *testing.T) {
	if testing.Short() {
		t.Skip("crawls whole sites")
	}
	some := []string{"loss-galleryq-mixed", "loss-cityq", "loss-caseid", "loss-drill", "loss-dates", "loss-versions-mixed", "loss-events-mixed", "loss-eventsq-mixed"}
	names, all := append(some[:4:4], "loss-printed", "loss-ebooks", "loss-feed"), os.Getenv("PORTOLAN_TEST_ALL") != ""
	if all {
		names = catalog.Names()
	}
	for _, name := range names {
		for _, size := range []catalog.Size{catalog.Short, catalog.Long} {
			if !strings.HasPrefix(name, "loss-") || size == catalog.Long && !(all && slices.Contains(some[:4], name)) {
				continue
			}
			t.Run(name, func(t *testing.T) {
				app := catalog.New(name, size)
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
}
