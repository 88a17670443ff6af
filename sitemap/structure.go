package sitemap

import "bytes"

// rootElement decides by the root element what the file is.
func (x *xmlReader) rootElement(local, uri []byte, sp space) elem {
	t := x.t
	x.root, t.inRoot = rootOpen, true
	x.ns = append(x.ns[:0], uri...)
	first := x.rep.Kind == KindUnknown
	kind, e, name := rootKind(local)
	if ns, ok := x.rss1(local); ok {
		kind, e, name = KindRSS, elRSS, "RDF"
		x.ns = append(x.ns[:0], ns...)
		x.p.add(NotASitemap, t.line, "RSS 1.0; the protocol knows RSS 2.0 and Atom")
	}
	switch {
	case kind == KindHTML:
		if first {
			x.rep.Kind = KindHTML
			x.p.addAbout(HTMLNotXML, t.line, "the root element is ", local, "")
		}
		return elOther
	case kind == KindUnknown:
		if first {
			x.p.addAbout(NotASitemap, t.line, "the root element is ", t.name, "")
			x.urls = true // not worth saying that it is empty too
		}
		return elOther
	}
	if first {
		x.rep.Kind = kind
	}
	if string(local) != name {
		x.p.addAbout(TagCase, t.line, "<", t.name, "> for "+name)
	}
	x.rootSpace(kind, uri, sp)
	return e
}

// rootKind tells by the root element's name what a file is, which element that
// is, and how its name is written.
func rootKind(local []byte) (Kind, elem, string) {
	switch {
	case foldEqual(local, "urlset"):
		return KindURLSet, elURLSet, "urlset"
	case foldEqual(local, "sitemapindex"):
		return KindIndex, elIndex, "sitemapindex"
	case foldEqual(local, "rss"):
		return KindRSS, elRSS, "rss"
	case foldEqual(local, "feed"):
		return KindAtom, elFeed, "feed"
	case foldEqual(local, "html"), isHTMLName(local):
		return KindHTML, elOther, ""
	}
	return KindUnknown, elOther, ""
}

// rss1 reports the root element of RSS 1.0 or 0.90, which are RDF, and the
// namespace of their items.
func (x *xmlReader) rss1(local []byte) (ns []byte, ok bool) {
	if string(local) != "RDF" {
		return nil, false
	}
	for _, b := range x.scopes.list {
		if s := string(b.uri); s == "http://purl.org/rss/1.0/" || s == "http://my.netscape.com/rdf/simple/0.9/" {
			return b.uri, true
		}
	}
	return nil, false
}

// rootSpace judges the namespace of the root element.
func (x *xmlReader) rootSpace(kind Kind, uri []byte, sp space) {
	line := x.t.line
	if kind == KindRSS || sp == spaceUndeclared {
		return
	}
	if string(uri) == nsV084 {
		x.rep.Version = V084
	}
	want := spaceCore
	if kind == KindAtom {
		want = spaceAtom
	}
	switch {
	case sp == spaceNone:
		x.p.add(NSMissing, line, "the root element has no namespace")
	case string(uri) == nsV084 && want == spaceCore:
		x.p.addText(NSLegacy, line, uri)
	case sp != want:
		x.p.addText(NSWrong, line, uri)
	}
}

// element decides what an element inside of the root is.
func (x *xmlReader) element(prefix, local, uri []byte, sp space) elem {
	parent := x.top()
	if !x.isCore(prefix, uri, sp) {
		return x.foreign(parent, local, uri, sp)
	}
	switch parent {
	case elExtension, elOther:
		return parent
	case elWrapper:
		return wrapped(local)
	}
	if parent == elFeedItem && x.rep.Kind == KindAtom {
		return x.atomElement(local)
	}
	e, exact, ok := lookup(parent, local)
	if !ok {
		return x.misplaced(parent, local)
	}
	if !exact {
		x.p.addAbout(TagCase, x.t.line, "<", x.t.name, ">")
	}
	if !bytes.Equal(uri, x.ns) && x.rep.Kind != KindRSS && sp != spaceUndeclared {
		x.childSpace(uri, sp)
	}
	x.inEntry(parent, e)
	return e
}

