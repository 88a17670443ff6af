package classes

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// keepLists takes back copies that are lists of other things: parts and choices of one list may have no
// words of their own, so that only their links, by which it was found what a parameter does, tell them apart.
func (c *Classes) keepLists(ctx context.Context) error {
	var unlike []frontier.ID // copies that choose something else than what they are a copy of
	links := map[frontier.ID][]frontier.ID{}
	for _, id := range slices.Sorted(maps.Keys(c.copies)) {
		var chosen [2][]param
		for i, of := range [...]frontier.ID{id, c.copies[id]} {
			row, err := c.r.crawl.Row(of)
			if err != nil {
				return err
			}
			chosen[i] = c.chosen(row.URL)
		}
		if !slices.Equal(chosen[0], chosen[1]) {
			unlike = append(unlike, id)
			links[id], links[c.copies[id]] = nil, nil
		}
	}
	if len(unlike) == 0 {
		return nil
	}
	if err := c.readLinksOf(ctx, links); err != nil {
		return err
	}
	for _, id := range unlike {
		if same, err := c.leadToTheSame(links[id], links[c.copies[id]]); err != nil {
			return err
		} else if !same {
			delete(c.copies, id)
		}
	}
	return nil
}

// chosen gives the parameters of a URL that say which part of a list it shows.
func (c *Classes) chosen(url string) (list []param) {
	a := &c.r.addr
	a.read(url)
	s := c.r.tree.of(a.family)
	for _, q := range a.params {
		if p := s.pair(q.name); p != nil && (p.relation == Paginates || p.relation == Narrows || p.relation == Cumulative) {
			list = append(list, q)
		}
	}
	slices.SortFunc(list, func(a, b param) int { return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.value, b.value)) })
	return list
}

// maxCopyLinks are the links that are compared, at most; copies beyond are taken back.
const maxCopyLinks = 1_000_000

// readLinksOf reads where the pages lead that links has.
func (c *Classes) readLinksOf(ctx context.Context, links map[frontier.ID][]frontier.ID) error {
	n := 0
	for e, err := range c.r.crawl.Graph(ctx, func(from frontier.ID) bool { _, asked := links[from]; return asked }) {
		if err != nil {
			return err
		}
		if list := links[e.From]; isLink(e.Flags) && e.To != e.From && n < maxCopyLinks && (len(list) == 0 || list[len(list)-1] != e.To) {
			links[e.From] = append(list, e.To)
			n++
		}
	}
	if n == maxCopyLinks {
		clear(links)
	}
	return nil
}

// leadToTheSame tells whether two pages have the same links, but for a few to
// what is no page: a list of other things links to these.
func (c *Classes) leadToTheSame(a, b []frontier.ID) (bool, error) {
	unlike := 0
	for to := range unlikeOf(a, b) {
		if unlike++; unlike > noise {
			return false, nil
		}
		row, err := c.r.crawl.Row(to)
		if err != nil {
			return false, err
		}
		if (row.Page == nil || isPage(row)) && c.Of(row).Kind == Page {
			return false, nil
		}
	}
	return len(a)+len(b) > 0, nil
}

// unlikeOf gives what one of two ascending lists alone has.
func unlikeOf(a, b []frontier.ID) func(func(frontier.ID) bool) {
	return func(yield func(frontier.ID) bool) {
		for len(a)+len(b) > 0 {
			switch {
			case len(a) > 0 && len(b) > 0 && a[0] == b[0]:
				a, b = a[1:], b[1:]
				continue
			case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
				if !yield(a[0]) {
					return
				}
				a = a[1:]
			default:
				if !yield(b[0]) {
					return
				}
				b = b[1:]
			}
		}
	}
}
