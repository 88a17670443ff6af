package crawler_test

import (
	"context"
	"fmt"
	"log"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// A crawl of a whole site without a site folder, with the verdicts on its URLs.
// Package crawler/site goes on from here to a published sitemap.
func Example() {
	site, err := crawltest.Parse([]byte(`origin: http://example.com
-- / --
<title>Home</title> <a href="/a?utm_source=home">a</a> <a href="/gone">gone</a> <a href="http://other.example/">other</a>
-- /a --
<title>A</title> <a href="/">home</a>
`))
	check(err)
	server, err := crawltest.Start(crawltest.Config{}, site)
	check(err)
	defer server.Close()

	ctx := context.Background()
	options := fetch.Options{UserAgent: "mybot/1.0"}
	options.Resolve, err = fetch.ParseResolves(server.Resolve())
	check(err)
	client, err := fetch.NewClient(options)
	check(err)
	defer client.Close()
	store := frontier.NewMemory() // or sqlite.Create(path, sqlite.Options{})
	scope, err := canonical.ScopeOf("http://example.com/sitemap.xml")
	check(err)
	crawl := crawler.Options{
		Start: "http://example.com/", Scope: scope,
		NewFetcher: func() crawler.Fetcher { return client.NewFetcher() },
	}
	result, err := crawler.Run(ctx, crawl, store)
	check(err)

	rules, err := canonical.New(canonical.Config{Rules: store.Rules()})
	check(err)
	verdicts, err := audit.JudgeAll(ctx, store, audit.Options{Decide: crawl.Decide, Rules: rules, Agent: "mybot"})
	check(err)
	fmt.Println(result.End, verdicts.Known, "URLs known")
	for row, err := range store.Listed(ctx, audit.InState(audit.ListedInFile)) {
		check(err)
		fmt.Println(row.URL)
	}

	// Output:
	// complete 4 URLs known
	// http://example.com/
	// http://example.com/a
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
