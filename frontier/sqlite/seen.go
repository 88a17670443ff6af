package sqlite

import (
	"encoding/binary"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// seen is what memory holds of every known URL: its 64-bit fingerprint, a
// hash of the text of its first link, whether only nofollow links lead to it,
// and whether it has no depth yet; about 19 bytes a URL in all.
//
//	fingerprint ──shard, home slot──► slot {tag, id} ──► facts[id] {fingerprint, anchor}
//
// Slots are 5 bytes: a tag of the fingerprint (0 = empty) and the id. A shard
// grows by half when it is seven eighths full, so that no growth copies more
// than a few thousand slots. Facts lie in order of id and never move. What is
// linked from everywhere is found in hot first, which fits a processor's cache.
type seen struct {
	shards [shardCount]shard
	chunks [][]fact
	n      frontier.ID
	hot    [hotCount]hotLink
}

// hotLink is a URL that was found lately, and to which links add nothing.
type hotLink struct {
	key    uint64
	id     frontier.ID
	anchor uint32 // as in fact
}

const (
	shardBits  = 12
	shardCount = 1 << shardBits
	slotSize   = 5
	slotMask   = 1<<(8*slotSize) - 1
	minSlots   = 8
	chunkBits  = 16
	chunkSize  = 1 << chunkBits
	hotCount   = 1 << 12
)

type shard struct {
	slots []byte // slotSize bytes each, and 3 for the last one to be read as 8
	size  uint32 // slots there are
	used  uint32
}

// fact is three 32-bit words so that it takes 12 bytes, not 16.
type fact struct {
	lo, hi uint32 // fingerprint
	anchor uint32 // anchorHash of the first link's text; factBits
}

// The bits in fact.anchor that a followed link changes.
const (
	noFollowBit = 1 << 31 // known by nofollow links alone
	farBit      = 1 << 30 // to be fetched, and without depth
	factBits    = noFollowBit | farBit
)

func (f *fact) key() uint64 { return uint64(f.hi)<<32 | uint64(f.lo) }

// fact gives what is held of a known URL.
func (s *seen) fact(id frontier.ID) *fact {
	return &s.chunks[id>>chunkBits][id&(chunkSize-1)]
}

// prefetch touches what lookup will read for the links, so that the processor
// waits for memory once and not for each of them. Its result means nothing.
func (s *seen) prefetch(links []frontier.Link) (sum uint64) {
	var slots [128]uint64
	for len(links) > 0 {
		n := min(len(links), len(slots))
		for i := range links[:n] {
			key := links[i].Key
			if sh := &s.shards[key>>(64-shardBits)]; sh.size > 0 && s.hot[key>>32%hotCount].key != key {
				slots[i] = sh.slot(sh.home(key))
			} else {
				slots[i] = 0
			}
		}
		for _, slot := range slots[:n] {
			if slot != 0 {
				sum += uint64(s.fact(frontier.ID(slot >> 8)).lo)
			}
		}
		links = links[n:]
	}
	return sum
}

// lookup gives the id of the URL with a fingerprint, and its fact's anchor.
func (s *seen) lookup(key uint64) (id frontier.ID, anchor uint32, known bool) {
	h := &s.hot[key>>32%hotCount]
	if h.key == key && key != 0 {
		return h.id, h.anchor, true
	}
	if id, known = s.find(key); !known {
		return 0, 0, false
	}
	if anchor = s.fact(id).anchor; anchor&factBits == 0 {
		*h = hotLink{key, id, anchor}
	}
	return id, anchor, true
}

// find gives the id of the URL with a fingerprint.
func (s *seen) find(key uint64) (frontier.ID, bool) {
	sh := &s.shards[key>>(64-shardBits)]
	if sh.size == 0 {
		return 0, false
	}
	tag := tagOf(key)
	for i := sh.home(key); ; {
		slot := sh.slot(i)
		if slot&0xff == tag {
			if id := frontier.ID(slot >> 8); s.fact(id).key() == key {
				return id, true
			}
		} else if slot == 0 {
			return 0, false
		}
		if i++; i == sh.size {
			i = 0
		}
	}
}

// add gives the next id to a fingerprint that is not known.
func (s *seen) add(key uint64, anchor uint32) frontier.ID {
	id := s.n
	s.n++
	if int(id>>chunkBits) == len(s.chunks) {
		s.chunks = append(s.chunks, nil)
	}
	// The first chunk grows as it fills: most crawls are small.
	c := &s.chunks[id>>chunkBits]
	if len(*c) == cap(*c) {
		want := chunkSize - len(*c)
		if id < chunkSize {
			want = min(want, max(1024, len(*c)/2))
		}
		*c = slices.Grow(*c, want)
	}
	*c = append(*c, fact{uint32(key), uint32(key >> 32), anchor})

	sh := &s.shards[key>>(64-shardBits)]
	if sh.used+1 > sh.size-sh.size/8 {
		s.grow(sh)
	}
	sh.put(key, id)
	return id
}

// reserve makes room for n URLs.
func (s *seen) reserve(n frontier.ID) {
	if n < 8*shardCount {
		return
	}
	for i := range s.shards {
		sh := &s.shards[i]
		sh.size = uint32(n/shardCount)*5/4 + minSlots
		sh.slots = make([]byte, sh.size*slotSize+3)
	}
}

func (s *seen) grow(sh *shard) {
	old := *sh
	*sh = shard{size: max(minSlots, old.size+old.size/2)}
	sh.slots = make([]byte, sh.size*slotSize+3)
	for i := range old.size {
		if slot := old.slot(i); slot != 0 {
			id := frontier.ID(slot >> 8)
			sh.put(s.fact(id).key(), id)
		}
	}
}

// bytes tells the memory taken.
func (s *seen) bytes() int64 {
	n := int64(0)
	for i := range s.shards {
		n += int64(cap(s.shards[i].slots))
	}
	for _, c := range s.chunks {
		n += 12 * int64(cap(c))
	}
	return n
}

// tagOf gives the byte that slots keep of a fingerprint, never 0. It, home
// and the shard use different bits.
func tagOf(key uint64) uint64 { return max(key&0xff, 1) }

func (sh *shard) home(key uint64) uint32 {
	return uint32(uint64(uint32(key>>8)) * uint64(sh.size) >> 32)
}

func (sh *shard) slot(i uint32) uint64 {
	return binary.LittleEndian.Uint64(sh.slots[i*slotSize:]) & slotMask
}

func (sh *shard) put(key uint64, id frontier.ID) {
	i := sh.home(key)
	for sh.slot(i) != 0 {
		if i++; i == sh.size {
			i = 0
		}
	}
	at := sh.slots[i*slotSize:]
	at[0] = byte(tagOf(key))
	binary.LittleEndian.PutUint32(at[1:], uint32(id))
	sh.used++
}
