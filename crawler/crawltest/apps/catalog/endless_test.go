package catalog_test

import (
	"os"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/crawltest/apps/catalog"
)

// TestEndless crawls sites on which a crawl finds no end, and documentation
// that falls back to another language: it ends within the limits, what is real
// is listed, and hardly anything else.
func TestEndless(t *testing.T) {
	if testing.Short() {
		t.Skip("crawls whole sites")
	}
	names := []string{"endless-404-long", "manual-fallback", "endless-pager-last", "endless-nonce-redirect-value", "endless-tracker"}
	if os.Getenv("PORTOLAN_TEST_ALL") != "" {
		names = append(names, "endless-search", "endless-diary", "endless-stock-last", "endless-stock-drawn", "endless-404", "manual-query-hreflang", "endless-shell-part", "endless-nonce-mixed", "endless-crossing", "endless-stock", "endless-stock-bigbox", "manual-notice", "manual-query", "endless-shell", "endless-stamps", "endless-booking", "endless-maze-flat", "long endless-calendar",
			"endless-nonce-number", "endless-nonce-letters", "endless-nonce-hex", "endless-nonce-some-number", "endless-nonce-some-mixed", "endless-nonce-some-letters", "endless-nonce-redirect",
			"endless-nonce-redirect-number", "long endless-nonce-letters", "long endless-nonce-some-mixed", "endless-404-echo", "endless-404-tells", "endless-ab-echo", "endless-pathinfo", "endless-calendar", "endless-calendar-links", "endless-map", "endless-views",
			"endless-agenda", "endless-pager-nothing", "endless-stock-path", "endless-stock-first", "endless-stock-box-empty", "endless-stock-box-last", "long endless-stock", "long endless-stock-box", "long endless-stock-bigbox", "endless-stock-sizes", "endless-back", "endless-trail", "endless-session", "endless-session-redirect", "endless-similar", "endless-404-random", "endless-random", "endless-maze", "endless-words", "long endless-words", "long endless-diary", "long endless-crossing", "long endless-search", "long endless-calendar-days", "long manual-notice")
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			name, isLong := strings.CutPrefix(name, "long ")
			size := catalog.Short
			if isLong {
				size = catalog.Long
			}
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
