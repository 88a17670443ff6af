package page

import "github.com/portolan-seo/portolan/frontier/record"

// mode is where in the document the parser is, as far as it decides what
// belongs to the head (HTML 13.2.6.4).
type mode uint8

const (
	modeHead      mode = iota // before and in head
	modeAfterHead             // after </head>; link, meta and the like still go to head
	modeBody
	modeFrameset
)

// namespace is the kind of markup that the tags around belong to.
type namespace uint8

const (
	nsHTML namespace = iota
	nsSVG
	nsMath
)

// scope is an open element that changes how what is in it is read.
type scope struct {
	elem  element
	ns    namespace // of the children
	inert bool      // in a template: nothing counts
	aside bool      // its text is no text of the page, though it may name a link
	mute  bool      // its text is code
}

// maxDepth is how many open scopes are kept; browsers nest 512 elements.
const maxDepth = 512

// push opens a scope. It has what the scope around it has.
func (p *Parser) push(s scope) {
	if len(p.stack) == maxDepth {
		p.problem(record.TooDeep, p.tag.start, "")
		return
	}
	s.inert = s.inert || p.scope.inert
	s.aside = s.aside || p.scope.aside
	s.mute = s.mute || p.scope.mute
	p.stack = append(p.stack, s)
	p.scope = s
}

// truncate closes all scopes from index n on.
func (p *Parser) truncate(n int) {
	p.stack = p.stack[:n]
	p.scope = scope{}
	if n > 0 {
		p.scope = p.stack[n-1]
	}
}

// pop closes the innermost scope of the element, if it is not outside a
// template that the parser is in, and reports whether there is one.
func (p *Parser) pop(elem element) bool {
	for i := len(p.stack) - 1; i >= 0; i-- {
		if p.stack[i].elem == elem {
			p.truncate(i)
			return true
		}
		if p.stack[i].elem == elemTemplate {
			return false
		}
	}
	return false
}

// leaveForeign closes the SVG and MathML around that HTML elements end.
func (p *Parser) leaveForeign() {
	n := len(p.stack)
	for n > 0 && p.stack[n-1].ns != nsHTML {
		n--
	}
	p.truncate(n)
}

// breaksOut reports start tags that end SVG or MathML content (HTML 13.2.6.5).
func (t *tag) breaksOut() bool {
	if t.elem == elemFont {
		return t.has&(1<<attrColor|1<<attrFace|1<<attrSize) != 0
	}
	return t.trait&breakout != 0
}

// foreignTag handles a start tag in SVG or MathML.
func (p *Parser) foreignTag(t *tag) {
	s := scope{elem: t.elem, ns: p.scope.ns}
	switch {
	case t.elem == elemSVG:
		s.ns = nsSVG
	case t.elem == elemMath:
		s.ns = nsMath
	case p.scope.ns == nsSVG && t.elem == elemA:
		p.openLink(t)
		return
	case p.scope.ns == nsSVG && t.elem == elemForeignObject:
		s.ns = nsHTML
	case p.scope.ns == nsSVG && (t.elem == elemTitle || t.elem == elemDesc):
		s.ns, s.aside = nsHTML, true
	case p.scope.ns == nsSVG && (t.elem == elemStyle || t.elem == elemScript || t.elem == elemMetadata):
		s.mute = true
	case p.scope.ns == nsMath && t.elem == elemMathText:
		s.ns = nsHTML
	case p.scope.ns == nsMath && t.elem == elemAnnotationXML && htmlEncoding(p.value(t, attrEncoding)):
		s.ns = nsHTML
	default:
		return
	}
	if !t.closed {
		p.push(s)
	}
}

// htmlEncoding reports an annotation-xml encoding that makes its content HTML.
func htmlEncoding(s []byte) bool {
	return equalFold(s, "text/html") || equalFold(s, "application/xhtml+xml")
}

// place decides where a start tag of HTML goes that comes before the body has
// begun.
func (p *Parser) place(t *tag) {
	if p.mode == modeFrameset {
		return
	}
	if p.headNoScript && t.trait&noscriptKid != 0 {
		return
	}
	if t.trait&headChild != 0 && (p.mode == modeHead || t.elem != elemNoScript) {
		p.headNoScript = t.elem == elemNoScript
		return
	}
	switch t.elem {
	case elemFrameset:
		p.mode = modeFrameset
	case elemBody:
		p.mode, p.headNoScript, p.framesetLate = modeBody, false, true
	default:
		p.endHead(t.start, string(p.doc[t.start+1:min(t.nameEnd, t.start+33)]))
	}
}

// endHead begins the body because of something that may not stand in head. If
// that is in a noscript, the rest of the noscript is in the body, too.
func (p *Parser) endHead(offset int, name string) {
	if p.mode == modeHead {
		p.culprit, p.culpritName = offset, name
	}
	p.mode = modeBody
	p.noScript, p.headNoScript = p.headNoScript, false
	p.scriptedHead = p.noScript
}

// stayInScriptedHead looks whether a start tag after the content of a
// noscript ended the head would end it with scripts on, too.
func (p *Parser) stayInScriptedHead(t *tag) {
	p.scriptedHead = p.noScript || t.trait&headChild != 0
}

// endTagBeforeBody handles an end tag that comes before the body has begun.
func (p *Parser) endTagBeforeBody(t *tag) {
	switch t.elem {
	case elemHead:
		if p.mode == modeHead && !p.headNoScript {
			p.mode = modeAfterHead
		}
	case elemNoScript:
		p.headNoScript = false
	case elemHTML, elemBody, elemBr:
		if p.mode != modeFrameset {
			p.mode, p.headNoScript = modeBody, false
		}
	}
}
