package page

import (
	"bytes"

	"golang.org/x/net/html"
)

// class says what a byte is to the tag reader.
type class uint8

const (
	space   class = 1 << iota // HTML white space
	nameEnd                   // ends a tag name: white space, / and >
	attrEnd                   // ends an attribute name: nameEnd and =
	letter                    // ASCII letter
	digit                     // ASCII digit
	oddName                   // an attribute name with it is left to x/net/html
)

var classes = func() (t [256]class) {
	for c := range t {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z':
			t[c] = letter
		case '0' <= c && c <= '9':
			t[c] = digit
		}
	}
	for _, c := range " \t\n\f\r" {
		t[c] = space | nameEnd | attrEnd
	}
	t['/'], t['>'], t['='] = nameEnd|attrEnd, nameEnd|attrEnd, attrEnd
	t['"'], t['\''], t['<'] = oddName, oddName, oddName
	return t
}()

func isSpace(c byte) bool  { return classes[c]&space != 0 }
func isLetter(c byte) bool { return classes[c]&letter != 0 }
func isAlnum(c byte) bool  { return classes[c]&(letter|digit) != 0 }

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// equalFold compares with a lower-case ASCII word, case folded in ASCII
// alone.
func equalFold(s []byte, word string) bool {
	if len(s) != len(word) {
		return false
	}
	for i, c := range s {
		if lower(c) != word[i] {
			return false
		}
	}
	return true
}

// hasPrefixFold reports whether s begins with a lower-case ASCII word.
func hasPrefixFold(s []byte, word string) bool {
	return len(s) >= len(word) && equalFold(s[:len(word)], word)
}

// tag is a tag as it stands in the document. Attribute values are read with
// value.
type tag struct {
	*elementInfo
	start   int // of the <
	nameEnd int
	end     int // past the >
	closed  bool

	has   uint32 // bit set of attribute
	spans [numAttributes][2]int
	odd   bool // it is to be read by oddTags

	oddValues *[numAttributes][]byte // what oddTags read
}

// readName reads the name at doc[i:], which begins with a letter, and gives
// the index of what follows it.
func (t *tag) readName(doc []byte, i int) int {
	var key nameKey
	s := i
	for i < len(doc) && classes[doc[i]]&nameEnd == 0 {
		key = key.add(lower(doc[i]))
		i++
	}
	t.elementInfo = lookupElement(doc[s:i], key)
	t.nameEnd = i
	t.has, t.odd, t.oddValues = 0, false, nil
	return i
}

// readAttributes reads on from the end of the name to the end of the tag
// (HTML 13.2.5.32 ff.). Attributes are kept if keep is set, the first of a
// name only. It reports false where the document ends inside the tag, which
// then is no tag at all.
func (t *tag) readAttributes(doc []byte, i int, keep bool) bool {
	for {
		gap := i
		for i < len(doc) && (isSpace(doc[i]) || doc[i] == '/') {
			i++
		}
		if i >= len(doc) {
			return false
		}
		if doc[i] == '>' {
			t.closed = i > gap && doc[i-1] == '/'
			t.end = i + 1
			break
		}
		name := i
		var mask class
		for i++; i < len(doc) && classes[doc[i]]&attrEnd == 0; i++ {
			mask |= classes[doc[i]]
		}
		nameEnd := i
		for i < len(doc) && isSpace(doc[i]) {
			i++
		}
		var value [2]int
		if i < len(doc) && doc[i] == '=' {
			if i, value = readValue(doc, i+1); i < 0 {
				return false
			}
		}
		if !keep {
			continue
		}
		t.odd = t.odd || mask&oddName != 0 || classes[doc[name]]&(oddName|attrEnd) != 0
		if a, ok := lookupAttribute(doc[name:nameEnd]); ok && t.has&(1<<a) == 0 {
			t.has |= 1 << a
			t.spans[a] = value
		}
	}
	t.odd = keep && (t.odd || bytes.IndexByte(doc[t.nameEnd:t.end], 0) >= 0)
	return true
}

// readValue reads the attribute value after the =, and gives the index of
// what follows it: -1 where the document ends in it.
func readValue(doc []byte, i int) (int, [2]int) {
	for i < len(doc) && isSpace(doc[i]) {
		i++
	}
	if i >= len(doc) {
		return -1, [2]int{}
	}
	s := i
	switch c := doc[i]; c {
	case '>':
		return i, [2]int{}
	case '"', '\'':
		n := bytes.IndexByte(doc[i+1:], c)
		if n < 0 {
			return -1, [2]int{}
		}
		return i + n + 2, [2]int{i + 1, i + 1 + n}
	}
	for i < len(doc) && doc[i] != '>' && !isSpace(doc[i]) {
		i++
	}
	return i, [2]int{s, i}
}

