package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// A crawl file in which nothing was noted is no crawl: the next run begins
// one, and the other commands look past it.
func TestCrawlFileThatHasNotBegun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site")
	runQuietly(t, exit.Done, "demo", "-o", dir, "--quiet")
	want := storedVerdicts(t, dir)
	later := time.Now().UTC().Add(time.Hour)
	store, err := sqlite.Create(filepath.Join(dir, folder.CrawlsDir, later.Format("20060102T150405Z.db")), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if got := storedVerdicts(t, dir); len(got) != len(want) {
		t.Errorf("%d verdicts beside an empty crawl file, want %d", len(got), len(want))
	}
	half := filepath.Join(dir, folder.CrawlsDir, "20980101T000000Z.db"+sqlite.HalfMade)
	if err := os.WriteFile(half, []byte("SQLite"), 0o666); err != nil {
		t.Fatal(err)
	}
	runQuietly(t, exit.Done, "demo", "-o", dir, "--quiet")
	if _, err := os.Stat(half); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a crawl file that was never made whole: %v", err)
	}
	names, err := folder.At(dir).Crawls()
	if err != nil {
		t.Fatal(err)
	}
	if len(names) != 3 || filepath.Base(names[2]) != later.Add(time.Second).Format("20060102T150405Z.db") {
		t.Errorf("crawl files %q, want a third one after the empty one", names)
	}
	if got := storedVerdicts(t, dir); len(got) != len(want) {
		t.Errorf("%d verdicts of the crawl after it, want %d", len(got), len(want))
	}
}
