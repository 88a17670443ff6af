package accesslog

import (
	"bytes"
	"strings"
)

// cells cuts a line at blanks, or at tabs if it has any; blanks inside of
// quotes and brackets are none. visit gets the cells without those.
func cells(line []byte, visit func(column int, cell []byte)) {
	sep := byte(' ')
	if bytes.IndexByte(line, '\t') >= 0 {
		sep = '\t'
	}
	for n := 0; ; n++ {
		cell, rest := line, []byte(nil)
		end := -1
		if len(line) > 1 && sep == ' ' {
			switch line[0] {
			case '"':
				end = closing(line)
			case '[':
				end = bytes.IndexByte(line, ']')
			}
		}
		if end > 0 && (end+1 == len(line) || line[end+1] == sep) {
			cell, rest = line[1:end], line[end+1:]
		} else if i := bytes.IndexByte(line, sep); i >= 0 {
			cell, rest = line[:i], line[i:]
		}
		visit(n, cell)
		if len(rest) == 0 {
			return
		}
		line = rest[1:]
	}
}

// closing gives the place of the quote that ends the one at the start; quotes
// inside are doubled or escaped by a backslash.
func closing(s []byte) int {
	for i := 1; i < len(s); i++ {
		n := bytes.IndexByte(s[i:], '"')
		if n < 0 {
			return -1
		}
		i += n
		switch {
		case escapedAt(s, i):
		case i+1 < len(s) && s[i+1] == '"':
			i++
		default:
			return i
		}
	}
	return -1
}

// put keeps the value of a column for its field, unless a better one is there.
func (r *record) put(at ranked, value []byte, ranks *[fields]uint8) {
	if len(value) == 0 || len(value) == 1 && value[0] == '-' {
		return
	}
	if r.f[at.field] == nil || at.rank < ranks[at.field] {
		r.f[at.field], ranks[at.field] = value, at.rank
	}
}

// w3c reads the extended log file format: #Fields names the columns of the
// lines that follow.
type w3c struct {
	given   map[field]string
	columns []ranked
	fixes   fixes
	usable  bool
}

func (w *w3c) read(line []byte, r *record) result {
	if line[0] == '#' {
		w.directive(string(line))
		return nothing
	}
	if !w.usable {
		return broken
	}
	r.fixes = w.fixes
	n := 0
	var ranks [fields]uint8
	cells(line, func(i int, cell []byte) {
		if n++; i < len(w.columns) && w.columns[i].field != unused {
			r.put(w.columns[i], cell, &ranks)
		}
	})
	if n < len(w.columns) || r.f[target] == nil && r.f[path] == nil && r.f[request] == nil {
		return broken
	}
	return complete
}

func (w *w3c) directive(line string) {
	name, rest, _ := strings.Cut(line, ":")
	switch strings.ToLower(name) {
	case "#software":
		w.fixes &^= plusIsSpace
		if strings.Contains(rest, "Microsoft") {
			w.fixes |= plusIsSpace
		}
	case "#fields":
		names := strings.Fields(rest)
		bound := bind(names, w.given)
		w.columns = make([]ranked, len(names))
		w.fixes &^= escapedTwice
		for i, n := range names {
			w.columns[i] = bound.fields[n]
			if n == "x-edge-location" {
				w.fixes |= escapedTwice
			}
		}
		w.usable = bound.usable()
	}
}

// positions reads lines whose columns are known by number, from 0.
type positions struct {
	columns map[int]field
	test    func(*record) bool // nil: every line with a URL and a status is one
	last    int
}

func (p *positions) read(line []byte, r *record) result {
	n := 0
	cells(line, func(i int, cell []byte) {
		n++
		if f := p.columns[i]; f != unused && len(cell) > 0 {
			if bytes.IndexByte(cell, '\\') >= 0 {
				cell = r.unescape(cell)
			}
			r.f[f] = cell
		}
	})
	if n <= p.last || p.test != nil && !p.test(r) || number(r.f[status]) == 0 && string(r.f[status]) != "-" {
		return broken
	}
	return complete
}

// alb reads the logs of Amazon's application load balancers; what follows the
// known columns is left out.
func alb() *positions {
	return &positions{
		columns: map[int]field{1: when, 3: address, 8: status, 12: request, 13: agent},
		test: func(r *record) bool {
			_, t, ok := splitRequest(r.f[request])
			_, absolute := cutScheme(t)
			return addressLike(r.f[address]) && (ok && absolute || bytes.HasPrefix(r.f[request], []byte("- ")))
		},
		last: 13,
	}
}
