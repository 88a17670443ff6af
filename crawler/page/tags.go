package page

import (
	"bytes"

	"github.com/portolan-seo/portolan/frontier/record"
)

// htmlTag handles a start tag of HTML that counts.
func (p *Parser) htmlTag(t *tag) {
	if t.trait&inline == 0 {
		p.separate()
	}
	if t.elem == elemFrameset && !p.framesetLate {
		p.mode, p.page.Frameset = modeFrameset, true
	}
	p.framesetLate = p.framesetLate || t.trait&notFrameset != 0
	switch t.elem {
	case elemA:
		p.openLink(t)
	case elemArea, elemFrame, elemIFrame:
		p.addTagLink(t)
	case elemForm:
		p.formFlaws(t)
	case elemInput:
		p.inputFlaws(t)
	case elemImg:
		p.imageFlaws(t)
		p.readImage(t)
	case elemSource:
		p.addCandidates(t, nil)
	case elemLink:
		p.readLink(t)
	case elemMeta:
		p.readMeta(t)
	case elemBase:
		if p.page.Base == nil {
			p.page.Base = p.value(t, attrHref)
		}
	case elemHTML:
		p.readLanguage(t)
	case elemH1, elemHeading:
		p.closeHeading()
		if t.elem == elemH1 && !p.noScript {
			p.main.open(elemH1)
			p.inHeading = true
			p.heading.start(maxFact)
		}
	case elemNoScript:
		p.noScript = p.mode == modeBody
	case elemSVG, elemMath, elemTemplate:
		p.openScope(t)
	case elemNav, elemAside, elemSelect, elemHeader, elemFooter, elemArticle, elemMain:
		p.main.open(t.elem)
		p.regions.open(t.elem)
	}
}

// endHTMLTag handles an end tag of HTML that counts, in body.
func (p *Parser) endHTMLTag(t *tag) {
	switch t.elem {
	case elemA:
		p.closeLink()
	case elemH1, elemHeading:
		p.closeHeading()
	case elemNoScript:
		p.noScript = false
	case elemNav, elemAside, elemSelect, elemHeader, elemFooter, elemArticle, elemMain:
		p.main.close(t.elem)
		p.regions.close(t.elem)
	}
}

// framelessTag handles a start tag in noframes.
func (p *Parser) framelessTag(t *tag) {
	switch t.elem {
	case elemA:
		p.openLink(t)
	case elemArea, elemFrame, elemIFrame:
		p.addTagLink(t)
	}
}

// inertTag handles a start tag in a template.
func (p *Parser) inertTag(t *tag) {
	switch t.elem {
	case elemSVG, elemMath, elemTemplate:
		p.openScope(t)
	}
}

// openScope opens SVG, MathML or a template. A template that declares a
// shadow root is content like any other.
func (p *Parser) openScope(t *tag) {
	switch {
	case t.elem == elemTemplate:
		p.push(scope{elem: elemTemplate, inert: p.mode != modeBody || t.has&(1<<attrShadowRootMode) == 0})
	case t.closed:
	case t.elem == elemSVG:
		p.push(scope{elem: elemSVG, ns: nsSVG})
	case t.elem == elemMath:
		p.push(scope{elem: elemMath, ns: nsMath})
	}
}

// at gives a link without a target that stands where the tag stands.
func (p *Parser) at(t *tag) Link {
	region := record.RegionHead
	if p.mode >= modeBody || p.frameless {
		region = p.regions.now()
	}
	return Link{
		Offset:   t.start,
		InHead:   p.mode < modeBody && !p.frameless,
		Region:   region,
		NoScript: p.noScript || p.headNoScript,

		ScriptedHead: p.scriptedHead && !p.noScript && !p.frameless,
	}
}

