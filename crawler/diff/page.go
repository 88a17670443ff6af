package diff

import (
	"encoding/binary"
	"errors"

	"github.com/portolan-seo/portolan/crawler/discover/spill"
)

// Page is what a state knows of one URL.
type Page struct {
	URL       string // canonical
	Listed    bool   // it is in the sitemap, or would be
	Undecided bool   // whether it is to be listed is not known
	Asked     bool   // it was asked for
	Read      bool   // it answered 200 or 203, and was read
	NoIndex   bool   // of a page that was read
	NamesSelf bool   // it names itself as its canonical
	Status    int    // of a URL that was asked for; 0 if no answer came
	Verdict   string // why it is listed or not; "" if that is not known
	Carried   string // of a page that is listed unread: the verdict that it would have else
	Canonical string // the other URL that a page names as its canonical; "" if none, or itself
	Target    string // where its permanent redirects end; "" if it has none
	Title     string
	Content   uint64 // fingerprint of what is its own; 0 for none
}

// The flags of an encoded page.
const (
	flagListed byte = 1 << iota
	flagUndecided
	flagAsked
	flagRead
	flagNoIndex
	flagNamesSelf
)

// encode appends all but the URL.
func (p *Page) encode(b []byte) []byte {
	flags := byte(0)
	for i, set := range [...]bool{p.Listed, p.Undecided, p.Asked, p.Read, p.NoIndex, p.NamesSelf} {
		if set {
			flags |= 1 << i
		}
	}
	b = binary.AppendUvarint(append(b, flags), uint64(p.Status))
	b = binary.LittleEndian.AppendUint64(b, p.Content)
	return appendTexts(b, p.Verdict, p.Carried, p.Canonical, p.Target, p.Title)
}

// decode is the inverse of encode.
func (p *Page) decode(r spill.Row) error {
	*p = Page{URL: string(r.URL)}
	if len(r.Data) < 1 {
		return errRow
	}
	flags := r.Data[0]
	p.Listed, p.Undecided = flags&flagListed != 0, flags&flagUndecided != 0
	p.Asked, p.Read, p.NoIndex = flags&flagAsked != 0, flags&flagRead != 0, flags&flagNoIndex != 0
	p.NamesSelf = flags&flagNamesSelf != 0
	status, n := binary.Uvarint(r.Data[1:])
	if n <= 0 || len(r.Data) < 1+n+8 {
		return errRow
	}
	p.Status = int(status)
	rest := r.Data[1+n:]
	p.Content = binary.LittleEndian.Uint64(rest)
	return readTexts(rest[8:], &p.Verdict, &p.Carried, &p.Canonical, &p.Target, &p.Title)
}

var errRow = errors.New("the temporary file of what is compared has changed")

func appendTexts(b []byte, texts ...string) []byte {
	for _, s := range texts {
		b = append(binary.AppendUvarint(b, uint64(len(s))), s...)
	}
	return b
}

func readTexts(b []byte, texts ...*string) error {
	for _, s := range texts {
		size, n := binary.Uvarint(b)
		if n <= 0 || uint64(len(b)-n) < size {
			return errRow
		}
		*s, b = string(b[n:n+int(size)]), b[n+int(size):]
	}
	return nil
}
