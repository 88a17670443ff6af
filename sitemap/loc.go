package sitemap

import (
	"bytes"
	"fmt"
)

// What a byte means in a URL; a mask of a whole URL tells at a glance what
// must be looked at.
const (
	inBlank   uint8 = 1 << iota
	inControl       // cannot be in XML at all
	inHigh          // not ASCII
	inForbid        // RFC 3986 forbids it everywhere
	inBracket       // [ ], allowed in an address only
	inPercent
	inAmp
	inHash
)

var locClass = func() (t [256]uint8) {
	for i := range t {
		switch {
		case i < 0x20:
			t[i] = inControl
		case i >= 0x80:
			t[i] = inHigh
		}
	}
	for _, c := range " \t\n\r" {
		t[c] = inBlank
	}
	for _, c := range "\"<>\\^`{|}\x7f" {
		t[c] = inForbid
	}
	t['['], t[']'] = inBracket, inBracket
	t['%'], t['&'], t['#'] = inPercent, inAmp, inHash
	return t
}()

// locKind says where a URL was found, for what applies only there.
type locKind int

const (
	locPage    locKind = iota
	locSitemap         // in an index
	locLine            // a line of a text sitemap
	locRobots          // a Sitemap line of robots.txt
)

// loc checks the text of a URL and gives it trimmed, with non-ASCII escaped;
// ok is false if it is not usable. The result holds until the next call.
func (rd *reader) loc(text []byte, line int, kind locKind) (loc []byte, inScope, ok bool) {
	mask := uint8(0)
	for _, c := range text {
		mask |= locClass[c]
	}
	if mask&inBlank != 0 {
		trimmed := bytes.Trim(text, " \t\n\r")
		if len(trimmed) < len(text) && len(trimmed) > 0 && kind != locRobots {
			rd.p.addText(LocWhitespace, line, trimmed)
		}
		if text = trimmed; !bytes.ContainsAny(text, " \t\n\r") {
			mask &^= inBlank
		}
	}
	if len(text) == 0 {
		rd.p.add(LocMissing, line, "an empty URL")
		return nil, false, false
	}
	if !rd.absolute(text, line, kind) || mask&inControl != 0 {
		return nil, false, false
	}
	u, valid := splitURL(text)
	if !valid {
		rd.p.addText(LocNotEscaped, line, append([]byte("no usable host: "), text...))
		return nil, false, false
	}
	rd.spelling(text, mask, &u, line)
	loc = text
	if mask&inHigh != 0 {
		rd.locBuf = u.appendASCII(rd.locBuf[:0], text)
		loc = rd.locBuf
	}
	rd.length(text, loc, line)
	if rd.o.HasSession != nil && rd.o.HasSession(string(loc)) {
		rd.p.addText(SessionInLoc, line, text)
	}
	inScope = rd.inScope(loc, kind)
	if !inScope || kind == locSitemap && !rd.place.sharesScheme(&u) {
		rd.p.addText(LocOutOfScope, line, text)
	}
	rd.duplicate(text, &u, line)
	return loc, inScope, true
}

// absolute reports whether text begins like an absolute http or https URL, and
// says what it is otherwise.
func (rd *reader) absolute(text []byte, line int, kind locKind) bool {
	colon := bytes.IndexAny(text, ":/?#")
	scheme := text[:max(colon, 0)]
	if colon > 0 && text[colon] == ':' && isScheme(scheme, text[colon+1:]) {
		rest := text[colon+1:]
		if !foldEqual(scheme, "http") && !foldEqual(scheme, "https") {
			rd.p.addText(LocScheme, line, text)
			return false
		}
		if bytes.HasPrefix(rest, []byte("//")) && len(rest) > 2 && bytes.IndexByte([]byte("/?#"), rest[2]) < 0 {
			return true
		}
	}
	if kind == locLine {
		rd.p.addText(TextNotAURL, line, text)
		if text[0] == '#' || bytes.ContainsAny(text, " \t") {
			return false // a comment or a sentence
		}
	}
	rd.p.addText(LocRelative, line, text)
	return false
}

