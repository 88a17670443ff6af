package sqlite

import (
	"encoding/binary"
	"fmt"
	"slices"
	"unsafe"

	"github.com/klauspost/compress/s2"

	"github.com/portolan-seo/portolan/frontier"
)

// packedURLs are the first rows of table url as Brief gives them, lumpRows to a
// lump. Rows are never changed, and a crawl passes over them some hundred times:
// unpacked they cost a twentieth of what the pages of the file take. The texts of
// a lump are one, of which the rows that are given are parts. A row holds how many
// bytes of it are its own, the depth, how far via is from that of the row before,
// the reason and the lowest flags. Of more than some 30,000 rows the texts are
// squeezed (S2): to a third or a quarter, for a tenth of what the pages take.
type packedURLs struct {
	lumps []packedLump
	size  int
}

type packedLump struct {
	texts    string
	squeezed []byte // in the place of texts
	rows     packed
}

// maxPacked is how many bytes are held, those of some 180,000 URLs; maxPlain of them
// are not squeezed.
const (
	maxPacked = 6 << 20
	maxPlain  = 2 << 20
)

// takes tells whether the rows from one id to before another are the next lump
// to be held.
func (p *packedURLs) takes(from, to frontier.ID) bool {
	return p != nil && int(from) == len(p.lumps)*lumpRows && to-from == lumpRows && p.size < maxPacked
}

// open gives the rows from an id to the end of its lump, false if they are not
// held.
func (p *packedURLs) open(from frontier.ID, r *packedReader) bool {
	*r = packedReader{buffer: r.buffer, passing: r.passing}
	if p == nil || int(from)/lumpRows >= len(p.lumps) {
		return false
	}
	r.packedLump = p.lumps[from/lumpRows]
	if r.squeezed != nil {
		r.unsqueeze()
	}
	var passed urlRow
	for range from % lumpRows {
		r.next(&passed)
	}
	return true
}

// urlPacker packs the rows of a lump.
type urlPacker struct {
	texts, rows []byte
	via         idCol
}

func (p *urlPacker) add(u *urlRow) {
	p.texts = append(p.texts, u.url...)
	p.rows = binary.AppendUvarint(p.rows, uint64(len(u.url)))
	p.rows = binary.AppendUvarint(p.rows, uint64(u.depth))
	p.rows = binary.AppendVarint(p.rows, int64(u.via)-int64(p.via))
	p.rows = append(p.rows, byte(u.reason), byte(u.flags))
	p.via = u.via
}

// hold holds the lump of the rows that were packed.
func (p *packedURLs) hold(lump *urlPacker) {
	l := packedLump{rows: slices.Clone(lump.rows)}
	if p.size < maxPlain {
		l.texts = string(lump.texts)
	} else {
		l.squeezed = slices.Clone(s2.EncodeBetter(nil, lump.texts))
	}
	p.lumps = append(p.lumps, l)
	p.size += len(l.texts) + len(l.squeezed) + len(l.rows)
}

// packedReader unpacks rows.
type packedReader struct {
	packedLump
	via int64

	passing bool   // texts hold until the next lump alone
	buffer  []byte // of these
}

func (r *packedReader) unsqueeze() {
	texts, err := s2.Decode(r.buffer[:cap(r.buffer)], r.squeezed)
	if err != nil {
		panic(fmt.Sprintf("packed URLs are not what was packed: %v", err))
	}
	if r.passing {
		r.buffer = texts
	}
	r.texts = unsafe.String(unsafe.SliceData(texts), len(texts))
}

// next gives the next row, but for its id.
func (r *packedReader) next(u *urlRow) {
	n := r.rows.uvarint()
	u.url, r.texts = textCol(r.texts[:n]), r.texts[n:]
	u.depth = depthCol(r.rows.uvarint())
	r.via += r.rows.varint()
	last := r.rows.take(2)
	u.via, u.reason, u.flags = idCol(r.via), intCol(last[0]), intCol(last[1])
}
