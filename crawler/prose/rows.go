// Package prose has what texts for people are made of: rows and paragraphs of 80
// columns, counts, sizes and times.
package prose

import (
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/crawler/safe"
)

// The summary fits a terminal of 80 columns.
const (
	Width        = 80
	LabelWidth   = 17
	meaningWidth = 35
)

// Row is a label in the first 17 columns and a text beside it, on as
// many lines as it needs, safe for a terminal.
func Row(b *strings.Builder, label, format string, args ...any) {
	for _, line := range Wrap(safe.Printable(fmt.Sprintf(format, args...)), Width-LabelWidth) {
		fmt.Fprintln(b, strings.TrimRight(fmt.Sprintf("%-*s%s", LabelWidth, label, line), " "))
		label = ""
	}
}

// CountRow is a row of a table: a label, a count, a name, and a text that is
// cut where it is too long.
func CountRow(b *strings.Builder, label, count, name, text string) {
	fmt.Fprintln(b, strings.TrimRight(fmt.Sprintf("%-10s%10s  %-21s  %s", label, count, Cut(name, 21), Cut(text, meaningWidth)), " "))
}
