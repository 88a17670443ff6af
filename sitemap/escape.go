package sitemap

import "unicode/utf8"

// entity is the protocol's table of characters that must be written as
// entities (sitemaps.org, "Entity escaping"). encoding/xml would write ' and "
// as numbers: well-formed, but not the table.
var entity = [256]string{
	'&': "&amp;", '\'': "&apos;", '"': "&quot;", '<': "&lt;", '>': "&gt;",
}

// appendEscaped appends s, which is printable ASCII, with its entities.
func appendEscaped(dst []byte, s string) []byte {
	from := 0
	for i := 0; i < len(s); i++ {
		if e := entity[s[i]]; e != "" {
			dst = append(dst, s[from:i]...)
			dst = append(dst, e...)
			from = i + 1
		}
	}
	return append(dst, s[from:]...)
}

// appendText appends at most limit characters of any text. Control characters
// that XML 1.0 has no way to carry become blanks, invalid UTF-8 becomes U+FFFD.
func appendText(dst []byte, s string, limit int) []byte {
	for _, r := range s {
		if limit--; limit < 0 {
			break
		}
		switch {
		case r < 0x80 && entity[r] != "":
			dst = append(dst, entity[r]...)
		case r < 0x20, r == 0x7f:
			dst = append(dst, ' ')
		case r == 0xfffe || r == 0xffff:
			dst = utf8.AppendRune(dst, utf8.RuneError)
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return dst
}

// plainURL reports whether s can stand in a sitemap once its entities are
// written: printable ASCII without blanks, and not beyond the protocol's 2,047
// characters.
func plainURL(s string) bool {
	if s == "" || len(s) > maxLoc {
		return false
	}
	for i := 0; i < len(s); i++ {
		if s[i] <= ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

// maxLoc is the most characters of a loc: "less than 2,048" in the protocol.
const maxLoc = 2047
