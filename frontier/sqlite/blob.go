package sqlite

import (
	"encoding/binary"
	"errors"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// The links of a page, a blob in table link, format 2:
//
//	byte     2
//	uvarint  number of links
//	uvarint  × number: id of the target minus the one before it (ascending, first minus 0)
//	3 bits   × number: the region in which it stands, lowest bits first
//	exceptions to the end, each:
//	  uvarint  place: links skipped since the exception before it
//	  uvarint  flags<<2 | mode, the flags without the region
//	  uvarint  id in table anchor, if mode is anchorByID
//
// A link without exception is an <a href> without rel whose text is that of
// the first link which led to its target: column anchor of its row in url.
// Links to one target keep the order of the document.
//
// Format 1, of earlier versions and where no region is known, has no regions.
const (
	blobPlain   = 1
	blobRegions = 2
)

// The modes of an exception: where its text is.
const (
	anchorFirst = iota // as without exception
	anchorEmpty
	anchorByID
)

// outLink is one link as the blob holds it.
type outLink struct {
	to     frontier.ID
	flags  frontier.LinkFlags
	mode   uint8
	anchor uint32 // id in table anchor if mode is anchorByID
}

func (l outLink) usual() bool { return l.flags == frontier.LinkA && l.mode == anchorFirst }

var errBlob = errors.New("links of a page are damaged")

// encodeLinks appends the blob of links to b. order is scratch space, which
// it returns grown.
func encodeLinks(b []byte, links []outLink, order []uint64) ([]byte, []uint64) {
	order = order[:0]
	for i, l := range links {
		order = append(order, uint64(l.to)<<32|uint64(i))
	}
	slices.Sort(order)
	format := byte(blobPlain)
	for i := range links {
		if links[i].flags.Region() != record.RegionUnknown {
			format = blobRegions
			break
		}
	}
	b = append(b, format)
	b = binary.AppendUvarint(b, uint64(len(links)))
	last := uint64(0)
	for _, o := range order {
		b = binary.AppendUvarint(b, o>>32-last)
		last = o >> 32
	}
	if format == blobRegions {
		b = appendRegions(b, links, order)
	}
	skipped := uint64(0)
	for _, o := range order {
		l := links[uint32(o)]
		l.flags = l.flags.In(record.RegionUnknown)
		if l.usual() {
			skipped++
			continue
		}
		b = binary.AppendUvarint(b, skipped)
		b = binary.AppendUvarint(b, uint64(l.flags)<<2|uint64(l.mode))
		if l.mode == anchorByID {
			b = binary.AppendUvarint(b, uint64(l.anchor))
		}
		skipped = 0
	}
	return b, order
}

// appendRegions appends the regions of links, three bits each.
func appendRegions(b []byte, links []outLink, order []uint64) []byte {
	bits, n := uint(0), 0
	for _, o := range order {
		bits |= uint(links[uint32(o)].flags.Region()) << n
		if n += 3; n >= 8 {
			b = append(b, byte(bits))
			bits, n = bits>>8, n-8
		}
	}
	if n > 0 {
		b = append(b, byte(bits))
	}
	return b
}

// regionBytes is how many bytes the regions of n links take.
func regionBytes(format byte, n uint64) uint64 {
	if format != blobRegions {
		return 0
	}
	return (3*n + 7) / 8
}

// regionOf gives the region of the i-th link of what appendRegions has made.
func regionOf(b []byte, i int) record.Region {
	at := 3 * i
	v := uint(b[at/8]) >> (at % 8)
	if at%8 > 5 {
		v |= uint(b[at/8+1]) << (8 - at%8)
	}
	return record.Region(v & 7)
}

// setRegions gives links the regions that appendRegions has written, eight of
// them in three bytes.
func setRegions(links []outLink, b []byte) {
	for ; len(b) > 0; b = b[min(3, len(b)):] {
		var three [4]byte
		copy(three[:3], b)
		bits := binary.LittleEndian.Uint32(three[:])
		eight := links[:min(8, len(links))]
		for i := range eight {
			eight[i].flags = inRegion[bits&7]
			bits >>= 3
		}
		links = links[len(eight):]
	}
}

// inRegion are the flags of usual links, by region.
var inRegion = func() (flags [8]frontier.LinkFlags) {
	for i := range flags {
		flags[i] = frontier.LinkA.In(record.Region(i))
	}
	return flags
}()

// decodeLinks appends the links of a blob to links. Targets must be below
// limit. It takes any bytes and gives errBlob for those that are no blob.
func decodeLinks(b []byte, limit frontier.ID, links []outLink) ([]outLink, error) {
	r := blobReader{b: b}
	format := r.byte()
	if format != blobPlain && format != blobRegions {
		return links, errBlob
	}
	n := r.uvarint()
	if n > uint64(len(b)) {
		return links, errBlob
	}
	start := len(links)
	links = slices.Grow(links, int(n))[:start+int(n)]
	var chunk [targetChunk]frontier.ID
	for last, rest := frontier.ID(0), links[start:]; len(rest) > 0; {
		to := chunk[:min(len(rest), len(chunk))]
		if last = r.targets(to, last, limit); r.bad {
			return links[:start], errBlob
		}
		for i, id := range to {
			rest[i] = outLink{to: id}
		}
		rest = rest[len(to):]
	}
	setRegions(links[start:], r.take(regionBytes(format, n)))
	for at := uint64(start); len(r.b) > 0 && !r.bad; at++ {
		skip := r.uvarint()
		if skip >= uint64(len(links)) || at+skip >= uint64(len(links)) {
			return links[:start], errBlob
		}
		at += skip
		l, head := &links[at], r.uvarint()
		l.flags, l.mode = frontier.LinkFlags(head>>2).In(l.flags.Region()), uint8(head&3)
		if l.mode == anchorByID {
			l.anchor = uint32(r.uvarint())
		}
	}
	if r.bad {
		return links[:start], errBlob
	}
	return links, nil
}

// eachFlags calls f for the links of a blob that lead to the URLs from one number to
// below another, without their texts and regions. It is the faster part of decodeLinks,
// and reads little of a page that has no such link. ids is scratch space, which it
// returns grown.
func eachFlags(b []byte, from, to, limit frontier.ID, ids []frontier.ID, f func(to frontier.ID, flags frontier.LinkFlags)) ([]frontier.ID, error) {
	r := blobReader{b: b}
	format := r.byte()
	if format != blobPlain && format != blobRegions {
		return ids, errBlob
	}
	n := r.uvarint()
	if n > uint64(len(b)) {
		return ids, errBlob
	}
	ids = slices.Grow(ids[:0], int(n))[:n]
	if r.targets(ids, 0, limit); r.bad {
		return ids, errBlob
	}
	first, _ := slices.BinarySearch(ids, from)
	end, _ := slices.BinarySearch(ids, to)
	r.take(regionBytes(format, n))
	at := 0
	for len(r.b) > 0 && !r.bad && at < end {
		skip, head := r.uvarint(), r.uvarint()
		if head&3 == anchorByID {
			r.uvarint()
		}
		if skip >= n-uint64(at) {
			return ids, errBlob
		}
		next := at + int(skip)
		usual := min(next, end)
		for _, id := range ids[min(max(at, first), usual):usual] {
			f(id, frontier.LinkA)
		}
		if first <= next && next < end {
			f(ids[next], frontier.LinkFlags(head>>2).In(record.RegionUnknown))
		}
		at = next + 1
	}
	if r.bad {
		return ids, errBlob
	}
	for _, id := range ids[min(max(at, first), end):end] {
		f(id, frontier.LinkA)
	}
	return ids, nil
}

// decodeKind is decodeLinks for the links of a kind of which each is an exception:
// any but LinkA. ids is scratch space, which it returns grown.
func decodeKind(b []byte, limit frontier.ID, kind frontier.LinkFlags, links []outLink, ids []frontier.ID) ([]outLink, []frontier.ID, error) {
	r := blobReader{b: b}
	format, start := r.byte(), len(links)
	n := r.uvarint()
	if format != blobPlain && format != blobRegions || n > uint64(len(b)) {
		return links, ids, errBlob
	}
	ids = slices.Grow(ids[:0], int(n))[:n]
	r.targets(ids, 0, limit)
	regions := r.take(regionBytes(format, n))
	for at := uint64(0); len(r.b) > 0 && !r.bad; at++ {
		at += r.uvarint()
		l, head := outLink{}, r.uvarint()
		if l.flags, l.mode = frontier.LinkFlags(head>>2), uint8(head&3); l.mode == anchorByID {
			l.anchor = uint32(r.uvarint())
		}
		if at >= n {
			return links[:start], ids, errBlob
		}
		if l.flags.Kind() != kind {
			continue
		}
		region := record.RegionUnknown
		if len(regions) > 0 {
			region = regionOf(regions, int(at))
		}
		l.to, l.flags = ids[at], l.flags.In(region)
		links = append(links, l)
	}
	if r.bad {
		return links[:start], ids, errBlob
	}
	return links, ids, nil
}

type blobReader struct {
	b   []byte
	bad bool
}

func (r *blobReader) byte() byte {
	if len(r.b) == 0 {
		r.bad = true
		return 0
	}
	c := r.b[0]
	r.b = r.b[1:]
	return c
}

// take gives the next n bytes.
func (r *blobReader) take(n uint64) []byte {
	if n > uint64(len(r.b)) {
		r.bad, r.b = true, nil
		return nil
	}
	b := r.b[:n:n]
	r.b = r.b[n:]
	return b
}

// uvarint gives the next number. Most have one byte, those of link texts three.
func (r *blobReader) uvarint() (v uint64) {
	switch b := r.b; {
	case len(b) > 0 && b[0] < 0x80:
		v, r.b = uint64(b[0]), b[1:]
	case len(b) > 1 && b[1] < 0x80:
		v, r.b = uint64(b[0]&0x7f)|uint64(b[1])<<7, b[2:]
	case len(b) > 2 && b[2] < 0x80:
		v, r.b = uint64(b[0]&0x7f)|uint64(b[1]&0x7f)<<7|uint64(b[2])<<14, b[3:]
	default:
		v = r.longUvarint()
	}
	return v
}

// targetChunk is how many targets are read at a time.
const targetChunk = 64

// targets reads ascending ids, each minus the one before it, which is last for the
// first; all have to be below limit. It gives the last one. It is what passes over
// links spend most on: a number of up to three bytes takes no call.
func (r *blobReader) targets(to []frontier.ID, last, limit frontier.ID) frontier.ID {
	b, at, id := r.b, 0, uint64(last)
	for i := range to {
		var d uint64
		switch {
		case at+2 >= len(b):
			d, b = r.long(b[at:])
			at = 0
		case b[at] < 0x80:
			d = uint64(b[at])
			at++
		case b[at+1] < 0x80:
			d = uint64(b[at]&0x7f) | uint64(b[at+1])<<7
			at += 2
		case b[at+2] < 0x80:
			d = uint64(b[at]&0x7f) | uint64(b[at+1]&0x7f)<<7 | uint64(b[at+2])<<14
			at += 3
		default:
			d, b = r.long(b[at:])
			at = 0
		}
		if id += d; d >= uint64(limit) || id >= uint64(limit) {
			r.bad = true
			return 0
		}
		to[i] = frontier.ID(id)
	}
	r.b = b[at:]
	return frontier.ID(id)
}

// long reads a number, and gives what comes after it.
func (r *blobReader) long(b []byte) (uint64, []byte) {
	r.b = b
	n := r.longUvarint()
	return n, r.b
}

func (r *blobReader) longUvarint() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.bad, r.b = true, nil
		return 0
	}
	r.b = r.b[n:]
	return v
}
