package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier/sqlite"
	"github.com/portolan-seo/portolan/frontier/workload"
)

// benchStored opens the crawl that "portolan bench publish --folder" has left
// in the folder PORTOLAN_BENCH_FOLDER.
func benchStored(b *testing.B, open func(string) (*sqlite.Store, error)) *storedCrawl {
	folder := os.Getenv("PORTOLAN_BENCH_FOLDER")
	if folder == "" {
		b.Skip("PORTOLAN_BENCH_FOLDER is not set")
	}
	path := (&publishBench{folder: filepath.Clean(folder)}).file()
	store, err := open(path)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { store.Close() })
	stored, err := readStored(path, store)
	if err != nil {
		b.Fatal(err)
	}
	return stored
}

func BenchmarkJudged(b *testing.B) {
	crawl := benchStored(b, func(path string) (*sqlite.Store, error) { return sqlite.Open(path, sqlite.Options{}) })
	options, err := crawl.auditOptions()
	if err != nil {
		b.Fatal(err)
	}
	before := workload.CPUTime()
	for b.Loop() {
		if _, err := audit.Judged(context.Background(), crawl, options); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric((workload.CPUTime()-before).Seconds()/float64(b.N), "cpu-s/op")
}

func BenchmarkNewJudge(b *testing.B) {
	crawl := benchStored(b, sqlite.OpenReadOnly)
	options, err := crawl.auditOptions()
	if err != nil {
		b.Fatal(err)
	}
	before := workload.CPUTime()
	for b.Loop() {
		if _, err := audit.NewJudge(context.Background(), crawl, options); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric((workload.CPUTime()-before).Seconds()/float64(b.N), "cpu-s/op")
}
