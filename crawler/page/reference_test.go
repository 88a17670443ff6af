package page_test

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/portolan-seo/portolan/crawler/page"
)

// reference reads a page the slow and plain way: every token comes from
// x/net/html's Tokenizer, texts are strings, names are compared as strings.
// What a Parser says must be the same.
type reference struct {
	z     *html.Tokenizer
	name  string
	attrs map[string]string
	stack []refScope

	mode         string // head, after, body, frameset
	headNoScript bool
	noScript     bool
	late         bool // for a frameset

	links    []refLink
	open     int // index of the a element's link, -1
	label    string
	anchor   strings.Builder
	words    strings.Builder
	heading  *strings.Builder
	h1       []string
	title    *string
	desc     string
	lang     string
	base     *string
	frameset bool
}

type refScope struct {
	name               string
	ns                 string // "", svg, math
	inert, aside, mute bool
}

type refLink struct {
	Kind             page.Kind
	Href, Lang, Text string
	Rel              page.Rel
	InHead, NoScript bool
}

const (
	refBreakout = " b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var "
	refInline   = " a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q ruby s samp script small span strike strong style sub sup template time tt u var wbr "
	refHead     = " html head base basefont bgsound link meta noframes noscript script style template title "
	refNoScript = " html head basefont bgsound link meta noframes noscript style "
	refLate     = " applet area br button dd dt embed hr iframe img input keygen li listing marquee object plaintext pre select table textarea wbr xmp "
)

func in(list, name string) bool { return strings.Contains(list, " "+name+" ") }

func readReference(doc []byte) *reference {
	doc = bytes.TrimPrefix(doc, []byte("\uFEFF"))
	r := &reference{z: html.NewTokenizer(bytes.NewReader(doc)), mode: "head", open: -1}
	r.run(false)
	r.closeLink()
	r.closeHeading()
	return r
}

func (r *reference) top() refScope {
	if len(r.stack) == 0 {
		return refScope{}
	}
	return r.stack[len(r.stack)-1]
}

func (r *reference) run(frameless bool) {
	for {
		r.z.AllowCDATA(r.top().ns != "")
		switch r.z.Next() {
		case html.ErrorToken:
			return
		case html.TextToken:
			r.text(string(r.z.Raw()), string(r.z.Text()), frameless)
		case html.StartTagToken:
			r.readTag()
			r.start(false, frameless)
		case html.SelfClosingTagToken:
			r.readTag()
			r.start(true, frameless)
		case html.EndTagToken:
			r.readTag()
			r.end(frameless)
		}
	}
}

func (r *reference) readTag() {
	name, more := r.z.TagName()
	r.name, r.attrs = string(name), map[string]string{}
	for more {
		var k, v []byte
		k, v, more = r.z.TagAttr()
		if _, twice := r.attrs[string(k)]; !twice {
			r.attrs[string(k)] = string(v)
		}
	}
}

func (r *reference) separate() {
	r.words.WriteByte(' ')
	r.anchor.WriteByte(' ')
	if r.heading != nil {
		r.heading.WriteByte(' ')
	}
}

func (r *reference) text(raw, s string, frameless bool) {
	top := r.top()
	if top.inert || top.mute {
		return
	}
	s = string([]rune(s))
	if !frameless && !(r.mode == "body" && r.late) {
		blank := strings.Trim(raw, " \t\n\f\r\x00") == ""
		if r.mode == "frameset" || r.mode != "body" && blank {
			return
		}
		if r.mode != "body" {
			r.mode = "body"
			r.noScript, r.headNoScript = r.headNoScript, false
		}
		r.late = r.late || !blank
	}
	if !top.aside && !r.noScript && !frameless {
		r.words.WriteString(s)
		if r.heading != nil {
			r.heading.WriteString(s)
		}
	}
	if r.open >= 0 {
		r.anchor.WriteString(s)
	}
}

func (r *reference) push(s refScope) {
	top := r.top()
	s.inert, s.aside, s.mute = s.inert || top.inert, s.aside || top.aside, s.mute || top.mute
	r.stack = append(r.stack, s)
}

func (r *reference) leaveForeign() {
	for r.top().ns != "" {
		r.stack = r.stack[:len(r.stack)-1]
	}
}

func (r *reference) start(closed, frameless bool) {
	if r.name == "noscript" || r.top().ns != "" {
		r.z.NextIsNotRawText()
	}
	if ns := r.top().ns; ns != "" {
		_, color := r.attrs["color"]
		_, face := r.attrs["face"]
		_, size := r.attrs["size"]
		if !in(refBreakout, r.name) && !(r.name == "font" && (color || face || size)) {
			r.foreign(ns, closed)
			return
		}
		r.leaveForeign()
	}
	switch {
	case frameless:
		if in(" a area frame iframe ", r.name) {
			r.element(true)
		}
	case r.top().inert:
		if in(" svg math template ", r.name) {
			r.openScope(closed)
		}
	default:
		if r.mode != "body" {
			r.place()
		}
		if !in(refInline, r.name) {
			r.separate()
		}
		if r.name == "frameset" && !r.late {
			r.mode, r.frameset = "frameset", true
		}
		r.late = r.late || in(refLate, r.name)
		r.openScope(closed)
		r.element(false)
	}
	r.rawText(frameless)
}

