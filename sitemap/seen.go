package sitemap

import "hash/maphash"

// seenSet finds duplicates. It keeps 64-bit hashes, two bits of which say by
// which schemes a URL was seen, and stops learning when it is full.
type seenSet struct {
	seed  maphash.Seed
	slots []uint64
	count int
}

// maxSeen bounds the set: 2 MB, 196,608 URLs, four times what a file may list.
const maxSeen = 1 << 18

const (
	seenHTTP uint64 = 1 << iota
	seenHTTPS
	seenSchemes = seenHTTP | seenHTTPS
)

func newSeenSet() *seenSet {
	return &seenSet{seed: maphash.MakeSeed(), slots: make([]uint64, 1<<10)}
}

// add takes a URL's text behind its scheme. It tells by which schemes the same
// text was seen before.
func (s *seenSet) add(rest []byte, scheme uint64) uint64 {
	if s.count*4 >= len(s.slots)*3 {
		if len(s.slots) == maxSeen {
			return s.lookup(rest)
		}
		s.grow()
	}
	key := s.key(rest)
	slot := s.find(key)
	before := s.slots[slot] & seenSchemes
	if s.slots[slot] == 0 {
		s.count++
	}
	s.slots[slot] |= key | scheme
	return before
}

func (s *seenSet) lookup(rest []byte) uint64 {
	return s.slots[s.find(s.key(rest))] & seenSchemes
}

func (s *seenSet) key(rest []byte) uint64 {
	key := maphash.Bytes(s.seed, rest) &^ seenSchemes
	return max(key, seenSchemes+1)
}

// find gives the slot of key, or the free one where it would go.
func (s *seenSet) find(key uint64) int {
	mask := uint64(len(s.slots) - 1)
	for i := key >> 2 & mask; ; i = (i + 1) & mask {
		if s.slots[i] == 0 || s.slots[i]&^seenSchemes == key {
			return int(i)
		}
	}
}

func (s *seenSet) grow() {
	old := s.slots
	s.slots = make([]uint64, 2*len(old))
	for _, v := range old {
		if v != 0 {
			s.slots[s.find(v&^seenSchemes)] = v
		}
	}
}
