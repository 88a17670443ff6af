package sqlite

import (
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// bitset holds one bit an id.
type bitset []uint64

func (b *bitset) set(id frontier.ID) {
	for int(id>>6) >= len(*b) {
		*b = append(*b, 0)
	}
	(*b)[id>>6] |= 1 << (id & 63)
}

func (b bitset) has(id frontier.ID) bool {
	return int(id>>6) < len(b) && b[id>>6]&(1<<(id&63)) != 0
}

// any tells whether an id from one to before another is set; both are
// multiples of 64, or to is behind all.
func (b bitset) any(from, to frontier.ID) bool {
	words := b[min(len(b), int(from>>6)):min(len(b), int((to+63)>>6))]
	return slices.ContainsFunc(words, func(w uint64) bool { return w != 0 })
}

func (b bitset) clear(id frontier.ID) {
	if b.has(id) {
		b[id>>6] &^= 1 << (id & 63)
	}
}

// rankSet holds the ranks of all known URLs, two to a byte.
type rankSet []byte

func (r *rankSet) set(id frontier.ID, rank frontier.Rank) {
	for int(id>>1) >= len(*r) {
		*r = append(*r, 0)
	}
	b, shift := &(*r)[id>>1], id&1*4
	*b = *b&^(0x0f<<shift) | byte(rank)<<shift
}

func (r rankSet) of(id frontier.ID) frontier.Rank {
	return frontier.Rank(r[id>>1] >> (id & 1 * 4) & 0x0f)
}