// rawText takes the raw content of the element and leaves the rest alone.
func (r *reference) rawText(frameless bool) {
	if !in(" iframe noembed noframes script style textarea title xmp ", r.name) {
		return
	}
	name := r.name
	tt := r.z.Next()
	if tt != html.TextToken {
		if tt == html.EndTagToken {
			r.readTag()
			r.end(frameless)
		}
		return
	}
	if r.top().inert || frameless {
		return
	}
	switch {
	case name == "title" && r.title == nil:
		s := fold(html.UnescapeString(strings.ReplaceAll(string([]rune(string(r.z.Raw()))), "\x00", " ")), 2048)
		r.title = &s
	case name == "noframes":
		outer := r.z
		r.z = html.NewTokenizer(bytes.NewReader(bytes.Clone(outer.Raw())))
		r.run(true)
		r.closeLink()
		r.z = outer
	}
}

func (r *reference) foreign(ns string, closed bool) {
	s := refScope{name: r.name, ns: ns}
	switch {
	case r.name == "svg", r.name == "math":
		s.ns = r.name
	case ns == "svg" && r.name == "a":
		r.element(false)
		return
	case ns == "svg" && r.name == "foreignobject":
		s.ns = ""
	case ns == "svg" && in(" title desc ", r.name):
		s.ns, s.aside = "", true
	case ns == "svg" && in(" style script metadata ", r.name):
		s.mute = true
	case ns == "math" && in(" mi mo mn ms mtext ", r.name):
		s.ns, s.name = "", "mtext"
	case ns == "math" && r.name == "annotation-xml" && slices.Contains([]string{"text/html", "application/xhtml+xml"}, asciiLower(r.attrs["encoding"])):
		s.ns = ""
	default:
		return
	}
	if !closed {
		r.push(s)
	}
}

func (r *reference) openScope(closed bool) {
	switch {
	case r.name == "template":
		_, shadow := r.attrs["shadowrootmode"]
		r.push(refScope{name: r.name, inert: r.mode != "body" || !shadow})
	case !closed && in(" svg math ", r.name):
		r.push(refScope{name: r.name, ns: r.name})
	}
}

func (r *reference) place() {
	switch {
	case r.mode == "frameset":
		return
	case r.headNoScript && in(refNoScript, r.name):
		return
	}
	switch {
	case in(refHead, r.name) && (r.mode == "head" || r.name != "noscript"):
		r.headNoScript = r.name == "noscript"
	case r.name == "frameset":
		r.mode = "frameset"
	case r.name == "body":
		r.mode, r.late, r.headNoScript = "body", true, false
	default:
		r.mode = "body"
		r.noScript, r.headNoScript = r.headNoScript, false
	}
}

func (r *reference) end(frameless bool) {
	name := r.name
	if in(" mi mo mn ms ", name) {
		name = "mtext"
	}
	if !in(refInline, r.name) {
		r.separate()
	}
	for i := len(r.stack) - 1; i >= 0; i-- {
		if r.stack[i].name == name {
			r.stack = r.stack[:i]
			return
		}
		if r.stack[i].name == "template" {
			break
		}
	}
	if r.top().ns != "" && in(refBreakout, name) {
		r.leaveForeign()
	}
	if r.top().inert {
		return
	}
	if r.mode != "body" && !frameless {
		switch {
		case name == "head" && r.mode == "head" && !r.headNoScript:
			r.mode = "after"
		case name == "noscript":
			r.headNoScript = false
		case in(" html body br ", name) && r.mode != "frameset":
			r.mode, r.headNoScript = "body", false
		}
		return
	}
	switch {
	case name == "a":
		r.closeLink()
	case in(" h1 h2 h3 h4 h5 h6 ", name):
		r.closeHeading()
	case name == "noscript":
		r.noScript = false
	}
}

func (r *reference) attr(names ...string) (string, bool) {
	for _, name := range names {
		if v, ok := r.attrs[name]; ok {
			return v, true
		}
	}
	return "", false
}

