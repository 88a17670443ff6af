package crawler_test

import (
	"bufio"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gocolly/colly/v2"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/recall"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// serveEnv makes the test binary a server of a generated site with so many
// pages, so that benchmarks count the crawler's CPU time alone.
const serveEnv = "PORTOLAN_BENCH_SERVE"

// benchPages is the size of the benchmarks' site; PORTOLAN_BENCH_PAGES sets
// another.
func benchPages() int {
	if n, err := strconv.Atoi(os.Getenv("PORTOLAN_BENCH_PAGES")); err == nil && n > 0 {
		return n
	}
	return 1000
}

// benchConnections is how many requests the floors have at once, as portolan
// has by default; PORTOLAN_BENCH_CONNECTIONS sets another number.
func benchConnections() int {
	if n, err := strconv.Atoi(os.Getenv("PORTOLAN_BENCH_CONNECTIONS")); err == nil && n > 0 {
		return n
	}
	return 5
}

// serveGenerated serves until standard input is closed.
func serveGenerated(pages string) {
	n, _ := strconv.Atoi(pages)
	shape := crawltest.Typical(n, 1)
	shape.Origin = ""
	server, err := crawltest.Start(crawltest.Config{NoLog: true}, crawltest.Generate(shape).Site())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(server.URL())
	_, _ = io.Copy(io.Discard, os.Stdin)
	server.Close()
}

// startSite starts the generated site in another process.
func startSite(b *testing.B) string {
	b.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), serveEnv+"="+strconv.Itoa(benchPages()))
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			b.Error(err)
		}
	})
	line, _, err := bufio.NewReader(out).ReadLine()
	if err != nil {
		b.Fatal(err)
	}
	return string(line)
}

// BenchmarkCrawl compares whole crawls of one site by CPU time per 1,000
// pages: portolan with its crawl file, the least that any Go program has to
// do (net/http and gunzip of the same pages), and colly as its documentation
// shows it. Only the ratios mean something on a machine that others use.
func BenchmarkCrawl(b *testing.B) {
	base := startSite(b)
	b.Run("portolan", func(b *testing.B) { measure(b, func() int { return crawlOnce(b, base) }) })
	urls := expected()
	b.Run("net-http-gunzip", func(b *testing.B) { measure(b, func() int { return fetchAll(b, base, urls, nil) }) })
	b.Run("colly-idiomatic", func(b *testing.B) { measure(b, func() int { return collyOnce(b, base) }) })
}

func measure(b *testing.B, run func() int) {
	pages := 0
	before := cpuTime()
	for b.Loop() {
		pages += run()
	}
	used := cpuTime() - before
	b.ReportMetric(used.Seconds()*1000*1000/float64(pages), "cpu-ms/1000pages")
	b.ReportMetric(float64(pages)/float64(b.N), "pages")
	b.ReportMetric(float64(peakMemory())/(1<<20), "peak-MiB")
	b.ReportMetric(0, "ns/op")
}

func crawlOnce(b *testing.B, base string) int {
	store, err := sqlite.OpenReadOnly(crawlTo(b, base, nil))
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	fetched, _ := strconv.Atoi(store.Meta(crawler.MetaFetched))
	return fetched
}

