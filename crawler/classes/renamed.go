package classes

import (
	"cmp"
	"maps"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// renamed are pages with one parameter that are those of the same path with others: a topic by its posts
// (?p=107 and ?p=108 of ?t=12&start=10), each figure included.
type renamed struct {
	name uint64
	list []view
	of   map[frontier.ID]bool
}

// foldRenamed adds them where most pages with that parameter are such, of ten pages and more, half as many addresses again
// as pages at least: of two names for one thing each neither is known to be the better one.
func (c *copies) foldRenamed(of map[frontier.ID]frontier.ID) {
	byName := map[uint64]*renamed{}
	c.pages = slices.DeleteFunc(c.pages, func(p copyPage) bool { _, done := of[p.id]; return done || p.text == 0 })
	for group := range c.groups(func(p copyPage) uint64 { return p.text ^ mix(uint64(p.path)) }) {
		for i := range group {
			p := &group[i]
			if len(p.params) != 1 {
				continue
			}
			name := p.params[0] >> 32
			if other := only(group, name); other != nil {
				if byName[name] == nil {
					byName[name] = &renamed{name, nil, map[frontier.ID]bool{}}
				}
				byName[name].list = append(byName[name].list, view{p.id, other.id, name})
				byName[name].of[other.id] = true
			}
		}
	}
	stays := map[frontier.ID]bool{}
	for _, r := range slices.SortedFunc(maps.Values(byName), func(a, b *renamed) int {
		return cmp.Or(cmp.Compare(len(b.list), len(a.list)), cmp.Compare(a.name, b.name))
	}) {
		n := len(r.list)
		if len(r.of) < leastTails || n*2 < c.names[r.name] || n*2 < len(r.of)*3 {
			continue
		}
		for _, v := range r.list {
			if _, done := of[v.of]; !done && !stays[v.id] {
				of[v.id], stays[v.of] = v.of, true
			}
		}
	}
}

// only gives the page of a group that has not the parameter, if it is one alone.
func only(group []copyPage, name uint64) (one *copyPage) {
	for i := range group {
		if slices.ContainsFunc(group[i].params, func(q uint64) bool { return q>>32 == name }) {
			continue
		}
		if one != nil {
			return nil
		}
		one = &group[i]
	}
	return one
}
