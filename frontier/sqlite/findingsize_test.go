package sqlite_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
	"github.com/portolan-seo/portolan/frontier/workload"
)

// A finding takes 150 bytes at most where a page has ten of them.
func TestFindingsAreSmall(t *testing.T) {
	const pages, each = 2000, 10
	file := filepath.Join(t.TempDir(), "crawl.db")
	store, err := sqlite.Create(file, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := workload.Crawl(store, store.Key(), pages, pages); err != nil {
		t.Fatal(err)
	}
	size := func() int64 {
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	before := size()
	if store, err = sqlite.Open(file, sqlite.Options{}); err != nil {
		t.Fatal(err)
	}
	err = store.PutFindings(t.Context(), "stamp", func(add func(*sqlite.Finding) error) (string, error) {
		for i := range pages * each {
			if err := add(&sqlite.Finding{
				Rule: "description-duplicate", Severity: 1, ID: frontier.ID(i / each), Template: "https://www.example.com/products/*/reviews",
				Detail: fmt.Sprintf("the description of %d pages: all that is sold here", i), Target: frontier.ID(i % pages), From: frontier.ID(i % 7), Pages: 12, Status: 200,
			}); err != nil {
				return "", err
			}
		}
		return "{}", nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := (size() - before) / (pages * each); got > 150 {
		t.Errorf("%d bytes a finding", got)
	} else {
		t.Logf("%d bytes a finding", got)
	}
}