// crawlTo crawls the site into a new file, whose name it gives.
func crawlTo(b *testing.B, base string, before *sqlite.Store) (file string) {
	client, err := fetch.NewClient(fetch.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer client.Close()
	file = filepath.Join(b.TempDir(), strconv.FormatInt(time.Now().UnixNano(), 10)+".db")
	store, err := sqlite.Create(file, sqlite.Options{})
	if err != nil {
		b.Fatal(err)
	}
	scope, err := canonical.ScopeOf(base + "/sitemap.xml")
	if err != nil {
		b.Fatal(err)
	}
	o := crawler.Options{
		Start:      base + "/",
		Scope:      scope,
		Identity:   canonical.Config{Key: store.Key()},
		NewFetcher: func() crawler.Fetcher { return client.NewFetcher() },
	}
	if before != nil {
		rules, err := canonical.New(o.Identity)
		if err != nil {
			b.Fatal(err)
		}
		reader, err := before.Recall(b.Context(), rules.Key)
		if err != nil {
			b.Fatal(err)
		}
		defer reader.Close()
		if o.Before, err = recall.Open(b.Context(), before, reader, "", true); err != nil {
			b.Fatal(err)
		}
	}
	res, err := crawler.Run(context.Background(), o, store)
	if err != nil || res.End != crawler.Complete {
		b.Fatal(res.End, err)
	}
	if err := store.Close(); err != nil {
		b.Fatal(err)
	}
	return file
}

// BenchmarkRecrawl compares a crawl of a site none of whose pages has changed
// since the last one with the least that any Go program has to do for the same
// answers 304: net/http, as many at a time.
func BenchmarkRecrawl(b *testing.B) {
	base := startSite(b)
	file := crawlTo(b, base, nil)
	before, err := sqlite.OpenReadOnly(file)
	if err != nil {
		b.Fatal(err)
	}
	defer before.Close()
	b.Run("portolan", func(b *testing.B) {
		measure(b, func() int {
			store, err := sqlite.OpenReadOnly(crawlTo(b, base, before))
			if err != nil {
				b.Fatal(err)
			}
			defer store.Close()
			kept, _ := strconv.Atoi(store.Meta(crawler.MetaUnchanged))
			if 10*kept < 9*benchPages() {
				b.Errorf("%d of %d pages were answered with 304", kept, benchPages())
			}
			return store.Counts().Settled
		})
	})
	etags := map[string]string{}
	for row, err := range before.Rows(b.Context()) {
		if err != nil {
			b.Fatal(err)
		}
		if row.Page != nil && row.Page.ETag != "" {
			etags[strings.TrimPrefix(row.URL, base)] = row.Page.ETag
		}
	}
	urls := slices.Collect(maps.Keys(etags))
	b.Run("net-http", func(b *testing.B) { measure(b, func() int { return fetchAll(b, base, urls, etags) }) })
}

// expected gives the pages worth listing.
func expected() []string {
	shape := crawltest.Typical(benchPages(), 1)
	shape.Origin = ""
	return crawltest.Generate(shape).Expected()
}

// fetchAll gets pages, with benchConnections requests at a time; on the
// condition that they have another ETag where these are given.
func fetchAll(b *testing.B, base string, urls []string, etags map[string]string) int {
	transport := &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: benchConnections()}
	defer transport.CloseIdleConnections()
	var next atomic.Int64
	var workers sync.WaitGroup
	for range benchConnections() {
		workers.Go(func() {
			var unpack gzip.Reader
			for i := next.Add(1) - 1; int(i) < len(urls); i = next.Add(1) - 1 {
				req, _ := http.NewRequest("GET", base+urls[i], nil)
				req.Header.Set("Accept-Encoding", "gzip")
				if etags != nil {
					req.Header.Set("If-None-Match", etags[urls[i]])
				}
				res, err := transport.RoundTrip(req)
				if err != nil {
					b.Error(err)
					return
				}
				switch {
				case etags != nil && res.StatusCode != http.StatusNotModified:
					b.Errorf("%s: status %d", urls[i], res.StatusCode)
				case etags == nil:
					if err := unpack.Reset(res.Body); err != nil {
						b.Error(err)
					}
					_, _ = io.Copy(io.Discard, &unpack)
				}
				res.Body.Close()
			}
		})
	}
	workers.Wait()
	return len(urls)
}

// collyOnce crawls as colly's documentation shows: Async, OnHTML, Visit.
func collyOnce(b *testing.B, base string) int {
	var pages atomic.Int64
	c := colly.NewCollector(colly.Async(true), colly.AllowedDomains("127.0.0.1"))
	if err := c.Limit(&colly.LimitRule{DomainGlob: "*", Parallelism: 5}); err != nil {
		b.Fatal(err)
	}
	c.OnHTML("a[href]", func(e *colly.HTMLElement) { _ = e.Request.Visit(e.Attr("href")) })
	c.OnResponse(func(*colly.Response) { pages.Add(1) })
	if err := c.Visit(base + "/"); err != nil {
		b.Fatal(err)
	}
	c.Wait()
	return int(pages.Load())
}
