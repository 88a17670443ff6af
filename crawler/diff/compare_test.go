package diff_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/portolan-seo/portolan/crawler/diff"
)

const all = diff.Statuses | diff.Directives | diff.Canonicals | diff.Titles | diff.Contents

// state makes a state of a judged crawl; the smallest memory sends most of it
// through files.
func state(t testing.TB, name string, pages ...diff.Page) *diff.State {
	t.Helper()
	s := diff.NewState(name, 1, "")
	s.Knows, s.Fingerprints, s.Judged = all, "test", true
	for i := range pages {
		if err := s.Add(&pages[i]); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// listed is a page as it should be.
func listed(url string, content uint64) diff.Page {
	return diff.Page{URL: url, Listed: true, Asked: true, Read: true, Status: 200, Title: "T", Content: content}
}

// answered is a URL that is not listed.
func answered(url string, status int) diff.Page {
	return diff.Page{URL: url, Asked: true, Status: status, Verdict: fmt.Sprintf("http-%d", status)}
}

func redirect(url, to string) diff.Page {
	p := answered(url, 301)
	p.Target = to
	return p
}

// changes gives the changes between two states, a line each.
func changes(t testing.TB, a, b *diff.State) (lines []string, c *diff.Comparison) {
	t.Helper()
	c, err := diff.Compare(context.Background(), a, b, diff.Options{Memory: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	for range 2 { // as often as one likes
		lines = nil
		for change, err := range c.Changes(context.Background()) {
			if err != nil {
				t.Fatal(err)
			}
			lines = append(lines, fmt.Sprint(change.Kind, " ", change.URL, " ", change.To, "|", change.Before, "|", change.After))
		}
	}
	n := 0
	for _, count := range c.Counts {
		n += count
	}
	if n != len(lines) {
		t.Errorf("%d changes are counted, and %d come", n, len(lines))
	}
	return lines, c
}

func want(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestMoves(t *testing.T) {
	pages := func(from string, n int, to string) (all []diff.Page) {
		for i := range n {
			all = append(all, redirect(fmt.Sprint(from, i), to))
		}
		return all
	}
	were := func(from string, n int) (all []diff.Page) {
		for i := range n {
			all = append(all, listed(fmt.Sprint(from, i), 0))
		}
		return all
	}
	t.Run("five to one page", func(t *testing.T) {
		got, c := changes(t, state(t, "a", were("/u", 5)...), state(t, "b", append(pages("/u", 5, "/x"), listed("/x", 0))...))
		if c.Counts[diff.Moved] != 5 || c.Counts[diff.Added]+c.Counts[diff.Removed] != 0 {
			t.Errorf("%q", got)
		}
	})
	t.Run("six were sent away", func(t *testing.T) {
		got, c := changes(t, state(t, "a", were("/u", 6)...), state(t, "b", append(pages("/u", 6, "/x"), listed("/x", 0))...))
		if c.Counts[diff.Moved] != 0 || c.Counts[diff.Removed] != 6 || c.Counts[diff.Added] != 1 {
			t.Errorf("%q", got)
		}
	})
	t.Run("to pages beside them", func(t *testing.T) {
		for _, c := range []struct {
			n, content, moved int // of the pages that lead to others, which have the content 1
		}{{6, 0, 0}, {5, 0, 5}, {6, 1, 6}} {
			var a, b []diff.Page
			for i := range 10 {
				de, en := fmt.Sprint("/de/", i), fmt.Sprint("/en/", i)
				a, b = append(a, listed(de, uint64(c.content)), listed(en, 1)), append(b, listed(en, 1))
				if i < c.n {
					b = append(b, redirect(de, en))
				} else {
					b = append(b, listed(de, uint64(c.content)))
				}
			}
			got, found := changes(t, state(t, "a", a...), state(t, "b", b...))
			if found.Counts[diff.Moved] != c.moved || found.Counts[diff.Removed] != c.n-c.moved || found.Counts[diff.Added] > 0 {
				t.Errorf("%+v: %q", c, got)
			}
		}
	})
	t.Run("to pages beside them, while others leave", func(t *testing.T) {
		var a, b []diff.Page
		for i := range 100 {
			de, en, old := fmt.Sprint("/de/", i), fmt.Sprint("/en/", i), fmt.Sprint("/old/", i)
			a, b = append(a, listed(de, 0), listed(en, 1), listed(old, 2)), append(b, listed(en, 1))
			if i < 20 {
				b = append(b, redirect(de, en), answered(old, 410))
			} else {
				b = append(b, listed(de, 0), listed(old, 2))
			}
		}
		got, found := changes(t, state(t, "a", a...), state(t, "b", b...))
		if found.Counts[diff.Moved] != 0 || found.Counts[diff.Removed] != 40 {
			t.Errorf("%q", got)
		}
	})
	t.Run("to a page that is not listed", func(t *testing.T) {
		got, _ := changes(t, state(t, "a", listed("/u", 0)), state(t, "b", redirect("/u", "/x"), answered("/x", 404)))
		want(t, got, "removed /u |"+"|http-301", "status /u |200|301")
	})
	t.Run("same content", func(t *testing.T) {
		got, _ := changes(t, state(t, "a", listed("/a", 7), listed("/keep", 8)), state(t, "b", listed("/b", 7), listed("/keep", 8)))
		want(t, got, "moved /a /b||content")
	})
	t.Run("same content twice", func(t *testing.T) {
		got, _ := changes(t, state(t, "a", listed("/a", 7)), state(t, "b", listed("/b", 7), listed("/c", 7)))
		want(t, got, "removed /a |"+"|", "added /b |"+"|", "added /c |"+"|")
	})
	t.Run("same content as one that stays", func(t *testing.T) {
		got, _ := changes(t, state(t, "a", listed("/a", 7), listed("/keep", 7)), state(t, "b", listed("/b", 7), listed("/keep", 7)))
		want(t, got, "removed /a |"+"|", "added /b |"+"|")
	})
	t.Run("the old one is still there", func(t *testing.T) {
		still := listed("/a", 7)
		still.Listed, still.Verdict = false, "filter-list"
		got, _ := changes(t, state(t, "a", listed("/a", 7)), state(t, "b", still, listed("/b", 7)))
		want(t, got, "removed /a |"+"|filter-list", "added /b |"+"|")
	})
	t.Run("no text at all", func(t *testing.T) {
		got, _ := changes(t, state(t, "a", listed("/a", 0)), state(t, "b", listed("/b", 0)))
		want(t, got, "removed /a |"+"|", "added /b |"+"|")
	})
	t.Run("another title", func(t *testing.T) {
		b := listed("/b", 7)
		b.Title = "U"
		got, _ := changes(t, state(t, "a", listed("/a", 7)), state(t, "b", b))
		want(t, got, "removed /a |"+"|", "added /b |"+"|")
	})
	t.Run("fingerprints of two tools", func(t *testing.T) {
		b := state(t, "b", listed("/b", 7), listed("/keep", 9))
		b.Fingerprints = "another"
		got, c := changes(t, state(t, "a", listed("/a", 7), listed("/keep", 8)), b)
		want(t, got, "removed /a |"+"|", "added /b |"+"|")
		if c.Unknown[diff.Changed] == "" {
			t.Error("changed can be told")
		}
	})
}

// What is not complete, and what is not decided, is no proof of anything.
func TestNotClaimed(t *testing.T) {
	a := []diff.Page{listed("/gone", 1), listed("/moved", 2), listed("/waits", 3), listed("/kept", 4)}
	waits := diff.Page{URL: "/waits", Undecided: true, Verdict: "pending"}
	b := []diff.Page{answered("/gone", 404), redirect("/moved", "/new"), waits, listed("/kept", 4), listed("/new", 5), listed("/more", 1)}
	part := state(t, "b", b...)
	part.Incomplete = "it was interrupted"
	got, c := changes(t, state(t, "a", a...), part)
	want(t, got, "status /gone |200|404", "added /more |"+"|", "moved /moved /new||redirect", "status /moved |200|301")
	if c.Unknown[diff.Removed] != "b is not complete: it was interrupted" || c.Undecided != 1 {
		t.Errorf("%q, %d undecided", c.Unknown, c.Undecided)
	}
	got, c = changes(t, state(t, "a", a...), state(t, "b", b...))
	want(t, got, "moved /gone /more||content", "status /gone |200|404", "moved /moved /new||redirect", "status /moved |200|301")
	if c.Undecided != 1 {
		t.Errorf("%d undecided", c.Undecided)
	}
	part = state(t, "a", append(a, answered("/more", 404))...)
	part.Incomplete = "it was killed"
	got, _ = changes(t, part, state(t, "b", append(b[1:], listed("/unknown", 6))...))
	want(t, got, "removed /gone |"+"|", "added /more |http-404|", "status /more |404|200", "moved /moved /new||redirect", "status /moved |200|301")
}

// A sitemap knows what is listed, also where it lists it twice.
func TestSitemap(t *testing.T) {
	s := diff.NewState("map", 0, "")
	defer s.Close()
	for _, url := range []string{"/b", "/a", "/b"} {
		if err := s.Add(&diff.Page{URL: url, Listed: true}); err != nil {
			t.Fatal(err)
		}
	}
	got, c := changes(t, s, state(t, "b", answered("/a", 410), listed("/b", 1), listed("/c", 2)))
	want(t, got, "removed /a |"+"|http-410", "added /c |"+"|")
	if c.Before != 2 || c.Now != 2 {
		t.Errorf("%d URLs listed before, %d now", c.Before, c.Now)
	}
	for _, k := range []diff.Kind{diff.Changed, diff.Status, diff.NoIndex, diff.Canonical, diff.Title} {
		if c.Unknown[k] == "" {
			t.Errorf("%s can be told", k)
		}
	}
}

// Any two states: from one to itself nothing changes; what comes is sorted and
// unique; listed before - removed - moved + added + moved to = listed now.
func TestAnyTwo(t *testing.T) {
	page := rapid.Custom(func(t *rapid.T) diff.Page {
		p := diff.Page{
			URL: rapid.StringMatching(`/[a-e]{1,2}`).Draw(t, "url"), Status: rapid.SampledFrom([]int{200, 301, 404, 0}).Draw(t, "status"), Asked: true,
			Verdict: rapid.SampledFrom([]string{"", "http-4xx", "noindex-meta"}).Draw(t, "verdict"),
		}
		if p.Status == 200 {
			p.Read, p.Listed = true, rapid.Bool().Draw(t, "listed")
			p.NoIndex = !p.Listed && rapid.Bool().Draw(t, "noindex")
			p.Title, p.Content = rapid.StringN(0, 3, -1).Draw(t, "title"), rapid.Uint64Range(0, 20).Draw(t, "content")
		}
		if p.Status == 301 {
			p.Target = rapid.StringMatching(`/[a-e]{1,2}`).Draw(t, "target")
		}
		return p
	})
	pages := rapid.SliceOfNDistinct(page, 0, 30, func(p diff.Page) string { return p.URL })
	rapid.Check(t, func(rt *rapid.T) {
		one, two := pages.Draw(rt, "one"), pages.Draw(rt, "two")
		if got, _ := changes(t, state(t, "a", one...), state(t, "b", one...)); len(got) != 0 {
			rt.Fatalf("from one to itself: %q", got)
		}
		got, c := changes(t, state(t, "a", one...), state(t, "b", two...))
		urls := map[string]bool{}
		targets := map[string]bool{}
		last := ""
		for change := range c.Changes(context.Background()) {
			key := fmt.Sprint(change.URL, "\x00", int(change.Kind))
			if key <= last {
				rt.Fatalf("%q comes after %q", key, last)
			}
			last = key
			urls[change.URL] = true
			if change.Kind == diff.Moved {
				targets[change.To] = true
			}
		}
		gainedByMoves := 0
		for to := range targets {
			if !slices.ContainsFunc(one, func(p diff.Page) bool { return p.URL == to && p.Listed }) {
				gainedByMoves++
			}
		}
		if c.Before-c.Counts[diff.Removed]-c.Counts[diff.Moved]+c.Counts[diff.Added]+gainedByMoves != c.Now {
			rt.Fatalf("%d before, %d now: %q", c.Before, c.Now, got)
		}
	})
}
