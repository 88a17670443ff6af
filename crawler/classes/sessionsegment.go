package classes

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// isSession tells whether a segment of a path may hold a session: one part of
// it looks generated, and beside that there is a short name at most, as in
// "s-9f3a0c71e5d2" or "(S(lit3py55t21z5v55vlm25s55))".
func isSession(segment string) bool {
	generated, name := 0, 0
	for rest := segment; rest != ""; {
		n := 0
		for n < len(rest) && isAlphanumeric(rest[n]) {
			n++
		}
		switch part := rest[:n]; {
		case n == 0:
			_, n = utf8.DecodeRuneInString(rest)
		case looksGenerated(part):
			generated++
		default:
			name += n
		}
		rest = rest[n:]
	}
	return generated == 1 && name <= longestName
}

// lastPart gives the last segment of a path, "" for one that may hold a
// session, and for that of the root, which such a one may stand for.
func lastPart(segment string) string {
	if name := strings.TrimSuffix(segment, "/"); name == "" || isSession(name) {
		return ""
	}
	return segment
}

// sighting is what an address without its session was first seen to show.
type sighting struct{ text, at uint64 }

const (
	// leastSame pages of a folder show that a session there makes no difference, if
	// one in otherShare at most shows something else.
	leastSame  = 20
	otherShare = 20
	// leastSameTexts they have: one text at many addresses (a member who shows nothing) is no
	// page under many sessions.
	leastSameTexts = 3
)

// compare holds a page against the one that was met first at its address with
// another session.
func (t *tokens) compare(f *tokenFolder, masked uint64, now sighting) {
	switch first, known := t.shown[masked]; {
	case !known && len(t.shown) < maxTokenPages:
		t.shown[masked] = now
	case !known || first.at == now.at:
	case first.text == now.text:
		f.same++
		f.noteText(now.text)
	default:
		f.other++
	}
}

// IsCopy tells whether a URL is that of a page that was read with another
// session in its path, where that makes no difference. One in fifty is asked
// for all the same, as Holds has it.
func (e *Echoes) IsCopy(url string) bool { return e.tokens.isCopy(url) && !e.confirmed(url) }

func (t *tokens) isCopy(url string) bool {
	folder, masked := t.without(url)
	f := t.folders[folder]
	if masked == 0 || f == nil || !f.alike() {
		return false
	}
	first, known := t.shown[masked]
	return known && first.at != hashString(0, url)
}

// alike tells of a folder in which sessions make no difference.
func (f *tokenFolder) alike() bool {
	return f.same >= leastSame && f.other*otherShare <= f.same && f.texts[leastSameTexts-1] != 0
}

// noteText notes a text that is the same under another session.
func (f *tokenFolder) noteText(text uint64) {
	for i, known := range f.texts {
		if known == 0 {
			f.texts[i] = text
			return
		}
		if known == text {
			return
		}
	}
}

// any tells whether sessions were found that have held something back.
func (t *tokens) any() bool {
	for _, f := range t.folders {
		if f.closed() || f.alike() {
			return true
		}
	}
	return false
}

// holdsSession tells whether a session may stand in a path.
func holdsSession(path string) bool {
	for segment := range strings.SplitSeq(path, "/") {
		if isSession(segment) {
			return true
		}
	}
	return false
}

// withoutSessions gives a path without the segments in which one may stand.
func withoutSessions(path string) string {
	var b strings.Builder
	for segment := range strings.SplitAfterSeq(path, "/") {
		if !isSession(strings.TrimSuffix(segment, "/")) {
			b.WriteString(segment)
		}
	}
	return b.String()
}

// underSessions gives the pages of a group that stand at one address, with a session in it or without: a start page
// that has drawn one, and leads to itself under it.
func underSessions(group []copyPage) (list []copyPage) {
	for _, p := range group {
		if slices.ContainsFunc(group, func(q copyPage) bool { return p.token != q.token && p.bare == q.bare }) {
			list = append(list, p)
		}
	}
	return list
}

// boolOrder puts false before true.
func boolOrder(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

const (
	longestName  = 10 // letters and digits: "PHPSESSID"
	leastChanges = 4  // from letters to digits or back, in what looks generated
)

// looksGenerated tells of letters and digits that nobody has typed.
func looksGenerated(part string) bool {
	changes := 0
	for i := 1; i < len(part); i++ {
		if isDigit(part[i]) != isDigit(part[i-1]) {
			changes++
		}
	}
	return len(part) >= leastToken && (changes >= leastChanges || anyToken(part) == "")
}

func isDigit(c byte) bool        { return '0' <= c && c <= '9' }
func isAlphanumeric(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'z' }