// openLink begins an a element. Parsing ends one that is open, where it stands
// inside of that. If both lead to the same place and the outer one has no text so
// far, a reader sees one link: the inner one.
func (p *Parser) openLink(t *tag) {
	if p.link >= 0 && bytes.Equal(p.page.Links[p.link].Href, p.value(t, attrHref)) && len(p.linkText()) == 0 {
		p.endLink(nil)
	}
	p.closeLink()
	if p.scope.inert {
		return
	}
	link := p.at(t)
	link.Href = p.value(t, attrHref)
	if link.Href == nil && p.scope.ns == nsSVG {
		link.Href = p.value(t, attrXlinkHref)
	}
	p.linkFlaws(t, link.Href)
	if link.Href == nil {
		return
	}
	link.Rel = relOf(p.value(t, attrRel))
	link.Lang = bytes.TrimSpace(p.value(t, attrHreflang))
	if !p.addLink(KindA, link) {
		return
	}
	p.link = len(p.page.Links) - 1
	p.anchor.start(maxAnchor)
	p.linkName = p.value(t, attrAriaLabel)
	p.linkLabel = p.linkName
	if len(p.linkLabel) == 0 {
		p.linkLabel = p.value(t, attrTitle)
	}
}

// closeLink ends the a element that is open, if any.
func (p *Parser) closeLink() {
	if p.link < 0 {
		return
	}
	text := p.linkText()
	p.textFlaw(text)
	p.endLink(text)
}

// linkText is what the a element that is open says, or its label.
func (p *Parser) linkText() []byte {
	if text := p.anchor.bytes(); len(text) > 0 {
		return text
	}
	p.anchor.start(maxAnchor)
	p.anchor.write(p.linkLabel)
	return p.anchor.bytes()
}

func (p *Parser) endLink(text []byte) {
	p.page.Links[p.link].Anchor = p.keep(text)
	p.link = -1
}

// addTagLink adds the target of an area, frame or iframe.
func (p *Parser) addTagLink(t *tag) {
	kind, source, label := KindArea, attrHref, attrAlt
	switch t.elem {
	case elemFrame:
		kind, source, label = KindFrame, attrSrc, attrTitle
	case elemIFrame:
		kind, source, label = KindIFrame, attrSrc, attrTitle
	}
	if kind != KindArea {
		p.subresource(t, p.value(t, source), record.MixedActive)
	}
	link := p.at(t)
	if link.Href = p.value(t, source); link.Href == nil || kind != KindArea && len(link.Href) == 0 {
		return
	}
	link.Rel = relOf(p.value(t, attrRel))
	p.short.start(maxAnchor)
	p.short.write(p.value(t, label))
	link.Anchor = p.keep(p.short.bytes())
	p.addLink(kind, link)
}

func (p *Parser) readImage(t *tag) {
	alt := p.value(t, attrAlt)
	if !p.noScript && !p.frameless {
		if p.main.around == 0 {
			p.stats.picture(p.value(t, attrSrc), p.main.inner > 0, p.headings > 0 || p.inHeading)
		}
	}
	if p.link >= 0 {
		p.anchor.write(alt)
		p.anchor.space()
	}
	if p.inHeading && !p.noScript {
		p.heading.write(alt)
		p.heading.space()
	}
	if p.opts.Images {
		p.addImage(t, alt)
	}
}

func (p *Parser) readLink(t *tag) {
	rel := p.value(t, attrRel)
	if len(rel) == 0 {
		return
	}
	if equalFold(bytes.TrimSpace(rel), "stylesheet") {
		p.subresource(t, p.value(t, attrHref), record.MixedActive)
	}
	lang := p.value(t, attrHreflang)
	if len(lang) > 0 && p.mode == modeBody {
		p.displace("hreflang")
	}
	p.addRelLinks(relLink{
		rel:   rel,
		href:  p.value(t, attrHref),
		lang:  lang,
		media: p.value(t, attrMedia),
		typ:   p.value(t, attrType),
		place: p.at(t),
	})
}

