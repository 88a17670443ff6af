// Package table reads tables as text, as spreadsheets and web tools write
// them: any separator, quoted or not, in any language's way to write numbers.
// What is not well formed is read as it was meant, as far as can be told.
//
// It is pure: it opens no socket and no file.
package table

import (
	"bytes"
	"io"
)

const (
	// MaxRow is the longest row, in bytes; of a longer one nothing is read.
	MaxRow = 1 << 20
	// MaxCells is how many cells of a row are read.
	MaxCells = 512
	// maxQuoted is how far a quoted cell may go over line ends before its
	// quote is taken for a plain character, maxFlat how often that may be.
	maxQuoted = 64 << 10
	maxFlat   = 8
)

// Reader reads rows.
type Reader struct {
	in    io.Reader
	comma byte
	buf   []byte
	from  int
	to    int
	err   error
	line  int
	flat  int // quotes that nothing closed
	cells [][]byte
	plain []byte // unquoted cells
}

// NewReader reads rows from in, UTF-8, whose cells comma separates.
func NewReader(in io.Reader, comma byte) *Reader {
	return &Reader{in: in, comma: comma, buf: make([]byte, 64<<10)}
}

// Row is one row of a table.
type Row struct {
	Cells [][]byte // hold until the next row
	Line  int      // in which it begins, from 1
	Raw   []byte   // as it stands there
	Whole bool     // false: it is over MaxRow, and has no cells
}

// Next gives the next row that is not blank; at the end io.EOF, or the error
// of the reader.
func (r *Reader) Next() (Row, error) {
	for {
		r.line++
		row := Row{Line: r.line, Whole: true}
		end, next := r.lineEnd(r.from)
		switch {
		case end < 0 && r.err != nil && r.err != io.EOF:
			return row, r.err
		case end < 0:
			return r.skip(row)
		case next < 0 && end == r.from:
			return row, r.err
		}
		row.Raw = r.buf[r.from:end]
		if bytes.IndexByte(row.Raw, '"') >= 0 {
			end, next = r.quoted(end, next)
			row.Raw = r.buf[r.from:end]
		}
		r.line += bytes.Count(row.Raw, []byte("\n"))
		r.split(row.Raw)
		row.Cells = r.cells
		if r.from = next; next < 0 {
			r.from, r.to = 0, 0
		}
		if len(bytes.TrimSpace(row.Raw)) > 0 {
			return row, nil
		}
	}
}

// lineEnd gives where the line that holds place i ends and the next begins, as
// places in r.buf; next is -1 at the end of all. An end of -1 means that the
// line is too long, or that the reader failed. What is read moves r.from to 0.
func (r *Reader) lineEnd(i int) (end, next int) {
	for {
		if n := bytes.IndexByte(r.buf[i:r.to], '\n'); n >= 0 {
			end = i + n
			if end-r.from > MaxRow {
				return -1, -1
			}
			if end > r.from && r.buf[end-1] == '\r' {
				return end - 1, end + 1
			}
			return end, end + 1
		}
		if r.to-r.from > MaxRow {
			return -1, -1
		}
		if r.err != nil {
			if r.err != io.EOF {
				return -1, -1
			}
			end = r.to
			if end > r.from && r.buf[end-1] == '\r' {
				end--
			}
			return end, -1
		}
		i = r.to - r.from
		r.fill()
	}
}

func (r *Reader) fill() {
	if r.from > 0 {
		r.to = copy(r.buf, r.buf[r.from:r.to])
		r.from = 0
	}
	if r.to == len(r.buf) {
		r.buf = append(r.buf, make([]byte, len(r.buf))...)
	}
	for tries := 0; ; tries++ {
		n, err := r.in.Read(r.buf[r.to:])
		r.to += n
		if err == nil && n == 0 && tries > 100 {
			err = io.ErrNoProgress
		}
		if r.err = err; n > 0 || err != nil {
			return
		}
	}
}