// wrapped decides what an element is inside of one that does not belong into
// the root element: entries in it still count.
func wrapped(local []byte) elem {
	switch {
	case foldEqual(local, "url"):
		return elURL
	case foldEqual(local, "sitemap"):
		return elSitemap
	}
	return elWrapper
}

// isEntryName reports the name of an entry of a urlset or index.
func isEntryName(local []byte) bool { return wrapped(local) != elWrapper }

// isCore reports an element of the sitemap itself, as against an extension:
// its namespace is the root's, or one under which sitemaps are known, or none.
func (x *xmlReader) isCore(prefix, uri []byte, sp space) bool {
	switch sp {
	case spaceNone:
		return true
	case spaceUndeclared:
		return !conventional(prefix)
	case spaceCore, spaceWrong:
		return x.rep.Kind != KindRSS && x.rep.Kind != KindAtom
	}
	return bytes.Equal(uri, x.ns)
}

// childSpace reports an element whose namespace is not the root's.
func (x *xmlReader) childSpace(uri []byte, sp space) {
	if len(x.ns) == 0 && sp == spaceCore {
		return // it is the root that lacks it
	}
	if sp == spaceNone {
		x.p.addAbout(NSMissing, x.t.line, "<", x.t.name, "> has no namespace")
	} else {
		x.p.addText(NSWrong, x.t.line, uri)
	}
}

// foreign takes an element of an extension.
func (x *xmlReader) foreign(parent elem, local, uri []byte, sp space) elem {
	if parent == elExtension || parent == elOther || x.rep.Kind == KindRSS || x.rep.Kind == KindAtom {
		return elExtension
	}
	line := x.t.line
	if sp == spaceOther || sp == spaceAtom {
		x.p.addAbout(UnknownExtension, line, "<"+string(local[:min(len(local), 40)])+"> of ", uri, "")
	}
	switch {
	case x.rep.Version == V084:
		x.p.addAbout(UnexpectedElement, line, "<", x.t.name, ">: version 0.84 has no extensions")
	case parent.isEntry():
		x.inEntry(parent, elExtension)
		if parent == elURL && string(local) == "link" && (string(uri) == nsXHTML || sp == spaceUndeclared) {
			x.otherLanguage()
		}
	case parent == elURLSet || parent == elIndex:
		if x.urls {
			x.p.addAbout(Order, line, "<", x.t.name, "> after the first entry")
		}
	default:
		x.valBad, x.valTag = true, true
		x.p.addAbout(UnexpectedElement, line, "<", x.t.name, "> inside of a value")
	}
	return elExtension
}

// misplaced takes a core element that does not belong where it stands. Pages
// in an index and sitemaps in a urlset still count, and an entry inside of
// another one ends that.
func (x *xmlReader) misplaced(parent elem, local []byte) elem {
	if x.rep.Kind == KindRSS || x.rep.Kind == KindAtom {
		return elOther
	}
	line := x.t.line
	if parent.isValue() {
		if e, _, ok := lookup(x.stack[x.depth-2].elem, local); ok {
			x.p.addAbout(Malformed, line, "<", x.t.name, "> before the end of the value")
			x.pop()
			x.inEntry(x.top(), e)
			return e
		}
		x.valBad, x.valTag = true, true
	}
	x.p.addAbout(UnexpectedElement, line, "<", x.t.name, ">")
	entry := wrapped(local)
	if entry == elWrapper {
		if parent == elURLSet || parent == elIndex {
			return elWrapper
		}
		return elOther
	}
	for x.depth > 1 && (x.top().isEntry() || x.top().isValue()) {
		if x.top().isEntry() {
			if x.nested++; x.nested == 1 {
				x.nestedAt = line
			}
		} else {
			x.p.addAbout(Malformed, line, "<", x.t.name, "> before the end of the value")
		}
		x.pop()
	}
	if x.top() != elURLSet && x.top() != elIndex {
		return elOther
	}
	x.inEntry(x.top(), entry)
	return entry
}
