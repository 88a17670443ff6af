package crawler

import (
	"context"
	"encoding/binary"
	"hash/fnv"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/portolan-seo/portolan/crawler/opinions"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// probe is one request made to learn, not to list: its answer is compared
// with another and thrown away.
type probe struct {
	trial   *trial
	address string
	name    string           // the parameter under test
	rules   *canonical.Rules // by which links are compared: without it
	sketch  sketch           // of the answer
}

func (p *probe) url() string     { return p.address }
func (p *probe) purpose() string { return "probe of how the site spells URLs" }

func (p *probe) ask(ctx context.Context, w *worker) (*outcome, pace.Exchange) {
	o, x := w.get(ctx, p.address)
	p.sketch = w.sketch(p)
	return o, x
}

func (p *probe) answered(s *scheduler, _ *pace.Exchange, now time.Time) {
	if rule, learned := s.learner.took(p, &p.sketch); learned {
		s.adopt([]canonical.Rule{rule}, now)
	}
}

// sketch is what two answers are compared by. Links are compared in their
// canonical form, without what is under test, and without regard to order.
type sketch struct {
	failed bool // no answer, or one that says nothing: 429, 5xx
	status int
	html   bool
	title  string
	text   uint64
	words  uint64 // record.Facts.Content: the main text, where clocks and counters do not count
	links  uint64
	count  int // links
	// values are hashes of link and value, for the links that carry the
	// parameter, at most maxValues.
	values []uint64
	led    []uint64 // forms of these links, each once
	value  string   // that the first of these links carries
	cookie bool     // the same answer sets a cookie to a generated value of it
	// self: it redirects to its own URL under this value of the parameter.
	self string
	// pages are links of the page, for a trial that asks for what it links to.
	pages []string
}

const maxValues = 64

// page tells whether the answer is a page that can be compared.
func (s *sketch) page() bool { return s.status == 200 && s.html }

// fingerprint gives a number for the content.
func (s *sketch) fingerprint() uint64 {
	of := [2]uint64{s.words}
	if s.words == 0 {
		of = [2]uint64{s.text, s.links}
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(s.title)) // never fails
	_ = binary.Write(h, binary.LittleEndian, of)
	return h.Sum64()
}

// sketch sums up the answer at hand, that of a probe.
func (w *worker) sketch(p *probe) sketch {
	s := sketch{status: w.Res.Status}
	s.failed = w.Res.Outcome != record.Answered || s.status == 429 || s.status >= 500
	if s.failed {
		return s
	}
	forms := p.rules.NewResolver()
	if forms.SetBase(p.address, "") != nil {
		s.failed = true
		return s
	}
	if w.Res.Status >= 300 && w.Res.Status < 400 {
		target := forms.Resolve([]byte(w.Res.Location)).Key // 0 if it is no URL
		own := forms.Resolve([]byte(p.address)).Key
		if target != 0 && target == own {
			s.self = string(paramValue([]byte(w.Res.Location), p.name))
		}
		return s
	}
	parsed := w.parser.Parse(page.Input{URL: p.address, Status: w.Res.Status, Header: w.Res.Header, Body: w.Res.Body, Now: w.Res.FetchedAt})
	s.html, s.title, s.text, s.words = parsed.HTML && !opinions.IsShell(&parsed.Facts), parsed.Title, parsed.TextHash, parsed.Content
	_ = forms.SetBase(p.address, parsed.Charset) // an unknown charset is read as UTF-8
	if parsed.Base != nil {
		if base := forms.Resolve(parsed.Base); base.Reason == canonical.OK {
			_ = forms.SetBase(string(base.URL), parsed.Charset)
		}
	}
	s.addLinks(forms, parsed.Links, p, w.Res.Header)
	return s
}

// addLinks sums up the links of a page to its own host.
func (s *sketch) addLinks(forms *canonical.Resolver, links []page.Link, p *probe, header http.Header) {
	host := canonical.Host(p.address)
	for i := range links {
		l := &links[i]
		if flags, known := linkFlags[l.Kind]; !known || !follows(flags) {
			continue
		}
		form := forms.Resolve(l.Href)
		if form.Reason != canonical.OK || canonical.Host(string(form.URL)) != host {
			continue
		}
		s.links += form.Key
		s.count++
		s.next(p, &form)
		value := paramValue(l.Href, p.name)
		if len(value) == 0 || len(s.values) == maxValues {
			continue
		}
		h := fnv.New64a()
		_, _ = h.Write(value) // never fails
		if len(s.values) == 0 {
			s.value = string(value)
		}
		s.values = append(s.values, form.Key^h.Sum64())
		if !slices.Contains(s.led, form.Key) {
			s.led = append(s.led, form.Key)
		}
		s.cookie = s.cookie || looksGenerated(value) && setsCookie(header, value)
	}
}

// changed tells whether the parameter has other values in the same links of
// another answer.
func (s *sketch) changed(other *sketch) bool {
	kept := 0
	for _, v := range s.values {
		if slices.Contains(other.values, v) {
			kept++
		}
	}
	fewer := min(len(s.values), len(other.values))
	return fewer > 0 && kept*10 <= fewer
}

// alike compares two answers that should be the same page; again is a second
// answer to the request for b, nil if there is none. What changes between b
// and again says nothing; but something has to be left that agrees. Where it is more of the title
// than its numbers that is the text, or links with the parameter to three pages: each page that is
// drawn at random may lead to one. sure is false where more has to be known to tell.
func alike(a, b, again *sketch) (same, sure bool) {
	title, text, links := a.title == b.title, a.text == b.text, a.links == b.links
	switch {
	case title && text && links:
		return true, true
	case again == nil:
		return false, false
	case !title && again.title == b.title:
		return false, true
	case !title && again.title == a.title: // one of a few
		return false, false
	}
	named := title || withoutNumbers(a.title) == withoutNumbers(b.title) || len(a.led) >= 3
	textMoves := again.text != b.text
	if textMoves && again.words == b.words {
		text = a.words == b.words && a.words != 0 // clocks and counters move
	}
	linksMove := again.links != b.links
	switch {
	case !text && !textMoves || !links && !linksMove:
		return false, true
	case text || named && links && a.count >= 3:
		return true, true
	}
	return false, false
}

// withoutNumbers is a title without what counts visitors, or their goods.
func withoutNumbers(title string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, title)
}
