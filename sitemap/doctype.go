package sitemap

import (
	"bytes"
	"strings"
)

// declaration skips <!DOCTYPE ...> with its internal subset, quotes, comments
// and brackets respected, and looks at the start of it.
func (t *tokenizer) declaration() {
	var seen []byte
	var d doctypeScan
	for {
		b := t.rest()
		n, done := d.scan(b)
		if room := maxToken - len(seen); room > 0 {
			seen = append(seen, b[:min(n, room)]...)
		}
		t.r += n
		if done {
			break
		}
		if !t.more() {
			t.p.add(Truncated, t.line, "the file ends in a DOCTYPE")
			break
		}
	}
	t.doctype(seen)
}

// doctypeScan finds the end of a declaration piece by piece.
type doctypeScan struct {
	quote  byte
	depth  int // of brackets
	hyphen int // state of <!-- and -->
	note   bool
	mark   int
	pi     bool // inside <? and ?>
	last   byte
}

// scan gives how much of b belongs to the declaration, and whether it ends
// there.
func (d *doctypeScan) scan(b []byte) (int, bool) {
	for i, c := range b {
		last := d.last
		d.last = c
		switch {
		case d.pi:
			d.pi = last != '?' || c != '>'
			continue
		case d.note:
			if c == '-' {
				d.hyphen++
			} else {
				if c == '>' && d.hyphen >= 2 {
					d.note = false
				}
				d.hyphen = 0
			}
			continue
		case d.quote != 0:
			if c == d.quote {
				d.quote = 0
			}
			continue
		}
		d.mark = nextMark(d.mark, c)
		switch {
		case last == '<' && c == '?':
			d.pi = true
		case d.mark == 4:
			d.note, d.mark, d.hyphen = true, 0, 0
		case c == '"' || c == '\'':
			d.quote = c
		case c == '[':
			d.depth++
		case c == ']':
			d.depth = max(0, d.depth-1)
		case c == '>' && d.depth == 0:
			return i + 1, true
		}
	}
	return len(b), false
}

// nextMark follows "<!--" character by character.
func nextMark(state int, c byte) int {
	const mark = "<!--"
	if state < len(mark) && c == mark[state] {
		return state + 1
	}
	if c == '<' {
		return 1
	}
	return 0
}

// doctype looks at a declaration: which root, external parts, entities.
func (t *tokenizer) doctype(decl []byte) {
	rest := bytes.TrimPrefix(decl, []byte("<!DOCTYPE"))
	if len(rest) == len(decl) {
		if lower := bytes.ToLower(decl[:min(len(decl), 9)]); string(lower) != "<!doctype" {
			t.p.add(Malformed, t.line, "an unknown declaration")
			return
		}
		rest = decl[9:]
	}
	rest = bytes.TrimLeft(rest, " \t\r\n")
	root := rest[:nameLength(rest)]
	if strings.EqualFold(string(root), "html") {
		t.html = true
		return
	}
	t.p.once(DTD, t.line, "DOCTYPE "+excerpt(root))
	if t.inRoot {
		t.p.add(Malformed, t.line, "a DOCTYPE behind the start of the root element")
	}
	head, subset, _ := bytes.Cut(rest, []byte("["))
	if bytes.Contains(head, []byte("SYSTEM")) || bytes.Contains(head, []byte("PUBLIC")) {
		t.p.once(ExternalEntity, t.line, "the DOCTYPE names another file; it was not fetched")
	}
	for {
		i := bytes.Index(subset, []byte("<!ENTITY"))
		if i < 0 {
			return
		}
		subset = subset[i+len("<!ENTITY"):]
		t.declare(subset)
	}
}

// declare takes down one <!ENTITY name "value"> or its external form.
func (t *tokenizer) declare(b []byte) {
	b = bytes.TrimLeft(b, " \t\r\n")
	if len(b) > 0 && b[0] == '%' {
		b = bytes.TrimLeft(b[1:], " \t\r\n")
	}
	n := nameLength(b)
	name := string(b[:n])
	b = bytes.TrimLeft(b[n:], " \t\r\n")
	if bytes.HasPrefix(b, []byte("SYSTEM")) || bytes.HasPrefix(b, []byte("PUBLIC")) {
		t.p.once(ExternalEntity, t.line, "entity "+excerpt([]byte(name))+" names another file; it was not fetched")
		t.entities.put(name, 0)
		return
	}
	if len(b) == 0 || b[0] != '"' && b[0] != '\'' {
		return
	}
	value := b[1:]
	if end := bytes.IndexByte(value, b[0]); end >= 0 {
		value = value[:end]
	}
	size, nested := t.entities.expanded(value)
	if nested || size > maxExpansion {
		t.p.once(EntityBomb, t.line, "entity "+excerpt([]byte(name))+" is made of entities; none was expanded")
	}
	t.entities.put(name, size)
}
