package sqlite

import (
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// targets is a set of URLs to which links are sought.
type targets struct {
	first, last frontier.ID
	set         bitset // of id - first
}

// newTargets makes a set of one URL or more.
func newTargets(ids []frontier.ID) *targets {
	t := &targets{first: slices.Min(ids), last: slices.Max(ids)}
	for _, id := range ids {
		t.set.set(id - t.first)
	}
	return t
}

func (t *targets) has(id frontier.ID) bool {
	return t.first <= id && id <= t.last && t.set.has(id-t.first)
}

func (t *targets) remove(id frontier.ID) { t.set.clear(id - t.first) }

// in tells whether the links of a page lead to one of the targets. It reads
// little of them; damaged ones may, for decodeLinks to tell.
func (t *targets) in(blob []byte) bool {
	r := blobReader{b: blob}
	if format := r.byte(); format != blobPlain && format != blobRegions {
		return true
	}
	n, to := r.uvarint(), uint64(0)
	for ; n > 0 && !r.bad; n-- {
		if len(r.b) > 0 && r.b[0] < 0x80 { // without a call
			to, r.b = to+uint64(r.b[0]), r.b[1:]
		} else {
			to += r.longUvarint()
		}
		if to < uint64(t.first) {
			continue
		}
		if to > uint64(t.last) {
			return false
		}
		if t.has(frontier.ID(to)) {
			return true
		}
	}
	return r.bad
}
