package site_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"

	"github.com/portolan-seo/portolan/crawler/site/handover"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/crawler/site/tables"
	"github.com/portolan-seo/portolan/frontier/sqlite"
	"github.com/portolan-seo/portolan/frontier/workload"
)

// reportSteps make the reports of the benchmark's crawl, a step a form:
//
//	kept  looks for all that is wrong with the site and keeps it in the crawl
//	      file, as the end of a crawl does
//	html, md, csv, jsonl, xlsx
func (p *publishBench) reportSteps() []workload.Step {
	steps := []workload.Step{{Name: "kept", Run: func(dir string) (int, map[string]float64, error) {
		w, err := p.open(dir, func(file string) (*sqlite.Store, error) { return sqlite.Open(file, sqlite.Options{}) })
		if err != nil {
			return 0, nil, err
		}
		defer w.stored.Close()
		_, err = w.stored.KeepFindings(context.Background())
		return w.stored.Counts().Known, nil, err
	}}}
	for _, form := range handover.FormNames() {
		steps = append(steps, workload.Step{Name: form, Run: func(dir string) (int, map[string]float64, error) {
			n, size, err := p.report(dir, filepath.Join(dir, "reports"), form)
			return n, map[string]float64{"file-MB": float64(size) / 1e6}, err
		}})
	}
	return steps
}

// report writes a form of the report, and gives the size of its files.
func (p *publishBench) report(dir, to, form string) (known int, size int64, err error) {
	debug.SetGCPercent(50) // as the program does
	if err := os.MkdirAll(to, 0o777); err != nil {
		return 0, 0, err
	}
	crawl, err := stored.Open(dir)
	if err != nil {
		return 0, 0, err
	}
	defer crawl.Close()
	err = handover.Write(context.Background(), &tables.Source{Crawl: crawl}, handover.Options{Dir: to, Forms: []string{form}}, func(w *handover.Written) error {
		info, err := os.Stat(w.File)
		if err == nil {
			size += info.Size()
		}
		return err
	})
	return crawl.Counts().Known, size, err
}

// TestReportsOfManyURLs makes the reports of a site twice: they are the same,
// and the page stays small however large the site is. The long form takes one of
// 120,000 URLs, more than a sheet has rows.
func TestReportsOfManyURLs(t *testing.T) {
	urls := 300
	if os.Getenv("PORTOLAN_TEST_ALL") != "" {
		urls = 120_000
	}
	dir := t.TempDir()
	p := publishBench{urls: urls}
	for _, s := range p.steps()[:2] { // the crawl, its verdicts
		if _, _, err := s.Run(dir); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := p.reportSteps()[0].Run(dir); err != nil {
		t.Fatal(err)
	}
	for _, form := range handover.FormNames() {
		var sizes [2]int64
		for i := range sizes {
			known, size, err := p.report(dir, filepath.Join(dir, fmt.Sprint(i)), form)
			if sizes[i] = size; err != nil || known != urls || size == 0 {
				t.Fatalf("%s: %d bytes of %d URLs, %v", form, size, known, err)
			}
		}
		if form == "html" && sizes[0] > 5_000_000 {
			t.Errorf("report.html has %d bytes", sizes[0])
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "0", "*"))
	if err != nil || len(files) < 15 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range files {
		one, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if two, err := os.ReadFile(filepath.Join(dir, "1", filepath.Base(name))); err != nil || !bytes.Equal(one, two) {
			t.Errorf("%s has other bytes the second time (%v)", filepath.Base(name), err)
		}
	}
}
