package sqlite_test

import (
	"context"
	"path/filepath"
	"runtime/debug"
	"testing"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
	"github.com/portolan-seo/portolan/frontier/workload"
)

// The benchmarks measure passes over a crawl file of PORTOLAN_BENCH_URLS known
// URLs (default 100,000); BenchmarkStore measures the crawl and what follows it.

func benchFile(b *testing.B) string {
	debug.SetGCPercent(workload.Number("GOGC", 50))
	dir := b.TempDir()
	if _, _, err := crawlStep(dir, workload.Number("PORTOLAN_BENCH_URLS", 100_000), 0, false, false); err != nil {
		b.Fatal(err)
	}
	return filepath.Join(dir, "crawl.db")
}

// measure reports CPU and memory of a step.
func measure(b *testing.B, step func()) {
	before := workload.CPUTime()
	b.ResetTimer()
	for range b.N {
		step()
	}
	b.StopTimer()
	b.ReportMetric((workload.CPUTime()-before).Seconds()/float64(b.N), "cpu-s/op")
	b.ReportMetric(float64(workload.PeakRSS())/1e6, "peak-MB")
}

func withStore(b *testing.B, f func(s *sqlite.Store)) {
	s, err := sqlite.OpenReadOnly(benchFile(b))
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	measure(b, func() { f(s) })
}

func BenchmarkRows(b *testing.B) {
	withStore(b, func(s *sqlite.Store) {
		for _, err := range s.Rows(context.Background()) {
			if err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkGraph(b *testing.B) {
	withStore(b, func(s *sqlite.Store) {
		n := 0
		for _, err := range s.Graph(context.Background()) {
			if err != nil {
				b.Fatal(err)
			}
			n++
		}
		b.ReportMetric(float64(n), "links")
	})
}

func BenchmarkEdges(b *testing.B) {
	withStore(b, func(s *sqlite.Store) {
		for _, err := range s.Edges(context.Background()) {
			if err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkBrief compares a pass by the file's pages with one by a statement
// that gives the same columns.
func BenchmarkBrief(b *testing.B) {
	withStore(b, func(s *sqlite.Store) {
		before := workload.CPUTime()
		for _, err := range s.Brief(context.Background(), 0, frontier.DetailTime, frontier.DetailLook, frontier.DetailContent, frontier.DetailText) {
			if err != nil {
				b.Fatal(err)
			}
		}
		pages := workload.CPUTime() - before
		if err := readByStatement(s.Path()); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(pages.Seconds()/(workload.CPUTime()-before-pages).Seconds(), "of-a-statement")
	})
}

func readByStatement(path string) error {
	db, err := sqlite.Edit(path)
	if err != nil {
		return err
	}
	defer db.Close()
	rows, err := db.Query(`SELECT url, depth, via, reason, u.flags, outcome, err, status, p.flags, type, meta_robots, header_robots, canonical, location_id,
		canonical_id, fetched_at, title, text_hash, sketch, content, content_own, description, h1, lang, words FROM url u LEFT JOIN page p USING (id) ORDER BY u.id`)
	if err != nil {
		return err
	}
	defer rows.Close()
	values := make([]any, 25)
	for i := range values {
		values[i] = new(any)
	}
	for rows.Next() {
		if err := rows.Scan(values...); err != nil {
			return err
		}
	}
	return rows.Err()
}

func BenchmarkPointers(b *testing.B) {
	withStore(b, func(s *sqlite.Store) {
		for _, err := range s.Pointers(context.Background()) {
			if err != nil {
				b.Fatal(err)
			}
		}
	})
}
