package frontiertest

import (
	"context"
	"fmt"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/robots"
)

// renderedRow is a RenderedRow without pointers.
type renderedRow struct {
	Row        frontier.RenderedRow
	Sent, Page record.Page
}

func flat(row *frontier.RenderedRow) (r renderedRow) {
	r.Row, r.Sent = *row, *row.Sent
	if row.Page != nil {
		r.Page = *row.Page
	}
	r.Row.Sent, r.Row.Page = nil, nil
	return r
}

func takeRendered(c frontier.Crawl) (all []renderedRow, err error) {
	for row, err := range c.Renderings(context.Background()) {
		if err != nil {
			return nil, err
		}
		r := flat(row)
		one, err := c.RenderingOf(r.Row.ID)
		if err != nil {
			return nil, err
		}
		if one == nil || flat(one) != r {
			return nil, fmt.Errorf("URL %d is rendered to %+v, and one by one to %+v", r.Row.ID, r, one)
		}
		all = append(all, r)
	}
	return all, nil
}

// testRendered: readers are given the later opinion on a page, with the links of
// both; the plain one stays. What failed changes nothing.
func testRendered(w *world) {
	w.seed("a", "b", "c", "d")
	var b frontier.Batch
	for i, item := range w.lease(4) {
		p := outcome(item.ID, w.link("b", frontier.LinkA, "to b"), w.link("x", frontier.LinkA, "to x"), w.link("a", frontier.LinkCanonical, ""))
		p.Record, p.Canonical = fullRecord(i), 2
		p.Record.Problems = 0
		b.Pages = append(b.Pages, p)
	}
	w.commit(&b)
	if got := w.take().Rendered; got != nil {
		w.Fatalf("rendered before any was: %+v", got)
	}
	before := w.take()
	how := record.Rendering{
		At: now, Marks: "cut restless", Blocked: "https://a.example/api.json robots.txt, line 2", Hashes: "#/a\n#/b",
		Script: true, Robots: robots.NoIndex, Canonical: record.CanonicalOther, Links: 7,
	}
	rendered := func(id frontier.ID, n int, links ...frontier.Link) frontier.Rendered {
		p := frontier.Rendered{Settled: outcome(id, links...), Own: -1, Rendering: how}
		p.Record = fullRecord(n)
		return p
	}
	one := rendered(1, 11, w.link("new", frontier.LinkA|frontier.InRendered, "to new"), w.link("pushed", frontier.LinkScript|frontier.InRendered|frontier.Unlinked, ""),
		w.link("a", frontier.LinkA|frontier.InRendered, "to a"), w.link("c", frontier.LinkCanonical|frontier.InRendered, ""))
	one.Location, one.Canonical, one.Own = 0, 3, 3
	failed := frontier.Rendered{Settled: frontier.Settled{ID: 2, Location: -1, Canonical: -1}, Own: -1, Rendering: record.Rendering{At: now, Failure: "hung", Detail: "no end"}}
	w.commit(&frontier.Batch{Rendered: []frontier.Rendered{one, failed}})
	w.commit(&frontier.Batch{Rendered: []frontier.Rendered{rendered(3, 13)}})

	for range 2 {
		all := w.take()
		w.same("record of a page that was rendered", fullRecord(11), all.Records[1])
		w.same("record of one of which that failed", before.Records[2], all.Records[2])
		w.same("its row", before.Rows[2], all.Rows[2])
		row := w.row("b")
		if fresh := w.row("new"); row.Location != fresh.ID || fresh.Depth != 1 || fresh.Via != row.ID || row.Canonical != w.row("c").ID {
			w.Errorf("the page leads to %+v, its target is %+v", row, fresh)
		}
		if pushed := w.row("pushed"); !pushed.NoFollow {
			w.Errorf("pending without a link: %+v", pushed)
		}
		if len(all.Rendered) != 3 {
			w.Fatalf("rendered: %+v", all.Rendered)
		}
		got := all.Rendered[0]
		w.same("how", how, got.Row.Rendering)
		w.same("as it was sent", before.Records[1], got.Sent)
		w.same("as it is now", fullRecord(11), got.Page)
		if got.Row.SentCanonical != w.row("a").ID || got.Row.Own != w.row("c").ID {
			w.Errorf("canonicals are %+v", got.Row)
		}
		w.same("what failed", failed.Rendering, all.Rendered[1].Row.Rendering)
		n, last := 0, frontier.ID(0)
		for _, e := range all.Edges {
			if e.From == 1 {
				if n++; e.To < last {
					w.Errorf("links out of order: %+v", all.Edges)
				}
				last = e.To
			}
		}
		if n != 3+4 {
			w.Errorf("%d links of both opinions", n)
		}
		w.reopen()
	}
	w.wantLease(9, "x", "new")
}
