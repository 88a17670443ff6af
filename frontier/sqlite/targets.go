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
	var chunk [targetChunk]frontier.ID
	for n, last := r.uvarint(), frontier.ID(0); n > 0; {
		ids := chunk[:min(n, targetChunk)]
		first := last
		if last = r.targets(ids, last, frontier.NoID); r.bad || first > t.last {
			return r.bad
		}
		n -= uint64(len(ids))
		if last < t.first {
			continue
		}
		for _, id := range ids {
			if t.has(id) {
				return true
			}
		}
	}
	return r.bad
}