// isScheme tells a scheme from a host with a port, as in example.com:80/.
func isScheme(s, rest []byte) bool {
	for i, c := range s {
		switch {
		case c|0x20 >= 'a' && c|0x20 <= 'z':
		case i > 0 && (isDigit(c) || c == '+' || c == '-'):
		case i > 0 && c == '.' && bytes.HasPrefix(rest, []byte("//")):
		default:
			return false
		}
	}
	return len(s) > 0
}

// spelling reports what is wrong with the characters of a URL.
func (rd *reader) spelling(text []byte, mask uint8, u *urlParts, line int) {
	if u.userinfo {
		rd.p.addAbout(LocUserinfo, line, "user name or password before the host ", u.host, "")
	}
	if mask == 0 {
		return
	}
	switch {
	case mask&(inBlank|inHigh|inForbid) != 0,
		mask&inBracket != 0 && bytes.ContainsAny(bytes.Replace(text, u.host, nil, 1), "[]"),
		mask&inPercent != 0 && brokenPercent(text),
		mask&inHash != 0 && bytes.Count(text, []byte("#")) > 1:
		rd.p.addText(LocNotEscaped, line, text)
	}
	if mask&inHash != 0 {
		rd.p.addText(LocFragment, line, text)
	}
	if mask&inAmp != 0 && hasEntity(text) || mask&inPercent != 0 && doublePercent(text) {
		rd.p.addText(LocDoubleEscaped, line, text)
	}
}

func brokenPercent(b []byte) bool {
	for i, c := range b {
		if c == '%' && (i+2 >= len(b) || !isHex(b[i+1]) || !isHex(b[i+2])) {
			return true
		}
	}
	return false
}

// doublePercent reports %25 before two hexadecimal digits.
func doublePercent(b []byte) bool {
	for i := bytes.Index(b, []byte("%25")); i >= 0; {
		if i+4 < len(b) && isHex(b[i+3]) && isHex(b[i+4]) {
			return true
		}
		next := bytes.Index(b[i+3:], []byte("%25"))
		if next < 0 {
			return false
		}
		i += 3 + next
	}
	return false
}

// hasEntity reports text that looks like an entity once the file's own
// escaping is gone.
func hasEntity(b []byte) bool {
	for {
		i := bytes.IndexByte(b, '&')
		if i < 0 {
			return false
		}
		b = b[i+1:]
		n := bytes.IndexByte(b[:min(len(b), 12)], ';')
		if n > 0 && (b[0] == '#' || predefined(b[:n]) != 0) {
			return true
		}
	}
}

// length holds a URL against the protocol's and the schema's limits.
func (rd *reader) length(text, loc []byte, line int) {
	if len(loc) > maxLoc {
		rd.p.add(LocTooLong, line, fmt.Sprintf("%d characters: %s", len(loc), excerpt(text[:80])))
	}
	if len(loc) < 12 {
		rd.p.addText(LocShortNotXSD, line, text)
	}
}

func (rd *reader) inScope(loc []byte, kind locKind) bool {
	switch {
	case kind == locRobots:
		return true
	case kind == locSitemap:
		return !rd.place.known || rd.place.listsSitemap(loc)
	case rd.o.InScope != nil:
		return rd.o.InScope(string(loc))
	}
	return !rd.place.known || rd.place.lists(loc) || rd.named.known && rd.named.lists(loc)
}

// duplicate reports a URL that was seen before, by this scheme or the other.
// The case of the host, its default port and a path left out make no other URL
// (RFC 3986 6.2.2.1, 6.2.3).
func (rd *reader) duplicate(text []byte, u *urlParts, line int) {
	if rd.seen == nil {
		return
	}
	scheme, skip := seenHTTP, len("http:")
	if u.https {
		scheme, skip = seenHTTPS, len("https:")
	}
	key := text[skip:]
	if !u.userinfo && (len(u.port) > 0 || len(u.path) == 0 || hasUpper(u.host)) {
		key = append([]byte("//"), u.normalHost()...)
		if len(u.path) == 0 {
			key = append(key, '/')
		}
		key = append(key, u.rest...)
	}
	before := rd.seen.add(key, scheme)
	if before&scheme != 0 {
		rd.p.addText(LocDuplicate, line, text)
	} else if before != 0 {
		rd.p.addText(HTTPHTTPSDuplicate, line, text)
	}
}

func hasUpper(b []byte) bool {
	for _, c := range b {
		if c >= 'A' && c <= 'Z' {
			return true
		}
	}
	return false
}
