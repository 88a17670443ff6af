package catalog_test

import (
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

var (
	table    = flag.String("table", "", "print a line for each application whose name matches this expression")
	conns    = flag.Int("conns", 8, "connections of a crawl")
	maxPages = flag.Int("max-pages", 0, "pages of a crawl at most; 0 = four times what is allowed")
)

// result is what a crawl of an application came to.
type result struct {
	*apps.Score
	requests int
	end      crawler.End
	list     string        // the same for the same list
	urls     []string      // that are listed, sorted
	cpu      time.Duration // of this process
}

// crawl crawls an application that is served at these places, judges it, and
// compares what would be listed with the truth. The crawl is stopped after so
// many pages, and gone on with.
func crawl(tb testing.TB, app *apps.App, resolve []string, conns int, stops ...int) result {
	tb.Helper()
	return crawlIn(tb, app, filepath.Join(tb.TempDir(), "crawl.db"), resolve, conns, stops...)
}

// crawlIn is crawl into a file, with which it goes on if there is one.
func crawlIn(tb testing.TB, app *apps.App, path string, resolve []string, conns int, stops ...int) result {
	tb.Helper()
	before := cpuTime()
	client := newClient(tb, resolve, conns)
	open := sqlite.Create
	if _, err := os.Stat(path); err == nil {
		open = sqlite.Open
	}
	store, err := open(path, sqlite.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { store.Close() }()
	scope, err := canonical.ScopeOf(app.Origin() + "/sitemap.xml")
	if err != nil {
		tb.Fatal(err)
	}
	opts := crawler.Options{
		Start: app.Origin() + "/", Scope: scope, Identity: canonical.Config{Key: store.Key()},
		NewFetcher:    func() crawler.Fetcher { return client.NewFetcher() },
		EnableCookies: client.EnableCookies,
		Sitemaps:      crawler.Sitemaps{Find: true},
		Politeness:    crawler.Politeness{Concurrency: conns},
		Limits:        crawler.Limits{Pages: bound(app), RetryWait: time.Millisecond},
	}
	r := result{}
	for _, pages := range append(stops, opts.Limits.Pages) {
		opts.Limits.Pages = pages
		res, err := crawler.Run(tb.Context(), opts, store)
		if err != nil {
			tb.Fatal(err)
		}
		r.requests, r.end = r.requests+res.Receipt.Requests, res.End
		if err := store.Close(); err != nil {
			tb.Fatal(err)
		}
		if store, err = sqlite.Open(path, sqlite.Options{}); err != nil {
			tb.Fatal(err)
		}
	}
	if *showClasses {
		printClasses(tb, store)
	}
	judge(tb, store, opts)
	r.cpu = cpuTime() - before
	var listed []string
	for row, err := range store.Listed(tb.Context(), 1<<audit.Listed) {
		if err != nil {
			tb.Fatal(err)
		}
		listed = append(listed, row.URL)
	}
	slices.Sort(listed)
	r.urls = listed
	r.Score = app.Score(slices.Values(listed))
	r.list = fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(listed, "\n"))))[:8]
	return r
}

// judge gives every known URL its verdict.
func judge(tb testing.TB, store *sqlite.Store, opts crawler.Options) {
	tb.Helper()
	identity := opts.Identity
	identity.Rules = store.Rules()
	rules, err := canonical.New(identity)
	if err != nil {
		tb.Fatal(err)
	}
	o := audit.Options{Decide: opts.Decide, Rules: rules, Agent: "portolan", ListAgent: "googlebot", Left: audit.LimitPages, Digest: "of the crawl"}
	sum, err := audit.JudgeAll(context.WithoutCancel(tb.Context()), store, o)
	if err != nil {
		tb.Fatal(err)
	}
	if err := store.Settle(&frontier.Batch{Meta: map[string]string{audit.MetaViews: sum.ViewsText(o.Digest)}}); err != nil {
		tb.Fatal(err)
	}
	sameViews(tb, store, o)
}

func newClient(tb testing.TB, resolve []string, conns int) *fetch.Client {
	tb.Helper()
	options := fetch.Options{UserAgent: "portolan/test", MaxConns: conns, Timeout: time.Minute}
	for _, line := range resolve {
		r, err := fetch.ParseResolve(line)
		if err != nil {
			tb.Fatal(err)
		}
		options.Resolve = append(options.Resolve, r)
	}
	client, err := fetch.NewClient(options)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(client.Close)
	return client
}

// bound is how many pages are fetched at most, so that what has no end ends.
func bound(app *apps.App) int {
	if *maxPages > 0 {
		return *maxPages
	}
	return 4 * app.Limit.Requests(pagesOf(app))
}

func pagesOf(app *apps.App) (n int) {
	for range app.Required() {
		n++
	}
	return n
}

// serve serves an application in this process until the test ends.
func serve(tb testing.TB, app *apps.App) (*apps.Running, []string) {
	tb.Helper()
	run := app.Run()
	server, err := crawltest.Start(crawltest.Config{NoLog: true}, run.Site())
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(server.Close)
	return run, server.Resolve()
}

// row is a line of the table.
func (r *result) row(app *apps.App) string {
	word := "ok"
	switch faults := app.Faults(r.Score, r.requests); {
	case len(faults) > 0 && app.Open:
		word = "open"
	case len(faults) > 0:
		word = "FAULTS"
	}
	return fmt.Sprintf("%-26s %-6s %6d pages  %6d requests, %6.2f a page, %6d allowed  %5d missing  %6d others (%4d allowed)  %5d copies  %6d ambiguous  %6.1f s CPU  list %s  %s",
		app.Name, word, r.Pages, r.requests, float64(r.requests)/float64(max(r.Pages, 1)), app.Limit.Requests(r.Pages),
		apps.Sum(r.Missing), apps.Sum(r.Others), app.OthersListed(r.Pages), r.Copies, r.Ambiguous, r.cpu.Seconds(), r.list, r.end)
}
