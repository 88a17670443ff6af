package catalog_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
	"github.com/portolan-seo/portolan/crawler/crawltest/apps/catalog"
)

// TestViews crawls shops of which each page has many views, in other ways: the
// list is the same however many connections there are, and whether the crawl
// goes on after stops, and what it takes is within the limits.
func TestViews(t *testing.T) {
	if testing.Short() {
		t.Skip("crawls whole sites")
	}
	names, all := []string{"shop-matrix"}, os.Getenv("PORTOLAN_TEST_ALL") != ""
	if all {
		names = []string{
			"shop-query", "shop-canonical", "shop-multi", "shop-matrix", "shop-colon",
			"shop-start", "shop-dash-canonical", "shop-copies-canonical", "endless-files",
			"shop-bare", "shop-plus", "shop-blog", "shop-slash", "shop-route", "loss-printed-mixed",
		}
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			app := catalog.New(name, catalog.Short)
			run, resolve := serve(t, app)
			first := crawl(t, app, resolve, 1)
			if first.end != crawler.Complete {
				t.Errorf("ended as %s", first.end)
			}
			for _, fault := range app.Faults(first.Score, run.Requests()) {
				t.Error(fault)
			}
			if !all {
				return
			}
			if other := crawl(t, app, resolve, 16, 30, 150, 400); other.list != first.list || other.end != crawler.Complete {
				t.Errorf("with 16 connections and three stops the list is %s, with one connection %s; ended as %s; %s", other.list, first.list, other.end,
					apart(first.urls, other.urls))
			}
		})
	}
}

// TestLargeShops crawls shops as big as real ones: what a list of four parts
// shows, one of which a random box is the larger share, and a hundred combinations for each product, small shops do not have.
func TestLargeShops(t *testing.T) {
	if os.Getenv("PORTOLAN_TEST_ALL") == "" {
		t.Skip("shops of 2,400 and 7,000 pages are crawled, where PORTOLAN_TEST_ALL is set")
	}
	for _, name := range []string{"shop-query", "shop-languages", "shop-slash"} {
		t.Run(name, func(t *testing.T) {
			app := catalog.New(name, catalog.Long)
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

// TestLargeBrowsers crawls the history of a repository of 300 commits, in which
// each file has an address for each commit.
func TestLargeBrowsers(t *testing.T) {
	if os.Getenv("PORTOLAN_TEST_ALL") == "" {
		t.Skip("browsers of 300 commits are crawled, where PORTOLAN_TEST_ALL is set")
	}
	const most = 12_000 // requests
	for _, name := range []string{"commits-cgit", "commits-gitweb"} {
		t.Run(name, func(t *testing.T) {
			app := catalog.New(name, catalog.Long)
			run, resolve := serve(t, app)
			r := crawl(t, app, resolve, 8)
			if missing := apps.Sum(r.Missing); r.end != crawler.Complete || missing > 0 || run.Requests() > most {
				t.Errorf("ended as %s after %d requests, of which %d are allowed; %d of overview, tree, commits and tags are not listed", r.end, run.Requests(), most, missing)
			}
		})
	}
}

// apart gives some of the URLs that one of two sorted lists has alone.
func apart(first, other []string) string {
	var b strings.Builder
	for n, lists := range [][2][]string{{first, other}, {other, first}} {
		shown := 0
		for _, url := range lists[0] {
			if _, found := slices.BinarySearch(lists[1], url); !found && shown < 5 {
				fmt.Fprintf(&b, " %c%s", "-+"[n], url)
				shown++
			}
		}
	}
	return b.String()
}
