package classes

import (
	"cmp"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// keepLists takes back copies that are lists of other things: parts and choices of one list may have no
// words of their own, so that only their links, by which it was found what a parameter does, tell them apart.
func (c *Classes) keepLists() error {
	for id, of := range c.copies {
		var chosen [2][]param
		for i, of := range [...]frontier.ID{id, of} {
			row, err := c.r.crawl.Row(of)
			if err != nil {
				return err
			}
			chosen[i] = c.chosen(row.URL)
		}
		if !slices.Equal(chosen[0], chosen[1]) {
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
