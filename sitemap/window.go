package sitemap

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"unicode/utf8"
)

// maxToken bounds what is held in memory of one tag or one value.
const maxToken = 64 << 10

// window is the part of the text that the tokenizer looks at: buf[r:w]. It
// counts lines and checks that what comes in is text.
type window struct {
	in      io.Reader
	p       *problems
	utf8    bool // the input claims to be UTF-8
	buf     []byte
	r, w    int
	checked int // buf[:checked] has been inspected
	eof     bool
	err     error

	line    int // at buf[counted]
	counted int
}

func newWindow(in io.Reader, p *problems, isUTF8 bool) *window {
	return &window{in: in, p: p, utf8: isUTF8, line: 1, buf: make([]byte, 2*maxToken)}
}

// rest is what can be looked at now.
func (w *window) rest() []byte { return w.buf[w.r:w.w] }

// more reads on. It reports false at the end of the input, and when the window
// is full with one token.
func (w *window) more() bool {
	if w.eof {
		return false
	}
	if w.r > 0 && w.w == len(w.buf) {
		w.slide()
	}
	if w.w == len(w.buf) {
		return false
	}
	for range 100 {
		n, err := w.in.Read(w.buf[w.w:])
		w.w += n
		if err != nil {
			w.eof = true
			if err != io.EOF {
				w.err = err
			}
		}
		if n > 0 || err != nil {
			w.inspect()
			return n > 0
		}
	}
	w.eof, w.err = true, io.ErrNoProgress
	return false
}

// skipBlank fills the window and passes by what is white space only, as long
// as the window is full of it. It reports whether there was such.
func (w *window) skipBlank() (skipped bool) {
	for {
		for w.w-w.r < maxToken && w.more() {
		}
		if w.w-w.r < maxToken || !blank(w.rest()) {
			return skipped
		}
		w.r, skipped = w.w, true
	}
}

// slide makes room. A character cut at the end stays until it is inspected,
// even if its bytes have been consumed.
func (w *window) slide() {
	w.lineAt(w.r)
	from := min(w.r, w.checked)
	copy(w.buf, w.buf[from:w.w])
	w.r -= from
	w.w -= from
	w.checked -= from
	w.counted -= from
}

// lineAt gives the line of buf[i], which must not lie before an i asked for
// earlier.
func (w *window) lineAt(i int) int {
	if i > w.counted {
		w.line += bytes.Count(w.buf[w.counted:i], newline)
		w.counted = i
	}
	return w.line
}

var newline = []byte{'\n'}

// lineOf gives the line of buf[i] for any i not yet counted past.
func (w *window) lineOf(i int) int {
	if i <= w.counted {
		return w.line
	}
	return w.line + bytes.Count(w.buf[w.counted:i], newline)
}

// inspect looks for control characters and broken UTF-8 in what was read. A
// character that is cut at the end waits for its rest.
func (w *window) inspect() {
	b := w.buf[w.checked:w.w]
	for len(b) > 0 {
		if len(b) >= 8 {
			x := binary.LittleEndian.Uint64(b)
			if (x|(x-0x2020202020202020))&0x8080808080808080 == 0 {
				b = b[8:]
				continue
			}
		}
		n := w.inspectRune(b)
		if n == 0 {
			break
		}
		b = b[n:]
	}
	w.checked = w.w - len(b)
}

// inspectRune checks the character at the start of b and gives its length; 0
// asks for more bytes.
func (w *window) inspectRune(b []byte) int {
	c := b[0]
	if c < utf8.RuneSelf {
		if c < 0x20 && c != '\n' && c != '\r' && c != '\t' && w.p.wants(ControlChar) {
			w.p.add(ControlChar, w.lineOf(w.w-len(b)), "character 0x"+hexByte(c))
		}
		return 1
	}
	r, n := utf8.DecodeRune(b)
	if r != utf8.RuneError {
		if (r == 0xFFFE || r == 0xFFFF) && w.p.wants(ControlChar) {
			w.p.add(ControlChar, w.lineOf(w.w-len(b)), fmt.Sprintf("character 0x%X", r))
		}
		return n
	}
	if n == 1 {
		if !w.eof && !utf8.FullRune(b) {
			return 0
		}
		if w.p.counts[EncodingInvalid] == 0 { // finding the line takes time
			w.p.add(EncodingInvalid, w.lineOf(w.w-len(b)), "byte 0x"+hexByte(c)+" is not UTF-8")
		}
		return 1
	}
	if !w.utf8 && w.p.counts[EncodingInvalid] == 0 { // the decoder put U+FFFD for what it could not read
		w.p.add(EncodingInvalid, w.lineOf(w.w-len(b)), "bytes that are not of the declared encoding")
	}
	return n
}

const hexDigits = "0123456789ABCDEF"

func hexByte(c byte) string { return string([]byte{hexDigits[c>>4], hexDigits[c&15]}) }
