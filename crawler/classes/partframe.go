package classes

import (
	"cmp"
	"slices"
)

// framed adds the parts that have the links of an earlier part, and its text
// but for words that are the same ones in several lists: "back", on a part
// behind the only one.
func (l *partLists) framed(b *bits) {
	slices.SortFunc(l.list, func(x, y partPage) int {
		return cmp.Or(cmp.Compare(x.key, y.key), cmp.Compare(x.number, y.number), cmp.Compare(x.id, y.id))
	})
	type again struct {
		id    uint32
		words uint64
	}
	var found []again
	lists := map[uint64]int{} // with these words more
	for list := range chunks(l.list, func(p partPage) uint64 { return p.key }) {
		first := map[uint32]partPage{} // by links
		for _, p := range list {
			before, known := first[p.sum]
			if !known {
				first[p.sum] = p
				continue
			}
			if before.number < p.number && before.links == p.links && before.content != p.content &&
				p.links >= leastAgain && p.content != 0 && !b.has(uint32(p.id)) && !p.listsMore(&before) {
				words := p.content - before.content
				found = append(found, again{uint32(p.id), words})
				lists[words]++
			}
		}
	}
	for _, f := range found {
		if lists[f.words] >= leastEmpty {
			b.add(f.id)
		}
	}
}
