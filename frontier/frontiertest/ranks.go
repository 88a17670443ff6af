package frontiertest

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/frontier"
)

// byLetter ranks a URL by its first letter: a is RankFirst.
func byLetter(url []byte, _ uint16, _ frontier.Source) frontier.Rank {
	return frontier.Rank(url[0] - 'a')
}

// wantUpTo leases all that there is in the ranks up to one.
func (w *world) wantUpTo(last frontier.Rank, urls ...string) []frontier.Item {
	w.Helper()
	items, _, err := w.Lease(99, last, now)
	if err != nil {
		w.Fatal(err)
	}
	w.same("leased URLs", urls, urlsOf(items))
	return items
}

// testRanks: the soonest rank first, whatever the depth; in a rank by depth.
func testRanks(w *world) {
	w.seed("s")
	w.commit(&frontier.Batch{Rank: byLetter, Pages: []frontier.Settled{outcome(w.lease(1)[0].ID, w.links("b1", "c1", "a1", "b2", "n-plain", "h", "z")...)}})
	a := w.wantUpTo(0, "a1")[0]
	w.same("rank", frontier.RankFirst, a.Rank)
	w.wantUpTo(0)
	w.commit(&frontier.Batch{Rank: byLetter, Pages: []frontier.Settled{outcome(a.ID, w.links("c2", "b3", "a2")...)}})
	w.reopen()
	w.wantUpTo(0, "a2")
	b := w.wantUpTo(1, "b1", "b2", "b3")
	w.same("ranks", []frontier.Rank{1, 1, 1}, []frontier.Rank{b[0].Rank, b[1].Rank, b[2].Rank})
	w.Release(b[2].ID, b[0].ID)
	w.wantUpTo(2, "b1", "b3", "c1", "c2")
	w.wantUpTo(6)
	last := w.wantUpTo(frontier.LastRank, "n-plain", "h", "z") // no rank is later than the last
	w.same("the last rank", frontier.LastRank, last[2].Rank)

	// A retry comes when it is due, whatever its rank.
	w.commit(&frontier.Batch{Retries: []frontier.Retry{{ID: last[1].ID, Tries: 1, Due: now.Add(time.Second)}}})
	if items, next, err := w.Lease(9, 0, now); err != nil || len(items) != 0 || !next.Equal(now.Add(time.Second)) {
		w.Errorf("before it is due: %v, next %v, %v", items, next, err)
	}
	items, _, err := w.Lease(9, 0, now.Add(time.Second))
	if err != nil {
		w.Fatal(err)
	}
	w.same("retry", []frontier.Item{{ID: last[1].ID, URL: "h", Depth: 1, Via: 0, Tries: 1, Rank: 7}}, items)
}

// testSeedRanks: a seed makes a rank sooner, never later.
func testSeedRanks(w *world) {
	type call struct {
		URL    string
		Depth  uint16
		Source frontier.Source
	}
	var asked []call
	rank := frontier.Rank(0)
	b := &frontier.Batch{
		Rank: func(url []byte, depth uint16, source frontier.Source) frontier.Rank {
			asked = append(asked, call{string(url), depth, source})
			return rank
		},
		Decide: func(url []byte) frontier.Reason { return frontier.Reason(strings.Count(string(url), "x")) },
	}
	b.Seeds = []frontier.Seed{w.seedOf("s", 0, frontier.FromStart, "")}
	w.commit(b)
	rank = 3
	b.Seeds = nil
	b.Pages = []frontier.Settled{outcome(w.lease(1)[0].ID, append(w.links("a", "b", "c", "d", "x", "a"), w.link("n", unlinked, ""))...)}
	w.commit(b)
	w.same("asked for", []call{
		{"s", 0, frontier.FromStart}, {"a", 1, frontier.FromLink}, {"b", 1, frontier.FromLink}, {"c", 1, frontier.FromLink},
		{"d", 1, frontier.FromLink}, {"n", 1, frontier.FromLink},
	}, asked)
	w.wantUpTo(2)
	b.Pages = nil
	reseed := func(to frontier.Rank, urls ...string) {
		rank, b.Seeds = to, nil
		for _, u := range urls {
			b.Seeds = append(b.Seeds, w.seedOf(u, frontier.NoDepth, frontier.FromPrevious, ""))
		}
		w.commit(b)
	}
	reseed(4, "a", "b") // later: they stay
	reseed(1, "c", "x", "e", "n")
	items := w.wantUpTo(1, "c", "n", "e")
	w.Release(items[0].ID)
	reseed(0, "c", "e", "b") // e is leased
	w.Release(items[2].ID)
	w.reopen()
	w.wantUpTo(0, "b", "c", "e")
	w.wantUpTo(1, "n")
	w.wantUpTo(3, "a", "d")
	w.wantUpTo(frontier.LastRank)
}

