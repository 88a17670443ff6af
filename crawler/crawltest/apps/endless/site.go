// Package endless makes up sites on which a crawl finds no end: some real
// pages, and beside them something that makes URLs as long as it is asked.
package endless

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Site is a small real site, a magazine of notes, with a trap.
type Site struct {
	seed  uint64
	notes int
	// trap tells what any other URL shows.
	trap func(apps.URL) apps.View
	// required are the pages that belong to the trap.
	required []string
	// decorate writes into the real pages what leads to the trap.
	decorate func(p *apps.Page, note int)
}

const noteIndex = "/notes/"

func newSite(seed uint64, notes int) *Site {
	return &Site{seed: seed, notes: notes, trap: func(apps.URL) apps.View { return apps.Missing() }, decorate: func(*apps.Page, int) {}}
}

// App gives the site as an application.
func (s *Site) App(name, about string, limit apps.Limit) *apps.App {
	a := &apps.App{Name: name, About: about, Site: s, Seed: s.seed, Limit: limit}
	a.Frame = apps.Frame{Brand: "The Notebook", Nav: []apps.Link{{Href: "/", Text: "Home"}, {Href: noteIndex, Text: "Notes"}}, Recent: s.recent}
	return a
}

func (s *Site) recent(r *rand.Rand) apps.Link { return s.link(r.IntN(s.notes)) }

// notePath gives the address of a note; "about" is the note number 0.
func (s *Site) notePath(n int) string {
	if n == 0 {
		return "/about"
	}
	return fmt.Sprintf("%s%s-%d", noteIndex, apps.Slug(s.title(n)), n)
}

func (s *Site) title(n int) string { return apps.Phrase(s.seed, 1, uint64(n)) }

func (s *Site) link(n int) apps.Link { return apps.Link{Href: s.notePath(n), Text: s.title(n)} }

// note gives the number of the note at a path.
func (s *Site) note(path string) (n int, ok bool) {
	if path == s.notePath(0) {
		return 0, true
	}
	n, err := strconv.Atoi(path[strings.LastIndexByte(path, '-')+1:])
	return n, err == nil && 0 < n && n < s.notes && s.notePath(n) == path
}

// Required gives the real pages.
func (s *Site) Required() iter.Seq[string] {
	return func(yield func(string) bool) {
		paths := append([]string{"/", noteIndex}, s.required...)
		for n := range s.notes {
			paths = append(paths, s.notePath(n))
		}
		for _, p := range paths {
			if !yield(p) {
				return
			}
		}
	}
}

// Look tells what a URL shows.
func (s *Site) Look(u apps.URL) apps.View {
	if len(u.Query) == 0 {
		if v, ok := s.real(u.Path); ok {
			return v
		}
	}
	return s.trap(u)
}

// real gives the view of a real page.
func (s *Site) real(path string) (v apps.View, ok bool) {
	page := func(kind string, draw func(*apps.Page)) (apps.View, bool) {
		return apps.View{Truth: apps.Truth{Word: apps.Required, Kind: kind}, Draw: draw}, true
	}
	if path == "/" {
		return page("home", s.drawHome)
	}
	if path == noteIndex {
		return page("index", s.drawIndex)
	}
	if n, ok := s.note(path); ok {
		return page("note", func(p *apps.Page) { s.drawNote(p, n) })
	}
	return apps.View{}, false
}

func (s *Site) drawHome(p *apps.Page) {
	p.Title = "Notes from the harbour"
	p.P(apps.Prose(60, s.seed, 2))
	for n := range min(6, s.notes) {
		p.Card(s.link(n), apps.Prose(10, s.seed, 3, uint64(n)))
	}
	s.decorate(p, -1)
}

func (s *Site) drawIndex(p *apps.Page) {
	p.Title = "All notes"
	for n := range s.notes {
		p.Card(s.link(n), apps.Prose(10, s.seed, 3, uint64(n)))
	}
	s.decorate(p, -1)
}

func (s *Site) drawNote(p *apps.Page, n int) {
	p.Title = s.title(n)
	p.Trail = []apps.Link{{Href: "/", Text: "Home"}, {Href: noteIndex, Text: "Notes"}}
	for k := range uint64(3) {
		p.P(apps.Prose(50, s.seed, 4, uint64(n), k))
	}
	p.Links("more", []apps.Link{s.link((n + 1) % s.notes), s.link((n + 5) % s.notes)})
	s.decorate(p, n)
}

// forbidden is the view of a page that nobody wants.
func forbidden(kind string, draw func(*apps.Page)) apps.View {
	return apps.View{Truth: apps.Truth{Kind: kind}, Draw: draw}
}

// words takes the words out of an address, as pages that repeat it do.
func words(path string) string {
	return strings.Join(strings.FieldsFunc(path, func(r rune) bool { return strings.ContainsRune("/-_.?&=+:", r) }), " ")
}
