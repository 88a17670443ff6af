package sqlite_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
	"github.com/portolan-seo/portolan/frontier/workload"
)

// BenchmarkLease measures what it takes to lease a URL of PORTOLAN_BENCH_URLS
// that wait, in one rank, in five that alternate, and where each has changed
// its rank.
func BenchmarkLease(b *testing.B) {
	known := workload.Number("PORTOLAN_BENCH_URLS", 100_000)
	for _, bb := range []struct {
		name  string
		ranks int
		moved bool
	}{{"one rank", 1, false}, {"five ranks", 5, false}, {"five ranks, changed", 5, true}} {
		b.Run(bb.name, func(b *testing.B) {
			for range b.N {
				s, err := sqlite.Create(filepath.Join(b.TempDir(), "crawl.db"), sqlite.Options{}.NoSync())
				if err != nil {
					b.Fatal(err)
				}
				waitIn(b, s, known, bb.ranks)
				before := workload.CPUTime()
				if bb.moved {
					err := s.Rerank(b.Context(), 0, func(it *frontier.Item) frontier.Rank { return (it.Rank + 1) % 5 })
					if err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(float64((workload.CPUTime()-before).Nanoseconds())/float64(known), "rerank-cpu-ns/URL")
					before = workload.CPUTime()
				}
				for left := known; left > 0; {
					items, _, err := s.Lease(20, frontier.LastRank, now)
					if err != nil || len(items) == 0 {
						b.Fatal(err, left)
					}
					for i := range items {
						s.Leave(items[i].ID)
					}
					left -= len(items)
				}
				b.ReportMetric(float64((workload.CPUTime()-before).Nanoseconds())/float64(known), "lease-cpu-ns/URL")
				b.ReportMetric(float64(s.Memory())/float64(known), "table-B/URL")
				s.Close()
			}
		})
	}
}

// waitIn makes URLs wait in ranks that a hash of their number gives.
func waitIn(b *testing.B, s *sqlite.Store, known, ranks int) {
	b.Helper()
	n := 0
	batch := frontier.Batch{Rank: func([]byte, uint16, frontier.Source) frontier.Rank {
		n++
		return frontier.Rank(uint32(n) * 2654435761 >> 8 % uint32(ranks))
	}}
	for at := 0; at < known; {
		for batch.Seeds = batch.Seeds[:0]; len(batch.Seeds) < 5000 && at < known; at++ {
			l := keyed(s, fmt.Sprintf("https://www.example.com/catalogue/articles-and-reviews/%d", at), 0)
			batch.Seeds = append(batch.Seeds, frontier.Seed{Key: l.Key, URL: l.URL, Source: frontier.FromList})
		}
		if err := s.Settle(&batch); err != nil {
			b.Fatal(err)
		}
	}
}
