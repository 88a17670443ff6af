package sqlite

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// packedURLs are the first rows of table url as Brief gives them, lumpRows to a
// lump. Rows are never changed, and a crawl passes over them some hundred times:
// unpacked they cost a tenth of what the pages of the file take. A row holds how
// many bytes of the text are those of the row before, the rest of it, the depth,
// how far via is from that of the row before, the reason and the lowest flags.
type packedURLs struct {
	lumps [][]byte
	size  int
}

// maxPacked is how many bytes are held: those of some 100,000 URLs.
const maxPacked = 3 << 20

// takes tells whether the rows from one id to before another are the next lump
// to be held.
func (p *packedURLs) takes(from, to frontier.ID) bool {
	return p != nil && int(from) == len(p.lumps)*lumpRows && to-from == lumpRows && p.size < maxPacked
}

// add holds the lump of packed rows.
func (p *packedURLs) add(lump []byte) {
	p.lumps = append(p.lumps, slices.Clone(lump))
	p.size += len(lump)
}

// open gives the rows from an id to the end of its lump, false if they are not
// held.
func (p *packedURLs) open(from frontier.ID, r *packedReader) bool {
	r.rest = nil
	if p == nil || int(from)/lumpRows >= len(p.lumps) {
		return false
	}
	*r = packedReader{rest: p.lumps[from/lumpRows], texts: r.texts}
	var passed urlRow
	for range from % lumpRows {
		r.next(&passed)
	}
	return true
}

// urlPacker packs the rows of a lump.
type urlPacker struct {
	b   []byte
	url textCol
	via idCol
}

func (p *urlPacker) add(u *urlRow) {
	shared := sharedPrefix(string(p.url), string(u.url))
	p.b = binary.AppendUvarint(p.b, uint64(shared))
	p.b = packText(p.b, string(u.url[shared:]))
	p.b = binary.AppendUvarint(p.b, uint64(u.depth))
	p.b = binary.AppendVarint(p.b, int64(u.via)-int64(p.via))
	p.b = append(p.b, byte(u.reason), byte(u.flags))
	p.url, p.via = u.url, u.via
}

// packedReader unpacks rows.
type packedReader struct {
	rest  packed
	url   string
	via   int64
	texts *strings.Builder
}

// next gives the next row, but for its id.
func (r *packedReader) next(u *urlRow) {
	shared := r.rest.uvarint()
	r.url = r.text(r.url[:shared], r.rest.take(r.rest.uvarint()))
	depth := r.rest.uvarint()
	r.via += r.rest.varint()
	last := r.rest.take(2)
	u.url, u.depth, u.via = textCol(r.url), depthCol(depth), idCol(r.via)
	u.reason, u.flags = intCol(last[0]), intCol(last[1])
}

// text gives a text that stays as it is, a part of some KB of them.
func (r *packedReader) text(shared string, own []byte) string {
	n := len(shared) + len(own)
	if r.texts == nil || r.texts.Cap()-r.texts.Len() < n {
		r.texts = &strings.Builder{}
		r.texts.Grow(max(textChunk, n))
	}
	from := r.texts.Len()
	r.texts.WriteString(shared)
	r.texts.Write(own)
	return r.texts.String()[from:]
}
