package sqlite

import (
	"context"
	"encoding/binary"

	"github.com/portolan-seo/portolan/frontier"
)

// packedTexts are the first URLs of a crawl that is no more written to, by id,
// each with the text of the first link that led to it, and why it is none: a later
// crawl asks for those of all links of all pages. A row holds how many bytes of the
// URL are those of the row before in its group, the rest of it, the text, the reason.
type packedTexts struct {
	groups [][]byte // groupRows rows each
	size   int
	url    []byte // of find
}

// groupRows is how many rows are unpacked for the last one of them, at most.
const groupRows = 16

// maxPackedTexts is how many bytes are held: those of some 250,000 URLs.
const maxPackedTexts = 12 << 20

// textBlock is how many bytes of groups lie in one piece.
const textBlock = 1 << 16

// packTexts packs what lies in table url of the file itself.
func (s *Store) packTexts(ctx context.Context) (*packedTexts, error) {
	urls, err := s.openScan(ctx, "url", []string{"url", "anchor", "reason"}, 0)
	if err != nil {
		return nil, err
	}
	defer urls.close() // it has only read
	p := &packedTexts{}
	var url, text textCol
	var reason intCol
	var group, block []byte
	for n, dest := 0, []any{&url, &text, &reason}; p.size < maxPackedTexts; n++ {
		last := string(url)
		if more, err := urls.next(dest); err != nil || !more {
			return p, err // what is no whole group is read from the file
		}
		shared := 0
		if n%groupRows > 0 {
			shared = sharedPrefix(last, string(url))
		}
		group = binary.AppendUvarint(group, uint64(shared))
		group = packText(group, string(url[shared:]))
		group = packText(group, string(text))
		group = append(group, byte(reason))
		if n%groupRows == groupRows-1 {
			if cap(block)-len(block) < len(group) {
				block = make([]byte, 0, max(textBlock, len(group)))
			}
			from := len(block)
			block = append(block, group...)
			p.groups = append(p.groups, block[from:len(block):len(block)])
			p.size, group = p.size+len(group), group[:0]
		}
	}
	return p, nil
}

func packText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// hasAll tells whether all groups of so many URLs are held.
func (p *packedTexts) hasAll(known frontier.ID) bool {
	return p != nil && len(p.groups) == int(known/groupRows)
}

// find gives what is held of an id, until the next call; false if nothing is.
func (p *packedTexts) find(id frontier.ID) (url, text []byte, reason frontier.Reason, held bool) {
	if p == nil || int(id/groupRows) >= len(p.groups) {
		return nil, nil, 0, false
	}
	r := packed(p.groups[id/groupRows])
	p.url = p.url[:0]
	for n := id % groupRows; ; n-- {
		shared := r.uvarint()
		p.url = append(p.url[:shared], r.take(r.uvarint())...)
		text = r.take(r.uvarint())
		reason = frontier.Reason(r.take(1)[0])
		if n == 0 {
			return p.url, text, reason, true
		}
	}
}

// packed is what is left of what was packed in memory.
type packed []byte

func (p *packed) uvarint() int {
	if n := (*p)[0]; n < 0x80 {
		*p = (*p)[1:]
		return int(n)
	}
	n, size := binary.Uvarint(*p)
	*p = (*p)[size:]
	return int(n)
}

func (p *packed) varint() int64 {
	n, size := binary.Varint(*p)
	*p = (*p)[size:]
	return n
}

func (p *packed) take(n int) []byte {
	taken := (*p)[:n]
	*p = (*p)[n:]
	return taken
}
