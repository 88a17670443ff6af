package sqlite_test

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// Links come back in order of page, whatever the order in which pages were
// settled: a thousand pages, at random, in batches of all sizes, those of one
// page by themselves too, and what leads to a URL.
func TestLinksOfShuffledPages(t *testing.T) {
	const pages = 1000
	path := filepath.Join(t.TempDir(), "c.db")
	s, err := sqlite.Create(path, quick)
	must(t, err)
	url := func(n int) string { return fmt.Sprint("https://a.example/", n) }
	var seeds []frontier.Seed
	for n := range pages {
		l := keyed(s, url(n), 0)
		seeds = append(seeds, frontier.Seed{Key: l.Key, URL: l.URL, Source: frontier.FromList})
	}
	must(t, s.Settle(&frontier.Batch{Seeds: seeds}))
	items, _, err := s.Lease(pages, frontier.LastRank, now)
	must(t, err)
	r := rand.New(rand.NewPCG(1, 2))
	r.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
	want := make([][]frontier.Edge, pages)
	for len(items) > 0 {
		batch := items[:min(len(items), 1+r.IntN(99))]
		items = items[len(batch):]
		b := &frontier.Batch{}
		for _, it := range batch {
			p := frontier.Settled{ID: it.ID, Location: -1, Canonical: -1}
			for range r.IntN(4) {
				to := r.IntN(pages)
				l := keyed(s, url(to), frontier.LinkA)
				l.Anchor = fmt.Append(nil, "text ", to)
				p.Links = append(p.Links, l)
				want[it.ID] = append(want[it.ID], frontier.Edge{From: it.ID, To: frontier.ID(to), Anchor: string(l.Anchor)})
			}
			slices.SortStableFunc(want[it.ID], func(a, b frontier.Edge) int { return int(a.To) - int(b.To) })
			b.Pages = append(b.Pages, p)
		}
		must(t, s.Settle(b))
	}
	check := func(s *sqlite.Store) {
		t.Helper()
		var all, to5 []frontier.Edge
		for e, err := range s.Edges(t.Context()) {
			must(t, err)
			all = append(all, *e)
		}
		if diff := cmp.Diff(slices.Concat(want...), all); diff != "" {
			t.Fatalf("links (-want +got):\n%s", diff)
		}
		for _, id := range []frontier.ID{0, 255, 256, 511, 700, pages - 1, pages, frontier.NoID - 1} {
			var got, of []frontier.Edge
			if id < pages {
				of = want[id]
			}
			for e, err := range s.LinksFrom(t.Context(), id) {
				must(t, err)
				got = append(got, *e)
			}
			if diff := cmp.Diff(of, got); diff != "" {
				t.Errorf("links of page %d (-want +got):\n%s", id, diff)
			}
		}
		for e, err := range s.LinksTo(t.Context(), []frontier.ID{5, 998}, 100) {
			must(t, err)
			to5 = append(to5, *e)
		}
		wanted := slices.DeleteFunc(slices.Concat(want...), func(e frontier.Edge) bool { return e.To != 5 && e.To != 998 })
		if diff := cmp.Diff(wanted, to5); diff != "" {
			t.Errorf("links to 5 and 998 (-want +got):\n%s", diff)
		}
	}
	check(s)
	must(t, s.Close())
	s, err = sqlite.Open(path, quick) // batches go on from the last number
	must(t, err)
	check(s)
	must(t, s.Finish())
	check(s)
	must(t, s.Close())
}

// The view of in-links has a row for each URL that is linked.
func TestInLinksView(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.db")
	s, _ := crawlFile(t, path)
	must(t, s.BuildInLinks(t.Context()))
	var want []string
	for l, err := range s.InLinks(t.Context()) {
		must(t, err)
		row, err := s.Row(l.ID)
		must(t, err)
		want = append(want, fmt.Sprint(l.ID, " ", row.URL, " ", l.Links, " ", l.Pages))
	}
	must(t, s.Finish())
	must(t, s.Close())
	db, err := sql.Open("sqlite", path)
	must(t, err)
	defer db.Close()
	rows, err := db.Query("SELECT id || ' ' || url || ' ' || links || ' ' || pages FROM inlinks ORDER BY id")
	must(t, err)
	defer rows.Close()
	var got []string
	for rows.Next() {
		var line string
		must(t, rows.Scan(&line))
		got = append(got, line)
	}
	must(t, rows.Err())
	if diff := cmp.Diff(want, got); diff != "" || len(want) == 0 {
		t.Errorf("view inlinks of %d URLs (-want +got):\n%s", len(want), diff)
	}
}
