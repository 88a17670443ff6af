package crawler_test

import (
	"bufio"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gocolly/colly/v2"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/crawler/fetch"
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
	b.Run("net-http-gunzip", func(b *testing.B) { measure(b, func() int { return fetchAll(b, base) }) })
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
	client, err := fetch.NewClient(fetch.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer client.Close()
	store, err := sqlite.Create(filepath.Join(b.TempDir(), strconv.FormatInt(time.Now().UnixNano(), 10)+".db"), sqlite.Options{})
	if err != nil {
		b.Fatal(err)
	}
	scope, err := canonical.ScopeOf(base + "/sitemap.xml")
	if err != nil {
		b.Fatal(err)
	}
	res, err := crawler.Run(context.Background(), crawler.Options{
		Start:      base + "/",
		Scope:      scope,
		Identity:   canonical.Config{Key: store.Key()},
		NewFetcher: func() crawler.Fetcher { return client.NewFetcher() },
	}, store)
	if err != nil || res.End != crawler.Complete {
		b.Fatal(res.End, err)
	}
	if err := store.Close(); err != nil {
		b.Fatal(err)
	}
	return res.Fetched
}

// fetchAll gets every page worth listing, with five requests at a time.
func fetchAll(b *testing.B, base string) int {
	shape := crawltest.Typical(benchPages(), 1)
	shape.Origin = ""
	urls := crawltest.Generate(shape).Expected()
	transport := &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 5}
	defer transport.CloseIdleConnections()
	var next atomic.Int64
	var workers sync.WaitGroup
	for range 5 {
		workers.Go(func() {
			var unpack gzip.Reader
			for i := next.Add(1) - 1; int(i) < len(urls); i = next.Add(1) - 1 {
				req, _ := http.NewRequest("GET", base+urls[i], nil)
				req.Header.Set("Accept-Encoding", "gzip")
				res, err := transport.RoundTrip(req)
				if err != nil {
					b.Error(err)
					return
				}
				if err := unpack.Reset(res.Body); err != nil {
					b.Error(err)
				}
				_, _ = io.Copy(io.Discard, &unpack)
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
