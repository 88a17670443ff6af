package page

import (
	"net/http"
	"strings"
)

// contentType is what the Content-Type header says.
type contentType struct {
	essence string // type/subtype in lower case, "" if there is no valid one
	charset string // as sent, "" if none
}

// parseContentType reads all values of the header as the Fetch standard does
// ("extract a MIME type"): the last valid one counts, */* is none, and a
// charset holds on while the type stays the same.
func parseContentType(values []string) contentType {
	var c contentType
	for _, value := range values {
		for item := range splitList(value, ',') {
			essence, params, _ := strings.Cut(item, ";")
			essence = strings.ToLower(strings.TrimSpace(essence))
			if !validEssence(essence) || essence == "*/*" {
				continue
			}
			if essence != c.essence {
				c = contentType{essence: essence}
			}
			if charset := parameter(params, "charset"); charset != "" {
				c.charset = charset
			}
		}
	}
	return c
}

// parameter gives the value of the first parameter of a name, "" if there is
// none.
func parameter(params, name string) string {
	for item := range splitList(params, ';') {
		key, value, _ := strings.Cut(item, "=")
		if strings.EqualFold(strings.TrimSpace(key), name) {
			if value = unquote(strings.TrimSpace(value)); value != "" {
				return value
			}
		}
	}
	return ""
}

func validEssence(s string) bool {
	mainType, subtype, ok := strings.Cut(s, "/")
	return ok && isToken(mainType) && isToken(subtype)
}

// isToken reports a token of RFC 9110, 5.6.2.
func isToken(s string) bool {
	for i := range len(s) {
		if !isAlnum(s[i]) && strings.IndexByte("!#$%&'*+-.^_`|~", s[i]) < 0 {
			return false
		}
	}
	return s != ""
}

// splitList yields the parts of a header value between separators that do not
// stand in a quoted string.
func splitList(s string, sep byte) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for start := 0; start <= len(s); {
			end := start + listEnd(s[start:], sep)
			if !yield(s[start:end]) {
				return
			}
			start = end + 1
		}
	}
}

// listEnd gives the index of the first separator outside quotes, or the
// string's length.
func listEnd(s string, sep byte) int {
	quoted := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case c == sep && !quoted:
			return i
		}
	}
	return len(s)
}

// unquote gives the value of a token or quoted string (RFC 9110, 5.6.4).
func unquote(s string) string {
	if len(s) == 0 || s[0] != '"' {
		return s
	}
	var b strings.Builder
	for i := 1; i < len(s) && s[i] != '"'; i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// sniff gives the media type of a body sent without one, as the WHATWG MIME
// Sniffing standard has it.
func sniff(body []byte) string {
	essence, _, _ := strings.Cut(http.DetectContentType(body), ";")
	return essence
}

// unknownType reports types that say no more than none at all (WHATWG MIME
// Sniffing, 7).
func unknownType(essence string) bool {
	switch essence {
	case "", "unknown/unknown", "application/unknown":
		return true
	}
	return false
}
