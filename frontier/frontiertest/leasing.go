package frontiertest

import (
	"errors"
	"fmt"
	"time"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// testOrder: nearest to the start first, then in order of discovery.
func testOrder(w *world) {
	w.seed("s")
	s := w.wantLease(9, "s")[0]
	w.same("start", frontier.Item{ID: 0, URL: "s", Via: frontier.NoID, Rank: frontier.RankPage}, s)
	w.settle(s.ID, w.links("a", "b", "s", "a", "c")...)
	a := w.wantLease(1, "a")[0]
	w.same("first link", frontier.Item{ID: 1, URL: "a", Depth: 1, Via: s.ID, Rank: frontier.RankPage}, a)
	w.settle(a.ID, w.links("a1", "b", "a2")...)
	b := w.wantLease(1, "b")[0]
	w.settle(b.ID, w.links("b1")...)
	w.wantLease(2, "c", "a1")
	w.wantLease(9, "a2", "b1")
	w.wantLease(9)
	w.wantLease(0)
	w.wantCounts(frontier.Counts{Known: 7, Settled: 3, Pending: 4, Leased: 4})
}

// testSeedOrder: what no link has reached comes last; m2 is reached.
func testSeedOrder(w *world) {
	w.commit(&frontier.Batch{Seeds: []frontier.Seed{
		w.seedOf("m1", frontier.NoDepth, frontier.FromSitemap, "sitemap.xml:3"),
		w.seedOf("s", 0, frontier.FromStart, ""),
		w.seedOf("m2", frontier.NoDepth, frontier.FromSitemap, "sitemap.xml:4"),
	}})
	s := w.wantLease(1, "s")[0]
	w.settle(s.ID, w.links("a", "m2")...)
	items := w.wantLease(9, "m2", "a", "m1")
	w.same("depth of a sitemap's URL", uint16(frontier.NoDepth), items[2].Depth)
	w.settle(items[2].ID, w.links("n")...)
	n := w.wantLease(9, "n")[0]
	w.same("linked from what is not reached", frontier.Item{ID: 4, URL: "n", Depth: frontier.NoDepth, Via: items[2].ID, Rank: frontier.RankPage}, n)
}

// testDepths: what the reader does not click keeps the page's depth.
func testDepths(w *world) {
	w.seed("s")
	w.settle(w.lease(1)[0].ID, w.links("p")...)
	p := w.wantLease(1, "p")[0]
	kinds := []struct {
		kind frontier.LinkFlags
		want uint16
	}{
		{frontier.LinkA, 2}, {frontier.LinkArea, 2}, {frontier.LinkFrame, 1}, {frontier.LinkIFrame, 1},
		{frontier.LinkNext, 2}, {frontier.LinkPrev, 2}, {frontier.LinkAlternate, 2}, {frontier.LinkCanonical, 1},
		{frontier.LinkRefresh, 1}, {frontier.LinkRedirect, 1}, {frontier.LinkFold, 1},
	}
	var links []frontier.Link
	for _, k := range kinds {
		links = append(links, w.link(fmt.Sprintf("k%d", k.kind), k.kind|frontier.InHeader|frontier.UGC, ""))
	}
	w.settle(p.ID, links...)
	for _, k := range kinds {
		if row := w.row(fmt.Sprintf("k%d", k.kind)); row.Depth != k.want || row.Via != p.ID {
			w.Errorf("kind %d: depth %d via %d, want %d via %d", k.kind, row.Depth, row.Via, k.want, p.ID)
		}
	}
	w.wantLease(5, "k2", "k3", "k7", "k8", "k9")
	w.wantLease(9, "k10", "k0", "k1", "k4", "k5", "k6")
}

func testRelease(w *world) {
	w.seed("s")
	w.settle(w.lease(1)[0].ID, w.links("a", "b", "c", "d")...)
	items := w.wantLease(3, "a", "b", "c")
	w.wantCounts(frontier.Counts{Known: 5, Settled: 1, Pending: 4, Leased: 3})
	w.Release(items[2].ID, items[0].ID)
	w.Release(items[0].ID, 3, 4, 99, frontier.NoID) // c is 3: given back already; d, others: not leased
	w.wantCounts(frontier.Counts{Known: 5, Settled: 1, Pending: 4, Leased: 1})
	w.settle(items[1].ID, w.links("e")...)
	w.wantLease(9, "a", "c", "d", "e")
}

// testLeave: what is left is pending and not handed out, until the file is
// opened again; its retry and its place are kept.
func testLeave(w *world) {
	w.seed("s")
	w.settle(w.lease(1)[0].ID, w.links("a", "b", "c")...)
	items := w.wantLease(2, "a", "b")
	a, b := items[0].ID, items[1].ID
	retry := frontier.Retry{ID: a, Tries: 1, Due: now}
	if err := w.Settle(&frontier.Batch{Retries: []frontier.Retry{retry}}); err != nil {
		w.Fatal(err)
	}
	w.wantLease(1, "a")
	w.Leave(a, b, 3, 99, frontier.NoID) // c is 3: not leased
	w.wantCounts(frontier.Counts{Known: 4, Settled: 1, Pending: 3})
	if err := w.Settle(&frontier.Batch{Pages: []frontier.Settled{outcome(b)}}); !errors.Is(err, frontier.ErrNotLeased) {
		w.Errorf("settle a URL that was left: %v", err)
	}
	w.Release(a, b)
	w.wantLease(9, "c")
	w.wantLease(9)
	w.reopen()
	w.wantLease(9, "a", "b", "c")
}

// testReturn: what was left is handed out again in its place, once.
func testReturn(w *world) {
	w.seed("s")
	w.settle(w.lease(1)[0].ID, w.links("a", "b", "c")...)
	items := w.wantLease(2, "a", "b")
	w.Leave(items[0].ID, items[1].ID)
	if err := w.Return(items[1].ID); err != nil {
		w.Fatal(err)
	}
	w.wantLease(9, "b", "c")
	w.wantLease(9)
	w.settle(items[1].ID, w.links("d")...)
	w.wantLease(9, "d")
	w.reopen()
	w.wantLease(9, "a", "c", "d")
}

func testSettleOnce(w *world) {
	w.seed("s")
	s := w.lease(1)[0]
	w.settle(s.ID, w.links("a", "b")...)
	w.wantLease(1, "a")
	for name, id := range map[string]frontier.ID{"settled": s.ID, "pending": 2, "unknown": 77, "none": frontier.NoID} {
		for _, b := range []*frontier.Batch{
			{Pages: []frontier.Settled{outcome(id)}},
			{Retries: []frontier.Retry{{ID: id, Tries: 1, Due: now}}},
		} {
			if err := w.Settle(b); !errors.Is(err, frontier.ErrNotLeased) {
				w.Errorf("settle a URL that is %s: %v", name, err)
			}
		}
	}
	w.wantCounts(frontier.Counts{Known: 3, Settled: 1, Pending: 2, Leased: 1})
}

// testAtomic: a batch with a fault changes nothing.
func testAtomic(w *world) {
	w.seed("s")
	w.settle(w.lease(1)[0].ID, w.links("a", "b")...)
	items := w.wantLease(2, "a", "b")
	a, b := items[0].ID, items[1].ID
	before := w.take()
	bad := outcome(b, w.links("z")...)
	bad.Location = 1
	for name, batch := range map[string]*frontier.Batch{
		"a page twice":         {Pages: []frontier.Settled{outcome(a, w.links("x")...), outcome(a)}},
		"a page not leased":    {Pages: []frontier.Settled{outcome(a, w.links("x")...), outcome(0)}},
		"a retry not leased":   {Pages: []frontier.Settled{outcome(a)}, Retries: []frontier.Retry{{ID: 0}}},
		"a page and a retry":   {Pages: []frontier.Settled{outcome(a)}, Retries: []frontier.Retry{{ID: a}}},
		"no such place":        {Pages: []frontier.Settled{bad}},
		"a seed and a bad one": {Seeds: []frontier.Seed{w.seedOf("y", 0, frontier.FromList, "")}, Pages: []frontier.Settled{outcome(9)}},
	} {
		if err := w.Settle(batch); err == nil {
			w.Errorf("%s: no error", name)
		}
		w.same(name, before, w.take())
	}
	w.commit(&frontier.Batch{Pages: []frontier.Settled{outcome(a), outcome(b)}})
	w.wantCounts(frontier.Counts{Known: 3, Settled: 3})
}

// testRetries: a postponed URL comes when it is due, before others.
func testRetries(w *world) {
	w.seed("s")
	w.settle(w.lease(1)[0].ID, w.links("a", "b", "c", "d")...)
	items := w.wantLease(3, "a", "b", "c")
	a, b, c := items[0].ID, items[1].ID, items[2].ID
	late, soon := now.Add(time.Hour), now.Add(time.Minute+1500*time.Microsecond)
	w.commit(&frontier.Batch{Retries: []frontier.Retry{
		{ID: a, Tries: 1, Due: late, Err: record.ErrTimeout},
		{ID: c, Tries: 2, Due: soon, Status: 503},
		{ID: b, Tries: 1, Due: soon, Status: 429},
	}})
	w.wantCounts(frontier.Counts{Known: 5, Settled: 1, Pending: 4, Delayed: 3})
	d := w.wantLease(9, "d")[0]
	w.settle(d.ID)
	soon = frontier.Milli(soon)
	if got, next := w.leaseAt(9, soon.Add(-time.Millisecond)); len(got) != 0 || !next.Equal(soon) {
		w.Fatalf("before anything is due: %v, next %v, want none, %v", got, next, soon)
	}
	w.reopen()
	got, next := w.leaseAt(1, soon)
	w.same("the first due", []frontier.Item{{ID: b, URL: "b", Depth: 1, Via: 0, Tries: 1, Rank: frontier.RankPage}}, got)
	if !next.IsZero() {
		w.Errorf("next is %v beside an item", next)
	}
	w.Release(b)
	got, _ = w.leaseAt(9, soon)
	w.same("due, after one came back", []frontier.Item{{ID: b, URL: "b", Depth: 1, Via: 0, Tries: 1, Rank: frontier.RankPage}, {ID: c, URL: "c", Depth: 1, Via: 0, Tries: 2, Rank: frontier.RankPage}}, got)
	if _, next = w.leaseAt(9, soon); !next.Equal(late) {
		w.Errorf("next is %v, want %v", next, late)
	}
	w.commit(&frontier.Batch{
		Pages:   []frontier.Settled{outcome(c, w.links("e")...)},
		Retries: []frontier.Retry{{ID: b, Tries: 2, Due: late.Add(time.Second), Status: 503}},
	})
	w.same("the last postponement", &frontier.Retry{ID: b, Tries: 2, Due: late.Add(time.Second), Status: 503}, w.row("b").Retry)
	w.same("none once settled", (*frontier.Retry)(nil), w.row("c").Retry)
	w.reopen()
	got, _ = w.leaseAt(9, late.Add(time.Second))
	w.same("due before fresh", []string{"a", "b", "e"}, urlsOf(got))
	w.same("requests made", []int{1, 2, 0}, []int{got[0].Tries, got[1].Tries, got[2].Tries})
	w.commit(&frontier.Batch{Pages: []frontier.Settled{outcome(a), outcome(b), outcome(got[2].ID)}})
	if got, next := w.leaseAt(9, late.Add(24*time.Hour)); len(got) != 0 || !next.IsZero() {
		w.Errorf("at the end: %v, next %v", got, next)
	}
	w.wantCounts(frontier.Counts{Known: 6, Settled: 6})
}

// testRetryOfUnreached: a URL that was known by a nofollow link, and then
// from a sitemap, keeps the depth of what no link reaches while it waits for
// another try.
func testRetryOfUnreached(w *world) {
	w.seed("s")
	w.settle(w.lease(1)[0].ID, w.link("a", unlinked, ""))
	w.commit(&frontier.Batch{Seeds: []frontier.Seed{w.seedOf("a", frontier.NoDepth, frontier.FromSitemap, "f:1")}})
	a := w.wantLease(1, "a")[0]
	w.commit(&frontier.Batch{Retries: []frontier.Retry{{ID: a.ID, Tries: 1, Due: now}}})
	for range 2 {
		got, _ := w.leaseAt(1, now)
		w.same("the second try", []frontier.Item{{ID: a.ID, URL: "a", Depth: frontier.NoDepth, Via: a.Via, Tries: 1, Rank: frontier.RankPage}}, got)
		w.reopen()
	}
}
