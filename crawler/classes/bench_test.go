package classes_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"

	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// BenchmarkRead reads the classes of a shop of PORTOLAN_BENCH_URLS URLs, by
// default 20,000: a quarter of them products, the others lists with a facet, an
// order and parts, 40 links each.
func BenchmarkRead(b *testing.B) {
	n := 20_000
	if text := os.Getenv("PORTOLAN_BENCH_URLS"); text != "" {
		n, _ = strconv.Atoi(text)
	}
	store := bigShop(b, n)
	b.ReportAllocs()
	var most uint64
	for b.Loop() {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		before := m.HeapAlloc
		c, err := classes.Read(context.Background(), store)
		if err != nil {
			b.Fatal(err)
		}
		runtime.GC()
		runtime.ReadMemStats(&m)
		most = max(most, m.HeapAlloc-min(before, m.HeapAlloc))
		runtime.KeepAlive(c)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/URL")
	b.ReportMetric(float64(most)/float64(n), "B-kept/URL")
}

func shopURL(i int) string {
	if i%4 == 0 {
		return fmt.Sprintf("https://www.example.com/products/some-thing-of-the-house-%d", i)
	}
	i /= 4
	url := fmt.Sprintf("https://www.example.com/lists/kind-of-things-%d", i/300)
	sep := "?"
	add := func(name string, value int) {
		if value > 0 {
			url += sep + name + "=" + strconv.Itoa(value+1)
			sep = "&"
		}
	}
	add("colour", i%10)
	add("sort", i/10%3)
	add("page", i/30%10)
	return url
}

func bigShop(b *testing.B, n int) *sqlite.Store {
	b.Helper()
	store, err := sqlite.Create(filepath.Join(b.TempDir(), "c.db"), sqlite.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { store.Close() })
	rules, err := canonical.New(canonical.Config{Key: store.Key()})
	if err != nil {
		b.Fatal(err)
	}
	link := func(i int) frontier.Link {
		url := []byte(shopURL(i))
		return frontier.Link{Key: rules.Key(url), URL: url}
	}
	for at := 0; at < n; at += 1000 {
		batch := &frontier.Batch{}
		for i := at; i < min(at+1000, n); i++ {
			l := link(i)
			batch.Seeds = append(batch.Seeds, frontier.Seed{Key: l.Key, URL: l.URL, Depth: frontier.NoDepth, Source: frontier.FromLink})
		}
		if err := store.Settle(batch); err != nil {
			b.Fatal(err)
		}
	}
	for {
		items, _, err := store.Lease(500, frontier.LastRank, when)
		if err != nil {
			b.Fatal(err)
		}
		if len(items) == 0 {
			return store
		}
		batch := &frontier.Batch{}
		for _, item := range items {
			p := frontier.Settled{ID: item.ID, Location: -1, Canonical: -1}
			p.Record.Status, p.Record.HTML, p.Record.Outcome = 200, true, record.Answered
			p.Record.Content = uint64(item.ID)*0x9E3779B97F4A7C15 | 1
			p.Record.ContentOwn = p.Record.Content
			for i := range 40 {
				p.Links = append(p.Links, link((int(item.ID)/8*8+i*4)%n))
			}
			batch.Pages = append(batch.Pages, p)
		}
		if err := store.Settle(batch); err != nil {
			b.Fatal(err)
		}
	}
}
