package site_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/crawler/site/explain"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// From a URL to a published sitemap. README.md shows the same, without what
// serves the made-up site and without the errors.
func ExampleMake() {
	made, err := crawltest.Parse([]byte(`origin: http://example.com
-- / --
<title>Home</title> <a href="/a?utm_source=home">a</a> <a href="/gone">gone</a> <a href="http://other.example/">other</a>
-- /a --
<title>A</title> <a href="/">home</a>
`))
	check(err)
	server, err := crawltest.Start(crawltest.Config{}, made)
	check(err)
	defer server.Close()
	defer inTempDir()()

	ctx := context.Background()
	network := fetch.Options{UserAgent: "mybot/1.0"}
	network.Resolve, err = fetch.ParseResolves(server.Resolve())
	check(err)
	client, err := fetch.NewClient(network)
	check(err)
	defer client.Close()
	options := site.Options{Dir: "example.com"} // the site folder: sitemap files and crawls
	options.Crawl.NewFetcher = func() crawler.Fetcher { return client.NewFetcher() }
	run, err := site.Make(ctx, "http://example.com/", options)
	check(err)
	fmt.Println(run.Result.End, run.Published.URLs, "URLs in", run.Published.Sitemap().Name)

	crawl, err := stored.Open("example.com")
	check(err)
	defer crawl.Close()
	why, err := explain.URL(ctx, crawl, "example.com", "/gone")
	check(err)
	fmt.Println(why.URL, why.Verdict.Verdict, why.Verdict.Evidence[0].Text)

	// Output:
	// complete 2 URLs in sitemap.xml
	// http://example.com/gone http-4xx HTTP 404
}

// inTempDir changes to a new folder, and gives the way back.
func inTempDir() (back func()) {
	was, err := os.Getwd()
	check(err)
	dir, err := os.MkdirTemp("", "site-example-")
	check(err)
	check(os.Chdir(dir))
	return func() {
		check(os.Chdir(was))
		check(os.RemoveAll(dir))
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