// testRerank: what waits is asked for in order, and moves.
func testRerank(w *world) {
	w.seed("s")
	w.commit(&frontier.Batch{Rank: byLetter, Pages: []frontier.Settled{outcome(w.lease(1)[0].ID, w.links("a", "b", "c", "d", "e", "f", "g")...)}})
	w.wantUpTo(0, "a")
	items := w.wantUpTo(3, "b", "c", "d")
	b, c, d := items[0].ID, items[1].ID, items[2].ID
	w.commit(&frontier.Batch{Rank: byLetter, Pages: []frontier.Settled{outcome(b, w.links("d2", "e2", "f2", "b2")...)},
		Retries: []frontier.Retry{{ID: c, Tries: 1, Due: now.Add(time.Hour)}}})
	w.Release(d)
	var asked []string
	rerank := func(from frontier.Rank, to string) {
		w.Helper()
		asked = nil
		err := w.Rerank(w.Context(), from, func(it *frontier.Item) frontier.Rank {
			asked = append(asked, it.URL)
			if at := strings.IndexByte(to, it.URL[0]); at >= 0 {
				return frontier.Rank(at)
			}
			return it.Rank
		})
		if err != nil {
			w.Fatal(err)
		}
	}
	rerank(2, "f") // not a, which is leased, nor c, which waits for its retry
	w.same("asked for", []string{"d", "e", "f", "g", "d2", "e2", "f2"}, asked)
	w.wantUpTo(0, "f", "f2")
	rerank(0, "eg d")
	w.same("asked for", []string{"d", "e", "g", "d2", "e2", "b2"}, asked)
	w.reopen()
	w.wantUpTo(0, "a", "e", "f", "e2", "f2")
	rerank(0, "d  g")
	w.wantUpTo(0, "d", "d2")
	w.wantUpTo(3, "b2", "g")
	w.wantCounts(frontier.Counts{Known: 12, Settled: 2, Pending: 10, Leased: 9, Delayed: 1})
}

// testRerankErrors: a change that is stopped changes nothing.
func testRerankErrors(w *world) {
	w.seed("s")
	var urls []string
	for a := byte('a'); a <= 'z'; a++ {
		for b := byte('a'); b <= 'z'; b++ {
			for c := byte('a'); c <= 'z'; c++ {
				urls = append(urls, string([]byte{a, b, c}))
			}
		}
	}
	w.settle(w.lease(1)[0].ID, w.links(urls...)...)
	ctx, stop := context.WithCancel(w.Context())
	defer stop()
	n := 0
	err := w.Rerank(ctx, 0, func(*frontier.Item) frontier.Rank {
		if n++; n == len(urls)/2 {
			stop()
		}
		return 5
	})
	if !errors.Is(err, context.Canceled) {
		w.Fatalf("stopped: %v", err)
	}
	w.wantUpTo(1, urls[:99]...)
	w.reopen()
	if err := w.Rerank(w.Context(), 0, func(it *frontier.Item) frontier.Rank { return frontier.Rank(2 + it.ID%2) }); err != nil {
		w.Fatal(err)
	}
	var even []string
	for i := 1; i < len(urls); i += 2 { // the start has number 0
		even = append(even, urls[i])
	}
	items, _, err := w.Lease(len(urls), 2, now)
	if err != nil {
		w.Fatal(err)
	}
	if got := urlsOf(items); !slices.Equal(got, even) {
		w.Errorf("%d leased in rank 2, the first %q; want %d, the first %q", len(got), got[:5], len(even), even[:5])
	}
}

// testReached: what was known without depth takes that of the first followed
// link from a page that has one.
func testReached(w *world) {
	w.commit(&frontier.Batch{Seeds: []frontier.Seed{
		w.seedOf("s", 0, frontier.FromStart, ""),
		w.seedOf("m", frontier.NoDepth, frontier.FromPrevious, ""), w.seedOf("late", frontier.NoDepth, frontier.FromPrevious, ""),
		w.seedOf("never", frontier.NoDepth, frontier.FromPrevious, ""), w.seedOf("postponed", frontier.NoDepth, frontier.FromPrevious, ""),
	}})
	items := w.wantLease(9, "s", "m", "late", "never", "postponed")
	w.commit(&frontier.Batch{
		Pages:   []frontier.Settled{outcome(items[1].ID, append(w.links("far", "never"), w.link("n", unlinked, ""))...), outcome(items[3].ID, w.links("n")...)},
		Retries: []frontier.Retry{{ID: items[4].ID, Tries: 1, Due: now}},
	})
	w.same("not reached", []uint16{frontier.NoDepth, frontier.NoDepth}, []uint16{w.row("far").Depth, w.row("n").Depth})
	w.settle(items[0].ID, append(w.links("a", "m", "late", "postponed"), w.link("never", unlinked, ""))...)
	a := items[0].ID
	check := func() {
		w.Helper()
		for url, want := range map[string][2]int{"m": {1, int(a)}, "late": {1, int(a)}, "postponed": {1, int(a)}, "never": {frontier.NoDepth, int(frontier.NoID)}} {
			if row := w.row(url); int(row.Depth) != want[0] || int(row.Via) != want[1] {
				w.Errorf("%s: depth %d via %d, want %v", url, row.Depth, row.Via, want)
			}
		}
	}
	check()
	w.Release(items[2].ID)
	got := w.wantLease(3, "postponed", "late", "a")
	w.same("leased again", frontier.Item{ID: items[2].ID, URL: "late", Depth: 1, Via: a, Rank: frontier.RankPage}, got[1])
	w.settle(got[1].ID, w.links("far", "n", "deep")...)
	w.reopen()
	check()
	got = w.wantLease(9, "postponed", "a", "far", "n", "deep")
	w.same("depths", []uint16{1, 1, 2, 2, 2}, []uint16{got[0].Depth, got[1].Depth, got[2].Depth, got[3].Depth, got[4].Depth})
	w.same("by way of", items[2].ID, w.row("n").Via)
}
