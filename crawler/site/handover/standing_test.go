package handover_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/fetch/fetchtest"
	"github.com/portolan-seo/portolan/crawler/mistake"
	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/crawler/site/handover"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/crawler/site/tables"
)

// Reports are written over those of earlier crawls, and over no file of anybody
// else; what is left of earlier crawls is named.
func TestStanding(t *testing.T) {
	parsed, err := crawltest.Parse([]byte("origin: http://a.example\n-- / --\n<title>A</title> <a href=/b>b</a>\n-- /b --\n<title>B</title>\n"))
	if err != nil {
		t.Fatal(err)
	}
	client := fetchtest.NewClient(t, crawltest.NewServer(t, parsed), fetch.Options{UserAgent: "portolan/test"})
	o := site.Options{Dir: filepath.Join(t.TempDir(), "site")}
	o.Crawl.NewFetcher = func() crawler.Fetcher { return client.NewFetcher() }
	if _, err := site.Make(t.Context(), parsed.Origin()+"/", o); err != nil {
		t.Fatal(err)
	}
	crawl, err := stored.Open(o.Dir)
	if err != nil {
		t.Fatal(err)
	}
	defer crawl.Close()
	dir := t.TempDir()
	write := func(forms ...string) (files []string, err error) {
		err = handover.Write(t.Context(), &tables.Source{Crawl: crawl}, handover.Options{Dir: dir, Forms: forms, CSV: tables.CSVOptions{BOM: true, Separator: ';'}}, func(w *handover.Written) error {
			files = append(files, filepath.Base(w.File))
			return nil
		})
		return files, err
	}
	all, err := write(handover.FormNames()...)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := write(handover.FormNames()...); err != nil || !slices.Equal(all, again) {
		t.Errorf("over its own: %q, %v", again, err)
	}
	for name, age := range map[string]time.Duration{".report-1": 25 * time.Hour, ".report-2": 0, ".other-1": 25 * time.Hour} {
		file := filepath.Join(dir, name)
		if err := errors.Join(os.WriteFile(file, nil, 0o600), os.Chtimes(file, time.Time{}, time.Now().Add(-age))); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := write("md"); err != nil {
		t.Fatal(err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, ".*")); err != nil || len(left) != 2 || filepath.Base(left[1]) != ".report-2" {
		t.Errorf("of what was left half written %q stays (%v), want that of today alone", left, err)
	}
	older := func(forms ...string) []string {
		return handover.Older(handover.Options{Dir: dir, Forms: forms}, crawl.Began)
	}
	if got := older("html"); len(got) > 0 {
		t.Errorf("of this crawl are %q", got)
	}
	long := crawl.Began.Add(-time.Hour)
	for _, name := range []string{"report.html", "report.md", "report.xlsx", "urls.csv"} {
		if err := os.Chtimes(filepath.Join(dir, name), long, long); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]string{"report.md", "report.xlsx", "urls.csv"}, older("html")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"report.html", "report.xlsx"}, older("md", "csv")); diff != "" {
		t.Error(diff)
	}
	// A report of before it named its generator is portolan's, too; a text that names it is not.
	for name, text := range map[string]string{"report.html": "<html>\n<meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"robots\" content=\"noindex\">\n<title>", "report.md": "# Notes\n\nmade with portolan 1.0.\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := write(strings.TrimPrefix(filepath.Ext(name), ".")); (err == nil) != (name == "report.html") {
			t.Errorf("over %s %q: %v", name, text, err)
		}
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "report.md"), 0o755); err != nil {
		t.Fatal(err)
	}
	if files, err := write("html", "md"); err == nil || !strings.Contains(err.Error(), "report.md is a folder") || len(files) > 0 {
		t.Errorf("in the place of a folder: %q, %v", files, err)
	}
	if err := os.Remove(filepath.Join(dir, "report.md")); err != nil {
		t.Fatal(err)
	}
	if _, err := write("html", "md"); err != nil {
		t.Fatal(err)
	}
	for _, name := range all {
		path := filepath.Join(dir, name)
		ours, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("<html>mine"), 0o644); err != nil {
			t.Fatal(err)
		}
		os.Chtimes(path, long, long)
		files, err := write(handover.FormNames()...)
		if _, typed := errors.AsType[*mistake.Error](err); !typed || len(files) > 0 || !strings.Contains(err.Error(), name) {
			t.Errorf("%s of somebody else: %q are written, %v", name, files, err)
		}
		if mine, _ := os.ReadFile(path); string(mine) != "<html>mine" || slices.Contains(older(), name) {
			t.Errorf("%s of somebody else: %q, %q are older", name, mine, older())
		}
		if err := os.WriteFile(path, ours, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
