package table

import (
	"bytes"
	"io"
	"unicode"
)

// Sample is what the beginning of a table shows.
type Sample struct {
	Comma   byte     // the separator
	Header  []string // names of the columns, nil if the first row holds data
	Line    int      // of the header, or of the first row
	Columns []Column
	Rows    int
	Numbers Numbers
	Before  [][]byte // the lines before the header: comments, a title
}

// sampleRows is how many rows are looked at.
const sampleRows = 200

var commas = []byte{'\t', ';', ',', '|'}

// Sniff finds out how a table is written by its beginning, UTF-8. ok is false
// if it looks like none: no separator gives two columns.
func Sniff(start []byte, whole bool) (s Sample, ok bool) {
	if !whole { // the last line may be cut
		if i := bytes.LastIndexByte(start, '\n'); i > 0 {
			start = start[:i+1]
		}
	}
	best := 0
	if rest, found := bytes.CutPrefix(start, []byte("sep=")); found && len(rest) > 1 { // as Excel has it
		s.Comma, best = rest[0], 1
	} else {
		for _, c := range commas {
			if score := consistency(start, c); score > best {
				s.Comma, best = c, score
			}
		}
	}
	if best == 0 {
		return s, false
	}
	s.look(start)
	return s, s.Rows > 0 || s.Header != nil
}

// look finds the header and counts shapes.
func (s *Sample) look(start []byte) {
	rows := readAll(start, s.Comma)
	width := usualWidth(rows)
	from := 0
	for from < len(rows) && (len(rows[from].cells) < width || comment(rows[from].raw) || bytes.HasPrefix(rows[from].raw, []byte("sep="))) {
		s.Before = append(s.Before, rows[from].raw)
		from++
	}
	if from == len(rows) {
		return
	}
	s.Line = rows[from].line
	if header(rows[from].cells) {
		for _, c := range rows[from].cells {
			s.Header = append(s.Header, Name(c))
		}
		from++
	}
	var comma, point int
	s.Columns = make([]Column, width)
	for _, r := range rows[from:] {
		if comment(r.raw) {
			continue
		}
		s.Rows++
		for i, cell := range r.cells[:min(len(r.cells), width)] {
			s.Columns[i].Counts[ShapeOf(cell)]++
			c, p := vote(cell)
			comma += truth(c)
			point += truth(p)
		}
	}
	s.Numbers.Comma = comma > point
	for i := range s.Header[:min(len(s.Header), width)] {
		s.Columns[i].Name = s.Header[i]
	}
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// sampled is a row of the sample.
type sampled struct {
	cells [][]byte
	raw   []byte
	line  int
}

func readAll(start []byte, comma byte) []sampled {
	var rows []sampled
	r := NewReader(bytes.NewReader(start), comma)
	for len(rows) < sampleRows {
		row, err := r.Next()
		if err == io.EOF {
			break
		}
		cells := make([][]byte, len(row.Cells))
		for i, c := range row.Cells {
			cells[i] = bytes.Clone(c)
		}
		rows = append(rows, sampled{cells, bytes.Clone(row.Raw), row.Line})
	}
	return rows
}

// comment reports lines that tools put around a table.
func comment(raw []byte) bool { return bytes.HasPrefix(bytes.TrimLeft(raw, "\" "), []byte("#")) }

// usualWidth is the number of cells that most rows have, at least two.
func usualWidth(rows []sampled) int {
	counts := map[int]int{}
	best := 1
	for _, r := range rows {
		if n := len(r.cells); !comment(r.raw) && n > 1 {
			counts[n]++
			if counts[n] > counts[best] || counts[n] == counts[best] && n > best {
				best = n
			}
		}
	}
	return max(best, 2)
}

// consistency is high where a separator cuts most rows into as many cells.
func consistency(start []byte, comma byte) int {
	rows := readAll(start, comma)
	width := usualWidth(rows)
	same, data := 0, 0
	for _, r := range rows {
		if comment(r.raw) {
			continue
		}
		data++
		same += truth(len(r.cells) == width)
	}
	if same == 0 || same*2 < data {
		return 0
	}
	return same*1000/data + min(width, 100)
}

// header reports a row of names: no cell is a URL, a number or a date.
func header(cells [][]byte) bool {
	words := 0
	for _, c := range cells {
		switch ShapeOf(c) {
		case Word:
			words++
		case Blank:
		case Site: // such as "Avg.Position"
			words++
		default:
			return false
		}
	}
	return words > 0
}

// maxName is the longest name of a column that is kept, in characters.
const maxName = 80

// Name gives a header's cell as the name of a column: printable, white space
// folded, not too long.
func Name(cell []byte) string {
	var name []rune
	space := false
	for _, c := range string(bytes.ToValidUTF8(cell, nil)) {
		switch {
		case unicode.IsSpace(c):
			space = len(name) > 0
			continue
		case !unicode.IsPrint(c):
			continue
		}
		if space {
			name, space = append(name, ' '), false
		}
		if name = append(name, c); len(name) >= maxName {
			break
		}
	}
	return string(name)
}