// oddTags reads tags that break the rules (quotes in names, names that begin
// with =, NUL) by x/net/html. One Tokenizer serves for all: a tag is complete,
// so that none reads beyond its end.
type oddTags struct {
	rest bytes.Reader
	z    *html.Tokenizer
}

// read reads the attributes of the tag doc[t.start:t.end] again.
func (o *oddTags) read(t *tag, doc []byte) {
	o.rest.Reset(doc[t.start:t.end])
	if o.z == nil {
		o.z = html.NewTokenizer(&o.rest)
	}
	t.has, t.oddValues = 0, new([numAttributes][]byte)
	o.z.Next()
	o.z.NextIsNotRawText()
	_, more := o.z.TagName()
	for more {
		var key, val []byte
		key, val, more = o.z.TagAttr()
		if a, ok := lookupAttribute(key); ok && t.has&(1<<a) == 0 {
			t.has |= 1 << a
			t.oddValues[a] = append([]byte{}, val...)
		}
	}
}

// commentEnd gives the index past the comment whose text begins at i, just
// after <!-- (HTML 13.2.5.43 ff.).
func commentEnd(doc []byte, i int) int {
	rest := doc[i:]
	switch {
	case bytes.HasPrefix(rest, []byte(">")):
		return i + 1
	case bytes.HasPrefix(rest, []byte("->")):
		return i + 2
	}
	for {
		n := bytes.Index(doc[i:], []byte("--"))
		if n < 0 {
			return len(doc)
		}
		i += n
		switch rest := doc[i+2:]; {
		case bytes.HasPrefix(rest, []byte(">")):
			return i + 3
		case bytes.HasPrefix(rest, []byte("!>")):
			return i + 4
		}
		i++
	}
}

// pastAngle gives the index past the next > from i on.
func pastAngle(doc []byte, i int) int {
	if n := bytes.IndexByte(doc[i:], '>'); n >= 0 {
		return i + n + 1
	}
	return len(doc)
}

// isEndTag reports whether doc[i:] is the end tag of the named element.
func isEndTag(doc []byte, i int, name string) bool {
	after := i + 2 + len(name)
	return after < len(doc) && doc[i+1] == '/' && classes[doc[after]]&nameEnd != 0 && equalFold(doc[i+2:after], name)
}

// rawTextEnd gives the index of the end tag that ends raw text, or the
// document's end.
func rawTextEnd(doc []byte, i int, name string) int {
	for {
		n := bytes.Index(doc[i:], []byte("</"))
		if n < 0 {
			return len(doc)
		}
		i += n
		if isEndTag(doc, i, name) {
			return i
		}
		i += 2
	}
}

// scriptEnd is rawTextEnd for script, whose end tag does not count inside
// <!-- <script (HTML 13.2.5.15 ff.).
func scriptEnd(doc []byte, i int) int {
	escaped, double := false, false
	for {
		n := indexScript(doc[i:], escaped)
		if n < 0 {
			return len(doc)
		}
		i += n
		switch {
		case doc[i] == '-':
			if bytes.HasPrefix(doc[i:], []byte("-->")) {
				escaped, double = false, false
			}
			i++
		case isEndTag(doc, i, "script"):
			if !double {
				return i
			}
			double = false
			i++
		case !escaped && bytes.HasPrefix(doc[i:], []byte("<!--")):
			escaped = true
			i += 2 // the two dashes may already begin -->
		case escaped && !double && startsScript(doc[i:]):
			double = true
			i++
		default:
			i++
		}
	}
}

// indexScript finds what may change the state of a script: <, and dashes
// where it is escaped.
func indexScript(doc []byte, escaped bool) int {
	if !escaped {
		return bytes.IndexByte(doc, '<')
	}
	for i, c := range doc {
		if c == '<' || c == '-' {
			return i
		}
	}
	return -1
}

func startsScript(s []byte) bool {
	const name = "<script"
	return len(s) > len(name) && hasPrefixFold(s, name) && classes[s[len(name)]]&nameEnd != 0
}

// nextWord cuts the first word off a space-separated list, nil at its end.
func nextWord(list []byte) (word, rest []byte) {
	list = trimSpaceLeft(list)
	end := 0
	for end < len(list) && !isSpace(list[end]) {
		end++
	}
	if end == 0 {
		return nil, nil
	}
	return list[:end], list[end:]
}

func trimSpaceLeft(s []byte) []byte {
	for len(s) > 0 && isSpace(s[0]) {
		s = s[1:]
	}
	return s
}
