package classes

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// keepLists takes back copies that are lists of other things: parts and choices of one list may have no
// words of their own, so that only their links, by which it was found what a parameter does, tell them apart.
func (c *Classes) keepLists(ctx context.Context) error {
	var unlike []frontier.ID // copies that choose something else than what they are a copy of
	links := map[frontier.ID][]frontier.ID{}
	all := ways{}
	for _, id := range slices.Sorted(maps.Keys(c.copies)) {
		var chosen, other [2][]param
		var urls [2]string
		for i, of := range [...]frontier.ID{id, c.copies[id]} {
			row, err := c.r.crawl.Row(of)
			if err != nil {
				return err
			}
			urls[i] = strings.Clone(row.URL)
			chosen[i], other[i] = c.chosen(row.URL)
		}
		if c.fresh.same(urls) {
			continue
		}
		if !slices.Equal(chosen[0], chosen[1]) {
			unlike = append(unlike, id)
		} else {
			all.add(id, urls[0], urls[1], unlikeNames(other[0], other[1]))
		}
	}
	apart, err := c.findApart(ctx, all)
	if err != nil {
		return err
	}
	if unlike = append(unlike, apart...); len(unlike) == 0 {
		return nil
	}
	for _, id := range unlike {
		links[id], links[c.copies[id]] = nil, nil
	}
	if err := c.readLinksOf(ctx, links); err != nil {
		return err
	}
	for _, id := range unlike {
		each := func(to frontier.ID) bool { return to == id || to == c.copies[id] } // none leads to itself
		own, others := slices.DeleteFunc(slices.Clone(links[id]), each), slices.DeleteFunc(slices.Clone(links[c.copies[id]]), each)
		if same, err := c.leadToTheSame(own, others); err != nil {
			return err
		} else if !same {
			delete(c.copies, id)
		}
	}
	return nil
}

// chosen gives the parameters of a URL that say which part of a list it shows, and those that lead to other pages.
func (c *Classes) chosen(url string) (part, other []param) {
	a := &c.r.addr
	a.read(url)
	s := c.r.tree.of(a.family)
	for _, q := range a.params {
		switch p := s.pair(q.name); {
		case p == nil:
		case p.relation == Paginates || p.relation == Narrows || p.relation == Cumulative || p.showsParts():
			part = append(part, q)
		case p.relation == Specifies:
			other = append(other, q)
		}
	}
	for _, list := range [...][]param{part, other} {
		slices.SortFunc(list, func(a, b param) int { return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.value, b.value)) })
	}
	return part, other
}

// showsParts tells of a parameter of which each value shows a part of a list of its own, of which there is one: letters.
func (p *pair) showsParts() bool {
	return p.relation == Specifies && p.counts[part] > p.counts[other]+p.counts[same]+p.counts[equal]
}

// unlikeNames gives the names of the parameters that one of two sorted lists alone has, or with another value.
func unlikeNames(a, b []param) (names []string) {
	for i, list := range [...][]param{a, b} {
		for _, q := range list {
			if !slices.Contains([...][]param{b, a}[i], q) {
				names = append(names, bare(q.name))
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
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
		row, err := c.r.crawl.Row(to)
		if err != nil {
			return false, err
		}
		if isOfAnswer(row) {
			continue
		}
		if unlike++; unlike > noise {
			return false, nil
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