func (r *reference) add(kind page.Kind, href string, frameless bool) *refLink {
	link := refLink{Kind: kind, Href: href, InHead: (r.mode == "head" || r.mode == "after") && !frameless, NoScript: r.noScript || r.headNoScript}
	for _, word := range fields(r.attrs["rel"]) {
		switch word {
		case "nofollow":
			link.Rel |= page.RelNoFollow
		case "ugc":
			link.Rel |= page.RelUGC
		case "sponsored":
			link.Rel |= page.RelSponsored
		}
	}
	r.links = append(r.links, link)
	return &r.links[len(r.links)-1]
}

func (r *reference) element(frameless bool) {
	if r.top().inert {
		return
	}
	switch r.name {
	case "a":
		r.closeLink()
		href, ok := r.attr("href")
		if !ok && r.top().ns == "svg" {
			href, ok = r.attr("xlink:href")
		}
		if !ok {
			return
		}
		link := r.add(page.KindA, href, frameless)
		link.Lang = strings.TrimSpace(r.attrs["hreflang"])
		r.open = len(r.links) - 1
		r.anchor.Reset()
		if r.label = r.attrs["aria-label"]; r.label == "" {
			r.label = r.attrs["title"]
		}
	case "area":
		if href, ok := r.attr("href"); ok {
			r.add(page.KindArea, href, frameless).Text = fold(r.attrs["alt"], 200)
		}
	case "frame", "iframe":
		kind := page.KindFrame
		if r.name == "iframe" {
			kind = page.KindIFrame
		}
		if src := r.attrs["src"]; src != "" {
			r.add(kind, src, frameless).Text = fold(r.attrs["title"], 200)
		}
	case "img":
		if r.open >= 0 {
			r.anchor.WriteString(r.attrs["alt"] + " ")
		}
		if r.heading != nil && !r.noScript {
			r.heading.WriteString(r.attrs["alt"] + " ")
		}
	case "base":
		if href, ok := r.attr("href"); ok && r.base == nil {
			r.base = &href
		}
	case "html":
		for _, name := range []string{"lang", "xml:lang"} {
			if r.lang == "" && len(r.attrs[name]) <= 64 {
				r.lang = fold(r.attrs[name], 2048)
			}
		}
	case "link":
		r.linkElement()
	case "meta":
		if r.desc == "" && asciiLower(strings.TrimSpace(r.attrs["name"])) == "description" && asciiLower(strings.TrimSpace(r.attrs["http-equiv"])) != "refresh" {
			r.desc = fold(r.attrs["content"], 2048)
		}
	case "h1", "h2", "h3", "h4", "h5", "h6":
		r.closeHeading()
		if r.name == "h1" && !r.noScript {
			r.heading = new(strings.Builder)
		}
	case "noscript":
		r.noScript = r.mode == "body"
	}
}

func (r *reference) linkElement() {
	rels := fields(r.attrs["rel"])
	for _, rel := range rels {
		kind, ok := map[string]page.Kind{"next": page.KindNext, "prev": page.KindPrev, "previous": page.KindPrev, "canonical": page.KindCanonical}[rel]
		if ok && (kind != page.KindCanonical || r.attrs["hreflang"]+r.attrs["media"]+r.attrs["type"] == "") {
			r.add(kind, r.attrs["href"], false).Lang = strings.TrimSpace(r.attrs["hreflang"])
		}
	}
	if slices.Contains(rels, "alternate") && !slices.Contains(rels, "stylesheet") && !slices.Contains(rels, "icon") && r.attrs["type"] == "" {
		r.add(page.KindAlternate, r.attrs["href"], false).Lang = strings.TrimSpace(r.attrs["hreflang"])
	}
}

func (r *reference) closeLink() {
	if r.open < 0 {
		return
	}
	text := fold(r.anchor.String(), 200)
	if text == "" {
		text = fold(r.label, 200)
	}
	r.links[r.open].Text = text
	r.open = -1
}

func (r *reference) closeHeading() {
	if r.heading == nil {
		return
	}
	if text := fold(r.heading.String(), 2048); text != "" && len(r.h1) < 2 {
		r.h1 = append(r.h1, text)
	}
	r.heading = nil
}

func asciiLower(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

func fields(s string) []string {
	return strings.FieldsFunc(asciiLower(s), func(r rune) bool { return strings.ContainsRune(" \t\n\f\r", r) })
}

// fold folds white space and cuts at n bytes, on a rune.
func fold(s string, n int) string {
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	s = string([]rune(s)) // U+FFFD for what is not UTF-8
	if len(s) > n {
		for n > 0 && !utf8.RuneStart(s[n]) {
			n--
		}
		s = s[:n]
	}
	return strings.TrimRight(s, " ")
}

// visible gives the words of the page's text in lower case.
func (r *reference) visible() []string {
	text := strings.ReplaceAll(string([]rune(r.words.String())), "\u00AD", "")
	return strings.FieldsFunc(strings.Map(unicode.ToLower, text), func(r rune) bool { return r <= ' ' || unicode.IsSpace(r) })
}
