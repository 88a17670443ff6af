package sitemap

import (
	"bytes"
	"strings"
)

// readLines reads what is not XML: a text sitemap, a robots.txt, or something
// else altogether.
func (rd *reader) readLines(w *window, start []byte) {
	name := strings.ToLower(rd.name())
	switch {
	case name == "robots.txt" || looksRobots(start):
		rd.rep.Kind = KindRobots
		rd.p.soft = true
		rd.eachLine(w, rd.robotsLine)
	case hasURLLine(start) || strings.HasSuffix(strings.TrimSuffix(name, ".gz"), ".txt"):
		rd.rep.Kind = KindText
		rd.eachLine(w, rd.textLine)
	default:
		rd.p.drop(ControlChar, EncodingInvalid) // of no matter here
		rd.p.add(NotASitemap, 1, excerpt(firstLine(start)))
	}
}

// eachLine calls f for every line that is not blank. Lines end in LF, CR or
// CRLF. Of one longer than maxToken nothing is used.
func (rd *reader) eachLine(w *window, f func(text []byte, line int)) {
	number, tooLong := 1, false
	for !rd.stopped() {
		b := w.rest()
		i := bytes.IndexAny(b, "\r\n")
		if i < 0 {
			if len(b) >= maxToken {
				tooLong = true
				w.r = w.w
			}
			if w.more() {
				continue
			}
			i = len(w.rest())
			if i == 0 && !tooLong {
				return
			}
			b = w.rest()
		}
		text := b[:i]
		switch {
		case tooLong:
			rd.p.add(TextNotAURL, number, "a line of more than 65,536 bytes")
		case !blank(text):
			f(text, number)
		}
		tooLong = false
		if i == len(b) {
			return
		}
		if b[i] == '\r' && i+1 == len(b) {
			w.r += i
			w.more()
			i, b = 0, w.rest()
		}
		if b[i] == '\r' && i+1 < len(b) && b[i+1] == '\n' {
			i++
		}
		w.r += i + 1
		number++
	}
}

// textLine takes one line of a text sitemap.
func (rd *reader) textLine(text []byte, line int) {
	for _, c := range text {
		if locClass[c] == inControl {
			rd.p.addText(TextNotAURL, line, text)
			return
		}
	}
	if rd.lineLoc(text, line, locLine) && bytes.ContainsAny(bytes.TrimSpace(text), " \t") {
		rd.p.addText(TextNotAURL, line, text)
	}
}

// robotsLine takes one line of a robots.txt. Only Sitemap lines matter; they
// belong to no group (RFC 9309, 2.2.4). Google's parser takes site-map too.
func (rd *reader) robotsLine(text []byte, line int) {
	text, _, _ = bytes.Cut(text, []byte("#"))
	key, value, ok := bytes.Cut(text, []byte(":"))
	if key = bytes.TrimSpace(key); ok && (foldEqual(key, "sitemap") || foldEqual(key, "site-map")) {
		rd.lineLoc(value, line, locRobots)
	}
}

// lineLoc takes the URL of a line and reports whether it is one.
func (rd *reader) lineLoc(text []byte, line int, kind locKind) bool {
	loc, scope, ok := rd.loc(text, line, kind)
	if ok {
		rd.item = item{loc: loc, inScope: scope, line: line, sitemap: kind == locRobots}
		rd.emit(&rd.item)
	}
	return ok
}

// looksRobots reports a text that has a line of a robots.txt before any URL.
func looksRobots(b []byte) bool {
	for line := range bytes.Lines(b) {
		key, _, ok := bytes.Cut(bytes.TrimSpace(line), []byte(":"))
		key = bytes.TrimSpace(key)
		if !ok {
			continue
		}
		if foldEqual(key, "http") || foldEqual(key, "https") {
			return false
		}
		for _, k := range []string{"user-agent", "disallow", "allow", "sitemap", "site-map", "crawl-delay"} {
			if foldEqual(key, k) {
				return true
			}
		}
	}
	return false
}

// hasURLLine reports a line that begins with an http or https URL.
func hasURLLine(b []byte) bool {
	for line := range bytes.FieldsFuncSeq(b, func(r rune) bool { return r == '\n' || r == '\r' }) {
		line = bytes.TrimLeft(line, " \t")
		if len(line) > 8 && (foldEqual(line[:7], "http://") || foldEqual(line[:8], "https://")) {
			return true
		}
	}
	return false
}

func firstLine(b []byte) []byte {
	if i := bytes.IndexAny(b, "\r\n"); i >= 0 {
		return b[:i]
	}
	return b
}
