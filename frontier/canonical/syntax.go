package canonical

import (
	"bytes"
	"unicode/utf8"
)

// maxBase is the longest base URL, in bytes of its canonical form.
const maxBase = 4 * MaxLength

// parse resolves ref into v.buf as the WHATWG URL standard has it (basic URL
// parser, special schemes), written as RFC 3986. bare leaves out all rules.
func (v *Resolver) parse(ref []byte, bare bool) Reason {
	v.buf, v.bare, v.site = v.buf[:0], bare, nil
	ref = v.clean(ref)
	scheme, rest, ok := cutScheme(ref)
	https := v.base.https
	if ok {
		switch {
		case bytes.EqualFold(scheme, []byte("https")):
			https = true
		case bytes.EqualFold(scheme, []byte("http")):
			https = false
		default:
			return Scheme
		}
	}
	if i := bytes.IndexByte(rest, '#'); i >= 0 {
		rest = rest[:i]
	}
	if len(rest) > MaxRef {
		return TooLong
	}
	if ok && (!v.base.set || https != v.base.https || bytes.HasPrefix(rest, []byte("//"))) {
		return v.absolute(https, rest)
	}
	if !v.base.set {
		return Parse
	}
	return v.relative(rest)
}

// clean cuts controls and blanks around a reference, and tabs and line ends
// within it.
func (v *Resolver) clean(ref []byte) []byte {
	for len(ref) > 0 && ref[0] <= ' ' {
		ref = ref[1:]
	}
	for len(ref) > 0 && ref[len(ref)-1] <= ' ' {
		ref = ref[:len(ref)-1]
	}
	i := bytes.IndexAny(ref, "\t\n\r")
	if i < 0 {
		return ref
	}
	v.scratch = append(v.scratch[:0], ref[:i]...)
	for _, c := range ref[i:] {
		if c != '\t' && c != '\n' && c != '\r' {
			v.scratch = append(v.scratch, c)
		}
	}
	return v.scratch
}

// cutScheme splits "scheme:rest"; ok is false if ref has no scheme.
func cutScheme(ref []byte) (scheme, rest []byte, ok bool) {
	for i, c := range ref {
		switch {
		case isLetter(c):
		case i > 0 && (isDigit(c) || c == '+' || c == '-' || c == '.'):
		case i > 0 && c == ':':
			return ref[:i], ref[i+1:], true
		default:
			return nil, ref, false
		}
	}
	return nil, ref, false
}

func isSlash(c byte) bool { return c == '/' || c == '\\' }

// absolute resolves what follows "http:" or begins with two slashes.
func (v *Resolver) absolute(https bool, rest []byte) Reason {
	for len(rest) > 0 && isSlash(rest[0]) {
		rest = rest[1:]
	}
	end := bytes.IndexAny(rest, `/\?`)
	if end < 0 {
		end = len(rest)
	}
	authority, rest := rest[:end], rest[end:]
	if at := bytes.LastIndexByte(authority, '@'); at >= 0 {
		authority = authority[at+1:]
	}
	if len(authority) > maxAuthority {
		return Parse
	}
	h, ok := v.host(authority)
	if !ok {
		return Parse
	}
	if https && h.port == 443 || !https && h.port == 80 {
		h.port = -1
	}
	v.authority = appendAuthority(v.authority[:0], h.name, h.port)
	v.origin(https, v.authority)
	v.buf = append(v.buf, '/')
	if len(rest) > 0 && isSlash(rest[0]) {
		rest = rest[1:]
	}
	return v.pathAndQuery(rest)
}

// relative resolves a reference without scheme and host against the base.
func (v *Resolver) relative(rest []byte) Reason {
	b := &v.base
	if len(rest) > 1 && isSlash(rest[0]) && isSlash(rest[1]) {
		return v.absolute(b.https, rest)
	}
	v.origin(b.https, b.authority)
	switch {
	case len(rest) > 0 && isSlash(rest[0]):
		v.buf = append(v.buf, '/')
		return v.pathAndQuery(rest[1:])
	case len(rest) == 0:
		v.buf = append(v.buf, b.path...)
		v.finishPath()
		v.appendQuery(b.query)
	case rest[0] == '?':
		v.buf = append(v.buf, b.path...)
		v.finishPath()
		v.encodeQuery(rest[1:])
	default:
		v.buf = append(v.buf, b.path[:b.dir]...)
		return v.pathAndQuery(rest)
	}
	return OK
}

// pathAndQuery appends path segments and a query. v.buf ends in the slash of
// the directory in which the path begins.
func (v *Resolver) pathAndQuery(rest []byte) Reason {
	path, query := rest, []byte(nil)
	if q := bytes.IndexByte(rest, '?'); q >= 0 {
		path, query = rest[:q], rest[q+1:]
	}
	for more := true; more; {
		segment := path
		end := bytes.IndexAny(path, `/\`)
		if more = end >= 0; more {
			segment, path = path[:end], path[end+1:]
		}
		start := len(v.buf)
		v.buf = appendEscaped(v.buf, segment, &inSegment)
		v.buf = endSegment(v.buf, v.path, start, more)
	}
	v.finishPath()
	v.encodeQuery(query)
	return OK
}

// endSegment finishes the segment buf[start:] of the path that begins at
// buf[path]: removes it if it is a dot segment (RFC 3986 5.2.4), else adds the
// slash after it if there is more.
func endSegment(buf []byte, path, start int, more bool) []byte {
	switch string(buf[start:]) {
	case ".":
		return buf[:start]
	case "..":
		if start-1 > path {
			start = path + bytes.LastIndexByte(buf[path:start-1], '/') + 1
		}
		return buf[:start]
	}
	if more {
		buf = append(buf, '/')
	}
	return buf
}

// finishPath applies the rules to the path that v.buf ends in.
func (v *Resolver) finishPath() {
	if !v.bare {
		v.cleanPath()
	}
}

// encodeQuery appends a raw query in the encoding of the document.
func (v *Resolver) encodeQuery(query []byte) {
	if v.encoder != nil && !v.bare && !all(query, func(c byte) bool { return c < utf8.RuneSelf }) {
		v.encoded = appendEncoded(v.encoded[:0], query, v.encoder)
		query = v.encoded
	}
	v.appendQuery(query)
}

// appendQuery appends a query, nothing if it is empty, and applies the rules
// to it.
func (v *Resolver) appendQuery(query []byte) {
	if len(query) == 0 {
		return
	}
	v.buf = append(v.buf, '?')
	start := len(v.buf)
	v.buf = appendEscaped(v.buf, query, &inQuery)
	if !v.bare {
		v.cleanQuery(start)
	}
}
