package classes

import (
	"encoding/binary"
)

// textList is a list of texts, most of which begin as the one before does: of each
// it holds how much that is, and the rest.
type textList struct {
	b    []byte
	n    int
	last []byte // of the texts
}

func (l *textList) add(text string) {
	shared := 0
	for shared < min(len(text), len(l.last)) && text[shared] == l.last[shared] {
		shared++
	}
	l.b = binary.AppendUvarint(l.b, uint64(shared))
	l.b = binary.AppendUvarint(l.b, uint64(len(text)-shared))
	l.b = append(l.b, text[shared:]...)
	l.last = append(l.last[:shared], text[shared:]...)
	l.n++
}

// all gives the texts.
func (l *textList) all(yield func(string) bool) {
	var text []byte
	for b := l.b; len(b) > 0; {
		shared, size := binary.Uvarint(b)
		own, more := binary.Uvarint(b[size:])
		b = b[size+more:]
		text = append(text[:shared], b[:own]...)
		if b = b[own:]; !yield(string(text)) {
			return
		}
	}
}
