package sitemap

import (
	"bytes"
	"slices"
)

// eachAttr calls f with the name and the raw value of every attribute, and
// reports what is not well-formed.
func (t *tokenizer) eachAttr(f func(name, value []byte)) {
	b := t.attrs
	var names [maxNames][]byte
	for n := 0; n < maxAttrs; n++ {
		b = bytes.TrimLeft(b, " \t\r\n")
		if len(b) == 0 {
			return
		}
		name := b[:nameLength(b)]
		rest := bytes.TrimLeft(b[len(name):], " \t\r\n")
		if len(name) == 0 || len(rest) == 0 || rest[0] != '=' {
			t.p.addText(Malformed, t.line, b)
			return
		}
		rest = bytes.TrimLeft(rest[1:], " \t\r\n")
		if len(rest) == 0 || rest[0] != '"' && rest[0] != '\'' {
			t.p.addText(Malformed, t.line, b)
			return
		}
		end := bytes.IndexByte(rest[1:], rest[0])
		if end < 0 {
			t.p.addText(Malformed, t.line, b)
			return
		}
		if n < maxNames {
			if holds(names[:n], name) {
				t.p.addAbout(Malformed, t.line, "attribute ", name, " twice in one tag")
			}
			names[n] = name
		}
		f(name, rest[1:1+end])
		b = rest[end+2:]
		if len(b) > 0 && !isSpace(b[0]) {
			t.p.addText(Malformed, t.line, b)
		}
	}
}

// eachAttrQuiet is eachAttr for a second look at the same tag: it reports
// nothing.
func (t *tokenizer) eachAttrQuiet(f func(name, value []byte)) {
	quiet := t.silent()
	quiet.attrs = t.attrs
	quiet.eachAttr(f)
}

// silent is a tokenizer whose reports are not heard.
func (t *tokenizer) silent() *tokenizer {
	if t.quiet == nil {
		t.quiet = &tokenizer{window: &window{p: &problems{}}}
	}
	return t.quiet
}

// maxAttrs is how many attributes of one tag are looked at.
const maxAttrs = 256

// maxNames is how many of them are held against each other.
const maxNames = 32

func holds(names [][]byte, name []byte) bool {
	return slices.ContainsFunc(names, func(n []byte) bool { return bytes.Equal(n, name) })
}

// splitName cuts a qualified name at its colon.
func splitName(name []byte) (prefix, local []byte) {
	if i := bytes.IndexByte(name, ':'); i > 0 && i < len(name)-1 {
		return name[:i], name[i+1:]
	}
	return nil, name
}
