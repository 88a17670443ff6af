package canonical

import "bytes"

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isHex(c byte) bool    { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

func all(s []byte, is func(byte) bool) bool {
	for _, c := range s {
		if !is(c) {
			return false
		}
	}
	return true
}

// opaque reports whether a value looks generated: a GUID, a digest in hex, 16
// or more characters that mix at least three letters and three digits and are
// no slug, or 16 or more digits. The padding of base64 does not count.
func opaque(v []byte) bool {
	if guid(v) || hexDigest(v) {
		return true
	}
	for range 2 {
		v = bytes.TrimSuffix(bytes.TrimSuffix(v, []byte("=")), []byte("%3D"))
	}
	if len(v) < 16 {
		return false
	}
	digits, letters := 0, 0
	for _, c := range v {
		switch {
		case isDigit(c):
			digits++
		case isLetter(c):
			letters++
		case bytes.IndexByte([]byte("_-,.!$:"), c) < 0:
			return false
		}
	}
	if letters == 0 {
		return digits >= 16
	}
	return digits >= 3 && letters >= 3 && !slug(v)
}

// hexDigest reports 32 or 40 hexadecimal digits (MD5, SHA-1).
func hexDigest(v []byte) bool {
	return (len(v) == 32 || len(v) == 40) && all(v, isHex)
}

// guid reports a GUID in its 8-4-4-4-12 form, also in (escaped) braces.
func guid(v []byte) bool {
	if inner, ok := bytes.CutPrefix(v, []byte("%7B")); ok {
		if v, ok = bytes.CutSuffix(inner, []byte("%7D")); !ok {
			return false
		}
	}
	if len(v) != 36 {
		return false
	}
	for i, c := range v {
		if i == 8 || i == 13 || i == 18 || i == 23 {
			if c != '-' {
				return false
			}
		} else if !isHex(c) {
			return false
		}
	}
	return true
}

// slug reports whether a value reads like a title or a date: cut at - _ and .
// every part is all letters or all digits.
func slug(v []byte) bool {
	letters, digits := false, false
	for _, c := range v {
		switch {
		case c == '-' || c == '_' || c == '.':
			letters, digits = false, false
		case isLetter(c):
			letters = true
		case isDigit(c):
			digits = true
		default:
			return false
		}
		if letters && digits {
			return false
		}
	}
	return true
}

func eightLetters(v []byte) bool { return len(v) == 8 && all(v, isLetter) }

// ticket reports the 24 characters of an ASP.NET session id.
func ticket(v []byte) bool {
	return len(v) == 24 && all(v, func(c byte) bool { return 'a' <= c && c <= 'z' || '0' <= c && c <= '5' })
}

// aspNetSegment reports a path segment in which ASP.NET keeps what would be
// cookies: (S(..)), (A(..)S(..)F(..)), (X(1)). A session id S has 24
// characters of a-z0-5; A (visitor) and F (login) hold a token of any length
// beside one, of 24 or more characters alone; X is the test for cookies.
func aspNetSegment(seg []byte) bool {
	if len(seg) < 6 || seg[0] != '(' || seg[len(seg)-1] != ')' {
		return false
	}
	session, short := false, false
	for rest := seg[1 : len(seg)-1]; len(rest) > 0; {
		end := bytes.IndexByte(rest, ')')
		if end < 3 || rest[1] != '(' {
			return false
		}
		value := rest[2:end]
		switch rest[0] | 0x20 {
		case 's':
			if !ticket(value) {
				return false
			}
			session = true
		case 'a', 'f':
			if !all(value, func(c byte) bool { return isDigit(c) || isLetter(c) || c == '-' || c == '_' }) {
				return false
			}
			short = short || len(value) < 24
		case 'x':
			if len(value) != 1 || value[0] != '1' {
				return false
			}
		default:
			return false
		}
		rest = rest[end+1:]
	}
	return session || !short
}

// aspNet1Segment reports the form of ASP.NET 1.x, (24 characters), which
// counts only in a path that ends in .aspx.
func aspNet1Segment(seg []byte) bool {
	return len(seg) == 26 && seg[0] == '(' && seg[25] == ')' && ticket(seg[1:25])
}