func (p *Parser) readMeta(t *tag) {
	content := p.value(t, attrContent)
	if len(content) == 0 {
		return
	}
	if equalFold(bytes.TrimSpace(p.value(t, attrHTTPEquiv)), "refresh") {
		p.addRefresh(content, p.at(t))
		return
	}
	if equalFold(bytes.TrimSpace(p.value(t, attrHTTPEquiv)), "content-security-policy") {
		p.flaws.policy(content)
		return
	}
	name := bytes.TrimSpace(p.value(t, attrName))
	switch {
	case equalFold(name, "description"):
		switch {
		case p.page.Description == "":
			p.page.Description = p.fold(content)
			if p.mode == modeBody {
				p.displace("description")
			}
		case p.mode != modeBody && p.fold(content) != p.page.Description:
			p.tagFlaw(record.SeveralTitles, t)
		}
	case equalFold(name, "robots"), bytes.EqualFold(name, []byte(p.opts.ListAgent)), bytes.EqualFold(name, []byte(p.opts.Agent)):
		p.addRobotsMeta(p.fold(name), p.fold(content))
	default:
		property := p.value(t, attrProperty)
		if p.page.Modified == "" && equalFold(property, "article:modified_time") {
			p.page.Modified = p.fold(content[:min(len(content), maxDate)])
		}
		if p.opts.Articles {
			p.articleMeta(property, name, content)
		}
	}
}

// fold makes a fact of a text: white space folded, valid UTF-8, not too long.
func (p *Parser) fold(s []byte) string {
	p.short.start(maxFact)
	p.short.write(s)
	return string(p.short.bytes())
}

func (p *Parser) readLanguage(t *tag) {
	for _, a := range [...]attribute{attrLang, attrXMLLang} {
		if lang := p.value(t, a); p.page.Lang == "" && len(lang) <= maxDate {
			p.page.Lang = p.fold(lang)
		}
	}
}

func (p *Parser) closeHeading() {
	if !p.inHeading {
		return
	}
	p.inHeading = false
	if text := p.heading.bytes(); len(text) > 0 && p.headings < len(p.page.H1) {
		p.page.H1[p.headings] = string(text)
		p.headings++
	}
}

// readTitle takes the first title element that is not part of an SVG.
func (p *Parser) readTitle(start, end int) {
	if p.titled {
		if p.mode != modeBody {
			p.flaw(record.SeveralTitles, start, p.doc[start:end])
		}
		return
	}
	p.titled = true
	if p.mode == modeBody {
		p.displace("title")
	}
	p.short.start(maxFact)
	for s := p.doc[start:end]; len(s) > 0 && len(p.short.buf) < maxFact; {
		n := bytes.IndexByte(s, '&')
		if n < 0 {
			p.short.write(s)
			break
		}
		p.short.write(s[:n])
		text, size := p.entities.reference(s[n:], false)
		p.short.write([]byte(text))
		s = s[n+size:]
	}
	p.page.Title = string(p.short.bytes())
}

const (
	maxDate = 64       // bytes of a date in a page
	maxJSON = 64 << 10 // bytes of a script that are searched for one
)

// readScript takes the date, videos, and the article, of JSON-LD.
func (p *Parser) readScript(t *tag, start, end int) {
	p.flaws.scripts++
	p.subresource(t, p.value(t, attrSrc), record.MixedActive)
	if len(p.flaws.data) == maxData && p.jsonDated && !p.opts.Videos && !p.opts.Articles || !equalFold(bytes.TrimSpace(p.value(t, attrType)), "application/ld+json") {
		return
	}
	if len(p.flaws.data) < maxData {
		p.flaws.data = append(p.flaws.data, [2]int{start, end})
	}
	if p.opts.Videos {
		p.readVideos(p.doc[start:end])
	}
	if p.opts.Articles {
		p.readArticle(p.doc[start:end])
	}
	if p.jsonDated {
		return
	}
	script := p.doc[start:min(end, start+maxJSON)]
	const key = `"dateModified"`
	for {
		n := bytes.Index(script, []byte(key))
		if n < 0 {
			return
		}
		script = trimSpaceLeft(script[n+len(key):])
		if len(script) == 0 || script[0] != ':' {
			continue
		}
		value := trimSpaceLeft(script[1:])
		if len(value) == 0 || value[0] != '"' {
			continue
		}
		value = value[1:]
		if n := bytes.IndexByte(value[:min(len(value), maxDate)], '"'); n > 0 {
			p.page.Modified, p.jsonDated = p.fold(value[:n]), true
			return
		}
	}
}
