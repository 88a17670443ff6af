package sqlite

import (
	"encoding/binary"
	"math/bits"

	"github.com/dchest/siphash"
)

// anchors finds again the id of a link text that was stored before. It keeps
// a fixed number of texts, by keyed hash, the last used ones of each set; a
// text that it has forgotten is stored again under another id.
type anchors struct {
	sets [][anchorWays]anchorEntry
	next uint32
}

const (
	anchorWays = 4
	anchorSets = 1 << 14
)

type anchorEntry struct {
	hash uint64 // 0: empty
	id   uint32
}

// id gives a text's id, and whether the text is to be stored under it.
func (a *anchors) id(hash uint64) (id uint32, isNew bool) {
	if a.sets == nil {
		a.sets = make([][anchorWays]anchorEntry, anchorSets)
	}
	hash = max(hash, 1)
	set := &a.sets[hash%anchorSets]
	at := anchorWays - 1
	for i := range set {
		if set[i].hash == hash {
			at = i
			break
		}
	}
	e := set[at]
	if isNew = e.hash != hash; isNew {
		e = anchorEntry{hash, a.next}
		a.next++
	}
	copy(set[1:at+1], set[:at])
	set[0] = e
	return e.id, isNew
}

// anchorKey hashes a link text under the crawl's key; 0 is that of no text.
func (s *Store) anchorKey(text []byte) uint64 {
	if len(text) == 0 {
		return 0
	}
	return s.texts.hash(text)
}

// textHash is a keyed hash that takes 16 bytes with one multiplication, since
// every link has a text. It is not SipHash, which URLs have: the worst that a
// crafted collision could do, by one who knew the key, is to give a link
// another link's text.
type textHash struct{ k0, k1 uint64 }

// newTextHash spreads the bits of a crawl's key, which may be of any kind.
func newTextHash(k0, k1 uint64) textHash {
	return textHash{siphash.Hash(k0, k1, []byte("text 0")), siphash.Hash(k0, k1, []byte("text 1"))}
}

func (t textHash) hash(text []byte) uint64 {
	h, n, length := t.k0, len(text), uint64(len(text))
	for ; n > 16; n -= 16 {
		h = fold(binary.LittleEndian.Uint64(text)^t.k1, binary.LittleEndian.Uint64(text[8:])^h)
		text = text[16:]
	}
	var lo, hi uint64
	switch {
	case n >= 8:
		lo, hi = binary.LittleEndian.Uint64(text), binary.LittleEndian.Uint64(text[n-8:])
	case n >= 4:
		lo, hi = uint64(binary.LittleEndian.Uint32(text)), uint64(binary.LittleEndian.Uint32(text[n-4:]))
	case n > 0:
		lo = uint64(text[0]) | uint64(text[n/2])<<8 | uint64(text[n-1])<<16
	}
	return fold(fold(lo^t.k1, hi^h), t.k0^length)
}

// fold multiplies to 128 bits and folds these in half.
func fold(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}

// firstAnchor is the part of a text's hash that is held for every URL.
func firstAnchor(hash uint64) uint32 { return uint32(hash>>32) &^ factBits }
