package frontiertest

import (
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

const unlinked = frontier.LinkA | frontier.NoFollow | frontier.Unlinked

// testNoFollow: known by nofollow links alone is not pending.
func testNoFollow(w *world) {
	w.seed("s")
	w.settle(w.lease(1)[0].ID,
		w.link("n", unlinked, "N"), w.link("twice", unlinked, ""), w.link("a", frontier.LinkA, ""),
		w.link("twice", frontier.LinkA, ""), w.link("rel", frontier.LinkA|frontier.NoFollow, ""))
	w.wantCounts(frontier.Counts{Known: 5, Settled: 1, NoFollow: 1, Pending: 3})
	items := w.wantLease(9, "twice", "a", "rel") // by number: twice became known before a
	w.settle(items[1].ID, w.link("b", frontier.LinkA, ""), w.link("n", unlinked, "N"))
	if row := w.row("n"); !row.NoFollow || row.Depth != 1 || row.Via != 0 {
		w.Errorf("known by nofollow links alone: %+v", row)
	}
	w.reopen()
	w.wantCounts(frontier.Counts{Known: 6, Settled: 2, NoFollow: 1, Pending: 3})
	items = w.wantLease(9, "twice", "rel", "b")
	w.settle(items[2].ID, w.link("n", frontier.LinkA, "N"), w.link("c", frontier.LinkA, ""))
	if row := w.row("n"); row.NoFollow || row.Depth != 3 || row.Via != 0 {
		w.Errorf("reached by a followed link: %+v", row)
	}
	got := w.wantLease(9, "n", "c")
	w.same("reached by a followed link", frontier.Item{ID: 1, URL: "n", Depth: 3, Via: 0, Rank: frontier.RankPage}, got[0])
	w.reopen()
	w.wantCounts(frontier.Counts{Known: 7, Settled: 3, Pending: 4})
	w.wantLease(9, "twice", "rel", "n", "c")
}

// testNoFollowSeed: a seed makes pending, too.
func testNoFollowSeed(w *world) {
	w.seed("s")
	w.settle(w.lease(1)[0].ID, w.link("n", unlinked, ""), w.link("m", unlinked, ""))
	w.wantLease(9)
	w.commit(&frontier.Batch{Seeds: []frontier.Seed{w.seedOf("n", frontier.NoDepth, frontier.FromSitemap, "map:1")}})
	w.wantCounts(frontier.Counts{Known: 3, Settled: 1, NoFollow: 1, Pending: 1})
	got := w.wantLease(9, "n")
	w.same("depth", uint16(frontier.NoDepth), got[0].Depth)
	w.same("sources", frontier.FromLink|frontier.FromSitemap, w.row("n").Sources)
	w.reopen()
	w.wantLease(9, "n")
}

func testSources(w *world) {
	w.seed("s")
	s := w.lease(1)[0]
	w.settle(s.ID, w.links("a")...)
	w.commit(&frontier.Batch{Seeds: []frontier.Seed{
		w.seedOf("a", frontier.NoDepth, frontier.FromSitemap, "sitemap.xml:7"),
		w.seedOf("b", frontier.NoDepth, frontier.FromLog, "access.log:2"),
		w.seedOf("a", frontier.NoDepth, frontier.FromLog, "access.log:1"),
		w.seedOf("a", frontier.NoDepth, frontier.FromSitemap, "sitemap.xml:7"),
		w.seedOf("a", frontier.NoDepth, frontier.FromLog, "access.log:0"),
		w.seedOf("c", frontier.NoDepth, frontier.FromHreflang, "sitemap.xml:7 de"),
	}})
	check := func() {
		w.Helper()
		w.same("bits", []frontier.Source{frontier.FromStart, frontier.FromLink | frontier.FromSitemap | frontier.FromLog, frontier.FromLog, frontier.FromHreflang},
			[]frontier.Source{w.row("s").Sources, w.row("a").Sources, w.row("b").Sources, w.row("c").Sources})
		details, err := w.Sources(1)
		if err != nil {
			w.Fatal(err)
		}
		w.same("details", []frontier.SourceDetail{
			{Source: frontier.FromSitemap, Detail: "sitemap.xml:7"},
			{Source: frontier.FromLog, Detail: "access.log:0"}, {Source: frontier.FromLog, Detail: "access.log:1"},
		}, details)
	}
	found := func() (list []frontier.Found) {
		for f, err := range w.FoundIn(w.Context(), frontier.FromLog) {
			if err != nil {
				w.Fatal(err)
			}
			list = append(list, f)
		}
		return list
	}
	logged := []frontier.Found{{ID: 1, URL: w.row("a").URL, Detail: "access.log:0"}, {ID: 1, URL: w.row("a").URL, Detail: "access.log:1"}, {ID: 2, URL: w.row("b").URL, Detail: "access.log:2"}}
	w.same("found in logs", logged, found())
	check()
	if row := w.row("a"); row.Depth != 1 || row.Via != s.ID {
		w.Errorf("a seed that was known changed it: %+v", row)
	}
	w.reopen()
	check()
	w.same("found in logs", logged, found())
	w.wantLease(9, "a", "b", "c")
	if none, err := w.Sources(99); err != nil || len(none) != 0 {
		w.Errorf("sources of an unknown URL: %v, %v", none, err)
	}
}

// testDecide: asked once for each new URL that has no reason of its own and
// is not the start.
func testDecide(w *world) {
	var asked []string
	decide := func(url []byte) frontier.Reason {
		asked = append(asked, string(url))
		if url[0] == 'x' {
			return frontier.ScopeHost
		}
		return frontier.Undecided
	}
	commit := func(b *frontier.Batch, urls ...string) {
		w.Helper()
		asked = nil
		b.Decide = decide
		w.commit(b)
		w.same("asked for", urls, asked)
	}
	commit(&frontier.Batch{Seeds: []frontier.Seed{w.seedOf("s", 0, frontier.FromStart, ""), w.seedOf("xs", 0, frontier.FromList, "")}}, "xs")
	links := append(w.links("x1", "a", "x1", "s", "x2"), w.link("x3", unlinked, ""), w.link("n", unlinked, ""), w.link("http://[", 0, ""))
	links[7].Reason = frontier.InvalidURL
	commit(&frontier.Batch{Pages: []frontier.Settled{outcome(w.lease(1)[0].ID, links...)}}, "x1", "a", "x2", "x3", "n")
	w.wantCounts(frontier.Counts{Known: 8, Settled: 1, Decided: 5, NoFollow: 1, Pending: 1})
	commit(&frontier.Batch{Pages: []frontier.Settled{outcome(w.wantLease(9, "a")[0].ID, w.links("x3", "n", "x1")...)}})
	w.reopen()
	w.wantCounts(frontier.Counts{Known: 8, Settled: 2, Decided: 5, Pending: 1})
	w.same("reasons", []frontier.Reason{0, frontier.ScopeHost, frontier.ScopeHost, 0, frontier.InvalidURL},
		[]frontier.Reason{w.row("s").Reason, w.row("xs").Reason, w.row("x3").Reason, w.row("n").Reason, w.row("http://[").Reason})
	w.wantLease(9, "n")
	long := w.seedOf("long", 0, frontier.FromList, "")
	long.Reason = frontier.TooLong
	commit(&frontier.Batch{Seeds: []frontier.Seed{w.seedOf("x2", 0, frontier.FromList, ""), w.seedOf("a", 0, frontier.FromList, ""), long}})
	w.same("a seed's own reason", frontier.TooLong, w.row("long").Reason)
}

// testTargets: places in Links become numbers of URLs.
func testTargets(w *world) {
	w.seed("s")
	s := outcome(w.lease(1)[0].ID, w.links("a", "b", "c")...)
	s.Location, s.Canonical = 2, 0
	w.commit(&frontier.Batch{Pages: []frontier.Settled{s}})
	a := outcome(w.lease(1)[0].ID, w.links("a")...)
	a.Canonical = 0
	b := outcome(w.lease(1)[0].ID)
	w.commit(&frontier.Batch{Pages: []frontier.Settled{a, b}})
	w.reopen()
	var got [][2]frontier.ID
	for _, u := range []string{"s", "a", "b", "c"} {
		row := w.row(u)
		got = append(got, [2]frontier.ID{row.Location, row.Canonical})
	}
	none := frontier.NoID
	w.same("location and canonical", [][2]frontier.ID{{3, 1}, {none, 1}, {none, none}, {none, none}}, got)
}

// testEdges: every link, by page and target, repeated ones in the order of
// the document.
func testEdges(w *world) {
	w.seed("s")
	w.settle(w.lease(1)[0].ID,
		w.link("a", frontier.LinkA, "A"), w.link("s", frontier.LinkA, "home"), w.link("b", frontier.LinkAlternate|frontier.InHeader, ""),
		w.link("a", frontier.LinkA, "again"), w.link("a", frontier.LinkA, "A"), w.link("a", frontier.LinkA, ""),
		w.link("n", unlinked|frontier.UGC|frontier.Sponsored, "N"), w.link("a", frontier.LinkPlace|frontier.Unlinked, "place"))
	items := w.wantLease(9, "a", "b")
	w.settle(items[1].ID, w.link("a", frontier.LinkA, "A"), w.link("b", frontier.LinkCanonical, ""), w.link("a", frontier.LinkArea, "again"))
	w.settle(items[0].ID)
	want := []frontier.Edge{
		{From: 0, To: 0, Anchor: "home"},
		{From: 0, To: 1, Anchor: "A"}, {From: 0, To: 1, Anchor: "again"}, {From: 0, To: 1, Anchor: "A"}, {From: 0, To: 1},
		{From: 0, To: 2, Flags: frontier.LinkAlternate | frontier.InHeader},
		{From: 0, To: 3, Flags: unlinked | frontier.UGC | frontier.Sponsored, Anchor: "N"},
		{From: 2, To: 1, Anchor: "A"}, {From: 2, To: 1, Flags: frontier.LinkArea, Anchor: "again"},
		{From: 2, To: 2, Flags: frontier.LinkCanonical},
	}
	graph := slices.Clone(want)
	for i := range graph {
		graph[i].Anchor = ""
	}
	w.same("edges", want, w.take().Edges)
	w.same("graph", graph, w.take().Graph)
	w.same("edges of one kind", want[5:6], w.take().Others)
	w.same("places", []frontier.Edge{{From: 0, To: 1, Flags: frontier.LinkPlace | frontier.Unlinked, Anchor: "place"}}, w.take().Places)
	w.reopen()
	w.same("edges", want, w.take().Edges)
	w.same("graph", graph, w.take().Graph)
	for range w.Edges(w.Context()) {
		break // an iteration that ends early leaves the store usable
	}
	w.wantLease(9)
}
