package sitemap

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// maxEntity is the longest character reference that is looked for.
const maxEntity = 64

// maxExpansion is how much text the entities of a file may stand for before
// the file counts as a bomb: more than any value may have. Short ones, as for
// the name of a host, are no bomb however often they are used.
const (
	maxExpansion = maxToken
	shortEntity  = 256
)

// entityTable knows the entities that a DTD declares: not their text, only how
// long it would be. None is ever expanded.
type entityTable struct {
	size map[string]int // at most maxEntities
	used int            // bytes that references so far stand for
}

const maxEntities = 256

func (e *entityTable) put(name string, size int) {
	if e.size == nil {
		e.size = map[string]int{}
	}
	if _, ok := e.size[name]; !ok && len(e.size) < maxEntities {
		e.size[name] = size
	}
}

// expanded gives the length that value would have, and whether it holds other
// entities.
func (e *entityTable) expanded(value []byte) (size int, nested bool) {
	size = len(value)
	for {
		i := bytes.IndexByte(value, '&')
		if i < 0 {
			return size, nested
		}
		value = value[i+1:]
		n := nameLength(value)
		if n == 0 || n == len(value) || value[n] != ';' {
			continue
		}
		if predefined(value[:n]) == 0 {
			nested = true
			size = min(size+e.size[string(value[:n])], maxExpansion+1)
		}
	}
}

// predefined gives the character of the five entities of XML, else 0.
func predefined(name []byte) byte {
	switch string(name) {
	case "amp":
		return '&'
	case "lt":
		return '<'
	case "gt":
		return '>'
	case "quot":
		return '"'
	case "apos":
		return '\''
	}
	return 0
}

// refState is what decoding met besides text.
type refState struct {
	control bool // a reference to a character that XML does not have
	unknown bool // one by a name that XML does not define
	inDTD   bool // one of these is declared in the file's DTD, which nobody reads
}

func (s refState) with(t refState) refState {
	return refState{s.control || t.control, s.unknown || t.unknown, s.inDTD || t.inDTD}
}

// decode appends text with its references resolved. Others stay as they are
// written: a bare & is data.
func (t *tokenizer) decode(dst, text []byte, line int) ([]byte, refState) {
	var state refState
	for {
		i := bytes.IndexByte(text, '&')
		if i < 0 {
			return append(dst, text...), state
		}
		dst = append(dst, text[:i]...)
		text = text[i+1:]
		n := bytes.IndexByte(text[:min(len(text), maxEntity)], ';')
		switch {
		case n > 1 && text[0] == '#':
			r, ok := charRef(text[1:n])
			if ok && !xmlChar(r) {
				state.control = true
				t.p.addAbout(ControlChar, line, "reference &", text[:n+1], "")
			} else if ok {
				dst = utf8.AppendRune(dst, r)
			} else {
				t.p.addAbout(EntityUnescaped, line, "&", text[:n+1], "")
				dst = append(append(dst, '&'), text[:n+1]...)
			}
			text = text[n+1:]
		case n > 0 && nameLength(text[:n]) == n:
			if c := predefined(text[:n]); c != 0 {
				dst = append(dst, c)
			} else {
				state.unknown = true
				state.inDTD = t.unknownEntity(text[:n], line) || state.inDTD
				dst = append(append(dst, '&'), text[:n+1]...)
			}
			text = text[n+1:]
		default:
			t.p.addAbout(EntityUnescaped, line, "&", text[:min(len(text), 40)], "")
			dst = append(dst, '&')
		}
	}
}

// decodeQuiet is decode for a second look at the same text: it reports
// nothing.
func (t *tokenizer) decodeQuiet(dst, text []byte) ([]byte, refState) {
	return t.silent().decode(dst, text, 0)
}

// unknownEntity reports a name that XML does not define, and watches what the
// declared ones would grow to.
func (t *tokenizer) unknownEntity(name []byte, line int) (declared bool) {
	size, declared := t.entities.size[string(name)]
	switch {
	case !declared:
		t.p.addAbout(EntityUndefined, line, "&", name, ";")
		return false
	case size <= shortEntity:
		return true
	}
	if t.entities.used = min(t.entities.used+size, maxExpansion+1); t.entities.used > maxExpansion {
		t.p.once(EntityBomb, line, fmt.Sprintf("entities stand for more than %d bytes; none was expanded", maxExpansion))
	}
	return true
}

// charRef reads the number of &#N; or &#xN;.
func charRef(b []byte) (rune, bool) {
	base, digit := rune(10), isDigit
	if len(b) > 1 && b[0] == 'x' {
		b, base, digit = b[1:], 16, isHex
	}
	var v rune
	for _, c := range b {
		if !digit(c) {
			return 0, false
		}
		v = min(v*base+rune(unhex(c)), 0x110000) // anything from there on is no character
	}
	return v, true
}

// xmlChar is the Char production of XML 1.0.
func xmlChar(r rune) bool {
	return r == '\t' || r == '\n' || r == '\r' || r >= 0x20 && r <= 0xd7ff ||
		r >= 0xe000 && r <= 0xfffd || r >= 0x10000 && r <= 0x10ffff
}

// excerpt makes text of a file a short detail. Bytes that are not text are
// shown as U+FFFD.
func excerpt(b []byte) string {
	if len(b) <= maxDetail {
		return strings.ToValidUTF8(string(b), "\ufffd")
	}
	return strings.ToValidUTF8(string(b[:maxDetail]), "\ufffd") + "..."
}
