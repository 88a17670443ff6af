package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

const maxText = 500 // runes of a text of the site

// visible gives text of the site in one line: characters that cannot be seen, or
// that change the direction or place of others, are named; what is too long is
// cut.
func visible(text string) string {
	var b strings.Builder
	n := 0
	for _, r := range text {
		if n++; n > maxText {
			b.WriteString(" […]")
			break
		}
		switch {
		case r == utf8.RuneError || r == '\n' || r == '\r' || r == '\t':
			b.WriteByte(' ')
		case r == ' ' || unicode.IsGraphic(r) && !unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) && !unicode.Is(unicode.Zs, r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "(U+%04X)", r)
		}
	}
	return strings.TrimSpace(b.String())
}

// count writes a number as people do: 48,213.
func count(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// share gives a part of a whole as 94.6 %; "-" of nothing.
func share(n, of int) string {
	switch {
	case of == 0:
		return "-"
	case n == of:
		return "100 %"
	case n*1000 < of && n > 0:
		return "< 0.1 %"
	}
	return fmt.Sprintf("%.1f %%", float64(n*1000/of)/10) // never rounded up to 100
}

// times says how often something is.
func times(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return count(n) + " " + many
}

// isWeb reports an address that may be made a link.
func isWeb(url string) bool {
	return strings.HasPrefix(url, "http://") || strings.HasPrefix(url, "https://")
}

// capital gives a text that begins a line.
func capital(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[size:]
}
