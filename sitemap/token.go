package sitemap

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
)

// tokenKind is what the tokenizer found.
type tokenKind int

const (
	tokEOF tokenKind = iota
	tokStart
	tokEnd
	tokText  // with character references still in it
	tokCData // to be taken as it is
)

// tokenizer cuts XML into tags and text. Nothing stops it: what is wrong
// becomes a problem, and it goes on where sense begins again. It expands no
// entity, follows no reference, and holds one token at a time.
type tokenizer struct {
	*window
	name     []byte // of a tag, with prefix; holds until the next call
	attrs    []byte // between name and end of a start tag
	empty    bool   // <tag/>
	text     []byte
	line     int    // of the token
	cut      []byte // name of the start tag in which the file ends
	inCData  bool
	html     bool // a DOCTYPE html
	entities entityTable
	atStart  bool // the next byte is the first of the text
	inRoot   bool // the root element has begun
	quiet    *tokenizer
}

func newTokenizer(w *window, atStart bool) *tokenizer {
	return &tokenizer{window: w, atStart: atStart}
}

// next gives the next token. At the end inside a construct it reports
// truncated.
func (t *tokenizer) next() tokenKind {
	for {
		if t.inCData {
			if kind, ok := t.cdata(); ok {
				return kind
			}
			continue
		}
		if t.r == t.w && !t.more() {
			return tokEOF
		}
		if t.buf[t.r] != '<' {
			return t.textToken()
		}
		if kind, ok := t.markup(); ok {
			return kind
		}
	}
}

// textToken gives the text up to the next tag, or a piece of it. A reference
// is never cut in two.
func (t *tokenizer) textToken() tokenKind {
	from := 0
	for {
		b := t.rest()
		if i := bytes.IndexByte(b[from:], '<'); i >= 0 {
			return t.giveText(from + i)
		}
		if len(b) >= maxToken/2 {
			end := len(b)
			if i := bytes.LastIndexByte(b[end-maxEntity:], '&'); i >= 0 {
				end += i - maxEntity
			}
			return t.giveText(end)
		}
		from = len(b)
		if !t.more() {
			return t.giveText(len(t.rest()))
		}
	}
}

func (t *tokenizer) giveText(n int) tokenKind {
	t.line = t.lineAt(t.r)
	t.text = t.buf[t.r : t.r+n]
	t.r += n
	t.atStart = false
	return tokText
}

// markup reads what begins with "<". It reports false if that gives no token.
func (t *tokenizer) markup() (tokenKind, bool) {
	for t.w-t.r < 9 && t.more() {
	}
	t.line = t.lineAt(t.r)
	first := t.atStart
	t.atStart = false
	b := t.rest()
	switch {
	case len(b) < 2:
		t.p.add(Truncated, t.line, "the file ends in a tag")
		t.r = t.w
		return tokEOF, false
	case b[1] == '/':
		return t.endTag()
	case isNameStart(b[1]):
		return t.startTag()
	case bytes.HasPrefix(b, []byte("<!--")):
		t.r += 4
		t.comment()
	case bytes.HasPrefix(b, []byte("<![CDATA[")):
		t.r += 9
		t.inCData = true
	case b[1] == '?':
		t.instruction(first)
	case b[1] == '!':
		t.declaration()
	default:
		t.p.add(Malformed, t.line, "a bare < in the text")
		t.text = b[:1]
		t.r++
		return tokText, true
	}
	return tokEOF, false
}

// tag finds the end of the tag at the window's start, quotes respected, and
// gives its inside. ok is false if the input ended in it; inside is then what
// there is of it.
func (t *tokenizer) tag() (inside []byte, ok bool) {
	for i, quote := 1, byte(0); ; {
		b := t.rest()
		for ; i < len(b); i++ {
			switch c := b[i]; {
			case quote != 0 && c != '<':
				if c == quote {
					quote = 0
				}
			case c == '"' || c == '\'':
				quote = c
			case c == '>':
				t.r += i + 1
				return b[1:i], true
			case c == '<':
				t.p.add(Malformed, t.line, "a tag without its >")
				t.r += i
				return b[1:i], true
			}
		}
		if len(b) >= maxToken {
			t.p.add(Malformed, t.line, "a tag of more than 65,536 bytes")
			return t.longTag(quote), true
		}
		if !t.more() {
			t.p.add(Truncated, t.line, "the file ends in a tag")
			inside = t.rest()[1:]
			t.r = t.w
			return inside, false
		}
	}
}

// longTag skips the rest of a tag that is too long to be held, and gives the
// beginning of its inside, with the slash of an empty tag.
func (t *tokenizer) longTag(quote byte) []byte {
	inside := bytes.Clone(t.rest()[1:])
	last := inside[len(inside)-1]
	for t.r = t.w; t.more(); t.r = t.w {
		for i, c := range t.rest() {
			switch {
			case c == '<':
				t.r += i
				return inside
			case quote != 0:
				if c == quote {
					quote = 0
				}
			case c == '"' || c == '\'':
				quote = c
			case c == '>':
				t.r += i + 1
				if last == '/' {
					inside = append(inside, last)
				}
				return inside
			}
			last = c
		}
	}
	return inside
}

