package sqlite_test

import (
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/frontier/frontiertest"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// TestContract takes eight random walks, a hundred where PORTOLAN_TEST_ALL is set.
func TestContract(t *testing.T) {
	if os.Getenv("PORTOLAN_TEST_ALL") == "" {
		if err := flag.Set("rapid.checks", "8"); err != nil {
			t.Fatal(err)
		}
	}
	frontiertest.Run(t, func(dir string) (frontiertest.Store, error) {
		path := filepath.Join(dir, "crawl.db")
		s, err := sqlite.Open(path, sqlite.Options{}.NoSync())
		if errors.Is(err, fs.ErrNotExist) {
			s, err = sqlite.Create(path, sqlite.Options{}.NoSync())
		}
		return s, err
	})
}

var now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
