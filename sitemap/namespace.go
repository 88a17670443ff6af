package sitemap

import "bytes"

// space is what a namespace means to a sitemap.
type space uint8

const (
	spaceNone       space = iota // no namespace
	spaceCore                    // the protocol, 0.9 or 0.84
	spaceWrong                   // names that never were the protocol's, but are meant so
	spaceAtom                    // Atom 1.0 and 0.3
	spaceKnown                   // an extension that engines read
	spaceXSI                     // xsi:schemaLocation and the like
	spaceOther                   // anything else
	spaceUndeclared              // a prefix without declaration
)

// spaceOf classifies a namespace name. Namespaces are compared letter for
// letter (Namespaces in XML 1.0, 2.3).
func spaceOf(uri []byte) space {
	switch string(uri) {
	case "":
		return spaceNone
	case nsV09, nsV084:
		return spaceCore
	case "http://www.google.com/schemas/sitemap/0.9", "http://www.google.com/schemas/sitemap/0.90",
		"https://www.sitemaps.org/schemas/sitemap/0.9", "http://www.sitemaps.org/schemas/sitemap/0.9/":
		return spaceWrong
	case "http://www.w3.org/2005/Atom", "http://purl.org/atom/ns#":
		return spaceAtom
	case nsXSI:
		return spaceXSI
	case nsImage, nsVideo, nsXHTML, nsNews,
		"http://www.google.com/schemas/sitemap-mobile/1.0",
		"http://www.google.com/schemas/sitemap-pagemap/1.0",
		"http://www.google.com/schemas/sitemap-geo/1.0",
		"http://www.google.com/geo/schemas/sitemap/1.0",
		"http://www.google.com/codesearch/schemas/sitemap/1.0",
		"http://www.baidu.com/schemas/sitemap-mobile/1/":
		return spaceKnown
	}
	return spaceOther
}

// conventional reports prefixes that everybody uses for the known extensions:
// undeclared, they still mean them.
func conventional(prefix []byte) bool {
	switch string(prefix) {
	case "image", "video", "news", "xhtml", "mobile", "geo", "pagemap":
		return true
	}
	return false
}

// binding is one xmlns attribute in force.
type binding struct {
	prefix, uri []byte
	space       space
	depth       int
}

// maxBindings bounds the declarations in force at a time.
const maxBindings = 256

// scopes are the namespace declarations in force.
type scopes struct {
	list  []binding
	byDef binding // the default namespace
}

// declare takes the xmlns attributes of an element at depth.
func (s *scopes) declare(prefix, uri []byte, depth int) {
	if len(s.list) == maxBindings {
		return
	}
	b := binding{bytes.Clone(prefix), bytes.Clone(bytes.TrimSpace(uri)), 0, depth}
	b.space = spaceOf(b.uri)
	if !bytes.Equal(uri, b.uri) && b.space != spaceNone {
		b.space = spaceOther // blanks are part of the name
	}
	s.list = append(s.list, b)
	if len(prefix) == 0 {
		s.byDef = b
	}
}

// leave drops what was declared deeper than depth.
func (s *scopes) leave(depth int) {
	n := len(s.list)
	for n > 0 && s.list[n-1].depth > depth {
		n--
	}
	if n == len(s.list) {
		return
	}
	s.list = s.list[:n]
	s.byDef = binding{}
	for _, b := range s.list {
		if len(b.prefix) == 0 {
			s.byDef = b
		}
	}
}

// resolve gives the namespace that a prefix stands for.
func (s *scopes) resolve(prefix []byte) (uri []byte, sp space) {
	if len(prefix) == 0 {
		return s.byDef.uri, s.byDef.space
	}
	for i := len(s.list) - 1; i >= 0; i-- {
		if bytes.Equal(s.list[i].prefix, prefix) {
			return s.list[i].uri, s.list[i].space
		}
	}
	if string(prefix) == "xml" {
		return nil, spaceXSI
	}
	return nil, spaceUndeclared
}
