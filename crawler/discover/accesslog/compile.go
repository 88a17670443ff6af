package accesslog

import (
	"errors"
	"fmt"
	"strings"
)

// compile reads a format in nginx' notation ($remote_addr) or Apache's (%h).
// The whole directive (log_format NAME '...', LogFormat "..." NAME) and the
// names of usual formats are taken as well.
func compile(text string) (*pattern, error) {
	if named, known := patterns[strings.ToLower(strings.TrimSpace(text))]; known {
		text = named
	}
	text = directive(strings.TrimSpace(text))
	p := &pattern{}
	has := map[field]bool{}
	for rest := text; ; {
		literal, f, after, err := nextField(rest)
		if err != nil {
			return nil, fmt.Errorf("log pattern %.100q: %w", text, err)
		}
		if len(p.steps) == 0 {
			p.before = []byte(literal)
		} else {
			last := &p.steps[len(p.steps)-1]
			if joined := literal == "" && last.joins(f); joined && !last.keep {
				has[last.field], rest = true, after
				continue
			} else if literal == "" && f != end && !joined {
				return nil, fmt.Errorf("log pattern %.100q: two fields stand side by side, nothing tells where the first one ends", text)
			}
			if !last.keep {
				last.after, last.quoted = []byte(literal), strings.HasPrefix(literal, `"`)
			}
		}
		if f == end {
			break
		}
		p.steps = append(p.steps, step{field: f})
		has[f] = true
		rest = after
	}
	switch {
	case !has[request] && !has[target] && !has[path]:
		return nil, fmt.Errorf(`log pattern %.100q: it names no request; it takes $request or $request_uri, in Apache's notation %%r or %%U%%q`, text)
	case !has[status]:
		return nil, fmt.Errorf(`log pattern %.100q: it names no status; it takes $status, in Apache's notation %%>s`, text)
	}
	return p, nil
}

// joins makes one of a field and the next one that stands right behind it:
// $uri$is_args$args, %U%q, $host$request_uri. It reports whether it can.
func (s *step) joins(next field) bool {
	switch {
	case (s.field == path || s.field == target) && (next == query || next == unused):
		s.field = target
		return true
	case (s.field == host || s.field == unused) && (next == path || next == target):
		s.after, s.keep = []byte("/"), true
		return true
	}
	return false
}

// directive takes the format out of a line of a server's configuration.
func directive(text string) string {
	switch {
	case strings.HasPrefix(text, "log_format "):
		_, text, _ = strings.Cut(strings.TrimSpace(text[len("log_format "):]), " ")
		text = strings.TrimSuffix(strings.TrimSpace(text), ";")
		if rest, found := strings.CutPrefix(text, "escape="); found {
			_, text, _ = strings.Cut(rest, " ")
		}
		var format strings.Builder
		for text = strings.TrimSpace(text); len(text) > 1; text = strings.TrimSpace(text) {
			inside, rest, found := strings.Cut(text[1:], text[:1])
			if !found {
				break
			}
			format.WriteString(inside)
			text = rest
		}
		return format.String()
	case strings.HasPrefix(text, "LogFormat "):
		text = strings.TrimSpace(text[len("LogFormat "):])
		if i := strings.LastIndexByte(text, '"'); i > 0 && text[0] == '"' {
			text = text[1:i]
		}
	}
	return strings.ReplaceAll(text, `\"`, `"`)
}

// end is the field behind the last one.
const end = fields

var errPercent = errors.New(`a "%" at the end, or before what is no directive`)

// nextField gives the literal text before the next field, the field, and what
// follows it.
func nextField(s string) (literal string, f field, rest string, err error) {
	i := strings.IndexAny(s, "$%")
	if i < 0 {
		return s, end, "", nil
	}
	if s[i] == '$' {
		literal, s = s[:i], s[i+1:]
		if strings.HasPrefix(s, "{") {
			if name, rest, found := strings.Cut(s[1:], "}"); found {
				return literal, nginxField(name), rest, nil
			}
		}
		n := 0
		for n < len(s) && (s[n] == '_' || s[n]|0x20 >= 'a' && s[n]|0x20 <= 'z' || s[n] >= '0' && s[n] <= '9') {
			n++
		}
		if n == 0 {
			return "", 0, "", errors.New(`a "$" before what is no name`)
		}
		return literal, nginxField(s[:n]), s[n:], nil
	}
	if strings.HasPrefix(s[i:], "%%") {
		more, f, rest, err := nextField(s[i+2:])
		return s[:i] + "%" + more, f, rest, err
	}
	literal, s = s[:i], strings.TrimLeft(s[i+1:], "<>!,0123456789")
	argument := ""
	if strings.HasPrefix(s, "{") {
		var found bool
		if argument, s, found = strings.Cut(s[1:], "}"); !found {
			return "", 0, "", errors.New(`a "{" that nothing closes`)
		}
		s = strings.TrimPrefix(s, "^")
	}
	if s == "" || s[0]|0x20 < 'a' || s[0]|0x20 > 'z' {
		return "", 0, "", errPercent
	}
	n := 1
	if strings.HasPrefix(s, "ti") || strings.HasPrefix(s, "to") {
		n = 2
	}
	if s[:n] == "t" && argument == "" { // which writes its brackets itself
		return literal + "[", when, "]" + s[n:], nil
	}
	return literal, apacheField(s[:n], argument), s[n:], nil
}
