package sqlite_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"testing"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
	"github.com/portolan-seo/portolan/frontier/workload"
)

// The benchmarks measure one crawl of PORTOLAN_BENCH_URLS known URLs
// (default 100,000), of which PORTOLAN_BENCH_PAGES are settled (default: as
// many as it takes to know them). With PORTOLAN_BENCH_FILE the file stays,
// so that the steps after the crawl can be measured by processes of their
// own: -bench Crawl, then -bench Open, Listed, ...

func benchNumber(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

func benchFile(b *testing.B) string {
	debug.SetGCPercent(benchNumber("GOGC", 50))
	if path := os.Getenv("PORTOLAN_BENCH_FILE"); path != "" {
		return path
	}
	path := filepath.Join(b.TempDir(), "crawl.db")
	benchCrawl(b, path)
	return path
}

func benchCrawl(b *testing.B, path string) (m workload.Measured) {
	s, err := sqlite.Create(path, sqlite.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	m, err = workload.Crawl(s, s.Key(), benchNumber("PORTOLAN_BENCH_URLS", 100_000), benchNumber("PORTOLAN_BENCH_PAGES", 0))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(s.Memory())/float64(m.URLs), "table-B/URL")
	return m
}

func BenchmarkCrawl(b *testing.B) {
	debug.SetGCPercent(benchNumber("GOGC", 50))
	for range b.N {
		path := os.Getenv("PORTOLAN_BENCH_FILE")
		if path == "" {
			path = filepath.Join(b.TempDir(), "crawl.db")
		}
		os.Remove(path)
		m := benchCrawl(b, path)
		info, err := os.Stat(path)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(m.CPU.Seconds()*1000/float64(m.Pages)*1000, "cpu-ms/kpage")
		b.ReportMetric(float64(m.PerThousand().Microseconds())/1000, "last-cpu-ms/kpage")
		b.ReportMetric(float64(m.Slowest.Milliseconds()), "slowest-ms")
		b.ReportMetric(float64(info.Size())/float64(m.URLs), "disk-B/URL")
		b.ReportMetric(float64(info.Size())/float64(m.Pages), "disk-B/page")
		b.ReportMetric(float64(workload.PeakRSS())/1e6, "peak-MB")
	}
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

func BenchmarkOpen(b *testing.B) {
	path := benchFile(b)
	measure(b, func() {
		s, err := sqlite.Open(path, sqlite.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if _, _, err := s.Lease(1, frontier.LastRank, now); err != nil {
			b.Fatal(err)
		}
		s.Close()
	})
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

func BenchmarkVerdicts(b *testing.B) {
	s, err := sqlite.Open(benchFile(b), sqlite.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	known := s.Counts().Known
	measure(b, func() {
		err := s.PutVerdicts(context.Background(), "", func(yield func(frontier.Verdict, error) bool) {
			for id := range known {
				if !yield(frontier.Verdict{ID: frontier.ID(id), Code: 9, Target: frontier.NoID}, nil) {
					return
				}
			}
		})
		if err != nil {
			b.Fatal(err)
		}
	})
}

func BenchmarkListed(b *testing.B) {
	withStore(b, func(s *sqlite.Store) {
		n := 0
		for _, err := range s.Listed(context.Background(), 0) {
			if err != nil {
				b.Fatal(err)
			}
			n++
		}
		b.ReportMetric(float64(n), "rows")
	})
}

func BenchmarkInLinks(b *testing.B) {
	s, err := sqlite.Open(benchFile(b), sqlite.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	measure(b, func() {
		if err := s.BuildInLinks(context.Background()); err != nil {
			b.Fatal(err)
		}
	})
}

func BenchmarkBrief(b *testing.B) {
	withStore(b, func(s *sqlite.Store) {
		for _, err := range s.Brief(context.Background(), 0) {
			if err != nil {
				b.Fatal(err)
			}
		}
	})
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
