package sqlite

import "github.com/dchest/siphash"

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

// anchorKey hashes a link text under the crawl's key, apart from URLs.
func (s *Store) anchorKey(text []byte) uint64 {
	if len(text) == 0 {
		return 0
	}
	return siphash.Hash(s.k1, s.k0, text)
}

// firstAnchor is the part of a text's hash that is held for every URL.
func firstAnchor(hash uint64) uint32 { return uint32(hash>>32) &^ noFollowBit }
