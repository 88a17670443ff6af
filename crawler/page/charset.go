package page

import (
	"bytes"
	"github.com/portolan-seo/portolan/frontier/record"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
)

const (
	prescan    = 1024     // bytes in which a meta element may name the encoding
	maxDecoded = 64 << 20 // bytes of a document after conversion to UTF-8
	utf8Name   = "utf-8"
)

// decode makes doc of the body: in UTF-8, by the byte order mark, else the
// header, else a meta element, else UTF-8 if it is that, else windows-1252
// (HTML 13.2.3). It gives the index after a byte order mark.
func (p *Parser) decode(header string) (start int) {
	body := p.in.Body
	name, enc, mark := byteOrderMark(body)
	if mark == 0 {
		name, enc = p.declared(header)
	}
	if name == "" {
		name = utf8Name
		if !validUTF8(body, p.in.Truncated) {
			name, enc = lookupEncoding("windows-1252")
		}
		if ascii := asciiPrefix(body); ascii < len(body) {
			p.problem(record.CharsetUndeclared, -1, name)
		}
	}
	p.page.Charset = name
	if name == utf8Name {
		p.doc = body
		return mark
	}
	p.doc = p.convert(enc, body[mark:])
	return 0
}

// byteOrderMark gives the encoding that a body's first bytes say and their
// number, 0 if they say none.
func byteOrderMark(body []byte) (string, encoding.Encoding, int) {
	label := ""
	switch {
	case bytes.HasPrefix(body, []byte("\xEF\xBB\xBF")):
		return utf8Name, nil, 3
	case bytes.HasPrefix(body, []byte("\xFE\xFF")):
		label = "utf-16be"
	case bytes.HasPrefix(body, []byte("\xFF\xFE")):
		label = "utf-16le"
	default:
		return "", nil, 0
	}
	name, enc := lookupEncoding(label)
	return name, enc, 2
}

// declared gives the encoding that header and meta elements name, "" if none
// does.
func (p *Parser) declared(header string) (string, encoding.Encoding) {
	name, enc := p.lookup(header)
	label := metaCharset(p.in.Body[:min(len(p.in.Body), prescan)])
	if label == "" {
		return name, enc
	}
	metaName, metaEnc := p.lookup(label)
	// A meta element that can be read proves that the page is in none of the
	// encodings in which it could not; x-user-defined is what pages that are
	// in windows-1252 say (HTML 13.2.3.2).
	switch metaName {
	case "utf-16be", "utf-16le":
		metaName, metaEnc = utf8Name, nil
	case "x-user-defined":
		metaName, metaEnc = lookupEncoding("windows-1252")
	}
	if name == "" {
		return metaName, metaEnc
	}
	if metaName != "" && metaName != name {
		p.problem(record.CharsetConflict, -1, name+" by header, "+metaName+" by meta")
	}
	return name, enc
}

func (p *Parser) lookup(label string) (string, encoding.Encoding) {
	label = strings.Trim(label, " \t\n\f\r")
	if label == "" || strings.EqualFold(label, utf8Name) {
		return strings.ToLower(label), nil
	}
	name, enc := lookupEncoding(label)
	if name == "" {
		p.problem(record.CharsetUnknown, -1, label)
	}
	return name, enc
}

// lookupEncoding gives the encoding of a label (Encoding standard, 4.2) and
// its name in lower case, "" if there is none.
func lookupEncoding(label string) (string, encoding.Encoding) {
	enc, err := htmlindex.Get(label)
	if err != nil {
		return "", nil
	}
	name, err := htmlindex.Name(enc)
	if err != nil {
		return "", nil
	}
	return strings.ToLower(name), enc
}

// convert decodes a body into the parser's buffer.
func (p *Parser) convert(enc encoding.Encoding, body []byte) []byte {
	dec := enc.NewDecoder()
	switch {
	case cap(p.decoded) >= len(body):
	case len(body) > keepBytes: // a buffer that grows would take twice as much for a while
		p.decoded = make([]byte, 0, min(decodedLen(enc, body)+64, maxDecoded))
	default:
		p.decoded = make([]byte, 0, len(body)+len(body)/2+64)
	}
	out := p.decoded[:0]
	for {
		n, read, _ := dec.Transform(out[len(out):cap(out)], body, true)
		out, body = out[:len(out)+n], body[read:]
		if len(body) == 0 {
			break
		}
		if cap(out) >= maxDecoded {
			p.problem(record.CharsetTooLong, -1, "")
			break
		}
		bigger := make([]byte, len(out), min(2*cap(out)+64, maxDecoded))
		copy(bigger, out)
		out = bigger
	}
	p.decoded = out
	return out
}

