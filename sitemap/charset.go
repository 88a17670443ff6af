package sitemap

import (
	"bufio"
	"bytes"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// boms are the byte order marks; UTF-32 before UTF-16, which begins alike.
var boms = []struct {
	mark string
	name string
	enc  encoding.Encoding
}{
	{"\xef\xbb\xbf", "UTF-8", nil},
	{"\xff\xfe\x00\x00", "UTF-32LE", utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM)},
	{"\x00\x00\xfe\xff", "UTF-32BE", utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM)},
	{"\xff\xfe", "UTF-16LE", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)},
	{"\xfe\xff", "UTF-16BE", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)},
}

// decode finds the encoding, by byte order mark, then by the shape of the
// first characters, then by declaration (XML 1.0 appendix F), and gives a
// reader of UTF-8.
func (s *source) decode(in *bufio.Reader) *bufio.Reader {
	start, _ := in.Peek(1024)
	for _, b := range boms {
		if !bytes.HasPrefix(start, []byte(b.mark)) {
			continue
		}
		s.p.add(BOM, 1, "byte order mark of "+b.name)
		_, _ = in.Discard(len(b.mark))
		if b.enc != nil {
			s.p.add(EncodingNotUTF8, 1, "encoded in "+b.name)
			return bufio.NewReaderSize(b.enc.NewDecoder().Reader(in), sourceBuffer)
		}
		if label := declaredEncoding(start[len(b.mark):]); label != "" && !isUTF8Label(label) {
			s.p.add(EncodingNotUTF8, 1, "declares "+label+", but is UTF-8 by its byte order mark")
		}
		s.utf8 = true
		return in
	}
	if enc, name := wideShape(start); enc != nil {
		s.p.add(EncodingNotUTF8, 1, "encoded in "+name)
		return bufio.NewReaderSize(enc.NewDecoder().Reader(in), sourceBuffer)
	}
	return s.decodeDeclared(in, declaredEncoding(start))
}

// decodeDeclared follows the XML declaration. A label of 16 or 32 bits cannot
// be true where the declaration itself could be read as bytes.
func (s *source) decodeDeclared(in *bufio.Reader, label string) *bufio.Reader {
	s.utf8 = true
	if label == "" || isUTF8Label(label) {
		return in
	}
	s.p.add(EncodingNotUTF8, 1, "declares "+excerpt([]byte(label)))
	lower := strings.ToLower(label)
	enc, err := htmlindex.Get(lower)
	if err != nil || strings.HasPrefix(lower, "utf") || strings.HasPrefix(lower, "iso-10646") {
		return in
	}
	if name, err := htmlindex.Name(enc); err != nil || name == "utf-8" || name == "replacement" || strings.HasPrefix(name, "utf-16") {
		return in
	}
	s.utf8 = false
	return bufio.NewReaderSize(enc.NewDecoder().Reader(in), sourceBuffer)
}

// isUTF8Label reports names of UTF-8, and of ASCII, which is part of it.
func isUTF8Label(label string) bool {
	switch strings.ToLower(label) {
	case "utf-8", "utf8", "us-ascii", "ascii":
		return true
	}
	return false
}

// wideShape knows UTF-16 and UTF-32 by the zero bytes around the first "<".
func wideShape(start []byte) (encoding.Encoding, string) {
	if len(start) < 4 {
		return nil, ""
	}
	switch [4]bool{start[0] == 0, start[1] == 0, start[2] == 0, start[3] == 0} {
	case [4]bool{false, true, true, true}:
		return boms[1].enc, boms[1].name
	case [4]bool{true, true, true, false}:
		return boms[2].enc, boms[2].name
	case [4]bool{false, true, false, true}:
		return boms[3].enc, boms[3].name
	case [4]bool{true, false, true, false}:
		return boms[4].enc, boms[4].name
	}
	return nil, ""
}

// declaredEncoding gives the label in an XML declaration, which may stand
// behind white space or garbage; "" if there is none.
func declaredEncoding(start []byte) string {
	i := bytes.Index(start, []byte("<?xml"))
	if i < 0 {
		return ""
	}
	decl := start[i+5:]
	if end := bytes.Index(decl, []byte("?>")); end >= 0 {
		decl = decl[:end]
	}
	i = bytes.Index(decl, []byte("encoding"))
	if i < 0 {
		return ""
	}
	rest := bytes.TrimLeft(decl[i+len("encoding"):], " \t\r\n=")
	if len(rest) == 0 || rest[0] != '"' && rest[0] != '\'' {
		return ""
	}
	end := bytes.IndexByte(rest[1:], rest[0])
	if end < 0 {
		return ""
	}
	return string(rest[1 : 1+end])
}
