package tables

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// Readable gives a canonical URL as people write it: the host in its own
// script, letters that are escaped as such. What could not be seen, or taken for
// something else, stays escaped.
func Readable(url string) string {
	if !strings.Contains(url, "%") && !strings.Contains(url, "xn--") {
		return url
	}
	scheme, rest, found := strings.Cut(url, "://")
	if !found {
		return url
	}
	host, path := rest, ""
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		host, path = rest[:i], rest[i:]
	}
	if shown, err := idna.Display.ToUnicode(host); err == nil {
		host = shown
	}
	return scheme + "://" + host + unescaped(path)
}

// unescaped gives letters outside of ASCII that are escaped in UTF-8.
func unescaped(path string) string {
	var b strings.Builder
	for i := 0; i < len(path); {
		var raw []byte
		for j := i; j+2 < len(path) && path[j] == '%' && len(raw) < utf8.UTFMax; j += 3 {
			c, err := strconv.ParseUint(path[j+1:j+3], 16, 8)
			if err != nil {
				break
			}
			raw = append(raw, byte(c))
		}
		r, size := utf8.DecodeRune(raw)
		if r > 0x7f && (r != utf8.RuneError || size > 1) && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r)) && !unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) {
			b.WriteRune(r)
			i += 3 * size
			continue
		}
		b.WriteByte(path[i])
		i++
	}
	return b.String()
}