// skip leaves out a row that is too long.
func (r *Reader) skip(row Row) (Row, error) {
	row.Whole = false
	row.Raw = bytes.Clone(r.buf[r.from : r.from+4096])
	for {
		if n := bytes.IndexByte(r.buf[r.from:r.to], '\n'); n >= 0 {
			r.from += n + 1
			return row, nil
		}
		r.from = r.to
		if r.err != nil {
			return row, nil
		}
		r.fill()
	}
}

// quoted moves the end of a row on while a quoted cell is open. A quote that
// nothing closes in good time is a plain character; where that happens often,
// no cell goes over a line end.
func (r *Reader) quoted(end, next int) (int, int) {
	first := end - r.from
	open := r.flat < maxFlat && r.opens(r.buf[r.from:end], 0, false)
	for open {
		if next < 0 {
			return r.again(first)
		}
		length := next - r.from
		end, next = r.lineEnd(next)
		if end < 0 || end-r.from > maxQuoted {
			return r.again(first)
		}
		open = r.opens(r.buf[r.from:end], length, true)
	}
	return end, next
}

// again gives the end of the first line of a row that begins at r.from.
func (r *Reader) again(length int) (int, int) {
	r.flat++
	n := bytes.IndexByte(r.buf[r.from+length:r.to], '\n')
	if n < 0 {
		return r.from + length, -1
	}
	return r.from + length, r.from + length + n + 1
}

// opens reports whether a row that is read from place i on, inside of a quoted
// cell or not, ends inside of one.
func (r *Reader) opens(row []byte, i int, inside bool) bool {
	for {
		if !inside && i < len(row) && row[i] == '"' {
			i, inside = i+1, true
		}
		if inside {
			end := r.closing(row, i)
			if end < 0 {
				return true
			}
			i, inside = end+1, false
		}
		n := bytes.IndexByte(row[i:], r.comma)
		if n < 0 {
			return false
		}
		i += n + 1
	}
}

// closing gives the place of the quote that ends a quoted cell: it stands at
// the end or before a separator. Others are plain characters, pairs of them one.
func (r *Reader) closing(row []byte, i int) int {
	for {
		n := bytes.IndexByte(row[i:], '"')
		if n < 0 {
			return -1
		}
		i += n
		switch {
		case i+1 == len(row) || row[i+1] == r.comma:
			return i
		case row[i+1] == '"' && i+3 < len(row) && row[i+2] == r.comma && row[i+3] == '"':
			return i + 1 // "a "quoted"","next": the first one should have been two
		case row[i+1] == '"':
			i += 2
		default:
			i++
		}
	}
}

// split cuts a row into cells.
func (r *Reader) split(row []byte) {
	r.cells, r.plain = r.cells[:0], r.plain[:0]
	for i := 0; len(r.cells) < MaxCells; {
		if i < len(row) && row[i] == '"' {
			if end := r.closing(row, i+1); end >= 0 {
				r.cells = append(r.cells, r.unquote(row[i+1:end]))
				if i = end + 2; i > len(row) {
					return
				}
				continue
			}
		}
		n := bytes.IndexByte(row[i:], r.comma)
		if n < 0 {
			r.cells = append(r.cells, bytes.TrimSpace(row[i:]))
			return
		}
		r.cells = append(r.cells, bytes.TrimSpace(row[i:i+n]))
		i += n + 1
	}
}

// unquote gives the text of a quoted cell.
func (r *Reader) unquote(cell []byte) []byte {
	if bytes.IndexByte(cell, '"') < 0 {
		return bytes.TrimSpace(cell)
	}
	from := len(r.plain)
	for i := 0; i < len(cell); i++ {
		r.plain = append(r.plain, cell[i])
		if cell[i] == '"' && i+1 < len(cell) && cell[i+1] == '"' {
			i++
		}
	}
	return bytes.TrimSpace(r.plain[from:len(r.plain):len(r.plain)])
}
