package catalog_test

import (
	"os"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/crawltest/apps/catalog"
)

// TestWhole crawls sites of which nothing may be cut: what is alike on them,
// and what is deep, is listed all the same.
func TestWhole(t *testing.T) {
	if testing.Short() {
		t.Skip("crawls whole sites")
	}
	if os.Getenv("PORTOLAN_TEST_ALL") == "" {
		t.Skip("many applications are crawled, where PORTOLAN_TEST_ALL is set")
	}
	for _, name := range catalog.Names() {
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
