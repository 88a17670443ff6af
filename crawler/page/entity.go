package page

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// maxEntityName is longer than any named character reference.
const maxEntityName = 40

// maxEntityCache bounds the references remembered by a parser; HTML has
// 2,231 names.
const maxEntityCache = 4096

// entities decodes character references with the tables of x/net/html and
// remembers what they mean.
type entities struct {
	cache map[string]string
}

// reference decodes the character reference at s, which begins with &, and
// gives the number of bytes that it took. What is no reference is given back
// as it is.
func (e *entities) reference(s []byte, inAttribute bool) (string, int) {
	end := 1
	if len(s) > 1 && s[1] == '#' {
		end = numericEnd(s)
	} else {
		for end < len(s) && end < maxEntityName && isAlnum(s[end]) {
			end++
		}
	}
	if end == 1 {
		return "&", 1
	}
	named := s[1] != '#'
	semicolon := end < len(s) && s[end] == ';'
	if semicolon {
		end++
	}
	text := e.unescape(s[:end])
	if !named || !inAttribute {
		return text, end
	}
	// In an attribute a name counts as a whole or not at all, and without
	// its semicolon not before = (HTML 13.2.5.73). What x/net/html leaves
	// over after a shorter name shows that it was not the whole.
	last := text[len(text)-1]
	switch {
	case semicolon && last == ';' && string(s[:end]) != "&semi;":
		return "&", 1
	case !semicolon && (isAlnum(last) || end < len(s) && s[end] == '='):
		return "&", 1
	}
	return text, end
}

// numericEnd gives the index past the digits of &#123 or &#x7b, 1 if there
// are none.
func numericEnd(s []byte) int {
	i := 2
	hex := i < len(s) && s[i]|0x20 == 'x'
	if hex {
		i++
	}
	digits := i
	for i < len(s) && (classes[s[i]]&digit != 0 || hex && 'a' <= s[i]|0x20 && s[i]|0x20 <= 'f') {
		i++
	}
	if i == digits {
		return 1
	}
	return i
}

func (e *entities) unescape(ref []byte) string {
	if text, ok := e.cache[string(ref)]; ok {
		return text
	}
	name := string(ref)
	text := html.UnescapeString(name)
	if len(e.cache) < maxEntityCache && len(name) <= maxEntityName {
		if e.cache == nil {
			e.cache = make(map[string]string)
		}
		e.cache[name] = text
	}
	return text
}

// value gives an attribute's value, character references decoded and line
// ends made \n. It is nil if the tag does not have the attribute.
func (p *Parser) value(t *tag, a attribute) []byte {
	if t.has&(1<<a) == 0 {
		return nil
	}
	if t.odd {
		return t.oddValues[a]
	}
	raw := p.doc[t.spans[a][0]:t.spans[a][1]:t.spans[a][1]]
	if bytes.IndexByte(raw, '&') < 0 && bytes.IndexByte(raw, '\r') < 0 {
		return raw
	}
	p.reserve(len(raw))
	start := len(p.arena)
	for i := 0; i < len(raw); {
		switch c := raw[i]; c {
		case '&':
			text, n := p.entities.reference(raw[i:], true)
			p.arena = append(p.arena, text...)
			i += n
		case '\r':
			if i+1 == len(raw) || raw[i+1] != '\n' {
				p.arena = append(p.arena, '\n')
			}
			i++
		default:
			p.arena = append(p.arena, c)
			i++
		}
	}
	return p.arena[start:len(p.arena):len(p.arena)]
}

// keep copies bytes into the arena.
func (p *Parser) keep(b []byte) []byte {
	if len(b) == 0 {
		return nil
	}
	p.reserve(len(b))
	start := len(p.arena)
	p.arena = append(p.arena, b...)
	return p.arena[start:len(p.arena):len(p.arena)]
}

const (
	firstChunk = 4 << 10
	lastChunk  = 256 << 10
)

// reserve makes room for n bytes in the arena: what does not fit begins
// another one. An arena that grew would be held as often as it had grown, by
// what points into its former places.
func (p *Parser) reserve(n int) {
	if n > cap(p.arena)-len(p.arena) {
		p.arena = make([]byte, 0, max(n, firstChunk, min(2*cap(p.arena), lastChunk)))
	}
}

// cutRune cuts s to at most n bytes, not inside a character.
func cutRune(s []byte, n int) []byte {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
