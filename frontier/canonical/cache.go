package canonical

import (
	"bytes"
	"hash/maphash"
)

// The bounds of a Resolver's memory of references: about 0.6 MiB when full.
const (
	maxSlots     = 1 << 12 // of 40 bytes; at most three quarters are used
	maxArena     = 5 << 16 // bytes of references and their forms
	maxRemoved   = 1 << 11 // removals, of 48 bytes
	maxCachedRef = 512     // bytes; longer references are not remembered
	maxRemembers = 8       // removals; more are not remembered
)

// cache remembers references. The meaning of a reference depends on the whole
// base (empty, ?query, #fragment, also after "http:"), on its origin alone
// (/path, //host, http://...) or on its directory (all others); its hash covers
// just that, so that a link of the site's menu is known on every page. When it
// is full, it is emptied.
type cache struct {
	off  bool
	seed maphash.Seed

	origin, dir, whole uint64 // hashes of what a reference depends on

	slots   []slot
	used    int
	arena   []byte
	removed []Removal
}

// slot is one reference: its bytes and those of its form are in the arena,
// what was removed is in cache.removed.
type slot struct {
	hash    uint64
	context uint64
	key     uint64
	at      uint32
	ref     uint16
	url     uint16
	removed uint16 // place of the first one
	removes uint8  // how many
	reason  Reason
	used    bool
}

func (c *cache) clear() {
	clear(c.slots)
	clear(c.removed)
	c.used, c.arena, c.removed = 0, c.arena[:0], c.removed[:0]
}

// setBase computes the contexts of a base.
func (c *cache) setBase(b *base, charset string) {
	if c.seed == (maphash.Seed{}) {
		c.seed = maphash.MakeSeed()
	}
	var h maphash.Hash
	h.SetSeed(c.seed)
	h.WriteString(charset)
	h.WriteByte(0)
	h.Write(b.url[:b.originLen])
	c.origin = h.Sum64()
	h.Write(b.path[:b.dir])
	c.dir = h.Sum64()
	h.Write(b.url)
	c.whole = h.Sum64()
}

// context gives the hash of what ref depends on.
func (c *cache) context(ref []byte) uint64 {
	if len(ref) == 0 {
		return c.whole
	}
	switch ch := ref[0]; {
	case ch == '/' || ch == '\\':
		return c.origin
	case ch == '?' || ch == '#' || ch <= ' ':
		return c.whole
	case ch == 'h' && (bytes.HasPrefix(ref, []byte("http://")) || bytes.HasPrefix(ref, []byte("https://"))):
		return c.origin
	case ch|0x20 == 'h' && bytes.IndexByte(ref, ':') > 0:
		return c.whole
	}
	return c.dir
}

// find looks a reference up.
func (c *cache) find(ref []byte) (*slot, bool) {
	if len(c.slots) == 0 || len(ref) > maxCachedRef {
		return nil, false
	}
	context := c.context(ref)
	s := c.probe(maphash.Bytes(c.seed, ref)^context, context, ref)
	return s, s.used
}

// probe finds the slot of a reference, or the empty one where it belongs.
func (c *cache) probe(hash, context uint64, ref []byte) *slot {
	mask := uint64(len(c.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		s := &c.slots[i]
		if !s.used || s.hash == hash && s.context == context && string(c.arena[s.at:s.at+uint32(s.ref)]) == string(ref) {
			return s
		}
	}
}

func (c *cache) result(s *slot) Result {
	res := Result{Key: s.key, Reason: s.reason, Seen: true}
	if s.reason == OK {
		from := s.at + uint32(s.ref)
		res.URL = c.arena[from : from+uint32(s.url) : from+uint32(s.url)]
	}
	if s.removes > 0 {
		to := s.removed + uint16(s.removes)
		res.Removed = c.removed[s.removed:to:to]
	}
	return res
}

// store remembers the answer for ref, which find has not found.
func (c *cache) store(ref []byte, res *Result) {
	if c.off || len(ref) > maxCachedRef || res.Reason == TooLong || len(res.Removed) > maxRemembers {
		return
	}
	if len(c.arena)+len(ref)+len(res.URL) > maxArena || len(c.removed)+len(res.Removed) > maxRemoved {
		c.clear()
	}
	if c.used >= len(c.slots)/4*3 {
		c.grow()
	}
	context := c.context(ref)
	hash := maphash.Bytes(c.seed, ref) ^ context
	s := c.probe(hash, context, ref)
	*s = slot{hash: hash, context: context, key: res.Key, at: uint32(len(c.arena)), ref: uint16(len(ref)), url: uint16(len(res.URL)), reason: res.Reason, used: true}
	c.arena = append(append(c.arena, ref...), res.URL...)
	c.used++
	s.removed, s.removes = uint16(len(c.removed)), uint8(len(res.Removed))
	c.removed = append(c.removed, res.Removed...)
}

// grow doubles the slots; at the bound it forgets all instead.
func (c *cache) grow() {
	if c.seed == (maphash.Seed{}) {
		c.seed = maphash.MakeSeed()
	}
	if len(c.slots) >= maxSlots {
		c.clear()
		return
	}
	old := c.slots
	c.slots = make([]slot, max(256, 2*len(old)))
	mask := uint64(len(c.slots) - 1)
	for _, s := range old {
		if !s.used {
			continue
		}
		i := s.hash & mask
		for c.slots[i].used {
			i = (i + 1) & mask
		}
		c.slots[i] = s
	}
}
