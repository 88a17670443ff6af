package main

import (
	"fmt"
	"strings"

	"golang.org/x/text/width"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// The summary fits a terminal of 80 columns.
const (
	summaryWidth = 80
	labelWidth   = 17
	meaningWidth = 35
)

// summaryRow is a label in the first 17 columns and a text beside it, on as
// many lines as it needs, safe for a terminal.
func summaryRow(b *strings.Builder, label, format string, args ...any) {
	for _, line := range wrap(printable(fmt.Sprintf(format, args...)), summaryWidth-labelWidth) {
		fmt.Fprintln(b, strings.TrimRight(fmt.Sprintf("%-*s%s", labelWidth, label, line), " "))
		label = ""
	}
}

// countRow is a row of a table: a label, a count, a name, and a text that is
// cut where it is too long.
func countRow(b *strings.Builder, label, count, name, text string) {
	fmt.Fprintln(b, strings.TrimRight(fmt.Sprintf("%-10s%10s  %-21s  %s", label, count, cut(name, 21), cut(text, meaningWidth)), " "))
}

// wrap breaks text into lines of at most width columns: at blanks, or inside
// a word that is longer than a line.
func wrap(text string, width int) []string {
	var lines []string
	for columns(text) > width {
		end, blank := 0, 0
		for i, r := range text {
			if r == ' ' {
				blank = i
			}
			if columns(text[:i])+columnsOf(r) > width {
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

// columns gives the width of text on a terminal: wide characters of East Asia
// and pictures take two columns (Unicode Standard Annex 11).
func columns(text string) int {
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

// cut shortens text to n columns.
func cut(text string, n int) string {
	if n < 4 || columns(text) <= n {
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

// problemCodes are the verdicts that call for a repair of the site.
var problemCodes = [...]audit.Code{audit.HTTP5xx, audit.HTTP4xx, audit.NetworkError, audit.RedirectLoop}

// problemRows names up to five broken URLs, some of each kind, and for each
// the page that first linked to it.
func (r *crawlRun) problemRows(b *strings.Builder) {
	const most = 5
	var share [len(problemCodes)]int
	for total, more := 0, true; more && total < most; {
		more = false
		for i, c := range problemCodes {
			if total < most && share[i] < len(r.Verdicts.Examples[c]) {
				share[i]++
				total++
				more = true
			}
		}
	}
	label := "Top problems"
	for i, c := range problemCodes {
		for _, e := range r.Verdicts.Examples[c][:share[i]] {
			r.problemRow(b, label, c, e)
			label = ""
		}
	}
	if label == "" {
		b.WriteString("\n")
	}
}

func (r *crawlRun) problemRow(b *strings.Builder, label string, code audit.Code, e audit.Example) {
	what := fmt.Sprint(e.Status)
	switch {
	case code == audit.RedirectLoop:
		what = "loop"
	case e.Status == 0 || e.Err != record.ErrNone && (code == audit.NetworkError || code == audit.HTTPOther):
		what = e.Err.String()
	}
	const room = summaryWidth - 28
	fmt.Fprintf(b, "%-*s%9s  %s\n", labelWidth, label, what, cut(r.shortURL(e.URL), room))
	if where := r.whereFrom(e); where != "" {
		fmt.Fprintf(b, "%*s%s\n", labelWidth+11, "", cut(where, room))
	}
}

// whereFrom names the page that first linked to a URL, or else the sitemap
// that lists it.
func (r *crawlRun) whereFrom(e audit.Example) string {
	if e.Via != frontier.NoID {
		if via, err := r.Store.Row(e.Via); err == nil && via != nil {
			return "on " + r.shortURL(via.URL)
		}
	}
	sources, err := r.Store.Sources(e.ID)
	if err != nil {
		return ""
	}
	for _, s := range sources {
		if s.Source == frontier.FromSitemap {
			return "in " + r.shortURL(s.Detail)
		}
	}
	return ""
}

// shortURL gives a URL for people: without the scheme and host of the scope.
func (r *crawlRun) shortURL(url string) string {
	if path, ok := strings.CutPrefix(url, r.scope.Scheme+"://"+r.scope.Host); ok && strings.HasPrefix(path, "/") {
		url = path
	}
	return oneLine(url)
}
