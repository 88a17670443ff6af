package page

import (
	"bytes"

	"github.com/portolan-seo/portolan/frontier/record"
)

// scan reads the document from i on: one pass over text, tags and comments
// (HTML 13.2.5).
func (p *Parser) scan(i int) {
	for i < len(p.doc) {
		n := bytes.IndexByte(p.doc[i:], '<')
		if n < 0 {
			p.text(i, len(p.doc))
			return
		}
		if n > 0 {
			p.text(i, i+n)
		}
		i = p.markup(i + n)
	}
}

// markup reads what the < at i begins, and gives the index of what follows.
func (p *Parser) markup(i int) int {
	if i+1 == len(p.doc) {
		p.text(i, i+1)
		return i + 1
	}
	switch c := p.doc[i+1]; {
	case isLetter(c):
		return p.startTag(i)
	case c == '/':
		return p.endTag(i)
	case c == '!':
		return p.declaration(i)
	case c == '?':
		return pastAngle(p.doc, i+2)
	}
	p.text(i, i+1)
	return i + 1
}

// declaration skips a comment or doctype, and reads a CDATA section.
func (p *Parser) declaration(i int) int {
	rest := p.doc[i+2:]
	switch {
	case bytes.HasPrefix(rest, []byte("--")):
		end := commentEnd(p.doc, i+4)
		if end == len(p.doc) && !bytes.HasSuffix(p.doc, []byte(">")) {
			p.unclosed(i, "comment")
		}
		return end
	case bytes.HasPrefix(rest, []byte("[CDATA[")) && (p.scope.ns != nsHTML || p.xhtml):
		start := i + len("<![CDATA[")
		end := len(p.doc)
		if n := bytes.Index(p.doc[start:], []byte("]]>")); n >= 0 {
			end = start + n
		}
		p.plainText(start, end)
		return min(end+len("]]>"), len(p.doc))
	}
	return pastAngle(p.doc, i+2)
}

// startTag reads the start tag at i, and the text that it makes raw.
func (p *Parser) startTag(i int) int {
	t := &p.tag
	t.start = i
	at := t.readName(p.doc, i+1)
	if !t.readAttributes(p.doc, at, t.trait&wanted != 0) {
		return len(p.doc) // the document ends in the tag: it is dropped
	}
	if t.odd {
		p.oddTags.read(t, p.doc)
	}
	if p.scope.ns != nsHTML {
		if !t.breaksOut() {
			p.foreignTag(t)
			return t.end
		}
		p.leaveForeign()
	}
	switch {
	case p.frameless:
		p.framelessTag(t)
	case p.scope.inert:
		p.inertTag(t)
	default:
		if p.mode != modeBody {
			p.place(t)
		} else if p.scriptedHead {
			p.stayInScriptedHead(t)
		}
		p.htmlTag(t)
	}
	return p.rawContent(t)
}

// endTag reads the end tag at i.
func (p *Parser) endTag(i int) int {
	if i+2 == len(p.doc) {
		p.text(i, i+2)
		return i + 2
	}
	if !isLetter(p.doc[i+2]) {
		return pastAngle(p.doc, i+2)
	}
	t := &p.tag
	t.start = i
	at := t.readName(p.doc, i+2)
	if !t.readAttributes(p.doc, at, false) {
		return len(p.doc)
	}
	if t.trait&inline == 0 {
		p.separate()
	}
	if len(p.stack) > 0 {
		if p.pop(t.elem) {
			return t.end
		}
		if p.scope.ns != nsHTML && (t.trait&breakout != 0) {
			p.leaveForeign()
		}
	}
	switch {
	case p.scope.inert:
	case p.mode != modeBody && !p.frameless:
		p.endTagBeforeBody(t)
	default:
		p.endHTMLTag(t)
	}
	return t.end
}

// rawContent reads the content of an element that is raw text, and gives the
// index of its end tag; for other elements that of their content.
func (p *Parser) rawContent(t *tag) int {
	start := t.end
	if t.trait&(rawText|rcData) == 0 && t.elem != elemPlaintext || p.xhtml && t.closed {
		return start
	}
	offset, elem, name := t.start, t.elem, t.name
	var end int
	switch elem {
	case elemPlaintext:
		p.plainText(start, len(p.doc))
		return len(p.doc)
	case elemScript:
		end = scriptEnd(p.doc, start)
	default:
		end = rawTextEnd(p.doc, start, name)
	}
	if end == len(p.doc) {
		p.unclosed(offset, name)
	}
	if p.scope.inert || p.frameless {
		return end
	}
	switch elem {
	case elemTitle:
		p.readTitle(start, end)
	case elemScript:
		p.readScript(t, start, end)
	case elemNoFrames:
		p.readNoFrames(start, end)
	}
	return end
}

// unclosed notes what swallows the rest of a page that was sent whole.
func (p *Parser) unclosed(offset int, name string) {
	if !p.in.Truncated && !p.frameless {
		p.problem(record.Unclosed, offset, name)
	}
}

// readNoFrames takes the links of a noframes element, which browsers hold for
// text: they are what a crawler that knows no frames sees.
func (p *Parser) readNoFrames(start, end int) {
	whole := p.doc
	p.doc, p.frameless = whole[:end], true
	p.scan(start)
	p.closeLink()
	p.doc, p.frameless = whole, false
}

// text takes the text doc[i:j], in which character references count.
func (p *Parser) text(i, j int) {
	s := p.doc[i:j]
	if !p.textCounts(s, i) {
		return
	}
	for {
		n := bytes.IndexByte(s, '&')
		if n < 0 {
			p.put(s)
			return
		}
		p.put(s[:n])
		text, size := p.entities.reference(s[n:], false)
		p.scratch = append(p.scratch[:0], text...)
		p.put(p.scratch)
		s = s[n+size:]
	}
}

// plainText takes the text doc[i:j] as it is.
func (p *Parser) plainText(i, j int) {
	if s := p.doc[i:j]; p.textCounts(s, i) {
		p.put(s)
	}
}

// textCounts reports whether text is to be read, and lets it begin the body.
func (p *Parser) textCounts(s []byte, offset int) bool {
	switch {
	case p.scope.inert || p.scope.mute:
		return false
	case p.frameless || p.mode == modeBody && p.framesetLate:
		if p.scriptedHead && !p.noScript && len(bytes.TrimLeft(s, " \t\n\f\r\x00")) > 0 {
			p.scriptedHead = false
		}
		return true
	case p.mode == modeFrameset:
		return false
	}
	blank := len(bytes.TrimLeft(s, " \t\n\f\r\x00")) == 0
	if p.mode != modeBody {
		if blank {
			return false
		}
		p.endHead(offset, "text")
	}
	p.framesetLate = p.framesetLate || !blank
	return true
}

// put hands a piece of text to all who gather some.
func (p *Parser) put(s []byte) {
	if !p.scope.aside && !p.noScript && !p.frameless {
		p.stats.in(p.main.around == 0 && p.link < 0, p.stats.open)
		p.stats.write(s)
		if !p.main.full {
			p.main.write(s, p.link >= 0)
		}
		if p.inHeading {
			p.heading.write(s)
		}
	}
	if p.link >= 0 {
		p.anchor.write(s)
	}
}

// separate ends the current word: an element begins or ends that is not part
// of a line of text.
func (p *Parser) separate() {
	p.stats.endWord()
	if !p.main.full {
		p.main.line()
	}
	p.anchor.space()
	p.heading.space()
}
