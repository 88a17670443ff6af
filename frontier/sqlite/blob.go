package sqlite

import (
	"encoding/binary"
	"errors"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// The links of a page, a blob in table link, format 1:
//
//	byte     1
//	uvarint  number of links
//	uvarint  × number: id of the target minus the one before it (ascending, first minus 0)
//	exceptions to the end, each:
//	  uvarint  place: links skipped since the exception before it
//	  uvarint  flags<<2 | mode
//	  uvarint  id in table anchor, if mode is anchorByID
//
// A link without exception is an <a href> without rel whose text is that of
// the first link which led to its target: column anchor of its row in url.
// Links to one target keep the order of the document.
const blobFormat = 1

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
	b = append(b, blobFormat)
	b = binary.AppendUvarint(b, uint64(len(links)))
	last := uint64(0)
	for _, o := range order {
		b = binary.AppendUvarint(b, o>>32-last)
		last = o >> 32
	}
	skipped := uint64(0)
	for _, o := range order {
		l := links[uint32(o)]
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

// decodeLinks appends the links of a blob to links. Targets must be below
// limit. It takes any bytes and gives errBlob for those that are no blob.
func decodeLinks(b []byte, limit frontier.ID, links []outLink) ([]outLink, error) {
	r := blobReader{b: b}
	if r.byte() != blobFormat {
		return links, errBlob
	}
	n := r.uvarint()
	if n > uint64(len(b)) {
		return links, errBlob
	}
	start, last := len(links), uint64(0)
	for range n {
		d := r.uvarint()
		last += d
		if d >= uint64(limit) || last >= uint64(limit) {
			return links[:start], errBlob
		}
		links = append(links, outLink{to: frontier.ID(last)})
	}
	for at := uint64(start); len(r.b) > 0 && !r.bad; at++ {
		skip := r.uvarint()
		if skip >= uint64(len(links)) || at+skip >= uint64(len(links)) {
			return links[:start], errBlob
		}
		at += skip
		l, head := &links[at], r.uvarint()
		l.flags, l.mode = frontier.LinkFlags(head>>2), uint8(head&3)
		if l.mode == anchorByID {
			l.anchor = uint32(r.uvarint())
		}
	}
	if r.bad {
		return links[:start], errBlob
	}
	return links, nil
}

// decodeTargets is decodeLinks for the targets alone of links that a reader
// can follow; others become frontier.NoID. It is the faster part of it.
func decodeTargets(b []byte, limit frontier.ID, targets []frontier.ID) ([]frontier.ID, error) {
	r := blobReader{b: b}
	if r.byte() != blobFormat {
		return nil, errBlob
	}
	n := r.uvarint()
	if n > uint64(len(b)) {
		return nil, errBlob
	}
	targets = targets[:0]
	last := uint64(0)
	for range n {
		if len(r.b) > 0 && r.b[0] < 0x80 { // most differences are small
			last += uint64(r.b[0])
			r.b = r.b[1:]
		} else {
			last += r.uvarint()
		}
		if last >= uint64(limit) {
			return nil, errBlob
		}
		targets = append(targets, frontier.ID(last))
	}
	for at := uint64(0); len(r.b) > 0 && !r.bad; at++ {
		at += r.uvarint()
		head := r.uvarint()
		if head&3 == anchorByID {
			r.uvarint()
		}
		if at >= n {
			return nil, errBlob
		}
		if !frontier.LinkFlags(head >> 2).Clickable() {
			targets[at] = frontier.NoID
		}
	}
	if r.bad {
		return nil, errBlob
	}
	return targets, nil
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

func (r *blobReader) uvarint() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.bad, r.b = true, nil
		return 0
	}
	r.b = r.b[n:]
	return v
}
