package canonical

import "bytes"

// What the fast path makes of a byte of a reference.
const (
	stop      = iota // anything else: the full path decides
	plain            // allowed as it is, in path and query
	slash            // /
	dot              // . may begin a dot segment
	question         // ?
	hash             // #
	percent          // % may begin an escape that stays
	queryOnly        // allowed as it is in a query; means more in a path
)

var fastClass = func() (class [256]uint8) {
	for c := range class {
		if unreserved[c] || bytes.IndexByte([]byte("!$&*+,=@"), byte(c)) >= 0 {
			class[c] = plain
		}
	}
	class['/'], class['.'], class['?'], class['#'], class['%'] = slash, dot, question, hash, percent
	class[':'], class[';'], class['('], class[')'] = queryOnly, queryOnly, queryOnly, queryOnly
	return class
}()

// fast resolves the references that pages are full of: a path of characters
// that are their own canonical form, relative or absolute, alone or after the
// base's own scheme and host, with a query or without. It reports false, and
// decides nothing, for everything else.
func (v *Resolver) fast(ref []byte) bool {
	b := &v.base
	if !b.set || len(ref) == 0 || len(ref) > MaxLength {
		return false
	}
	if ref[0] == 'h' {
		if rest, ok := b.cutOrigin(ref); ok {
			ref = rest
		}
	}
	dir := b.path[:1]
	switch {
	case ref[0] == '/':
		if ref = ref[1:]; len(ref) > 0 && ref[0] == '/' {
			return false
		}
	case !b.plain || ref[0] == '?' || ref[0] == '#':
		return false
	default:
		dir, ref = climb(b.path[:b.dir], ref)
	}
	path, query, ok := scan(ref)
	if !ok {
		return false
	}
	v.removed = append(v.removed, b.moved...)
	v.site, v.bare = b.site, false
	v.buf = append(v.buf[:0], b.origin...)
	v.path = len(v.buf)
	v.buf = append(append(v.buf, dir...), path...)
	if len(query) > 0 {
		v.buf = append(append(v.buf, '?'), query...)
		v.cleanQuery(len(v.buf) - len(query))
	}
	return true
}

// cutOrigin cuts the base's own scheme and host off a reference, which then
// begins with a slash.
func (b *base) cutOrigin(ref []byte) ([]byte, bool) {
	n := b.originLen
	if len(ref) > n && ref[n] == '/' && bytes.Equal(ref[:n], b.url[:n]) {
		return ref[n:], true
	}
	return ref, false
}

// climb takes ./ and ../ from the front of a reference and gives the
// directory in which the rest lies.
func climb(dir, ref []byte) ([]byte, []byte) {
	for {
		switch {
		case len(ref) > 2 && ref[0] == '.' && ref[1] == '.' && ref[2] == '/':
			ref = ref[3:]
			if len(dir) > 1 {
				dir = dir[:bytes.LastIndexByte(dir[:len(dir)-1], '/')+1]
			}
		case len(ref) > 1 && ref[0] == '.' && ref[1] == '/':
			ref = ref[2:]
		default:
			return dir, ref
		}
	}
}

// scan splits what follows a directory into path and query, without the
// fragment. ok is false unless both are their own canonical form.
func scan(ref []byte) (path, query []byte, ok bool) {
	begins := true // at the beginning of a segment
	for i := 0; i < len(ref); i++ {
		switch fastClass[ref[i]] {
		case plain:
			begins = false
		case slash:
			begins = true
		case dot:
			if begins {
				return nil, nil, false
			}
		case percent:
			if !staysEscaped(ref[i:]) {
				return nil, nil, false
			}
			begins = false
			i += 2
		case question:
			query, ok = scanQuery(ref[i+1:])
			return ref[:i], query, ok
		case hash:
			return ref[:i], nil, true
		default:
			return nil, nil, false
		}
	}
	return ref, nil, true
}

func scanQuery(query []byte) ([]byte, bool) {
	for i := 0; i < len(query); i++ {
		switch fastClass[query[i]] {
		case percent:
			if !staysEscaped(query[i:]) {
				return nil, false
			}
			i += 2
		case hash:
			return query[:i], true
		case stop:
			return nil, false
		}
	}
	return query, true
}

// staysEscaped reports an escape of a byte over 0x7F in upper case, as in
// every URL with non-Latin text.
func staysEscaped(s []byte) bool {
	return len(s) > 2 && s[1] >= '8' && upperHexDigit(s[1]) && upperHexDigit(s[2])
}

func upperHexDigit(c byte) bool { return isDigit(c) || 'A' <= c && c <= 'F' }
