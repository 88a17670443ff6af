package crawler

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// linkFlags says under which flags a kind of reference is recorded.
var linkFlags = map[page.Kind]frontier.LinkFlags{
	page.KindA:         frontier.LinkA,
	page.KindArea:      frontier.LinkArea,
	page.KindFrame:     frontier.LinkFrame,
	page.KindIFrame:    frontier.LinkIFrame,
	page.KindNext:      frontier.LinkNext,
	page.KindPrev:      frontier.LinkPrev,
	page.KindAlternate: frontier.LinkAlternate,
	page.KindFeed:      frontier.LinkAlternate,
	page.KindCanonical: frontier.LinkCanonical,
	page.KindRefresh:   frontier.LinkRefresh,
}

// addLinks records what the page links to: its redirect target first, then
// links in document order.
func (w *worker) addLinks(o *outcome, item frontier.Item, p *page.Page) {
	if err := w.Resolver.SetBase(item.URL, p.Charset); err != nil {
		return // cannot be: the URL was fetched
	}
	if w.Res.Status >= 300 && w.Res.Status < 400 && w.Res.Location != "" {
		o.page.Location = w.addLink(o, []byte(w.Res.Location), frontier.LinkRedirect|frontier.InHeader, nil)
		return
	}
	if len(p.Links) > hugeLinks {
		w.waitForRoom()
	}
	o.page.Links = slices.Grow(o.page.Links, len(p.Links))
	w.setBase(item.URL, p)
	clear(w.places)
	canon := canonicalVote{self: w.rules.Key([]byte(item.URL)), at: -1}
	for i := range p.Links {
		if i%1024 == 1023 && w.stopped() {
			return
		}
		l := &p.Links[i]
		flags, known := linkFlags[l.Kind]
		if !known {
			continue
		}
		if l.Kind == page.KindCanonical {
			canon.add(w, o, l)
			continue
		}
		at := w.addLink(o, l.Href, flags|w.relFlags(l, p), textOf(l))
		w.addPlace(o, at, l)
		if redirects(l) && at >= 0 && o.page.Location < 0 && o.page.Links[at].Key != canon.self {
			o.page.Location = at
		}
	}
	w.lookAtResources(o, item.URL, p)
	if w.c.opts.Images {
		o.page.Record.Images = w.imagesOf(p)
	}
	if w.c.opts.Videos {
		o.page.Record.Videos = w.videosOf(p)
	}
	if p.Article != nil {
		text, _ := json.Marshal(p.Article) // three texts
		o.page.Record.Article = string(text)
	}
	o.page.Record.Canonical = canon.state
	o.page.Canonical = canon.target()
}

// maxPlaces bounds the links to places that are kept of a page.
const maxPlaces = 1000

// addPlace keeps the place of another page to which a link leads, once.
func (w *worker) addPlace(o *outcome, at int, l *page.Link) {
	if at < 0 || l.Kind != page.KindA && l.Kind != page.KindArea || len(w.places) == maxPlaces || o.page.Links[at].Reason != frontier.Undecided {
		return
	}
	name := page.Place(l.Href)
	if name == nil || l.Href[0] == '#' {
		return // none, or of the page itself, which page.Parser looks at
	}
	place := linkedPlace{o.page.Links[at].Key, maphash.Bytes(placeSeed, name)}
	if w.places[place] {
		return
	}
	w.places[place] = true
	link := o.page.Links[at]
	link.Flags = link.Flags&^frontier.LinkKind | frontier.LinkPlace | frontier.Unlinked
	link.Anchor = o.keep(name)
	o.page.Links = append(o.page.Links, link)
	o.page.Record.PlaceLinks = true
}

// linkedPlace is a URL with a place of it.
type linkedPlace struct{ key, name uint64 }

var placeSeed = maphash.MakeSeed()

// textOf gives what is kept of a link besides its target: its text, or the
// language of a translation.
func textOf(l *page.Link) []byte {
	if l.Kind == page.KindAlternate {
		return l.Lang[:min(len(l.Lang), maxLang)]
	}
	return l.Anchor
}

// maxLang is longer than any hreflang that means something.
const maxLang = 35

// redirects tells whether a link sends every visitor on at once.
func redirects(l *page.Link) bool {
	return l.Kind == page.KindRefresh && l.Delay == 0 && !l.NoScript
}

// setBase makes <base href> the base of the page's references, if it is an
// http(s) URL; any other is ignored, as browsers do.
func (w *worker) setBase(url string, p *page.Page) {
	if p.Base == nil {
		return
	}
	base := w.Resolver.Resolve(p.Base)
	if base.Reason == canonical.OK {
		_ = w.Resolver.SetBase(string(base.URL), p.Charset) // a canonical form always parses
	}
}

// relFlags gives the flags of a link's rel attribute and of its page.
func (w *worker) relFlags(l *page.Link, p *page.Page) frontier.LinkFlags {
	var flags frontier.LinkFlags
	if l.Rel&page.RelNoFollow != 0 || p.NoFollow {
		flags |= frontier.NoFollow
		obeyed := l.Rel&page.RelNoFollow != 0 || !w.c.opts.Robots.Advisory
		if obeyed && !w.c.opts.FollowNoFollow && l.Kind != page.KindRefresh {
			flags |= frontier.Unlinked
		}
	}
	if l.Rel&page.RelUGC != 0 {
		flags |= frontier.UGC
	}
	if l.Rel&page.RelSponsored != 0 {
		flags |= frontier.Sponsored
	}
	if l.FromHeader {
		return flags | frontier.InHeader
	}
	return flags.In(l.Region)
}

