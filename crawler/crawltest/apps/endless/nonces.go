package endless

import (
	"fmt"
	"iter"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// NonceStyle says what is added to addresses so that no cache knows them.
type NonceStyle struct {
	Name     NonceName
	Some     bool // in three links of a page only
	Redirect bool // not in links: the plain address redirects to itself with it
	Parts    bool // the index has parts, ?part=2, whose addresses get it, too
}

// NonceName says what such a parameter is called.
type NonceName uint8

// The names.
const (
	NamedNumber  NonceName = iota // ?1795612345
	NamedMixed                    // ?kx83jd=1
	NamedLetters                  // ?qzvhwk=1
	NamedHex                      // ?5f3a09c1
	NamedValue                    // ?r=kx83jdq2
)

// Nonce is the magazine with a parameter in its addresses that is another one in
// each answer, and that nobody reads.
type Nonce struct {
	*Site
	style NonceStyle
}

// Nonces makes one up.
func Nonces(seed uint64, notes int, style NonceStyle) *Nonce {
	n := &Nonce{newSite(seed, notes), style}
	n.decorate = func(p *apps.Page, note int) {
		if style.Some {
			n.drawSome(p, note)
		}
	}
	return n
}

// App gives the site as an application. One address of each page is enough.
func (s *Nonce) App(name, about string, limit apps.Limit) *apps.App {
	a := s.Site.App(name, about, limit)
	a.Site, a.Once = s, true
	return a
}

const noncePart = 20 // notes of a part

func (s *Nonce) parts() int { return (s.notes + noncePart - 1) / noncePart }

// Required gives the real pages.
func (s *Nonce) Required() iter.Seq[string] {
	return func(yield func(string) bool) {
		for path := range s.Site.Required() {
			if s.style.Redirect {
				path += "?" + s.style.made(12, 34)
			}
			if !yield(path) {
				return
			}
		}
		for part := 2; s.style.Parts && part <= s.parts(); part++ {
			if !yield(fmt.Sprintf("%s?part=%d", noteIndex, part)) {
				return
			}
		}
	}
}

// made makes a parameter of two numbers.
func (n NonceStyle) made(a, b uint64) string {
	word := func(alphabet string, length int) string {
		var w strings.Builder
		for x := apps.Roll(a, b); w.Len() < length; x = apps.Roll(x) {
			w.WriteByte(alphabet[x%uint64(len(alphabet))])
		}
		return w.String()
	}
	switch n.Name {
	case NamedNumber:
		return strconv.FormatUint(1_795_000_000+apps.Roll(a, b)%10_000_000, 10)
	case NamedMixed:
		return word("abcdefghijklmnopqrstuvwxyz0123456789", 6) + "=1"
	case NamedLetters:
		return word("abcdefghijklmnopqrstuvwxyz", 6) + "=1"
	case NamedHex:
		return word("0123456789abcdef", 8)
	}
	return "r=" + word("abcdefghijklmnopqrstuvwxyz0123456789", 8)
}

// add adds a new one to an address.
func (s *Nonce) add(p *apps.Page, href string) string {
	between := "?"
	if strings.Contains(href, "?") {
		between = "&"
	}
	return href + between + s.style.made(p.Chance.Uint64(), p.Chance.Uint64())
}

func (s *Nonce) drawSome(p *apps.Page, note int) {
	var links []apps.Link
	for k := range 3 {
		l := s.link((note + 7 + 11*k) % s.notes)
		links = append(links, apps.Link{Href: s.add(p, l.Href), Text: l.Text})
	}
	p.Links("offers", links)
}

// Look tells what a URL shows.
func (s *Nonce) Look(u apps.URL) apps.View {
	v, ok := s.real(u.Path)
	var part string
	var nonces int
	for _, q := range u.Query {
		if s.style.Parts && q.Name == "part" && u.Path == noteIndex {
			part = q.Value
			continue
		}
		nonces++
	}
	page := u.Path
	if s.style.Parts && u.Path == noteIndex {
		n, err := strconv.Atoi(part)
		switch {
		case part == "":
			n = 1
		case err != nil || n < 2 || n > s.parts():
			return apps.Missing()
		default:
			page = fmt.Sprintf("%s?part=%d", noteIndex, n)
		}
		v.Draw = func(p *apps.Page) { s.drawPart(p, n) }
	}
	switch {
	case !ok, nonces > 3:
		return apps.Missing()
	case s.style.Redirect && nonces == 0:
		return apps.View{Truth: apps.Truth{Kind: "plain"}, Status: 302, Again: func(nth int) string { return page + "?" + s.style.made(apps.Hash(page), uint64(nth)) }}
	}
	v.Page = page
	if !s.style.Redirect && s.style.Some && nonces > 0 {
		v.Truth = apps.Truth{Kind: "with a nonce"}
	}
	if !s.style.Redirect && !s.style.Some {
		draw := v.Draw
		v.Draw = func(p *apps.Page) {
			p.Sessions = func(href string) string { return s.add(p, href) }
			draw(p)
		}
	}
	return v
}

func (s *Nonce) drawPart(p *apps.Page, part int) {
	p.Title = "All notes"
	for n := (part - 1) * noncePart; n < min(part*noncePart, s.notes); n++ {
		p.Card(s.link(n), apps.Prose(10, s.seed, 3, uint64(n)))
	}
	var links []apps.Link
	for k := 2; k <= s.parts(); k++ {
		links = append(links, apps.Link{Href: fmt.Sprintf("%s?part=%d", noteIndex, k), Text: fmt.Sprint(k)})
	}
	p.Line("parts", links)
	s.decorate(p, -1)
}
