package endless

import (
	"fmt"
	"iter"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Back has a login on each page that knows where one comes from, and that links to
// a register and to itself in another language, which know it, too.
func Back(seed uint64, notes int) *Site {
	s := newSite(seed, notes)
	to := func(path, from string) string { return path + "?back=" + apps.Escape(from) }
	s.trap = func(u apps.URL) apps.View {
		if u.Path != "/login" && u.Path != "/register" {
			return apps.Missing()
		}
		return forbidden("login", func(p *apps.Page) {
			p.Title = map[string]string{"/login": "Log in", "/register": "Register"}[u.Path]
			p.P("Your name and your password, please.")
			p.Form(u.Path, "Send")
			p.Links("other", []apps.Link{{Href: to("/register", p.Self()), Text: "Register"}, {Href: to("/login", p.Self()), Text: "Log in"}})
		})
	}
	s.decorate = func(p *apps.Page, _ int) { p.Block("You", []apps.Link{{Href: to("/login", p.Self()), Text: "Log in"}}) }
	return s
}

// Trail adds to the address of each link on a note the note at hand: ?seen=3&seen=14.
func Trail(seed uint64, notes int) *Site {
	s := newSite(seed, notes)
	s.trap = func(u apps.URL) apps.View {
		v, ok := s.real(u.Path)
		if !ok || !u.Query.Has("seen") {
			return apps.Missing()
		}
		v.Truth = apps.Truth{Kind: "with a trail"}
		return v
	}
	s.decorate = func(p *apps.Page, note int) {
		if note < 1 {
			return
		}
		var links []apps.Link
		for k := range 3 {
			n := (note + 3 + 4*k) % s.notes
			q := append(apps.ParseURL(p.Self()).Query, apps.Param{Name: "seen", Value: fmt.Sprint(note)})
			links = append(links, apps.Link{Href: s.notePath(n) + q.String(), Text: s.title(n)})
		}
		p.Links("next", links)
	}
	return s
}

// Stamped is the magazine with the time in each link: ?t=1795600000, never the same twice.
type Stamped struct{ *Site }

// Stamps makes one up. Without the time the page is answered, too.
func Stamps(seed uint64, notes int) *Stamped { return &Stamped{newSite(seed, notes)} }

// App gives the site as an application. One address of each page is enough.
func (s *Stamped) App(name, about string, limit apps.Limit) *apps.App {
	a := s.Site.App(name, about, limit)
	a.Site, a.Once = s, true
	return a
}

// Required gives the real pages.
func (s *Stamped) Required() iter.Seq[string] { return s.Site.Required() }

// Look tells what a URL shows.
func (s *Stamped) Look(u apps.URL) apps.View {
	v, ok := s.real(u.Path)
	if !ok || !u.Query.Only("t") {
		return apps.Missing()
	}
	v.Page = u.Path
	draw := v.Draw
	v.Draw = func(p *apps.Page) {
		p.Sessions = func(href string) string {
			between := "?"
			if strings.Contains(href, "?") {
				between = "&"
			}
			return fmt.Sprintf("%s%st=%d", href, between, 1795600000+p.Chance.IntN(10_000_000))
		}
		draw(p)
	}
	return v
}

// SoftMissing answers any other address with 200, other words each time, notes by
// chance, and broken links.
func SoftMissing(seed uint64, notes int) *Site {
	s := newSite(seed, notes)
	s.trap = func(u apps.URL) apps.View {
		return forbidden("not found", func(p *apps.Page) {
			p.Title = "Oops"
			p.P("We cannot find what you are looking for. " + apps.Prose(30, p.Chance.Uint64()))
			for range 4 {
				p.Card(s.link(p.Chance.IntN(notes)), apps.Prose(10, p.Chance.Uint64()))
			}
			s.drawBroken(p)
		})
	}
	s.decorate = func(p *apps.Page, note int) {
		if note > 0 && note%5 == 0 {
			s.drawBroken(p)
		}
	}
	return s
}

func (s *Site) drawBroken(p *apps.Page) {
	here := apps.Hash(p.Self())
	var links []apps.Link
	for k := range uint64(3) {
		links = append(links, apps.Link{Href: "/" + apps.Slug(apps.Phrase(s.seed, 90, here, k)) + fmt.Sprintf("-%d.html", apps.Below(100_000, here, k)), Text: "More"})
	}
	p.Links("broken", links)
}
