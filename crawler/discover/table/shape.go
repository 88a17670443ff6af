package table

import (
	"bytes"
	"strings"
)

// Shape is what a cell looks like.
type Shape uint8

const (
	Blank   Shape = iota // nothing, or a word for it
	URL                  // absolute, http or https
	Path                 // begins with one slash
	Site                 // a host with or without a path, no scheme: example.com/a
	Integer              // 12, 1,234
	Decimal              // 3.5
	Percent              // 16.67%
	DateTime
	Word // anything else
	shapes
)

// ShapeOf looks at a cell.
func ShapeOf(cell []byte) Shape {
	cell = bytes.TrimSpace(cell)
	switch {
	case IsBlank(cell):
		return Blank
	case IsURL(cell):
		return URL
	case cell[0] == '/' && !bytes.HasPrefix(cell, []byte("//")):
		return Path
	}
	if n, ok := written(cell); ok && anyNumber(cell) {
		if _, date := Date(cell); date {
			return DateTime
		}
		return numberShape(n)
	}
	if _, date := Date(cell); date {
		return DateTime
	}
	if isSite(cell) {
		return Site
	}
	return Word
}

// IsBlank reports a cell that holds nothing, or a word for it.
func IsBlank(cell []byte) bool {
	switch {
	case len(cell) == 0:
		return true
	case len(cell) >= 10 || '0' <= cell[0] && cell[0] <= '9':
		return false
	}
	return blanks[strings.ToLower(string(cell))]
}

var blanks = map[string]bool{"-": true, "--": true, "n/a": true, "na": true, "null": true, "(not set)": true, "none": true, "–": true, "—": true}

// anyNumber reports a number by one of the decimal signs.
func anyNumber(cell []byte) bool {
	_, point := Numbers{}.Parse(cell)
	_, comma := Numbers{Comma: true}.Parse(cell)
	return point || comma
}

func numberShape(n number) Shape {
	if n.percent {
		return Percent
	}
	at := strings.IndexAny(n.digits, ",.")
	if at < 0 || grouped(n.digits, n.digits[at:at+1]) {
		return Integer
	}
	return Decimal
}

// IsURL reports an absolute http or https URL.
func IsURL(cell []byte) bool {
	if len(cell) < len("http://a") || cell[0]|0x20 != 'h' {
		return false
	}
	scheme, rest, found := bytes.Cut(cell, []byte("://"))
	if !found || len(rest) == 0 || bytes.IndexByte(cell, ' ') >= 0 {
		return false
	}
	return bytes.EqualFold(scheme, []byte("http")) || bytes.EqualFold(scheme, []byte("https"))
}

// isSite reports a host name with a dot, and what may follow it.
func isSite(cell []byte) bool {
	host := cell
	if i := bytes.IndexAny(cell, "/?#"); i >= 0 {
		host = cell[:i]
	}
	dot := bytes.LastIndexByte(host, '.')
	if dot < 1 || len(host)-dot-1 < 2 || len(host) > 253 || bytes.IndexByte(cell, ' ') >= 0 {
		return false
	}
	for _, c := range host {
		if !('a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '.' || c == ':' || c >= 0x80) {
			return false
		}
	}
	return !('0' <= host[dot+1] && host[dot+1] <= '9')
}

// Column is what the rows of a sample show of one column.
type Column struct {
	Name   string // of the header, "" without one
	Counts [shapes]int
}

// Filled is the number of cells that hold something.
func (c *Column) Filled() int {
	n := 0
	for _, count := range c.Counts[Blank+1:] {
		n += count
	}
	return n
}

// Mostly reports whether nine in ten of the cells that hold something have one
// of the shapes.
func (c *Column) Mostly(any ...Shape) bool {
	n := 0
	for _, s := range any {
		n += c.Counts[s]
	}
	filled := c.Filled()
	return filled > 0 && n*10 >= filled*9
}
