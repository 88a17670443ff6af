package input

import (
	"bytes"
	"io"
)

// MaxLine is the longest line, in bytes, that is looked into.
const MaxLine = 1 << 20

// longStart is what is given of a longer one.
const longStart = 4096

// Lines cuts text into lines. It keeps one line at a time, of a line over
// MaxLine its beginning.
type Lines struct {
	in   io.Reader
	buf  []byte
	from int // what is not handed out yet: buf[from:to]
	to   int
	err  error
	line int
}

// NewLines reads lines from in.
func NewLines(in io.Reader) *Lines { return &Lines{in: in, buf: make([]byte, 256<<10)} }

// Next gives the next line without its end (LF or CRLF), its number, from 1,
// and whether it is whole; the bytes hold until the next call. At the end it
// gives io.EOF, or the error of the reader.
func (l *Lines) Next() (line []byte, number int, whole bool, err error) {
	scanned := l.from
	for {
		if i := bytes.IndexByte(l.buf[scanned:l.to], '\n'); i >= 0 {
			line = l.buf[l.from : scanned+i]
			l.from = scanned + i + 1
			l.line++
			if len(line) > MaxLine {
				return line[:longStart], l.line, false, nil
			}
			return bytes.TrimSuffix(line, []byte("\r")), l.line, true, nil
		}
		if l.to-l.from > MaxLine {
			return l.long()
		}
		if l.err != nil {
			break
		}
		scanned = l.to - l.from
		l.fill()
		scanned += l.from
	}
	if l.from == l.to || l.err != io.EOF {
		return nil, l.line, false, l.err
	}
	line, l.from = l.buf[l.from:l.to], l.to
	l.line++
	return bytes.TrimSuffix(line, []byte("\r")), l.line, true, nil
}

// fill reads more behind what is left.
func (l *Lines) fill() {
	if l.from > 0 {
		l.to = copy(l.buf, l.buf[l.from:l.to])
		l.from = 0
	}
	if l.to == len(l.buf) {
		l.buf = append(l.buf, make([]byte, len(l.buf))...)
	}
	for tries := 0; ; tries++ {
		n, err := l.in.Read(l.buf[l.to:])
		l.to += n
		if err == nil && n == 0 && tries > 100 {
			err = io.ErrNoProgress
		}
		if l.err = err; n > 0 || err != nil {
			return
		}
	}
}

// long gives the beginning of a line that is too long and skips the rest.
func (l *Lines) long() ([]byte, int, bool, error) {
	l.line++
	start := bytes.Clone(l.buf[l.from : l.from+longStart])
	for {
		if i := bytes.IndexByte(l.buf[l.from:l.to], '\n'); i >= 0 {
			l.from += i + 1
			return start, l.line, false, nil
		}
		l.from = l.to
		if l.err != nil {
			return start, l.line, false, nil
		}
		l.fill()
	}
}
