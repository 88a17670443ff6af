package sqlite_test

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/frontiertest"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// sample unpacks the crawl file that a version has left, from the demo, and
// gives the URLs that it listed.
func sample(t *testing.T, version uint32, path string) (listed string) {
	t.Helper()
	packed, err := os.Open(fmt.Sprintf("../../testdata/crawlfiles/v%d.db.gz", version))
	if err != nil {
		t.Fatalf("version %d has no sample: %v", version, err)
	}
	defer packed.Close()
	r, err := gzip.NewReader(packed)
	must(t, err)
	file, err := io.ReadAll(r)
	must(t, err)
	must(t, os.WriteFile(path, file, 0o644))
	urls, err := os.ReadFile(fmt.Sprintf("../../testdata/crawlfiles/v%d.listed", version))
	must(t, err)
	return string(urls)
}

// first is the first version that is kept readable.
const first = 3

// Crawl files of every version read from end to end, this one's included, and
// are left as they are. Earlier ones are never gone on with.
func TestEveryVersion(t *testing.T) {
	for version := uint32(first); version <= sqlite.Version; version++ {
		dir := t.TempDir()
		path := filepath.Join(dir, "c.db")
		listed := sample(t, version, path)
		before := files(t, dir)
		if version < sqlite.Version {
			if _, err := sqlite.Open(path, quick); !errors.Is(err, sqlite.ErrOlder) {
				t.Errorf("version %d: opened to go on: %v", version, err)
			}
		}
		s, err := sqlite.OpenReadOnly(path)
		must(t, err)
		if s.Older() != (version < sqlite.Version) {
			t.Errorf("version %d: older is %v", version, s.Older())
		}
		must(t, s.Verify(t.Context()))
		readAll(t, s)
		if got := listedOf(t, s, 3<<62); got != listed {
			t.Errorf("version %d (-want +got):\n%s", version, cmp.Diff(listed, got))
		}
		known := s.Counts().Known
		must(t, s.PutVerdicts(t.Context(), "again", func(yield func(frontier.Verdict, error) bool) {
			for id := range known {
				if !yield(frontier.Verdict{ID: frontier.ID(id), Code: 62 + uint8(id%2), Target: frontier.NoID}, nil) {
					return
				}
			}
		}))
		if got := strings.Count(listedOf(t, s, 1<<63), "\n"); got != known/2 {
			t.Errorf("version %d: %d of %d URLs listed by verdicts of our own", version, got, known)
		}
		must(t, s.Close())
		if diff := cmp.Diff(before, files(t, dir)); diff != "" {
			t.Errorf("version %d: the folder was changed:\n%s", version, diff)
		}
	}
}

func listedOf(t *testing.T, s *sqlite.Store, wanted frontier.Codes) string {
	t.Helper()
	var b strings.Builder
	for row, err := range s.Listed(t.Context(), wanted, frontier.ColumnImages, frontier.ColumnVideos) {
		must(t, err)
		fmt.Fprintln(&b, row.URL)
		if v, err := s.VerdictOf(row.ID); err != nil || !wanted.Has(v.Code) {
			t.Fatalf("%s has the verdict %d (%v)", row.URL, v.Code, err)
		}
	}
	return b.String()
}

// readAll calls everything that reads a crawl.
func readAll(t *testing.T, s *sqlite.Store) {
	t.Helper()
	ctx := context.Background()
	must(t, frontiertest.Same(s, s))
	details := []frontier.Detail{frontier.DetailTime, frontier.DetailLook, frontier.DetailContent, frontier.DetailText, frontier.DetailPrint, frontier.DetailPlaces}
	n := 0
	for _, err := range s.Brief(ctx, 0, details...) {
		must(t, err)
		n++
	}
	for _, err := range s.Pointers(ctx) {
		must(t, err)
		n++
	}
	for _, err := range s.Graph(ctx) {
		must(t, err)
		n++
	}
	for _, err := range s.FoundIn(ctx, frontier.FromSitemap) {
		must(t, err)
		n++
	}
	for _, err := range s.LinksTo(ctx, []frontier.ID{0, 1}, 3) {
		must(t, err)
		n++
	}
	for _, err := range s.InLinks(ctx) {
		must(t, err)
	}
	if _, err := s.InLinksOf(0); err != nil {
		t.Fatal(err)
	}
	if row, err := s.Find("https://demo.example/"); err != nil || row == nil || row.Page == nil || n < 200 {
		t.Fatalf("the start is %+v (%v), and %d rows were read", row, err, n)
	}
}

// The tables are those of the sample of this version: once they change, the
// version does, and older tells how the one before it is read. Views are for
// people: an older file keeps its own.
func TestTablesAreThoseOfTheirVersion(t *testing.T) {
	tables := func(path string) (text string) {
		db, err := sqlite.Edit(path)
		must(t, err)
		defer db.Close()
		must(t, db.QueryRow("SELECT group_concat(sql, char(10)) FROM (SELECT sql FROM sqlite_master WHERE type <> 'view' ORDER BY name)").Scan(&text))
		return text
	}
	dir := t.TempDir()
	sample(t, sqlite.Version, filepath.Join(dir, "sample.db"))
	s, _ := crawlFile(t, filepath.Join(dir, "new.db"))
	must(t, s.Finish())
	must(t, s.Close())
	if diff := cmp.Diff(tables(filepath.Join(dir, "sample.db")), tables(filepath.Join(dir, "new.db"))); diff != "" {
		t.Errorf("the tables are not those of version %d (-sample +now):\n%s", sqlite.Version, diff)
	}
}
