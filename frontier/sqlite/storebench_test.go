package sqlite_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
	"github.com/portolan-seo/portolan/frontier/workload"
)

// BenchmarkStore measures the crawl file with a made-up site of 70 links a
// page: 40 of a menu, 3.5 to new URLs, the rest to known ones. It is a crawl
// without network and pages, until PORTOLAN_BENCH_URLS are known (100,000) and
// PORTOLAN_BENCH_PAGES settled (as many as that takes), and what the steps after
// the crawl cost, each in a process of its own. The process of the crawl does
// not close its file, as if it were killed, so that "reopen" is what a run after
// that waits for. PORTOLAN_BENCH_DURABLE=1 is --durable; with
// PORTOLAN_BENCH_FOLDER the crawl file stays there.
//
//	PORTOLAN_BENCH_URLS=10000000 go test -run '^$' -bench Store -benchtime 1x -timeout 0 ./frontier/sqlite
func BenchmarkStore(b *testing.B) {
	urls := workload.Number("PORTOLAN_BENCH_URLS", 100_000)
	workload.Bench(b, storeSteps(urls, workload.Number("PORTOLAN_BENCH_PAGES", 0), os.Getenv("PORTOLAN_BENCH_DURABLE") != "", true))
}

// TestStoreSteps makes the steps of the benchmark with a small site.
func TestStoreSteps(t *testing.T) {
	dir := t.TempDir()
	for i, s := range storeSteps(3000, 0, false, false) {
		counted, _, err := s.Run(dir)
		if want := []int{846, 3000, 3000, 3000, 59220, 846, 3000, 3000}[i]; err != nil || counted != want {
			t.Fatalf("%s: %d, want %d (%v)", s.Name, counted, want, err)
		}
	}
	if _, _, err := storeSteps(3000, 0, false, false)[0].Run(dir); err == nil {
		t.Error("a second crawl file took the place of the first")
	}
}

type storeStep = func(*sqlite.Store) (int, error)

// storeSteps are the steps in their order: each is given the file that those
// before it have left.
func storeSteps(urls, pages int, durable, killed bool) []workload.Step {
	open := func(path string) (*sqlite.Store, error) { return sqlite.Open(path, sqlite.Options{Durable: durable}) }
	step := func(name string, open func(string) (*sqlite.Store, error), do storeStep) workload.Step {
		return workload.Step{Name: name, Run: func(dir string) (int, map[string]float64, error) {
			store, err := open(filepath.Join(dir, "crawl.db"))
			if err != nil {
				return 0, nil, err
			}
			counted, err := do(store)
			if err != nil {
				return 0, nil, err
			}
			return counted, nil, store.Close()
		}}
	}
	return []workload.Step{
		{Name: "crawl", Run: func(dir string) (int, map[string]float64, error) { return crawlStep(dir, urls, pages, durable, killed) }},
		step("reopen", open, func(store *sqlite.Store) (int, error) {
			_, _, err := store.Lease(1, frontier.LastRank, time.Now())
			return store.Counts().Known, err
		}),
		step("verdicts", open, listAll),
		step("sorted", sqlite.OpenReadOnly, func(store *sqlite.Store) (n int, err error) {
			for _, err := range store.Listed(context.Background(), ^frontier.Codes(1)) {
				if err != nil {
					return n, err
				}
				n++
			}
			return n, nil
		}),
		step("links", sqlite.OpenReadOnly, func(store *sqlite.Store) (n int, err error) {
			for _, err := range store.Graph(context.Background()) {
				if err != nil {
					return n, err
				}
				n++
			}
			return n, nil
		}),
		step("inlinks", open, func(store *sqlite.Store) (int, error) {
			return store.Counts().Settled, store.BuildInLinks(context.Background())
		}),
		// The made-up site has no redirects, so that it is the pass that is
		// measured.
		step("redirects", sqlite.OpenReadOnly, func(store *sqlite.Store) (int, error) {
			_, err := audit.ReadEnds(context.Background(), store)
			return store.Counts().Known, err
		}),
		step("clicks", sqlite.OpenReadOnly, func(store *sqlite.Store) (int, error) {
			_, err := audit.ReadClicks(context.Background(), store)
			return store.Counts().Known, err
		}),
	}
}

// crawlStep makes the crawl file, and leaves it as a killed process does, or
// closes it.
func crawlStep(dir string, urls, pages int, durable, killed bool) (int, map[string]float64, error) {
	path := filepath.Join(dir, "crawl.db")
	store, err := sqlite.Create(path, sqlite.Options{Durable: durable})
	if err != nil {
		return 0, nil, err
	}
	m, err := workload.Crawl(store, store.Key(), urls, pages)
	if err != nil {
		return 0, nil, err
	}
	size := int64(0)
	for _, name := range []string{path, path + "-wal"} {
		if info, err := os.Stat(name); err == nil {
			size += info.Size()
		}
	}
	table := float64(store.Memory())
	if !killed {
		if err := store.Close(); err != nil {
			return 0, nil, err
		}
	}
	perPage := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	return m.Pages, map[string]float64{
		"cpu-ms/kpage":      perPage(m.CPU * 1000 / time.Duration(m.Pages)),
		"last-cpu-ms/kpage": perPage(m.PerThousand()),
		"slowest-ms":        float64(m.Slowest.Milliseconds()),
		"disk-B/URL":        float64(size) / float64(m.URLs),
		"disk-B/page":       float64(size) / float64(m.Pages),
		"table-B/URL":       table / float64(m.URLs),
	}, nil
}

// listAll lists every URL, as a site without faults has it.
func listAll(store *sqlite.Store) (int, error) {
	known := store.Counts().Known
	return known, store.PutVerdicts(context.Background(), "", func(yield func(frontier.Verdict, error) bool) {
		for id := range known {
			if !yield(frontier.Verdict{ID: frontier.ID(id), Code: 1, Target: frontier.NoID}, nil) {
				return
			}
		}
	})
}
