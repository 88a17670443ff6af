package canonical

import "unicode/utf8"

// charset is a set of bytes.
type charset [256]bool

func setOf(chars string) (s charset) {
	for c := range 256 {
		s[c] = isDigit(byte(c)) || isLetter(byte(c))
	}
	for _, c := range []byte(chars) {
		s[c] = true
	}
	return s
}

// The characters that RFC 3986 allows as they are. A query has no ' here:
// browsers send it as %27 (WHATWG special-query percent-encode set).
var (
	unreserved = setOf("-._~")
	inSegment  = setOf("-._~!$&'()*+,;=:@")
	inPath     = setOf("-._~!$&'()*+,;=:@/")
	inQuery    = setOf("-._~!$&()*+,;=:@/?")
	inHost     = setOf("-._~!$&'()*+,;=")
)

const upperHex = "0123456789ABCDEF"

func appendHex(dst []byte, c byte) []byte {
	return append(dst, '%', upperHex[c>>4], upperHex[c&15])
}

func unhex(c byte) byte {
	if isDigit(c) {
		return c - '0'
	}
	return c&0xDF - 'A' + 10
}

// appendEscaped writes s in the one spelling that RFC 3986 section 6.2.2
// leaves: escapes in upper case, none for unreserved characters; all that is
// not in ok escaped, a percent sign without two hex digits too. Bytes that are
// no UTF-8 become U+FFFD as in a browser's decoder.
func appendEscaped(dst, s []byte, ok *charset) []byte {
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case ok[c]:
			start := i
			for i++; i < len(s) && ok[s[i]]; i++ {
			}
			dst = append(dst, s[start:i]...)
		case c == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]):
			if c := unhex(s[i+1])<<4 | unhex(s[i+2]); unreserved[c] {
				dst = append(dst, c)
			} else {
				dst = appendHex(dst, c)
			}
			i += 3
		case c < utf8.RuneSelf:
			dst = appendHex(dst, c)
			i++
		default:
			n, valid := runeAt(s[i:])
			if !valid {
				dst = append(dst, "%EF%BF%BD"...)
			} else {
				for _, c := range s[i : i+n] {
					dst = appendHex(dst, c)
				}
			}
			i += n
		}
	}
	return dst
}

// runeAt gives the length of the character at the start of s. If it is not
// valid UTF-8, it gives the length of what a WHATWG decoder replaces by one
// U+FFFD: the longest beginning of a character, or one byte.
func runeAt(s []byte) (n int, valid bool) {
	if _, n := utf8.DecodeRune(s); n > 1 || s[0] < utf8.RuneSelf {
		return n, true
	}
	low, high, want := byte(0x80), byte(0xBF), 0
	switch c := s[0]; {
	case 0xC2 <= c && c <= 0xDF:
		want = 1
	case 0xE0 <= c && c <= 0xEF:
		want = 2
	case 0xF0 <= c && c <= 0xF4:
		want = 3
	}
	switch s[0] {
	case 0xE0:
		low = 0xA0
	case 0xED:
		high = 0x9F
	case 0xF0:
		low = 0x90
	case 0xF4:
		high = 0x8F
	}
	for n = 1; n <= want && n < len(s) && low <= s[n] && s[n] <= high; n++ {
		low, high = 0x80, 0xBF
	}
	return n, false
}
