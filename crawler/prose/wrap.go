package prose

import (
	"regexp"
	"strings"

	"golang.org/x/text/width"
)

// Wrap breaks text into lines of at most width columns: at blanks, or inside
// a word that is longer than a line. What is to be copied stands on one line, however
// long it is: commands, and flags whose value is quoted.
func Wrap(text string, width int) []string {
	var lines []string
	for Columns(text) > width {
		end, blank := 0, 0
		for i, r := range text {
			if r == ' ' {
				blank = i
			}
			if Columns(text[:i])+columnsOf(r) > width {
				end = i
				break
			}
		}
		if text[end] == ' ' {
			blank = end
		}
		if strings.TrimSpace(text[:blank]) != "" {
			end = blank
		}
		end = besideCopied(text, end)
		lines = append(lines, strings.TrimRight(text[:end], " "))
		if text = strings.TrimLeft(text[end:], " "); text == "" {
			return lines
		}
	}
	return append(lines, text)
}

// copied is a command that a text proposes, behind a sign (else it tells what portolan
// does), or a flag with a quoted value.
var copied = regexp.MustCompile(`(?:^|[:;(] )portolan (?:[a-z]+ |https?://)` + word + `(?: (?:--?[a-z][a-z-]*(?: [^ '-][^ ]*)?|[^ ']*[/=]` + word + `|` + quote + `))*` +
	`|(?:^| )--[a-z-]+ ` + quote)

const (
	quote = `'[^']*'(?:\\''[^']*')*` // as safe.ShellQuote makes it
	word  = `(?:[^ ']|` + quote + `)+`
)

// longestCopied is how far the end of what is copied is looked for.
const longestCopied = 4 << 10

// besideCopied gives the end of a line that would end inside of what is to be copied:
// before it, or behind it where it begins the line.
func besideCopied(text string, end int) int {
	near := text[:min(len(text), end+longestCopied)]
	if !strings.Contains(near, "portolan") && !strings.Contains(near, "--") {
		return end
	}
	for _, m := range copied.FindAllStringIndex(near, -1) {
		at := m[0] + strings.IndexAny(text[m[0]:], "p-")
		switch {
		case end <= at || end >= m[1]:
		case strings.TrimSpace(text[:at]) != "":
			return at
		default:
			if blank := strings.IndexByte(text[m[1]:], ' '); blank >= 0 {
				return m[1] + blank
			}
			return len(text)
		}
	}
	return end
}

// Columns gives the width of text on a terminal: wide characters of East Asia
// and pictures take two columns (Unicode Standard Annex 11).
func Columns(text string) int {
	n := 0
	for _, r := range text {
		n += columnsOf(r)
	}
	return n
}

func columnsOf(r rune) int {
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// Cut shortens text to n columns.
func Cut(text string, n int) string {
	if n < 4 || Columns(text) <= n {
		return text
	}
	room, end := n-3, 0
	for i, r := range text {
		if room -= columnsOf(r); room < 0 {
			end = i
			break
		}
	}
	return text[:end] + "..."
}
