package classes

import (
	"math"
	"slices"
)

// set holds hashes of the links of a page or a list: all of them up to
// maxLinks, of more those that are lowest, by which sets are compared as if
// they were whole (bottom-k sketch).
type set struct {
	low  []uint32 // sorted
	over bool     // there are more
}

const maxLinks = 128

func (s *set) add(h uint32) {
	at, found := slices.BinarySearch(s.low, h)
	switch {
	case found || at == maxLinks:
		s.over = s.over || !found
	case len(s.low) == maxLinks:
		copy(s.low[at+1:], s.low[at:])
		s.low[at], s.over = h, true
	default:
		s.low = slices.Insert(s.low, at, h)
	}
}

// count estimates how many there are: of fewer than 128 it is exact.
func (s *set) count() int {
	if !s.over {
		return len(s.low)
	}
	return int(float64(maxLinks-1) / float64(s.low[maxLinks-1]) * (1 << 32))
}

func (s *set) has(h uint32) bool {
	_, found := slices.BinarySearch(s.low, h)
	return found
}

// all gives those that are known; of none it gives none.
func (s *set) all() []uint32 {
	if s == nil {
		return nil
	}
	return s.low
}

// compare counts the members that one of two sets has alone, and both have,
// among those up to which both are known.
func (s *set) compare(t *set) (own, other, both int) {
	last := s.until(t)
	i, j := 0, 0
	for {
		a, b := s.at(i, last), t.at(j, last)
		switch {
		case a == end && b == end:
			return own, other, both
		case a == b:
			both, i, j = both+1, i+1, j+1
		case a < b:
			own, i = own+1, i+1
		default:
			other, j = other+1, j+1
		}
	}
}

const end = 1 << 32

// until gives the last hash up to which two sets are known.
func (s *set) until(t *set) uint32 {
	last := ^uint32(0)
	for _, x := range [...]*set{s, t} {
		if x.over {
			last = min(last, x.low[len(x.low)-1])
		}
	}
	return last
}

// known gives how many of n members of two sets are among those that are compared.
func (s *set) known(t *set, n int) int { return int(uint64(n) * (uint64(s.until(t)) + 1) / end) }

// chance is how many more of n members of two sets than known may be among those that are compared, by chance: three
// times the standard deviation.
func (s *set) chance(t *set, n int) int {
	share := float64(s.until(t)) / end
	return int(3 * math.Sqrt(float64(n)*share*(1-share)))
}

func (s *set) at(i int, last uint32) uint64 {
	if i < len(s.low) && s.low[i] <= last {
		return uint64(s.low[i])
	}
	return end
}

// bits is a set of ids.
type bits []uint64

func (b *bits) add(id uint32) {
	for int(id/64) >= len(*b) {
		*b = append(*b, 0)
	}
	(*b)[id/64] |= 1 << (id % 64)
}

func (b bits) remove(id uint32) {
	if b.has(id) {
		b[id/64] &^= 1 << (id % 64)
	}
}

func (b bits) has(id uint32) bool { return int(id/64) < len(b) && b[id/64]>>(id%64)&1 != 0 }
