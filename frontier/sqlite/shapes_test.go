package sqlite_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// Rows come back as they were given, whatever they have in common with those
// that are stored with them: more kinds of that than there are statements for.
func TestRecordsInCommon(t *testing.T) {
	const pages, lot = 16 * 600, 16
	s, err := sqlite.Create(filepath.Join(t.TempDir(), "c.db"), quick)
	must(t, err)
	defer s.Close()
	var seeds []frontier.Seed
	for n := range pages {
		l := keyed(s, fmt.Sprint("https://a.example/", n), 0)
		seeds = append(seeds, frontier.Seed{Key: l.Key, URL: l.URL, Source: frontier.FromList})
	}
	must(t, s.Settle(&frontier.Batch{Seeds: seeds}))
	items, _, err := s.Lease(pages, frontier.LastRank, now)
	must(t, err)
	r := rand.New(rand.NewPCG(3, 4))
	records := make([]record.Page, pages)
	for len(items) > 0 {
		alike, b := r.Uint32(), &frontier.Batch{}
		for i, it := range items[:lot] {
			text := func(column int) string {
				switch {
				case alike&(1<<column) == 0:
					return fmt.Sprint("own ", it.ID, column)
				case alike&(1<<(column+16)) == 0:
					return ""
				case i == lot-1 && column == 3:
					return "the last one differs"
				}
				return fmt.Sprint("all of ", items[0].ID, column)
			}
			rec := record.Page{
				Exchange: record.Exchange{Status: 200 + int(alike>>31)*i, ErrText: text(0), ContentType: text(1), ETag: text(2), LastModified: text(3), Location: text(4)},
				Facts: record.Facts{Type: text(5), Charset: text(6), Title: text(7), Description: text(8), H1: [2]string{text(9), text(10)},
					Lang: text(11), RobotsMeta: text(12), Images: text(13), Modified: text(14), TextHash: uint64(it.ID), Words: i},
			}
			records[it.ID] = rec
			b.Pages = append(b.Pages, frontier.Settled{ID: it.ID, Record: rec, Location: -1, Canonical: -1})
		}
		must(t, s.Settle(b))
		items = items[lot:]
	}
	for row, err := range s.Rows(t.Context()) {
		must(t, err)
		if diff := cmp.Diff(records[row.ID], *row.Page); diff != "" || row.URL != string(seeds[row.ID].URL) {
			t.Fatalf("%s (-want +got):\n%s", row.URL, diff)
		}
	}
}
