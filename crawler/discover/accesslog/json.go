package accesslog

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// maxDepth is how deep a JSON line is looked into.
const maxDepth = 16

// scanner walks one JSON value without building it.
type scanner struct {
	s     []byte
	path  []byte
	visit func(path, value []byte, quoted bool)
}

// scan calls visit for every text, number, true and false of a JSON object in
// its order, under the names that lead there, joined by points. The elements
// of an array have its name. A text is given as it stands there, escapes and
// all; null is not given. It reports whether the object is well formed; what
// follows it is not looked at.
func (c *scanner) scan(line []byte) bool {
	c.s, c.path = line, c.path[:0]
	i := c.blank(0)
	return i < len(c.s) && c.s[i] == '{' && c.value(i, 0) >= 0
}

func (c *scanner) blank(i int) int {
	for i < len(c.s) && (c.s[i] == ' ' || c.s[i] == '\t' || c.s[i] == '\r' || c.s[i] == '\n') {
		i++
	}
	return i
}

// value reads the value that begins at i and gives the place behind it, -1 if
// there is none.
func (c *scanner) value(i, depth int) int {
	if i >= len(c.s) {
		return -1
	}
	switch c.s[i] {
	case '{':
		return c.object(i+1, depth+1)
	case '[':
		return c.array(i+1, depth+1)
	case '"':
		end := c.text(i + 1)
		if end < 0 {
			return -1
		}
		c.visit(c.path, c.s[i+1:end], true)
		return end + 1
	}
	end := i
	for end < len(c.s) && c.s[end] > ' ' && c.s[end] != ',' && c.s[end] != '}' && c.s[end] != ']' {
		end++
	}
	switch word := c.s[i:end]; {
	case string(word) == "null":
	case string(word) == "true", string(word) == "false", isNumber(word):
		c.visit(c.path, word, false)
	default:
		return -1
	}
	return end
}

// text gives the place of the quote that ends a text.
func (c *scanner) text(i int) int {
	for {
		n := bytes.IndexByte(c.s[i:], '"')
		if n < 0 {
			return -1
		}
		if i += n; !escapedAt(c.s, i) {
			return i
		}
		i++
	}
}

func (c *scanner) object(i, depth int) int {
	length := len(c.path)
	for first := true; ; first = false {
		i = c.blank(i)
		if i < len(c.s) && c.s[i] == '}' && first {
			return i + 1
		}
		if depth > maxDepth || i >= len(c.s) || c.s[i] != '"' {
			return -1
		}
		end := c.text(i + 1)
		if end < 0 {
			return -1
		}
		if length > 0 {
			c.path = append(c.path, '.')
		}
		c.path = append(c.path, c.s[i+1:end]...)
		if i = c.blank(end + 1); i >= len(c.s) || c.s[i] != ':' {
			return -1
		}
		if i = c.value(c.blank(i+1), depth); i < 0 {
			return -1
		}
		c.path = c.path[:length]
		i = c.blank(i)
		switch {
		case i < len(c.s) && c.s[i] == ',':
			i++
		case i < len(c.s) && c.s[i] == '}':
			return i + 1
		default:
			return -1
		}
	}
}

func (c *scanner) array(i, depth int) int {
	for first := true; ; first = false {
		i = c.blank(i)
		if i < len(c.s) && c.s[i] == ']' && first {
			return i + 1
		}
		if depth > maxDepth {
			return -1
		}
		if i = c.value(i, depth); i < 0 {
			return -1
		}
		i = c.blank(i)
		switch {
		case i < len(c.s) && c.s[i] == ',':
			i++
		case i < len(c.s) && c.s[i] == ']':
			return i + 1
		default:
			return -1
		}
	}
}

func isNumber(word []byte) bool {
	if len(word) == 0 || len(word) > 40 {
		return false
	}
	for _, c := range word {
		if (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c|0x20 != 'e' {
			return false
		}
	}
	return true
}

// appendRune appends the character of a JSON escape \uHHHH, or of two that
// belong together, at the start of s, and gives how many bytes of s it took.
func appendRune(dst, s []byte) ([]byte, int) {
	c, ok := escapeAt(s)
	if !ok {
		return append(dst, 'u'), 2
	}
	if utf16.IsSurrogate(c) {
		if low, ok := escapeAt(s[6:]); ok {
			if both := utf16.DecodeRune(c, low); both != utf8.RuneError {
				return utf8.AppendRune(dst, both), 12
			}
		}
	}
	return utf8.AppendRune(dst, c), 6
}

func escapeAt(s []byte) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(s[2:6]), 16, 32)
	return rune(n), err == nil
}
