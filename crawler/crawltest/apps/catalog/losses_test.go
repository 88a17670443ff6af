package catalog_test

import (
	"os"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/crawltest/apps/catalog"
)

// TestLosses crawls sites whose pages look like what is left aside: none is lost.
func TestLosses(t *testing.T) {
	if testing.Short() {
		t.Skip("crawls whole sites")
	}
	names, sizes := []string{"loss-galleryq-mixed", "loss-cityq", "loss-caseid", "loss-drill", "loss-dates", "loss-versions-mixed", "loss-events-mixed", "loss-eventsq-mixed"}, []catalog.Size{catalog.Short}
	if os.Getenv("PORTOLAN_TEST_ALL") != "" {
		names, sizes = catalog.Names(), []catalog.Size{catalog.Short, catalog.Long}
	}
	for _, name := range names {
		for _, size := range sizes {
			if !strings.HasPrefix(name, "loss-") {
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
