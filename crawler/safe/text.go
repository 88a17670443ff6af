// Package safe makes text that may come from a site safe for where it goes: a
// terminal, a table, a shell, JSON.
package safe

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Cell gives text as a cell of a table that a spreadsheet reads as text:
// what it would take for a formula has an apostrophe before it (CWE-1236).
func Cell(text string) string {
	text = OneLine(text)
	if text == "" || isAlphanumeric(text[0]) { // as next to all texts begin
		return withoutSplits(text)
	}
	if start := strings.TrimLeftFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == '\'' || r == '"' }); start != "" && strings.ContainsRune("=+-@＝＋－＠|%", firstRune(start)) {
		text = "'" + text
	}
	return withoutSplits(text)
}

// withoutSplits puts an apostrophe behind a separator that a formula follows: a
// spreadsheet that is told another separator than the table has, or expects that
// of its country, begins a cell there.
func withoutSplits(text string) string {
	var out strings.Builder
	done := 0
	for i := 0; i < len(text); i++ {
		if text[i] != ';' && text[i] != ',' {
			continue
		}
		signs := "=+-@＝＋－＠"
		if text[i] == ',' { // 52.5,-13.4 stands in many addresses
			signs = "=@＝＠"
		}
		if rest := strings.TrimLeft(text[i+1:], "\""); rest != "" && strings.ContainsRune(signs, firstRune(rest)) {
			out.WriteString(text[done : i+1])
			out.WriteByte('\'')
			done = i + 1
		}
	}
	if done == 0 {
		return text
	}
	return out.String() + text[done:]
}

func firstRune(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}

// OneLine makes text safe for a terminal and keeps it in its line.
func OneLine(s string) string {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x7f {
			return lineEnds.Replace(Printable(s))
		}
	}
	return s
}

func isAlphanumeric(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

var lineEnds = strings.NewReplacer("\n", `\x0a`, "\t", `\x09`)

// maxQuote is the number of bytes of a URL or line that is printed for a
// person.
const maxQuote = 300

// Quoted makes text from a site safe and short enough for a terminal.
func Quoted(s string) string {
	if len(s) > maxQuote {
		return fmt.Sprintf("%s… (%d bytes)", OneLine(s[:maxQuote]), len(s))
	}
	return OneLine(s)
}

// Printable makes text that may come from a site safe for a terminal: control
// characters are shown, never sent (CWE-150), and so are bytes that are no
// UTF-8, which a terminal of 8 bits may take for them.
func Printable(s string) string {
	if utf8.ValidString(s) && !strings.ContainsFunc(s, UnsafeRune) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"):
			fmt.Fprintf(&b, "\\x%02x", s[i])
		case UnsafeRune(r):
			fmt.Fprintf(&b, "\\x%02x", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// UnsafeRune reports what shows nothing by itself: control characters (C0,
// DEL, C1) other than newline and tab, line separators, and format characters
// such as the bidirectional controls that reorder what a reader sees, the marks
// of no width that make two addresses look like one, and letters that are blank.
func UnsafeRune(r rune) bool {
	if r < 0x7f {
		return r < ' ' && r != '\n' && r != '\t'
	}
	return !unicode.IsGraphic(r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}

// ShellQuote makes one word of a text for a shell.
func ShellQuote(text string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:@%+,=", r)
	}
	if text != "" && !strings.ContainsFunc(text, func(r rune) bool { return !plain(r) }) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
