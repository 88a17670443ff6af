package traps

import (
	"bytes"
	"slices"
	"strings"
)

// running is a way in which URLs can go on for ever by themselves.
type running uint8

const (
	notRunning   running = iota
	runningDates         // calendars
	runningPages         // pages of a list
	runningLoop          // relative links that stack up
)

// dateNames and pageNames are parameters that calendars and lists use.
var (
	dateNames = []string{
		"cal", "calendar", "date", "datum", "day", "end", "from", "jahr", "m", "mes", "mois", "monat", "month", "start_date", "tag", "time",
		"to", "tribe-bar-date", "week", "woche", "y", "year", "ym",
	}
	pageNames = []string{
		"currentpage", "from", "limitstart", "offset", "p", "page", "page_id", "paged", "pagenum", "pageno", "pagina", "pg", "pn", "seite", "skip", "start",
	}
)

// runningBy tells by its look whether a URL may be one of an endless row.
// For such URLs a change of the figures alone is no new text.
func runningBy(url []byte) running {
	path, query := splitPath(url)
	pathText := url[path : len(url)-len(query)]
	if loopSegment(pathText) != nil {
		return runningLoop
	}
	if r := runningPath(pathText); r != notRunning {
		return r
	}
	for pair := range bytes.SplitSeq(bytes.TrimPrefix(query, []byte("?")), []byte("&")) {
		name, value, _ := bytes.Cut(pair, []byte("="))
		switch n := strings.ToLower(string(name)); {
		case isDate(value), slices.Contains(dateNames, n) && startsWithDigit(value):
			return runningDates
		case slices.Contains(pageNames, n) && isNumber(value):
			return runningPages
		}
	}
	return notRunning
}

// runningPath looks for dates (2031/05, 2031-05-12) and pages (page/7,
// page-7) in a path.
func runningPath(path []byte) running {
	var before []byte
	for seg := range bytes.SplitSeq(path, []byte("/")) {
		name, number, found := bytes.Cut(seg, []byte("-"))
		switch {
		case isDate(seg), isYear(before) && len(seg) <= 2 && isNumber(seg):
			return runningDates
		case isNumber(seg) && isPageWord(before), found && isNumber(number) && isPageWord(name):
			return runningPages
		}
		before = seg
	}
	return notRunning
}

func isPageWord(b []byte) bool {
	switch strings.ToLower(string(b)) {
	case "page", "seite", "pagina", "p", "pg":
		return true
	}
	return false
}

// isDate reports 2031-05, 2031-05-12, 203105, 20310512 and the like.
func isDate(b []byte) bool {
	if len(b) < 6 || len(b) > 25 || !isYear(b[:4]) {
		return false
	}
	rest := b[4:]
	if isDigit(rest[0]) {
		return (len(b) == 6 || len(b) == 8) && isNumber(rest) && rest[0] <= '1'
	}
	return bytes.IndexByte([]byte("-_.:"), rest[0]) >= 0 && isDigit(rest[1])
}

func isYear(b []byte) bool { return len(b) == 4 && isNumber(b) && (b[0] == '1' || b[0] == '2') }

func startsWithDigit(b []byte) bool { return len(b) > 0 && isDigit(b[0]) }

func isNumber(b []byte) bool {
	for _, c := range b {
		if !isDigit(c) {
			return false
		}
	}
	return len(b) > 0
}

// lettersOf hashes the letters of a page outside its tags, scripts and
// styles: what stays the same where only figures change.
func lettersOf(doc []byte) uint64 {
	h := uint64(fnvOffset)
	for len(doc) > 0 {
		at := bytes.IndexByte(doc, '<')
		if at < 0 {
			at = len(doc)
		}
		for _, c := range doc[:at] {
			if c >= 0x80 || 'a' <= c|0x20 && c|0x20 <= 'z' {
				h = (h ^ uint64(c)) * fnvPrime
			}
		}
		doc = afterTag(doc[at:])
	}
	return h
}

// afterTag cuts a tag off, with the content of scripts and styles.
func afterTag(doc []byte) []byte {
	if len(doc) == 0 {
		return nil
	}
	for _, name := range [...]string{"script", "style"} {
		if len(doc) > len(name) && strings.EqualFold(string(doc[1:1+len(name)]), name) {
			if end := bytes.Index(doc, []byte("</"+name)); end >= 0 {
				doc = doc[end:]
			}
		}
	}
	end := bytes.IndexByte(doc, '>')
	if end < 0 {
		return nil
	}
	return doc[end+1:]
}
