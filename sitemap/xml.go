package sitemap

import (
	"bytes"
	"fmt"
)

// maxDepth is how deep elements are told apart; deeper ones are counted.
const maxDepth = 64

// open is an element that has begun.
type open struct {
	elem elem
	name []byte // with prefix, as written; the slice is reused
}

// xmlReader is the reading of one XML file.
type xmlReader struct {
	*reader
	t      *tokenizer
	scopes scopes
	bases  bases
	stack  [maxDepth]open
	depth  int
	deeper int // elements below maxDepth
	root   rootState
	ns     []byte // namespace of the root element
	entry  entryState
	val    []byte // text of the value element that is open
	valBad bool   // it holds a character that XML cannot have, or an element
	valTag bool   // it holds an element
	valRef refState
	valCut bool // it was longer than maxToken
	valAt  int  // its line
	urls   bool // an entry was seen, usable or not
	nested int  // entries that another one ended, less end tags met since

	nestedAt int // the line of the first of them
	scratch  []byte
}

// rootState says where the root element is.
type rootState int

const (
	rootBefore rootState = iota
	rootOpen
	rootClosed
)

// readXML reads a urlset, an index or a feed.
func (rd *reader) readXML(t *tokenizer) {
	x := &xmlReader{reader: rd, t: t}
	for !rd.stopped() {
		switch t.next() {
		case tokStart:
			x.start()
		case tokEnd:
			x.end()
		case tokText:
			x.text(t.text, true)
		case tokCData:
			x.text(t.text, false)
		case tokEOF:
			x.finish()
			return
		}
		if rd.rep.Kind == KindHTML {
			return
		}
	}
}

// finish looks at what is open when the file ends.
func (x *xmlReader) finish() {
	switch {
	case x.depth+x.deeper > 0:
		x.p.once(Truncated, x.t.lineAt(x.t.r), "the file ends before the closing tags")
	case x.root == rootBefore && x.t.html:
		x.rep.Kind = KindHTML
		x.p.add(HTMLNotXML, 1, "the file is a web page")
		return
	case x.root == rootBefore && x.p.counts[Truncated] > 0:
		if _, local := splitName(x.t.cut); len(local) > 0 {
			x.rep.Kind, _, _ = rootKind(local)
		}
		return
	case x.root == rootBefore:
		x.p.add(Empty, 0, "there is no root element")
		return
	}
	if !x.urls && x.root != rootBefore && x.rep.Kind != KindUnknown && x.p.counts[Truncated] == 0 {
		x.p.add(Empty, 0, fmt.Sprintf("the %s lists nothing", x.rep.Kind))
	}
}

// start takes a start tag.
func (x *xmlReader) start() {
	t := x.t
	if x.root == rootClosed {
		if x.p.counts[GarbageAfterRoot] == 0 {
			x.p.addAbout(GarbageAfterRoot, t.line, "a second root element <", t.name, ">")
		}
		x.root = rootBefore
		x.scopes, x.bases = scopes{}, nil
	}
	if x.deeper > 0 || x.depth == maxDepth {
		if !t.empty {
			x.deeper++
		}
		return
	}
	if len(t.attrs) > 0 {
		x.declare()
	}
	prefix, local := splitName(t.name)
	uri, sp := x.scopes.resolve(prefix)
	if sp == spaceUndeclared {
		x.p.addAbout(NSPrefixUndeclared, t.line, "prefix ", prefix, "")
	}
	var e elem
	if x.root == rootBefore {
		e = x.rootElement(local, uri, sp)
	} else {
		e = x.element(prefix, local, uri, sp)
	}
	if len(t.attrs) > 0 {
		x.attributes(e)
	}
	x.push(e)
	if t.empty {
		x.pop()
	}
}

// declare takes the namespace declarations and the xml:base of the current
// start tag.
func (x *xmlReader) declare() {
	if !bytes.Contains(x.t.attrs, []byte("xmlns")) && !bytes.Contains(x.t.attrs, []byte("xml:base")) {
		return
	}
	x.t.eachAttrQuiet(func(name, value []byte) {
		prefix, local := splitName(name)
		if bytes.IndexByte(value, '&') >= 0 {
			value, _ = x.t.decodeQuiet(nil, value)
		}
		switch {
		case string(name) == "xml:base":
			x.bases.enter(value, x.depth+1)
		case string(prefix) == "xmlns":
			x.scopes.declare(local, value, x.depth+1)
		case string(name) == "xmlns":
			x.scopes.declare(nil, value, x.depth+1)
		}
	})
}

