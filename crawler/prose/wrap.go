package prose

import (
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
			end = blank
		}
		lines = append(lines, strings.TrimRight(text[:end], " "))
		text = strings.TrimLeft(text[end:], " ")
	}
	return append(lines, text)
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
