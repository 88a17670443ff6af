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

// TestReportsOfManyURLs makes the reports of a site twice: they are the same. The
// long form takes one of 120,000 URLs, too, more than a sheet has rows: the page
// stays small however large the site is.
func TestReportsOfManyURLs(t *testing.T) {
	one, two := reportsOf(t, 300, 2)
	for _, name := range one {
		a, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if b, err := os.ReadFile(filepath.Join(two, filepath.Base(name))); err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s has other bytes the second time (%v)", filepath.Base(name), err)
		}
	}
	if os.Getenv("PORTOLAN_TEST_ALL") != "" {
		reportsOf(t, 120_000, 1)
	}
}

// reportsOf makes the reports of a site of so many URLs so many times. It gives the
// files of the first time, and the folder of the last one.
func reportsOf(t *testing.T, urls, times int) (files []string, last string) {
	t.Helper()
	dir := t.TempDir()
	p := publishBench{urls: urls}
	steps := append(p.steps()[:2:2], p.reportSteps()[0]) // the crawl, its verdicts, its findings
	for _, s := range steps {
		if _, _, err := s.Run(dir); err != nil {
			t.Fatal(err)
		}
	}
	for _, form := range handover.FormNames() {
		for i := range times {
			last = filepath.Join(dir, fmt.Sprint(i))
			known, size, err := p.report(dir, last, form)
			if err != nil || known != urls || size == 0 {
				t.Fatalf("%s: %d bytes of %d URLs, %v", form, size, known, err)
			}
			if form == "html" && size > 5_000_000 {
				t.Errorf("report.html has %d bytes", size)
			}
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "0", "*"))
	if err != nil || len(files) < 15 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	return files, last
}
