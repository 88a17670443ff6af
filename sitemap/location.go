package sitemap

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// location is the rule of where a sitemap lies and what it may list
// (sitemaps.org, "Sitemap file location"): pages of its own scheme, host and
// port, in its own directory or below; an index lists sitemaps of its own site.
type location struct {
	known  bool
	prefix []byte // scheme://host/dir/ in normal form
	scheme string
	host   string // lower case, with the port unless it is the default
	dir    string // normal form, with both slashes
}

func newLocation(at string) location {
	u, ok := splitURL([]byte(at))
	if !ok {
		return location{}
	}
	u, _ = splitURL(u.appendASCII(nil, []byte(at)))
	path := normalPath(u.path)
	dir := path[:bytes.LastIndexByte(path, '/')+1]
	l := location{known: true, scheme: u.scheme(), host: u.normalHost(), dir: string(dir)}
	l.prefix = []byte(l.scheme + "://" + l.host + l.dir)
	return l
}

// lists reports whether a sitemap there may list the page.
func (l *location) lists(loc []byte) bool {
	if bytes.HasPrefix(loc, l.prefix) && !bytes.Contains(loc, []byte("/.")) && !bytes.Contains(loc, []byte("%2")) &&
		bytes.IndexByte(loc, '\\') < 0 {
		return true
	}
	u, ok := splitURL(loc)
	if len(u.path) > 4*maxLoc {
		return bytes.HasPrefix(loc, l.prefix) // too long to be listed wherever it leads
	}
	return ok && u.scheme() == l.scheme && u.normalHost() == l.host &&
		bytes.HasPrefix(normalPath(u.path), []byte(l.dir))
}

// listsSitemap reports whether an index there may list the sitemap.
func (l *location) listsSitemap(loc []byte) bool {
	u, ok := splitURL(loc)
	return ok && u.normalHost() == l.host
}

// sharesScheme reports whether a URL has the scheme of the place, as all that
// one file lists must have. What an index lists by the other scheme is not to
// its rules, but still of its host.
func (l *location) sharesScheme(u *urlParts) bool { return !l.known || u.scheme() == l.scheme }

// urlParts are slices of an absolute http or https URL.
type urlParts struct {
	https    bool
	userinfo bool
	host     []byte // without port
	at       int    // where host begins
	port     []byte
	path     []byte // up to ? or #
	rest     []byte // path, query and fragment
}

func (u *urlParts) scheme() string {
	if u.https {
		return "https"
	}
	return "http"
}

// splitURL cuts an absolute http or https URL. It reports false if the text is
// none, or names no host that could exist.
func splitURL(s []byte) (u urlParts, ok bool) {
	switch {
	case len(s) > 7 && foldEqual(s[:7], "http://"):
		u.at = 7
	case len(s) > 8 && foldEqual(s[:8], "https://"):
		u.https, u.at = true, 8
	default:
		return u, false
	}
	s = s[u.at:]
	end := bytes.IndexAny(s, `/?#\`) // a \ is a / to browsers and crawlers
	if end < 0 {
		end = len(s)
	}
	authority, rest := s[:end], s[end:]
	if i := bytes.LastIndexByte(authority, '@'); i >= 0 {
		u.userinfo = true
		authority = authority[i+1:]
		u.at += i + 1
	}
	u.host = authority
	if i := bytes.LastIndexByte(authority, ':'); i >= 0 && bytes.IndexByte(authority[i:], ']') < 0 {
		u.host, u.port = authority[:i], authority[i+1:]
	}
	u.rest = rest
	if q := bytes.IndexAny(rest, "?#"); q >= 0 {
		rest = rest[:q]
	}
	u.path = rest
	return u, goodHost(u.host) && goodPort(u.port)
}

// goodHost reports what could be a host: a name, an address, or an address in
// brackets.
func goodHost(h []byte) bool {
	if len(h) > 1 && h[0] == '[' && h[len(h)-1] == ']' {
		h = h[1 : len(h)-1]
		return len(h) > 1 && len(bytes.Trim(h, "0123456789abcdefABCDEF:.")) == 0
	}
	for _, c := range h {
		if c <= ' ' || c == 0x7f || strings.IndexByte("\"<>\\^`{|}[]&;:", c) >= 0 {
			return false
		}
	}
	return len(h) > 0 && h[0] != '.'
}

func goodPort(p []byte) bool {
	n := 0
	for _, c := range p {
		if !isDigit(c) {
			return false
		}
		if n = n*10 + int(c-'0'); n > 65535 {
			return false
		}
	}
	return true
}

// normalHost is the host in lower case, with a port that is not the default.
func (u *urlParts) normalHost() string {
	host := string(bytes.ToLower(u.host))
	port := string(bytes.TrimLeft(u.port, "0"))
	if port == "" || !u.https && port == "80" || u.https && port == "443" {
		return host
	}
	return host + ":" + port
}

// appendASCII appends a URL, of which u are the parts, with what is not ASCII
// escaped: in the host as a domain name (UTS 46), elsewhere in percents.
func (u *urlParts) appendASCII(dst, text []byte) []byte {
	end := u.at + len(u.host)
	dst = appendPercent(dst, text[:u.at])
	host := string(u.host)
	if ascii, err := idna.Lookup.ToASCII(host); err == nil && strings.ContainsFunc(host, notASCII) {
		dst = append(dst, ascii...)
	} else {
		dst = appendPercent(dst, u.host)
	}
	return appendPercent(dst, text[end:])
}

func notASCII(r rune) bool { return r >= utf8.RuneSelf }

// appendPercent percent-encodes the bytes that are not ASCII.
func appendPercent(dst, text []byte) []byte {
	for _, c := range text {
		if c < utf8.RuneSelf {
			dst = append(dst, c)
		} else {
			dst = append(dst, '%', hexDigits[c>>4], hexDigits[c&15])
		}
	}
	return dst
}

// normalPath removes dot segments, decodes escaped unreserved characters and
// writes the other escapes in upper case (RFC 3986 6.2.2).
func normalPath(path []byte) []byte {
	var decoded []byte
	for i := 0; i < len(path); i++ {
		c := path[i]
		if c == '%' && i+2 < len(path) && isHex(path[i+1]) && isHex(path[i+2]) {
			v := unhex(path[i+1])<<4 | unhex(path[i+2])
			if unreserved(v) {
				decoded = append(decoded, v)
			} else {
				decoded = append(decoded, '%', hexDigits[v>>4], hexDigits[v&15])
			}
			i += 2
			continue
		}
		if c == '\\' {
			c = '/'
		}
		decoded = append(decoded, c)
	}
	segments := bytes.Split(bytes.TrimPrefix(decoded, []byte("/")), []byte("/"))
	kept := segments[:0]
	for i, seg := range segments {
		switch string(seg) {
		case "..":
			kept = kept[:max(len(kept)-1, 0)]
		case ".":
		default:
			kept = append(kept, seg)
			continue
		}
		if i == len(segments)-1 {
			kept = append(kept, nil)
		}
	}
	return append([]byte{'/'}, bytes.Join(kept, []byte("/"))...)
}

func isHex(c byte) bool { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }

func unhex(c byte) byte {
	if isDigit(c) {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}

func unreserved(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || isDigit(c) || c == '-' || c == '.' || c == '_' || c == '~'
}

// foldEqual compares with lower-case ASCII, ignoring case.
func foldEqual[T string | []byte](s T, lower string) bool {
	if len(s) != len(lower) {
		return false
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		if c != lower[i] {
			return false
		}
	}
	return true
}