// maxRawURL is how much of a reference that is no URL is kept as evidence.
const maxRawURL = 2048

// maxLinkBytes bounds what is kept of all links of a page, 20 times as much as
// that of ordinary pages: a few bytes in a page, under a <base> that is long,
// are a long URL.
const maxLinkBytes = 8 << 20

// What links take beyond longLink bytes each, their texts included, comes out
// of a budget of the page that grows with what it took on the wire: a few
// packed kilobytes are megabytes of long URLs. 500 links of 250 bytes fit
// however well they are packed; from 16 packed kilobytes on, 2,500.
const (
	longLink    = 128
	longBytes   = 64 << 10
	longPerWire = 16
)

// longBudget gives how many bytes the links of a page that took so many on the
// wire may have beyond longLink.
func longBudget(wire int64) int { return longBytes + longPerWire*int(min(wire, maxLinkBytes)) }

// addLink records one reference and gives its place, -1 if it is no link to
// a web page, or there are too many, or too long ones.
func (w *worker) addLink(o *outcome, href []byte, flags frontier.LinkFlags, anchor []byte) int {
	if o.kept >= maxLinkBytes || o.long >= longBudget(w.Res.Wire) {
		o.page.Record.LinksCut++
		return -1
	}
	r := w.Resolver.Resolve(href)
	if len(r.Removed) > 0 && r.Reason == canonical.OK {
		w.folds.add(&r, href)
	}
	link := frontier.Link{Key: r.Key, Flags: flags}
	switch r.Reason {
	case canonical.OK:
		link.URL = o.keep(r.URL)
	case canonical.Scheme:
		return -1
	case canonical.TooLong:
		link.Reason = frontier.TooLong
	default:
		link.Reason = frontier.InvalidURL
	}
	if link.Reason != frontier.Undecided {
		raw := href
		if r.Long != nil {
			raw = r.Long // without session ids, which would make it new on each page
		}
		link.URL = o.keep(bytes.ToValidUTF8(raw[:min(len(raw), maxRawURL)], []byte("\uFFFD")))
		link.Key = w.rules.Key(link.URL)
	}
	if len(anchor) > 0 {
		link.Anchor = o.keep(anchor)
	}
	o.long += max(0, len(link.URL)+len(link.Anchor)-longLink)
	o.page.Links = append(o.page.Links, link)
	return len(o.page.Links) - 1
}

// noteCanonical notes what is wrong with a canonical, the first one as it stands
// there.
func (o *outcome) noteCanonical(problem record.Problem, what string, href []byte) {
	rec := &o.page.Record
	if rec.Problems.Has(problem) {
		return
	}
	rec.Problems.Add(problem)
	raw := strings.ToValidUTF8(string(href[:min(len(href), maxShownURL)]), "\uFFFD")
	raw = strings.Join(append(strings.Fields(what), strings.Fields(raw)...), " ")
	rec.Notes = strings.TrimPrefix(fmt.Sprintf("%s\n%s 0:0 1 %s", rec.Notes, problem, raw), "\n")
}

// flawOfCanonical says what is wrong with how a canonical is written, though it
// names a URL; "" if nothing is.
func flawOfCanonical(href []byte) string {
	href = bytes.TrimSpace(href)
	scheme := bytes.IndexByte(href, ':')
	switch {
	case bytes.IndexByte(href, '#') >= 0:
		return "fragment"
	case bytes.HasPrefix(href, []byte("//")), scheme > 0 && bytes.IndexAny(href, "/?") > scheme:
		return ""
	}
	return "relative"
}

// canonicalVote gathers what the rel=canonical of tags and headers say.
type canonicalVote struct {
	self  uint64
	state record.CanonicalState
	key   uint64
	at    int
}

func (v *canonicalVote) add(w *worker, o *outcome, l *page.Link) {
	at := -1
	if (l.InHead || l.ScriptedHead || l.FromHeader) && len(bytes.TrimSpace(l.Href)) > 0 {
		if r := w.Resolver.Resolve(l.Href); r.Reason == canonical.OK && len(r.Removed) > 0 {
			o.noteCanonical(record.CanonicalFolded, "", l.Href)
		}
		at = w.addLink(o, l.Href, frontier.LinkCanonical|w.relFlags(l, &page.Page{}), nil)
		if flaw := flawOfCanonical(l.Href); flaw != "" && at >= 0 && o.page.Links[at].Reason == frontier.Undecided {
			o.noteCanonical(record.CanonicalFlawed, flaw, l.Href)
		}
	}
	switch {
	case at < 0 || o.page.Links[at].Reason != frontier.Undecided:
		if v.state == record.CanonicalAbsent {
			v.state = record.CanonicalInvalid
		}
		if len(bytes.TrimSpace(l.Href)) > 0 && (l.InHead || l.ScriptedHead || l.FromHeader) && (at < 0 || o.page.Links[at].Reason != frontier.Undecided) {
			o.noteCanonical(record.CanonicalFlawed, "void", l.Href)
		}
	case v.at >= 0 && o.page.Links[at].Key != v.key:
		v.state = record.CanonicalConflict
	case v.state != record.CanonicalConflict:
		v.at, v.key = at, o.page.Links[at].Key
		v.state = record.CanonicalOther
		if v.key == v.self {
			v.state = record.CanonicalSelf
		}
	}
}

// target gives the place of the canonical URL, -1 if it is absent or void.
func (v *canonicalVote) target() int {
	if v.state == record.CanonicalOther || v.state == record.CanonicalSelf {
		return v.at
	}
	return -1
}
