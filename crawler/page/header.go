package page

import (
	"bytes"
	"github.com/portolan-seo/portolan/frontier/record"
	"strings"
)

// readHeader takes the facts and links of the answer's header.
func (p *Parser) readHeader() {
	h := p.in.Header
	for _, value := range h.Values("X-Robots-Tag") {
		p.addRobotsHeader(value)
	}
	for _, value := range h.Values("Link") {
		p.readLinkHeader(value)
	}
	if value := h.Get("Refresh"); value != "" {
		p.addRefresh([]byte(value), Link{FromHeader: true})
	}
}

// readLinkHeader reads a Link header's value (RFC 8288, 3 and appendix B.2).
func (p *Parser) readLinkHeader(s string) {
	for {
		s = strings.TrimLeft(s, " \t,")
		if s == "" {
			return
		}
		if s[0] != '<' {
			p.problem(record.LinkHeaderFaulty, -1, clip(s))
			return
		}
		target, rest, ok := strings.Cut(s[1:], ">")
		if !ok {
			p.problem(record.LinkHeaderFaulty, -1, clip(s))
			return
		}
		end := listEnd(rest, ',')
		p.addHeaderLink(strings.TrimSpace(target), rest[:end])
		s = rest[end:]
	}
}

func (p *Parser) addHeaderLink(target, params string) {
	// A link of another context says nothing about this page.
	if anchor := parameter(params, "anchor"); anchor != "" && anchor != p.in.URL {
		return
	}
	p.addRelLinks(relLink{
		rel:   []byte(parameter(params, "rel")),
		href:  []byte(target),
		lang:  []byte(parameter(params, "hreflang")),
		media: []byte(parameter(params, "media")),
		typ:   []byte(parameter(params, "type")),
		place: Link{FromHeader: true},
	})
}

// relLink is a link element or a Link header's item.
type relLink struct {
	rel, href, lang, media, typ []byte
	place                       Link // where it stands
}

// addRelLinks adds a link for each relation that leads to a page.
func (p *Parser) addRelLinks(r relLink) {
	var alternate, resource bool
	link := r.place
	link.Href, link.Lang = r.href, bytes.TrimSpace(r.lang)
	link.Rel = relOf(r.rel)
	for rel, rest := nextWord(r.rel); rel != nil; rel, rest = nextWord(rest) {
		switch {
		case equalFold(rel, "next"):
			p.addLink(KindNext, link)
		case equalFold(rel, "prev"), equalFold(rel, "previous"):
			p.addLink(KindPrev, link)
		case equalFold(rel, "canonical"):
			p.addCanonical(r, link)
		case equalFold(rel, "alternate"):
			alternate = true
		case equalFold(rel, "stylesheet"), equalFold(rel, "icon"):
			resource = true
		}
	}
	if !alternate || resource {
		return
	}
	if kind, ok := alternateKind(r.typ); ok {
		p.addLink(kind, link)
	}
}

// addCanonical adds a rel=canonical, unless it is one that names a version of
// the page in another language, medium or format: engines do not take these
// for canonicals.
func (p *Parser) addCanonical(r relLink, link Link) {
	if len(r.lang)+len(r.media)+len(r.typ) > 0 {
		p.problem(record.CanonicalQualified, r.place.Offset, clip(string(r.href)))
		return
	}
	if !link.InHead && !link.FromHeader {
		p.problem(record.CanonicalOutsideHead, r.place.Offset, clip(string(r.href)))
		p.displace("canonical")
	}
	p.addLink(KindCanonical, link)
}

// alternateKind tells by its type what an alternate is: another form of the
// page, a feed, or something for machines (edit forms, embedding data), which
// is no link.
func alternateKind(typ []byte) (Kind, bool) {
	media, _, _ := strings.Cut(strings.ToLower(string(typ)), ";")
	switch strings.TrimSpace(media) {
	case "", "text/html", "application/xhtml+xml", "application/pdf":
		return KindAlternate, true
	case "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json":
		return KindFeed, true
	}
	return 0, false
}

// relOf gives the flags of a rel attribute.
func relOf(rel []byte) Rel {
	var bits Rel
	for word, rest := nextWord(rel); word != nil; word, rest = nextWord(rest) {
		switch {
		case equalFold(word, "nofollow"):
			bits |= RelNoFollow
		case equalFold(word, "ugc"):
			bits |= RelUGC
		case equalFold(word, "sponsored"):
			bits |= RelSponsored
		}
	}
	return bits
}

// addRefresh adds the target of a Refresh header or meta refresh, if it has
// one and is not a mere reload (HTML 4.2.5.3, "shared declarative refresh
// steps").
func (p *Parser) addRefresh(value []byte, link Link) {
	delay, target, ok := parseRefresh(value)
	if !ok || len(target) == 0 {
		return
	}
	link.Href, link.Delay = p.keep(target), delay
	p.addLink(KindRefresh, link)
}

// maxDelay bounds the seconds of a refresh.
const maxDelay = 1 << 30

func parseRefresh(s []byte) (delay int, target []byte, ok bool) {
	s = trimSpaceLeft(s)
	i := 0
	for i < len(s) && classes[s[i]]&digit != 0 {
		delay = min(delay*10+int(s[i]-'0'), maxDelay)
		i++
	}
	if i == 0 && (len(s) == 0 || s[0] != '.') {
		return 0, nil, false
	}
	for i < len(s) && (classes[s[i]]&digit != 0 || s[i] == '.') {
		i++
	}
	s = s[i:]
	if len(s) == 0 {
		return delay, nil, true
	}
	if !isSpace(s[0]) && s[0] != ';' && s[0] != ',' {
		return 0, nil, false
	}
	s = trimSpaceLeft(s)
	if len(s) > 0 && (s[0] == ';' || s[0] == ',') {
		s = trimSpaceLeft(s[1:])
	}
	return delay, unquoteRefresh(afterURL(s)), true
}

// afterURL gives what follows "url =", all of s if it does not begin so.
func afterURL(s []byte) []byte {
	if !hasPrefixFold(s, "url") {
		return s
	}
	rest := trimSpaceLeft(s[len("url"):])
	if len(rest) == 0 || rest[0] != '=' {
		return s
	}
	return trimSpaceLeft(rest[1:])
}

func unquoteRefresh(s []byte) []byte {
	if len(s) > 0 && (s[0] == '"' || s[0] == '\'') {
		quote := s[0]
		s = s[1:]
		if end := bytes.IndexByte(s, quote); end >= 0 {
			s = s[:end]
		}
	}
	return s
}
