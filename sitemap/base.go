package sitemap

import "bytes"

// base is one xml:base attribute in force.
type base struct {
	url   []byte // absolute; nil if it is not usable
	parts urlParts
	depth int
}

// bases are the xml:base attributes in force, outermost first (XML Base,
// www.w3.org/TR/xmlbase). Atom alone uses them.
type bases []base

// maxBase is the longest base that is used. It comes back in every URL, so a
// long one would make much of a small file.
const maxBase = 512

// enter takes the xml:base of an element at depth.
func (b *bases) enter(ref []byte, depth int) {
	if len(*b) == maxDepth {
		return
	}
	to := base{depth: depth}
	url := bytes.Clone(b.resolve(nil, bytes.TrimSpace(ref)))
	if parts, ok := splitURL(url); ok && len(url) <= maxBase {
		to.url, to.parts = url, parts
	}
	*b = append(*b, to)
}

// leave drops those deeper than depth.
func (b *bases) leave(depth int) {
	for len(*b) > 0 && (*b)[len(*b)-1].depth > depth {
		*b = (*b)[:len(*b)-1]
	}
}

// resolve makes a relative reference absolute, in the space of dst, if the
// xml:base in force is (RFC 3986 5.2). Anything else stays as it is.
func (b bases) resolve(dst, ref []byte) []byte {
	rel := bytes.TrimSpace(ref)
	if len(b) == 0 || b[len(b)-1].url == nil || len(rel) == 0 || len(rel) > maxLoc || hasScheme(rel) {
		return ref
	}
	from := &b[len(b)-1]
	origin := len(from.url) - len(from.parts.rest)
	path := from.parts.path
	switch {
	case bytes.HasPrefix(rel, []byte("//")):
		return append(append(dst, from.parts.scheme()+":"...), rel...)
	case rel[0] == '#':
		whole, _, _ := bytes.Cut(from.url, []byte("#"))
		return append(append(dst, whole...), rel...)
	case rel[0] == '?':
		return append(append(dst, from.url[:origin+len(path)]...), rel...)
	case rel[0] == '/':
		path, rel = nil, rel[1:]
	}
	dst = append(dst, from.url[:origin]...)
	root := len(dst)
	dst = append(append(dst, '/'), bytes.TrimPrefix(path[:bytes.LastIndexByte(path, '/')+1], []byte("/"))...)
	return appendSegments(dst, rel, root)
}

// appendSegments appends a relative path, with its query and fragment, to a
// URL that ends in a slash. Its path begins at root.
func appendSegments(dst, rel []byte, root int) []byte {
	tail := bytes.IndexAny(rel, "?#")
	if tail < 0 {
		tail = len(rel)
	}
	for segments := rel[:tail]; ; {
		segment, rest, more := bytes.Cut(segments, []byte("/"))
		switch string(segment) {
		case ".":
		case "..":
			dst = dst[:root+bytes.LastIndexByte(dst[root:max(len(dst)-1, root+1)], '/')+1]
		default:
			dst = append(dst, segment...)
			if more {
				dst = append(dst, '/')
			}
		}
		if !more {
			return append(dst, rel[tail:]...)
		}
		segments = rest
	}
}

// hasScheme reports a reference that is absolute.
func hasScheme(ref []byte) bool {
	i := bytes.IndexAny(ref, ":/?#")
	return i > 0 && ref[i] == ':' && isScheme(ref[:i], ref[i+1:])
}