// attributes checks what a tag of the sitemap carries besides its namespaces,
// and picks up what a feed has in attributes.
func (x *xmlReader) attributes(e elem) {
	core := e >= elURLSet && e <= elPriority
	x.t.eachAttr(func(name, value []byte) {
		x.references(value, x.t.line)
		if bytes.IndexByte(value, '<') >= 0 {
			x.p.add(Malformed, x.t.line, "< in an attribute")
		}
		prefix, local := splitName(name)
		if string(prefix) == "xmlns" || string(name) == "xmlns" {
			return
		}
		sp := spaceNone
		if len(prefix) > 0 {
			if _, sp = x.scopes.resolve(prefix); sp == spaceUndeclared {
				x.p.addAbout(NSPrefixUndeclared, x.t.line, "prefix ", prefix, "")
				return
			}
		}
		if core && (sp != spaceXSI || string(prefix) == "xml") {
			x.p.addText(UnexpectedAttribute, x.t.line, name)
		}
		x.feedAttr(e, sp, local, value)
	})
}

// top is the innermost open element.
func (x *xmlReader) top() elem {
	if x.depth == 0 {
		return elOther
	}
	return x.stack[x.depth-1].elem
}

func (x *xmlReader) push(e elem) {
	o := &x.stack[x.depth]
	o.elem = e
	o.name = append(o.name[:0], x.t.name...)
	x.depth++
	switch {
	case e.isEntry():
		x.urls = true
		x.beginEntry()
	case e.isValue():
		x.val, x.valAt = x.val[:0], x.t.line
		x.valBad, x.valTag, x.valRef, x.valCut = false, false, refState{}, false
	}
}

// pop ends the innermost element.
func (x *xmlReader) pop() {
	x.depth--
	e := x.stack[x.depth].elem
	x.scopes.leave(x.depth)
	x.bases.leave(x.depth)
	switch {
	case e.isValue():
		x.endValue(e)
	case e.isEntry():
		x.endEntry(e)
	}
	if x.depth == 0 {
		x.root = rootClosed
		if x.nested > 0 {
			x.p.add(Malformed, x.nestedAt, "the entry before this one has no end tag")
			x.nested = 0
		}
	}
}

// end takes an end tag. One that does not fit ends what is open inside of the
// element that it names; one that names nothing open is ignored.
func (x *xmlReader) end() {
	t := x.t
	if x.deeper > 0 {
		x.deeper--
		return
	}
	if x.depth > 0 && bytes.Equal(x.stack[x.depth-1].name, t.name) {
		x.pop()
		return
	}
	if x.root == rootClosed {
		x.p.once(GarbageAfterRoot, t.line, "</"+excerpt(t.name)+">")
		return
	}
	if _, local := splitName(t.name); x.nested > 0 && x.depth > 0 && !x.top().isEntry() && !x.top().isValue() && isEntryName(local) {
		x.nested--
		return
	}
	x.p.addAbout(Malformed, t.line, "</", t.name, "> ends nothing, or not what is open")
	for i := x.depth - 1; i >= 0; i-- {
		if len(x.stack[i].name) == len(t.name) && bytes.EqualFold(x.stack[i].name, t.name) {
			for x.depth > i {
				x.pop()
			}
			return
		}
	}
}

// text takes text between tags.
func (x *xmlReader) text(b []byte, references bool) {
	line := x.t.line
	if e := x.top(); x.depth > 0 && e.isValue() && x.deeper == 0 {
		x.value(b, references, line)
		return
	}
	if blank(b) {
		return
	}
	if references {
		x.references(b, line)
		if bytes.Contains(b, []byte("]]>")) {
			x.p.add(Malformed, line, "]]> in the text")
		}
	}
	switch {
	case x.root == rootBefore:
		x.p.once(GarbageBeforeXML, line, excerpt(bytes.TrimSpace(b)))
	case x.root == rootClosed:
		x.p.once(GarbageAfterRoot, line, excerpt(bytes.TrimSpace(b)))
	case x.deeper == 0 && x.top() >= elURLSet && x.top() <= elSitemap:
		x.p.addAbout(UnexpectedElement, line, "text: ", bytes.TrimSpace(b), "")
	}
}

// references reports what is wrong with the references of a text that is not
// kept.
func (x *xmlReader) references(b []byte, line int) {
	if bytes.IndexByte(b, '&') >= 0 {
		x.scratch, _ = x.t.decode(x.scratch[:0], b, line)
	}
}

// value appends to the value that is open.
func (x *xmlReader) value(b []byte, references bool, line int) {
	if len(x.val)+len(b) > maxToken {
		x.valCut = true
		if references {
			x.references(b, line)
		}
		return
	}
	from := len(x.val)
	if !references {
		x.val = append(x.val, b...)
	} else {
		var state refState
		x.val, state = x.t.decode(x.val, b, line)
		x.valBad, x.valRef = x.valBad || state.control, x.valRef.with(state)
		if bytes.IndexByte(b, ']') >= 0 && bytes.Contains(b, []byte("]]>")) {
			x.p.add(Malformed, line, "]]> in the text")
		}
	}
	for _, c := range x.val[from:] {
		if locClass[c] == inControl {
			x.valBad = true
		}
	}
}

// blank reports nothing but white space.
func blank(b []byte) bool {
	for _, c := range b {
		if !isSpace(c) {
			return false
		}
	}
	return true
}
