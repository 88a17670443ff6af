package prose

import (
	"regexp"
	"strings"

	"golang.org/x/text/width"
)

// Wrap breaks text into lines of at most width columns: at blanks, or inside
// a word that is longer than a line.
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
			end = beforeCommand(text, blank, width)
		}
		lines = append(lines, strings.TrimRight(text[:end], " "))
		text = strings.TrimLeft(text[end:], " ")
	}
	return append(lines, text)
}

// command is one that a text proposes, behind a sign: else it tells what portolan does.
var command = regexp.MustCompile(`(?:^|[:;(] )portolan [a-z]+ [^ ]+( --[^ ]+)*`)

// beforeCommand gives the end of a line that would end at a blank: before a command, if
// that blank is one of its own and the next line has place for all of it.
func beforeCommand(text string, blank, width int) int {
	for _, m := range command.FindAllStringIndex(text[:min(len(text), blank+4*width)], -1) {
		at := m[0] + strings.Index(text[m[0]:], "portolan")
		if before := strings.TrimSpace(text[:at]); at < blank && blank < m[1] && before != "" && m[1]-at <= width {
			return at
		}
	}
	return blank
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
