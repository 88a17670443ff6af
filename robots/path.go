package robots

import "strings"

const upperHex = "0123456789ABCDEF"

// pathOf returns path, parameters and query of a URL, without scheme,
// authority and fragment. It begins with a slash; what has no path is "/".
// It is deliberately literal, as Google's library is: the URL need not be
// valid, and a path alone is taken as one.
func pathOf(url string) string {
	after := authority(url)
	start := strings.IndexAny(url[after:], "/?;")
	hash := strings.IndexByte(url, '#')
	if start < 0 || hash >= 0 && hash < after+start {
		return "/"
	}
	start += after
	if hash >= 0 {
		url = url[:hash]
	}
	if url[start] != '/' {
		return "/" + url[start:]
	}
	return url[start:]
}

// authority returns where the authority of a URL begins.
func authority(url string) int {
	if strings.HasPrefix(url, "https://") {
		return len("https://")
	}
	from := 0
	if strings.HasPrefix(url, "//") {
		from = 2
	}
	scheme := strings.Index(url[from:], "://")
	path := strings.IndexAny(url[from:], "/?;")
	if scheme < 0 || path >= 0 && path < scheme {
		return from
	}
	return from + scheme + len("://")
}

// Classes of bytes in the path and query of a URL (RFC 3986).
const (
	unreserved = 1 << iota
	reserved   // may stand for itself, and differs from its escape
)

var class = func() (t [256]uint8) {
	for c := range t {
		switch b := byte(c); {
		case b >= 'a' && b <= 'z', b >= 'A' && b <= 'Z', b >= '0' && b <= '9', strings.IndexByte("-._~", b) >= 0:
			t[c] = unreserved
		case strings.IndexByte("/?:@!&'()+,;=", b) >= 0:
			t[c] = reserved
		}
	}
	return t
}()

func unhex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// escapeAt decodes the escape at s[i:], -1 if there is none.
func escapeAt(s string, i int) int {
	if s[i] != '%' || i+2 >= len(s) {
		return -1
	}
	hi, lo := unhex(s[i+1]), unhex(s[i+2])
	if hi < 0 || lo < 0 {
		return -1
	}
	return hi<<4 | lo
}

func appendEscape(dst []byte, c byte) []byte {
	return append(dst, '%', upperHex[c>>4], upperHex[c&15])
}

// normalPath brings a path and query to the one form in which RFC 9309 2.2.2
// compares: unreserved characters are not escaped, reserved ones stay as they
// are, everything else is escaped, with upper-case digits. The star and the
// dollar sign are escaped as well, because in a rule they are operators. A
// path in that form already is returned as it is.
func normalPath(path string) string {
	if isNormal(path, 0) {
		return path
	}
	return string(appendNormal(make([]byte, 0, len(path)+16), path, 0))
}

// normalPattern is normalPath for the value of a rule: a star, and a dollar
// sign at the end, are operators.
func normalPattern(pattern string) string {
	body := strings.TrimSuffix(pattern, "$")
	if isNormal(body, '*') {
		return pattern
	}
	return string(appendNormal(make([]byte, 0, len(pattern)+16), body, '*')) + pattern[len(body):]
}

// isNormal reports whether s is in normal form, operator being a character
// that stands for itself.
func isNormal(s string, operator byte) bool {
	for i := 0; i < len(s); i++ {
		if class[s[i]] != 0 || s[i] == operator && operator != 0 {
			continue
		}
		c := escapeAt(s, i)
		if c < 0 || class[c] == unreserved || s[i+1] > 'F' || s[i+2] > 'F' {
			return false
		}
		i += 2
	}
	return true
}

func appendNormal(dst []byte, s string, operator byte) []byte {
	for i := 0; i < len(s); i++ {
		switch c := escapeAt(s, i); {
		case c < 0 && (class[s[i]] != 0 || s[i] == operator && operator != 0):
			dst = append(dst, s[i])
		case c < 0:
			dst = appendEscape(dst, s[i])
		case class[c] == unreserved:
			dst, i = append(dst, byte(c)), i+2
		default:
			dst, i = appendEscape(dst, byte(c)), i+2
		}
	}
	return dst
}

// queryForm undoes the escapes of colon and slash after the first question
// mark, where they say the same as the characters (RFC 9309 2.2.2, second row
// of its table). It expects normal form.
func queryForm(s string) string {
	mark := strings.IndexByte(s, '?')
	if mark < 0 || !strings.Contains(s[mark:], "%3A") && !strings.Contains(s[mark:], "%2F") {
		return s
	}
	query := strings.ReplaceAll(s[mark:], "%3A", ":")
	return s[:mark] + strings.ReplaceAll(query, "%2F", "/")
}

// escapePattern writes the value of a rule as Google's library does: bytes
// beyond ASCII escaped, escapes in upper case, nothing decoded.
func escapePattern(pattern string) string {
	for i := 0; i < len(pattern); i++ {
		if pattern[i] >= 0x80 || pattern[i] == '%' {
			return string(appendEscaped(make([]byte, 0, escapedLen(pattern)), pattern))
		}
	}
	return pattern
}

func appendEscaped(dst []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		c := escapeAt(s, i)
		switch {
		case c >= 0:
			dst, i = appendEscape(dst, byte(c)), i+2
		case s[i] >= 0x80:
			dst = appendEscape(dst, s[i])
		default:
			dst = append(dst, s[i])
		}
	}
	return dst
}

// escapedLen is len(escapePattern(pattern)).
func escapedLen(pattern string) int {
	n := len(pattern)
	for i := 0; i < len(pattern); i++ {
		if pattern[i] >= 0x80 {
			n += 2
		}
	}
	return n
}
