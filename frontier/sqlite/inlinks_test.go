package sqlite_test

import (
	"context"
	"encoding/binary"
	"errors"
	"path/filepath"
	"testing"

	"github.com/dchest/siphash"
	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// In-links are those that counting the edges by hand gives.
func TestInLinks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.db")
	s, m := crawlFile(t, path)
	items, _, err := s.Lease(1, frontier.LastRank, now)
	must(t, err)
	again, _, err := m.Lease(1, frontier.LastRank, now)
	must(t, err)
	id := items[0].ID
	if diff := cmp.Diff(items, again); diff != "" {
		t.Fatal(diff)
	}
	link := func(to frontier.ID, flags frontier.LinkFlags) frontier.Link {
		row, err := m.Row(to)
		must(t, err)
		return keyed(s, row.URL, flags)
	}
	b := &frontier.Batch{Pages: []frontier.Settled{{ID: id, Location: -1, Canonical: -1, Links: []frontier.Link{
		link(id, frontier.LinkA), link(7, frontier.LinkArea), link(7, frontier.LinkA), link(id, frontier.LinkCanonical),
		link(8, frontier.LinkAlternate), link(9, frontier.LinkFrame|frontier.NoFollow), link(9, frontier.LinkRedirect),
	}}}}
	must(t, s.Settle(b))
	must(t, m.Settle(b))

	want := map[frontier.ID]*sqlite.InLinks{}
	type pair struct{ from, to frontier.ID }
	seen := map[pair]bool{}
	var to7 []frontier.Edge
	ctx := context.Background()
	for e, err := range m.Edges(ctx) {
		must(t, err)
		if e.To == 7 && len(to7) < 3 {
			to7 = append(to7, *e)
		}
		if k := e.Flags.Kind(); k != frontier.LinkA && k != frontier.LinkArea && k != frontier.LinkFrame {
			continue
		}
		if want[e.To] == nil {
			want[e.To] = &sqlite.InLinks{ID: e.To}
		}
		want[e.To].Links++
		if p := (pair{e.From, e.To}); e.From != e.To && !seen[p] {
			seen[p] = true
			want[e.To].Pages++
		}
	}
	must(t, s.BuildInLinks(ctx))
	must(t, s.BuildInLinks(ctx)) // replaces them
	check := func(s *sqlite.Store) {
		t.Helper()
		n := 0
		for got, err := range s.InLinks(ctx) {
			must(t, err)
			if want[got.ID] == nil || *want[got.ID] != got {
				t.Errorf("in-links %+v, want %+v", got, want[got.ID])
			}
			if one, err := s.InLinksOf(got.ID); err != nil || one != got {
				t.Errorf("in-links of %d: %+v, %v", got.ID, one, err)
			}
			n++
		}
		if n != len(want) {
			t.Errorf("%d URLs have in-links, want %d", n, len(want))
		}
		if none, err := s.InLinksOf(9999); err != nil || none != (sqlite.InLinks{ID: 9999}) {
			t.Errorf("in-links of an unknown URL: %+v, %v", none, err)
		}
	}
	check(s)
	var got []frontier.Edge
	for e, err := range s.LinksTo(ctx, []frontier.ID{7, 5555}, 3) {
		must(t, err)
		got = append(got, *e)
	}
	if diff := cmp.Diff(to7, got); diff != "" {
		t.Errorf("links to 7 (-want +got):\n%s", diff)
	}
	must(t, s.Finish())
	if err := s.BuildInLinks(ctx); !errors.Is(err, sqlite.ErrReadOnly) {
		t.Errorf("build in a finished crawl: %v", err)
	}
	check(s)
	must(t, s.Close())
}

// keyed makes a link as the crawler does for a store.
func keyed(s *sqlite.Store, url string, flags frontier.LinkFlags) frontier.Link {
	key := s.Key()
	k0, k1 := binary.LittleEndian.Uint64(key[:8]), binary.LittleEndian.Uint64(key[8:])
	return frontier.Link{Key: siphash.Hash(k0, k1, []byte(url)), URL: []byte(url), Flags: flags}
}