// decodedLen gives the length of a body in UTF-8.
func decodedLen(enc encoding.Encoding, body []byte) (n int) {
	dec := enc.NewDecoder()
	scratch := make([]byte, 64<<10)
	for read := 1; read > 0 && len(body) > 0; body = body[read:] {
		var wrote int
		wrote, read, _ = dec.Transform(scratch, body, true)
		n += wrote
	}
	return n
}

// validUTF8 reports whether a body is in UTF-8; the character in which it was
// cut is overlooked.
func validUTF8(body []byte, truncated bool) bool {
	if truncated {
		for i := len(body) - 1; i >= max(0, len(body)-utf8.UTFMax); i-- {
			if utf8.RuneStart(body[i]) {
				if !utf8.FullRune(body[i:]) {
					body = body[:i]
				}
				break
			}
		}
	}
	return utf8.Valid(body)
}

// asciiPrefix gives the number of bytes before the first that is not ASCII.
func asciiPrefix(s []byte) int {
	i := 0
	for ; i+8 <= len(s); i += 8 {
		if w, _ := load(s[i:]); w&highs != 0 {
			break
		}
	}
	for i < len(s) && s[i] < utf8.RuneSelf {
		i++
	}
	return i
}

// metaCharset finds the encoding that a meta element names in the beginning
// of a document, "" if none does (HTML 13.2.3.2, "prescan a byte stream").
func metaCharset(doc []byte) string {
	var t tag
	for i := 0; ; {
		n := bytes.IndexByte(doc[i:], '<')
		if n < 0 || i+n+1 >= len(doc) {
			return ""
		}
		i += n
		switch c := doc[i+1]; {
		case bytes.HasPrefix(doc[i:], []byte("<!--")):
			i = commentEnd(doc, i+4)
		case isLetter(c):
			t.start = i
			at := t.readName(doc, i+1)
			if !t.readAttributes(doc, at, t.elem == elemMeta) {
				return ""
			}
			if t.elem == elemMeta {
				if label := t.charset(doc); label != "" {
					return label
				}
			}
			i = t.end
		case c == '/' && i+2 < len(doc) && isLetter(doc[i+2]):
			at := t.readName(doc, i+2)
			if !t.readAttributes(doc, at, false) {
				return ""
			}
			i = t.end
		case c == '!' || c == '/' || c == '?':
			i = pastAngle(doc, i+2)
		default:
			i++
		}
	}
}

// charset gives the encoding's label that a meta tag names.
func (t *tag) charset(doc []byte) string {
	if label := t.raw(doc, attrCharset); len(label) > 0 {
		return string(label)
	}
	if !equalFold(t.raw(doc, attrHTTPEquiv), "content-type") {
		return ""
	}
	return charsetOf(t.raw(doc, attrContent))
}

// raw gives an attribute's value as it stands in the document.
func (t *tag) raw(doc []byte, a attribute) []byte {
	if t.has&(1<<a) == 0 {
		return nil
	}
	return doc[t.spans[a][0]:t.spans[a][1]]
}

// charsetOf extracts an encoding's label from a content attribute (HTML
// 2.5.4).
func charsetOf(content []byte) string {
	for {
		n := bytes.Index(bytes.ToLower(content), []byte("charset"))
		if n < 0 {
			return ""
		}
		content = trimSpaceLeft(content[n+len("charset"):])
		if len(content) > 0 && content[0] == '=' {
			break
		}
	}
	content = trimSpaceLeft(content[1:])
	if len(content) == 0 {
		return ""
	}
	if quote := content[0]; quote == '"' || quote == '\'' {
		end := bytes.IndexByte(content[1:], quote)
		if end < 0 {
			return ""
		}
		return string(content[1 : 1+end])
	}
	end := bytes.IndexFunc(content, func(r rune) bool { return r == ';' || r < 0x80 && isSpace(byte(r)) })
	if end >= 0 {
		content = content[:end]
	}
	return string(content)
}
