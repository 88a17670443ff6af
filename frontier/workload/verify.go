package workload

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// Verify compares a crawl of a Site with what it must hold: URLs in
// order of discovery, and the record and links of each settled page. At least
// the first pages are to be settled. It gives the number of settled pages.
func Verify(c frontier.Crawl, urls, pages int) (settled int, err error) {
	w := New(urls, [16]byte{})
	ctx := context.Background()
	rows := 0
	for row, err := range c.Rows(ctx) {
		if err != nil {
			return 0, err
		}
		if err := w.verifyRow(row, rows); err != nil {
			return 0, err
		}
		rows++
		if row.Page != nil {
			settled++
		} else if int(row.ID) < pages {
			return 0, fmt.Errorf("URL %d is not settled, of %d pages that were", row.ID, pages)
		}
	}
	last := frontier.ID(0)
	if settled > 0 {
		last = frontier.ID(settled)
	}
	if want := w.known(last); rows != want {
		return settled, fmt.Errorf("%d URLs are known after %d pages, want %d", rows, settled, want)
	}
	return settled, w.verifyEdges(c, settled)
}

func (w *Site) verifyRow(row *frontier.Row, n int) error {
	if int(row.ID) != n || row.URL != URL(row.ID) {
		return fmt.Errorf("row %d is %d %q", n, row.ID, row.URL)
	}
	if row.Page == nil {
		return nil
	}
	if want := Record(row.ID); *row.Page != want {
		return fmt.Errorf("record of %d is %+v, want %+v", n, *row.Page, want)
	}
	return nil
}

// verifyEdges expects the links of the first pages.
func (w *Site) verifyEdges(c frontier.Crawl, pages int) error {
	var want []frontier.Edge
	from, at := frontier.ID(0), linksPerPage
	for e, err := range c.Edges(context.Background()) {
		if err != nil {
			return err
		}
		if at == linksPerPage {
			want, at = w.edges(want[:0], from), 0
			from++
		}
		if *e != want[at] {
			return fmt.Errorf("link %d of page %d is %+v, want %+v", at, from-1, *e, want[at])
		}
		at++
	}
	if int(from) != pages || at != linksPerPage {
		return fmt.Errorf("links end with link %d of page %d of %d", at, from, pages)
	}
	return nil
}

// edges gives the links of a page as a crawl gives them back.
func (w *Site) edges(edges []frontier.Edge, from frontier.ID) []frontier.Edge {
	for i := range linksPerPage {
		to := w.Target(from, i)
		edges = append(edges, frontier.Edge{From: from, To: to, Anchor: Anchor(to, from, i)})
	}
	slices.SortStableFunc(edges, func(a, b frontier.Edge) int { return cmp.Compare(a.To, b.To) })
	return edges
}
