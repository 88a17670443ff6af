package accesslog

import (
	"bytes"
)

// pattern reads lines by a log format: literal text and fields in turns.
type pattern struct {
	before []byte // the first field
	steps  []step
	test   func(*record) bool // nil: every line that fits is one
}

// step is a field and the text that ends it.
type step struct {
	field  field
	after  []byte // "" for the end of the line
	quoted bool   // it ends at a quote that no backslash escapes
	keep   bool   // the text that ends it belongs to the next field
}

func (p *pattern) read(line []byte, r *record) result {
	rest, ok := bytes.CutPrefix(line, p.before)
	if !ok {
		return broken
	}
	for i := range p.steps {
		s := &p.steps[i]
		end, next := s.end(rest)
		if end < 0 {
			return broken
		}
		if s.field != unused {
			text := rest[:end]
			if s.quoted && bytes.IndexByte(text, '\\') >= 0 {
				text = r.unescape(text)
			}
			if r.f[s.field] == nil {
				r.f[s.field] = text
			}
		}
		rest = rest[next:]
	}
	if p.test != nil && !p.test(r) {
		return broken
	}
	return complete
}

// end gives where a field ends, and where what follows its end begins; -1 if
// it does not end.
func (s *step) end(rest []byte) (end, next int) {
	if len(s.after) == 0 {
		if end = bytes.IndexByte(rest, ' '); end < 0 {
			end = len(rest)
		}
		return end, end
	}
	from := 0
	for {
		i := bytes.Index(rest[from:], s.after)
		if i < 0 {
			return -1, -1
		}
		i += from
		switch {
		case s.keep:
			return i, i
		case !s.quoted || !escapedAt(rest, i):
			return i, i + len(s.after)
		}
		from = i + 1
	}
}

// escapedAt reports an odd number of backslashes before a place.
func escapedAt(s []byte, i int) bool {
	n := 0
	for n < i && s[i-1-n] == '\\' {
		n++
	}
	return n%2 == 1
}

// unescape decodes the escapes of nginx (\xHH), Apache (\" \\ \n \t \xHH) and
// JSON (\uHHHH).
func (r *record) unescape(s []byte) []byte {
	from := len(r.scratch)
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			r.scratch = append(r.scratch, s[i])
			continue
		}
		i++
		switch c := s[i]; {
		case c == 'x' && i+2 < len(s) && unhex(s[i+1]) >= 0 && unhex(s[i+2]) >= 0:
			r.scratch = append(r.scratch, byte(unhex(s[i+1])<<4|unhex(s[i+2])))
			i += 2
		case c == 'u':
			var size int
			r.scratch, size = appendRune(r.scratch, s[i-1:])
			i += size - 2
		case c == 'n':
			r.scratch = append(r.scratch, '\n')
		case c == 't':
			r.scratch = append(r.scratch, '\t')
		case c == 'r':
			r.scratch = append(r.scratch, '\r')
		default:
			r.scratch = append(r.scratch, c)
		}
	}
	return r.scratch[from:len(r.scratch):len(r.scratch)]
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

// withHost and withoutHost tell lines that begin with the virtual host from
// those that begin with the client: the names alone do not.
func withHost(r *record) bool {
	return addressLike(r.f[address]) || string(r.f[ident]) == "-" && string(r.f[address]) != "-" && !addressLike(r.f[host])
}

func withoutHost(r *record) bool {
	return string(r.f[ident]) == "-" || bytes.IndexByte(r.f[user], ' ') < 0
}

// addressLike reports what can only be an IP address.
func addressLike(s []byte) bool { return clientAddr(s).IsValid() }