func (t *tokenizer) startTag() (tokenKind, bool) {
	inside, ok := t.tag()
	n := nameLength(inside)
	if !ok {
		t.cut = inside[:n]
		return tokEOF, false
	}
	t.name, t.attrs = inside[:n], inside[n:]
	t.empty = len(t.attrs) > 0 && t.attrs[len(t.attrs)-1] == '/'
	if t.empty {
		t.attrs = t.attrs[:len(t.attrs)-1]
	}
	if len(t.attrs) > 0 && !isSpace(t.attrs[0]) {
		t.p.addText(Malformed, t.line, inside)
	}
	return tokStart, true
}

func (t *tokenizer) endTag() (tokenKind, bool) {
	inside, ok := t.tag()
	if !ok {
		return tokEOF, false
	}
	inside = inside[1:]
	n := nameLength(inside)
	t.name = inside[:n]
	if n == 0 || len(bytes.TrimSpace(inside[n:])) > 0 {
		t.p.addText(Malformed, t.line, inside)
	}
	return tokEnd, true
}

// comment skips to the end of a comment. Two hyphens inside are not allowed.
func (t *tokenizer) comment() {
	t.skipTo("--", "the file ends in a comment")
	for t.w-t.r > 0 || t.more() {
		if t.buf[t.r] == '>' {
			t.r++
			return
		}
		t.p.add(Malformed, t.line, "two hyphens inside a comment")
		for t.r < t.w && t.buf[t.r] == '-' {
			t.r++
		}
		if t.r < t.w && t.buf[t.r] == '>' {
			t.r++
			return
		}
		t.skipTo("--", "the file ends in a comment")
	}
}

// skipTo consumes all up to and including mark.
func (t *tokenizer) skipTo(mark, atEnd string) {
	for {
		b := t.rest()
		if i := bytes.Index(b, []byte(mark)); i >= 0 {
			t.r += i + len(mark)
			return
		}
		t.r = max(t.r, t.w-len(mark)+1)
		if !t.more() {
			t.r = t.w
			t.p.add(Truncated, t.line, atEnd)
			return
		}
	}
}

// cdata gives the next piece of a CDATA section; false when it is over.
func (t *tokenizer) cdata() (tokenKind, bool) {
	for {
		b := t.rest()
		if i := bytes.Index(b, []byte("]]>")); i >= 0 {
			t.text = b[:i]
			t.r += i + 3
			t.inCData = false
			return tokCData, i > 0
		}
		if n := len(b) - 2; n >= maxToken/2 {
			t.text = b[:n]
			t.r += n
			return tokCData, true
		}
		if !t.more() {
			t.p.add(Truncated, t.line, "the file ends in a CDATA section")
			t.r, t.inCData = t.w, false
			return tokEOF, false
		}
	}
}

// instruction skips <?target ...?>. The XML declaration may stand at the very
// start only.
func (t *tokenizer) instruction(first bool) {
	b := t.rest()[2:]
	n := nameLength(b)
	target := string(b[:min(n, 8)])
	switch {
	case n == 0, n < len(b) && !isSpace(b[n]) && b[n] != '?', bytes.IndexByte(b[:n], ':') >= 0:
		t.p.addText(Malformed, t.line, append([]byte("<?"), b[:min(n+1, len(b))]...))
	case !strings.EqualFold(target, "xml"):
	case target != "xml":
		t.p.add(Malformed, t.line, "the XML declaration is written in lower case")
	case !first:
		t.p.add(XMLDeclNotFirst, t.line, "<?xml is not at the very start")
	case !t.goodXMLDecl():
		t.p.add(Malformed, t.line, "the XML declaration is not well-formed")
	}
	if strings.EqualFold(target, "xml") && t.unclosedDecl() {
		return
	}
	t.skipTo("?>", "the file ends in a processing instruction")
}

// unclosedDecl skips an XML declaration that ends in > alone, or not at all
// before the next tag, and reports whether it was such a one. None that is
// whole has those characters inside.
func (t *tokenizer) unclosedDecl() bool {
	for {
		b := t.rest()
		i := bytes.IndexAny(b[1:], "<>") + 1
		switch {
		case i > 0 && b[i] == '>' && b[i-1] == '?':
			return false
		case i > 0:
			t.p.once(Malformed, t.line, "the XML declaration has no ?> at its end")
			if b[i] == '>' {
				i++
			}
			t.r += i
			return true
		case !t.more():
			return false
		}
	}
}

// xmlDecl is the XML declaration after "<?xml" (XML 1.0, production 23).
var xmlDecl = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*("1\.[0-9]+"|'1\.[0-9]+')` +
		`([ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*("[A-Za-z][A-Za-z0-9._-]*"|'[A-Za-z][A-Za-z0-9._-]*'))?` +
		`([ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*("(yes|no)"|'(yes|no)'))?[ \t\r\n]*$`)
})

// goodXMLDecl reports that the window begins with a well-formed XML
// declaration, or that its end is not there.
func (t *tokenizer) goodXMLDecl() bool {
	for {
		b := t.rest()
		if end := bytes.IndexByte(b, '>'); end > 0 {
			return b[end-1] == '?' && xmlDecl().Match(b[len("<?xml"):max(end-1, len("<?xml"))])
		}
		if !t.more() {
			return t.eof // else it is longer than any
		}
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

func isNameStart(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c == ':' || c >= 0x80
}

// nameLength is the length of the name at the start of b.
func nameLength(b []byte) int {
	for i, c := range b {
		if !isNameStart(c) && (i == 0 || !isDigit(c) && c != '-' && c != '.') {
			return i
		}
	}
	return len(b)
}
