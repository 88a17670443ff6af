package sqlite_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// bigFile makes a crawl of 140,000 URLs in three ranks: some decided, some by
// nofollow links alone, some settled, some that change their rank.
func bigFile(t *testing.T, path string) []string {
	t.Helper()
	s, err := sqlite.Create(path, quick)
	must(t, err)
	b := &frontier.Batch{Decide: func(url []byte) frontier.Reason { return frontier.Reason(url[len(url)-1] % 7 / 6) }}
	b.Seeds = append(b.Seeds, seed(s, "start", 0))
	must(t, s.Settle(b))
	b.Rank = func(url []byte, _ uint16, _ frontier.Source) frontier.Rank { return frontier.Rank(url[len(url)-1] % 3) }
	items, _, err := s.Lease(1, frontier.LastRank, now)
	must(t, err)
	page := frontier.Settled{ID: items[0].ID, Location: -1, Canonical: -1}
	var urls []string
	for i := range 140_000 {
		url := fmt.Sprintf("https://www.example.com/a/%d", i)
		urls = append(urls, url)
		l := keyed(s, url, 0)
		switch {
		case i%11 == 0:
			l.Flags = frontier.Unlinked
		case i%13 == 0:
			l.Flags = frontier.LinkFrame
		}
		if i%5 == 0 {
			l.Anchor = []byte(url[20:])
		}
		page.Links = append(page.Links, l)
	}
	b.Seeds, b.Pages = nil, []frontier.Settled{page}
	must(t, s.Settle(b))
	items, _, err = s.Lease(500, frontier.LastRank, now)
	must(t, err)
	b.Pages = nil
	for i, it := range items {
		if i%3 != 0 {
			b.Pages = append(b.Pages, frontier.Settled{ID: it.ID, Location: -1, Canonical: -1, Links: []frontier.Link{keyed(s, urls[i*11], 0)}})
		}
	}
	must(t, s.Settle(b))
	must(t, s.Rerank(t.Context(), 1, func(it *frontier.Item) frontier.Rank {
		if it.ID%17 == 0 {
			return frontier.Rank(it.ID % 5)
		}
		return it.Rank
	}))
	must(t, s.Close())
	return urls
}

func seed(s *sqlite.Store, url string, depth uint16) frontier.Seed {
	l := keyed(s, url, 0)
	return frontier.Seed{Key: l.Key, URL: l.URL, Depth: depth, Source: frontier.FromStart}
}

// finds looks for URLs in a file that is open for reading.
func finds(t *testing.T, path string, urls []string) {
	t.Helper()
	s, err := sqlite.OpenReadOnly(path)
	must(t, err)
	defer s.Close()
	sought := []string{"https://www.example.com/a/none"}
	for i := 0; i < len(urls); i += len(urls)/7 - 1 {
		sought = append(sought, urls[i])
	}
	found, err := s.FindAll(t.Context(), sought...)
	must(t, err)
	if len(found) != len(sought)-1 {
		t.Errorf("found %d of %d URLs", len(found), len(sought)-1)
	}
	for url, id := range found {
		if got, err := s.URL(id); got != url || err != nil {
			t.Errorf("%s is found as %s (%v)", url, got, err)
		}
	}
}

// What is known is found whether its fingerprints are in the file or not.
func TestFind(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.db")
	urls := bigFile(t, path)
	for _, change := range []string{"SELECT 1", "UPDATE seen SET facts = zeroblob(length(facts)) WHERE chunk = 1", "DELETE FROM seen WHERE chunk = 0"} {
		db, err := sqlite.Edit(path)
		must(t, err)
		_, err = db.Exec(change)
		must(t, err)
		must(t, db.Close())
		finds(t, path, urls)
	}
}

// A file whose snapshots are there, gone, or not its own opens as the same.
func TestSnapshots(t *testing.T) {
	if os.Getenv("PORTOLAN_TEST_ALL") == "" {
		t.Skip("snapshots of many crawls, where PORTOLAN_TEST_ALL is set")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "c.db")
	urls := bigFile(t, path)
	good, err := os.ReadFile(path)
	must(t, err)
	type state struct {
		Counts, After frontier.Counts
		Items         []frontier.Item
	}
	open := func() (st state) {
		s, err := sqlite.Open(path, quick)
		must(t, err)
		st.Counts = s.Counts()
		st.Items, _, err = s.Lease(1<<20, frontier.LastRank, now)
		must(t, err)
		page := frontier.Settled{ID: st.Items[0].ID, Location: -1, Canonical: -1}
		for i, url := range urls {
			page.Links = append(page.Links, keyed(s, url, 0))
			page.Links[i].Anchor = []byte("x")
		}
		must(t, s.Settle(&frontier.Batch{Pages: []frontier.Settled{page}}))
		st.After = s.Counts()
		must(t, s.Close())
		return st
	}
	var want state
	for i, change := range []string{
		"SELECT 1",
		"DELETE FROM seen",
		"DELETE FROM seen WHERE chunk = 0",
		"UPDATE seen SET facts = zeroblob(length(facts)) WHERE chunk = 1",
		"UPDATE seen SET facts = substr(facts, 2)",
		"UPDATE seen SET facts = (SELECT facts FROM seen WHERE chunk = 0)",
		"UPDATE seen SET facts = 'text'",
	} {
		must(t, os.WriteFile(path, good, 0o644))
		db, err := sqlite.Edit(path)
		must(t, err)
		result, err := db.Exec(change)
		must(t, err)
		if n, _ := result.RowsAffected(); i > 0 && n == 0 {
			t.Fatalf("%s: there are no snapshots", change)
		}
		must(t, db.Close())
		finds(t, path, urls)
		if got := open(); i == 0 {
			want = got
		} else if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", change, diff)
		}
	}
	if c := want.Counts; c.Known != 140_001 || c.Decided == 0 || c.NoFollow == 0 || c.Settled != 334 || want.After.Known != c.Known || want.After.NoFollow != 0 {
		t.Errorf("counts %+v, then %+v", c, want.After)
	}
}
