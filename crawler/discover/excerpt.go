package discover

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

// maxExcerpt is how many bytes of a line are looked at for an excerpt.
const maxExcerpt = 160

// Excerpt gives the start of a line from outside as it may be shown: printable,
// secrets masked.
func Excerpt(line []byte) string {
	// Behind the cut a secret may go on: more is looked at than is shown.
	cut := len(line) > maxExcerpt
	text := maskText(string(line[:min(len(line), 4*maxExcerpt)]))
	if len(text) > maxExcerpt {
		text, cut = text[:maxExcerpt], true
		for n := 1; n < utf8.UTFMax && !utf8.ValidString(text[len(text)-1:]); n++ {
			text = text[:len(text)-1] // a character that the cut has broken
		}
	}
	if text = Printable(text); cut {
		text += "…"
	}
	return text
}

// Printable gives a text from outside, such as the name of a file, so that
// nothing in it moves a terminal's cursor or turns the direction of text.
func Printable(text string) string {
	if plain(text) {
		return text
	}
	var out strings.Builder
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && size <= 1:
			fmt.Fprintf(&out, `\x%02x`, text[i])
		case r == '\t':
			out.WriteString(`\t`)
		case !unicode.IsPrint(r):
			fmt.Fprintf(&out, `\u%04x`, r)
		default:
			out.WriteRune(r)
		}
		i += size
	}
	return out.String()
}

func plain(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

// maskText masks secrets in a text of any form: values behind a name that says
// so, e-mail addresses, and what looks generated.
func maskText(text string) string {
	var out strings.Builder
	var before string
	named := false
	for i := 0; i < len(text); {
		end := i
		for end < len(text) && !delimiter(text[end]) {
			end++
		}
		run := text[i:end]
		v := value{name: []byte(before), text: []byte(run), inQuery: named}
		if run != "" && (v.secret() || canonical.Opaque(v.text)) {
			run = Masked
		}
		out.WriteString(run)
		before, named = text[i:end], false
		for end < len(text) && delimiter(text[end]) {
			named = named || text[end] == '=' || text[end] == ':'
			out.WriteByte(text[end])
			end++
		}
		i = end
	}
	return out.String()
}

func delimiter(c byte) bool {
	switch c {
	case ' ', '\t', '"', '\'', '&', '?', '=', ';', '/', '<', '>', ',', ':', '#', '(', ')', '[', ']', '{', '}', '|', '\\', '\r', '\n', 0:
		return true
	}
	return false
}
