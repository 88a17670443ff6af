package sqlite_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// The README's questions in SQL are answered by a crawl file of this version,
// opened as any SQLite tool does.
func TestQuestions(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	must(t, err)
	_, section, found := strings.Cut(string(readme), "## Questions in SQL\n")
	section, _, _ = strings.Cut(section, "\n## ")
	blocks := strings.Split(section, "```sql\n")[1:]
	if !found || len(blocks) != 10 {
		t.Fatalf("the README has %d questions, want 10", len(blocks))
	}
	path := filepath.Join(t.TempDir(), "c.db")
	sample(t, sqlite.Version, path)
	db, err := sql.Open("sqlite", path)
	must(t, err)
	defer db.Close()
	answered := 0
	for _, block := range blocks {
		query, _, _ := strings.Cut(block, "```")
		rows, err := db.Query(query)
		if err != nil {
			t.Errorf("%s: %v", query, err)
			continue
		}
		if rows.Next() {
			answered++
		}
		if err := rows.Err(); err != nil {
			t.Errorf("%s: %v", query, err)
		}
		must(t, rows.Close())
	}
	if answered < 9 { // the demo has no two listed pages with one title
		t.Errorf("%d of 10 questions have an answer for the demo", answered)
	}
}
