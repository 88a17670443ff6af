package sqlite_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// What leads to URLs is what counting the edges by hand gives, and is not told once
// links were added.
func TestLinked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.db")
	s, m := crawlFile(t, path)
	settle := func(flags ...frontier.LinkFlags) {
		t.Helper()
		items, _, err := s.Lease(1, frontier.LastRank, now)
		must(t, err)
		_, _, err = m.Lease(1, frontier.LastRank, now)
		must(t, err)
		page := frontier.Settled{ID: items[0].ID, Location: -1, Canonical: -1}
		for _, to := range []frontier.ID{items[0].ID, 7, 8} {
			row, err := m.Row(to)
			must(t, err)
			for _, f := range flags {
				page.Links = append(page.Links, keyed(s, row.URL, f))
			}
		}
		b := &frontier.Batch{Pages: []frontier.Settled{page}}
		must(t, s.Settle(b))
		must(t, m.Settle(b))
	}
	told := func(s *sqlite.Store) bool {
		t.Helper()
		_, kept, err := s.LinkedOf(t.Context(), 7)
		must(t, err)
		return kept
	}
	for range 7 {
		settle(frontier.LinkCanonical, frontier.LinkA|frontier.NoFollow, frontier.LinkArea, frontier.LinkPlace)
	}
	settle(frontier.LinkRedirect)
	if told(s) {
		t.Error("it is told before it was counted")
	}
	must(t, s.BuildInLinks(t.Context()))
	want := linkedByHand(t, m)
	for id := range frontier.ID(m.Counts().Known) {
		got, kept, err := s.LinkedOf(t.Context(), id)
		must(t, err)
		if diff := cmp.Diff(want[id], got); !kept || diff != "" {
			t.Fatalf("what leads to %d, told: %t (-want +got):\n%s", id, kept, diff)
		}
	}
	var between, edges []frontier.Edge
	pages := []frontier.ID{want[7].First[0], want[7].First[3]}
	for e, err := range s.LinksBetween(t.Context(), pages, 7) {
		must(t, err)
		between = append(between, *e)
	}
	for e, err := range m.Edges(t.Context()) {
		must(t, err)
		if e.To == 7 && slices.Contains(pages, e.From) {
			edges = append(edges, *e)
		}
	}
	if diff := cmp.Diff(edges, between); diff != "" {
		t.Errorf("links of two pages to 7 (-want +got):\n%s", diff)
	}
	must(t, s.Settle(&frontier.Batch{Meta: map[string]string{"a": "b"}}))
	if !told(s) {
		t.Error("it is not told any more, though no link was added")
	}
	settle(frontier.LinkA)
	if told(s) {
		t.Error("it is told, though links were added")
	}
	must(t, s.BuildInLinks(t.Context()))
	must(t, s.Settle(&frontier.Batch{Rendered: []frontier.Rendered{{Settled: frontier.Settled{ID: want[7].First[0], Location: -1, Canonical: -1,
		Links: []frontier.Link{keyed(s, "https://a.example/by-script", 0)}}, Rendering: record.Rendering{At: now}}}}))
	if told(s) {
		t.Error("it is told, though a rendered page has brought links")
	}
	must(t, s.Finish())
	must(t, s.Close())
	s, err := sqlite.OpenReadOnly(path)
	must(t, err)
	defer s.Close()
	if told(s) {
		t.Error("it is told by the file, though links were added")
	}
}

func linkedByHand(t *testing.T, m *frontier.Memory) map[frontier.ID]frontier.Linked {
	all := map[frontier.ID]frontier.Linked{}
	last := map[frontier.ID]frontier.ID{}
	for e, err := range m.Edges(t.Context()) {
		must(t, err)
		l := all[e.To]
		l.Kinds |= 1 << e.Flags.Kind()
		switch from, met := last[e.To]; {
		case !e.Flags.Clickable():
			l.References++
		case !met || from != e.From:
			last[e.To] = e.From
			if l.Pages++; l.Pages <= frontier.LinkedFirst {
				l.First = append(l.First, e.From)
			}
			fallthrough
		default:
			if l.Links++; e.Flags&frontier.NoFollow != 0 {
				l.NoFollow++
			}
		}
		all[e.To] = l
	}
	return all
}
