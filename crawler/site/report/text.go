package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxText    = 500 // runes of a text of the site
	maxAddress = 160
)

// visible gives text of the site in one line: characters that cannot be seen, or
// that change the direction or place of others, are named; what is too long is
// cut.
func visible(text string) string { return shown(text, maxText) }

// address is visible for addresses: whoever wants the whole of a long one has
// the link.
func address(url string) string { return shown(url, maxAddress) }

func shown(text string, most int) string {
	var b strings.Builder
	n := 0
	for _, r := range text {
		if n++; n > most {
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

// isWeb reports an address that may be made a link.
func isWeb(url string) bool {
	return strings.HasPrefix(url, "http://") || strings.HasPrefix(url, "https://")
}
