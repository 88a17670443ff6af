package discover

import (
	"bytes"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

// secretName reports whether a word of a name is one of secretNames:
// api_key, resetToken, user[email].
func secretName(name []byte) bool {
	if len(name) == 0 || len(name) > maxName {
		return false
	}
	var joined [maxName]byte
	n, found := 0, false
	for word := range eachWord(unescape(name)) {
		n += copy(joined[n:], word)
		found = found || secretNames[string(word)]
	}
	return (found || secretNames[string(joined[:n])]) && !plainKeys[string(joined[:n])]
}

// nested reports whether a value holds parameters of its own, as the target
// of a login does, one of which is secret.
func nested(plain []byte) bool {
	if bytes.IndexByte(plain, '=') < 0 {
		return false
	}
	for part := range bytes.FieldsFuncSeq(plain, func(r rune) bool { return r == '?' || r == '&' || r == '#' }) {
		name, text, named := bytes.Cut(part, []byte("="))
		if named && len(text) > 0 && (secretName(name) || looksSecret(text) || canonical.Opaque(text)) {
			return true
		}
	}
	return false
}

// looksSecret knows e-mail addresses, signed tokens (header.payload.signature)
// and long runs of letters in mixed case, which canonical.Opaque lets pass.
func looksSecret(v []byte) bool {
	if at := bytes.IndexByte(v, '@'); at > 0 && bytes.IndexByte(v[at:], '.') > 1 {
		return true
	}
	if bytes.HasPrefix(v, []byte("eyJ")) && len(v) > 20 {
		return true
	}
	return mixedCase(v) || base64(v)
}

// base64 reports the characters that Opaque does not take, in a long value
// that otherwise looks like one.
func base64(v []byte) bool {
	if len(v) < 20 || bytes.IndexByte(v, '/') < 0 && bytes.IndexByte(v, '+') < 0 {
		return false
	}
	plain := bytes.Map(func(r rune) rune {
		if r == '/' || r == '+' {
			return '_'
		}
		return r
	}, v)
	return bytes.IndexByte(v, '.') < 0 && bytes.IndexByte(v, ' ') < 0 && canonical.Opaque(plain) && mixed(v)
}

// mixed reports upper case, lower case and digits.
func mixed(v []byte) bool {
	var upper, lower, digit bool
	for _, c := range v {
		upper = upper || 'A' <= c && c <= 'Z'
		lower = lower || 'a' <= c && c <= 'z'
		digit = digit || '0' <= c && c <= '9'
	}
	return upper && lower && digit
}

// mixedCase reports 16 or more letters and digits whose case changes more
// often than in words: once in four.
func mixedCase(v []byte) bool {
	if len(v) < 16 {
		return false
	}
	changes := 0
	for i, c := range v {
		upper := 'A' <= c && c <= 'Z'
		if !upper && !('a' <= c && c <= 'z') && !('0' <= c && c <= '9') {
			return false
		}
		if i > 0 && upper != ('A' <= v[i-1] && v[i-1] <= 'Z') {
			changes++
		}
	}
	return changes*4 > len(v)
}

// unescape decodes percent escapes; what is none stays.
func unescape(s []byte) []byte {
	if bytes.IndexByte(s, '%') < 0 {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			hi, lo := unhex(s[i+1]), unhex(s[i+2])
			if hi >= 0 && lo >= 0 {
				out = append(out, byte(hi<<4|lo))
				i += 2
				continue
			}
		}
		out = append(out, s[i])
	}
	return out
}

func unhex(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}
