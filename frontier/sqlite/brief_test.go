package sqlite_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// What is not what it should be is damage, in a lump of rows as in one of
// which a text has a line feed.
func TestBriefOfDamaged(t *testing.T) {
	for what, damage := range map[string]string{
		"a text for a number":          "UPDATE page SET status = 'x' WHERE id = 3",
		"a fraction":                   "UPDATE page SET meta_robots = 1.5 WHERE id = 3",
		"a number too large":           "UPDATE url SET via = 4294967295 WHERE id = 3",
		"a negative number":            "UPDATE page SET location_id = -1 WHERE id = 3",
		"a depth too large":            "UPDATE url SET depth = 65535 WHERE id = 3",
		"a text of lines for a number": "UPDATE page SET canonical = char(10) WHERE id = 3",
		"a URL is missing":             "DELETE FROM url WHERE id = 3",
	} {
		for _, lines := range []bool{false, true} {
			path := filepath.Join(t.TempDir(), "c.db")
			s, _ := crawlFile(t, path)
			must(t, s.Finish())
			must(t, s.Close())
			db, err := sqlite.Edit(path)
			must(t, err)
			if lines {
				_, err = db.Exec("UPDATE url SET url = 'a' || char(10) || 'b' WHERE id = 4; UPDATE page SET type = char(10) WHERE id = 2")
				must(t, err)
			}
			count := func() (rows int, err error) {
				s, err := sqlite.OpenReadOnly(path)
				must(t, err)
				defer s.Close()
				for _, rowErr := range s.Brief(context.Background(), 0, frontier.DetailLook) {
					rows, err = rows+1, rowErr
				}
				return rows, err
			}
			if rows, err := count(); err != nil || rows < 10 {
				t.Fatalf("the crawl is no good: %d rows, %v", rows, err)
			}
			_, err = db.Exec(damage)
			must(t, err)
			must(t, db.Close())
			if rows, err := count(); !errors.Is(err, sqlite.ErrDamaged) || rows > 4 {
				t.Errorf("%s: %v after %d rows, want damage", what, err, rows)
			}
		}
	}
}
