package sqlite

import (
	"slices"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
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

// targetsThat makes a set of the known URLs that are wanted, nil if there are none.
func (s *Store) targetsThat(wanted func(frontier.ID) bool) *targets {
	var ids []frontier.ID
	for id := range frontier.ID(s.Counts().Known) {
		if wanted(id) {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	return newTargets(ids)
}

func (t *targets) has(id frontier.ID) bool {
	return t.first <= id && id <= t.last && t.set.has(id-t.first)
}

func (t *targets) remove(id frontier.ID) { t.set.clear(id - t.first) }

// linksTo appends those links of a page that lead to one of the targets. It is
// decodeLinks for them, and of a page without any reads the targets alone, up to the last
// that is sought.
func (t *targets) linksTo(b []byte, limit frontier.ID, links []outLink) ([]outLink, error) {
	r := blobReader{b: b}
	format := r.byte()
	if format != blobPlain && format != blobRegions {
		return links, errBlob
	}
	start, n := len(links), r.uvarint()
	if n > uint64(len(b)) {
		return links, errBlob
	}
	var chunk [targetChunk]frontier.ID
	for at, last := uint64(0), frontier.ID(0); at < n; at += targetChunk {
		ids := chunk[:min(n-at, targetChunk)]
		if last > t.last && len(links) == start {
			return links, nil
		}
		if last = r.targets(ids, last, limit); r.bad {
			return links[:start], errBlob
		}
		if last < t.first {
			continue
		}
		for i, id := range ids {
			if t.has(id) {
				links = append(links, outLink{to: id, flags: frontier.LinkA, anchor: uint32(at) + uint32(i)}) // its place, for now
			}
		}
	}
	if len(links) == start {
		return links, nil
	}
	return links, r.complete(links[start:], r.take(regionBytes(format, n)), n)
}

// complete gives some links of a page, whose places are their anchors, what comes
// after the targets.
func (r *blobReader) complete(links []outLink, regions []byte, n uint64) error {
	for at := uint64(0); len(links) > 0; at++ {
		var head, anchor uint64
		if len(r.b) == 0 { // no exception is left
			at = n
		} else {
			at += r.uvarint()
			if head = r.uvarint(); head&3 == anchorByID {
				anchor = r.uvarint()
			}
			if r.bad || at >= n {
				return errBlob
			}
		}
		for len(links) > 0 && uint64(links[0].anchor) <= at {
			l := &links[0]
			place := uint64(l.anchor)
			if l.anchor = 0; place == at {
				l.flags, l.mode, l.anchor = frontier.LinkFlags(head>>2), uint8(head&3), uint32(anchor)
			}
			region := record.RegionUnknown
			if len(regions) > 0 {
				region = regionOf(regions, int(place))
			}
			l.flags = l.flags.In(region)
			links = links[1:]
		}
	}
	return nil
}
