package input

import (
	"bufio"
	"bytes"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// Text gives the file as UTF-8 without a byte order mark, and the encoding
// that it was in: by its mark, else as Options.Encoding says, else by the zero
// bytes of UTF-16, else UTF-8 if the start is that, else what Windows and Excel
// write in the West. Zero bytes, which some tools leave in text, are dropped.
func (f *File) Text() (*bufio.Reader, string) {
	start, _ := f.Peek(bufferSize)
	for _, b := range marks {
		if bytes.HasPrefix(start, []byte(b.mark)) {
			_, _ = f.Discard(len(b.mark))
			return decoded(f.Reader, b.enc), b.name
		}
	}
	switch even, odd := zeros(start); {
	case f.encoding != "":
		if enc, err := htmlindex.Get(f.encoding); err == nil {
			return decoded(f.Reader, enc), f.encoding
		}
		return f.Reader, "UTF-8"
	case odd && !even:
		return decoded(f.Reader, utf16LE), "UTF-16"
	case even && !odd:
		return decoded(f.Reader, utf16BE), "UTF-16"
	case utf8Start(start) && bytes.IndexByte(start, 0) >= 0:
		return bufio.NewReaderSize(dropZeros{f.Reader}, bufferSize), "UTF-8"
	case utf8Start(start):
		return f.Reader, "UTF-8"
	}
	return decoded(f.Reader, charmap.Windows1252), "Windows-1252"
}

var (
	utf16LE = unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	utf16BE = unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
)

// marks are the byte order marks; UTF-32 before UTF-16, which begins alike.
var marks = []struct {
	mark, name string
	enc        encoding.Encoding
}{
	{"\xef\xbb\xbf", "UTF-8", nil},
	{"\xff\xfe\x00\x00", "UTF-32", utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM)},
	{"\x00\x00\xfe\xff", "UTF-32", utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM)},
	{"\xff\xfe", "UTF-16", utf16LE},
	{"\xfe\xff", "UTF-16", utf16BE},
}

func decoded(in *bufio.Reader, enc encoding.Encoding) *bufio.Reader {
	if enc == nil {
		return in
	}
	return bufio.NewReaderSize(enc.NewDecoder().Reader(in), bufferSize)
}

// zeros reports whether most of the bytes at even, or at odd places are zero.
func zeros(start []byte) (even, odd bool) {
	start = start[:min(len(start), 512)&^1]
	if len(start) < 4 {
		return false, false
	}
	var count [2]int
	for i, c := range start {
		if c == 0 {
			count[i&1]++
		}
	}
	return count[0]*4 > len(start), count[1]*4 > len(start)
}

// utf8Start reports UTF-8, of which the end of the window may cut a rune.
func utf8Start(start []byte) bool {
	for range utf8.UTFMax - 1 {
		if utf8.Valid(start) {
			return true
		}
		if len(start) < bufferSize-utf8.UTFMax {
			return false
		}
		start = start[:len(start)-1]
	}
	return utf8.Valid(start)
}

// What says what a file is that holds no text, or text of another kind than
// lines and tables, by its beginning; "" if it looks like those.
func What(start []byte) string {
	for _, m := range magics {
		if bytes.HasPrefix(start, []byte(m.magic)) {
			return m.what
		}
	}
	text := bytes.ToLower(bytes.TrimLeft(start[:min(len(start), 1024)], "\xef\xbb\xbf \t\r\n"))
	switch {
	case bytes.HasPrefix(text, []byte("<!doctype html")), bytes.HasPrefix(text, []byte("<html")):
		return "a web page"
	case bytes.Contains(text, []byte("<urlset")), bytes.Contains(text, []byte("<sitemapindex")):
		return "a sitemap"
	case bytes.HasPrefix(text, []byte("{")), bytes.HasPrefix(text, []byte("[{")), bytes.HasPrefix(text, []byte("[\n")):
		return "JSON"
	case bytes.HasPrefix(text, []byte("<?xml")), bytes.HasPrefix(text, []byte("<rss")), bytes.HasPrefix(text, []byte("<feed")):
		return "XML"
	}
	if even, odd := zeros(start); even != odd {
		return "" // UTF-16
	}
	control := 0
	for _, c := range start {
		if c == 0 || c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != 0x1b {
			control++
		}
	}
	if control*20 > len(start) {
		return "a binary file"
	}
	return ""
}

var magics = []struct{ magic, what string }{
	{"PK\x03\x04", "a zip archive"},
	{"%PDF-", "a PDF document"},
	{"\x89PNG", "a picture"},
	{"\xff\xd8\xff", "a picture"},
	{"GIF8", "a picture"},
	{"\x7fELF", "a program"},
	{"MZ\x90", "a program"},
	{"SQLite format 3", "an SQLite database"},
	{"\xd0\xcf\x11\xe0", "an old Office document"},
	{"PAR1", "a Parquet file"},
	{"Obj\x01", "an Avro file"},
	{"\x04\x22\x4d\x18", "a file packed with lz4"},
}

// dropZeros leaves zero bytes out.
type dropZeros struct{ in io.Reader }

func (d dropZeros) Read(b []byte) (int, error) {
	for {
		n, err := d.in.Read(b)
		kept := 0
		for _, c := range b[:n] {
			if c != 0 {
				b[kept] = c
				kept++
			}
		}
		if kept > 0 || err != nil || len(b) == 0 {
			return kept, err
		}
	}
}

// Log gives the file as a log has it: its own bytes, but for the encodings
// that no log is written in by a server. Windows' own tools write UTF-16.
func (f *File) Log() *bufio.Reader {
	start, _ := f.Peek(1024)
	if f.encoding != "" {
		text, _ := f.Text()
		return text
	}
	if even, odd := zeros(start); even != odd || bytes.HasPrefix(start, []byte("\xef\xbb\xbf")) || bytes.HasPrefix(start, []byte("\xff\xfe")) {
		text, _ := f.Text()
		return text
	}
	return f.Reader
}
