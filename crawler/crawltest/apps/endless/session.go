package endless

import (
	"fmt"
	"iter"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Session is the magazine with a session in the path of every link, a new one
// in each answer.
type Session struct {
	*Site
	redirect bool
}

// PathSession makes one up. What is asked for without a session is answered,
// too, though no link leads there; with redirect it leads to an address that
// has one.
func PathSession(seed uint64, notes int, redirect bool) *Session {
	return &Session{newSite(seed, notes), redirect}
}

// App gives the site as an application. One address of each page is enough.
func (s *Session) App(name, about string, limit apps.Limit) *apps.App {
	a := s.Site.App(name, about, limit)
	a.Site, a.Once = s, true
	return a
}

const anySession = "/s/0123456789abcdef"

// Required gives the real pages.
func (s *Session) Required() iter.Seq[string] {
	return func(yield func(string) bool) {
		for path := range s.Site.Required() {
			if s.redirect {
				path = anySession + path
			}
			if !yield(path) {
				return
			}
		}
	}
}

// Look tells what a URL shows.
func (s *Session) Look(u apps.URL) apps.View {
	path, within := u.Path, false
	if rest, ok := strings.CutPrefix(u.Path, "/s/"); ok {
		session, below, _ := strings.Cut(rest, "/")
		path, within = "/"+below, len(session) == len(anySession)-len("/s/")
	}
	v, ok := s.real(path)
	switch {
	case !ok, len(u.Query) > 0, !within && path != u.Path:
		return apps.Missing()
	case !within && s.redirect:
		return apps.Redirect("without a session", anySession+path)
	}
	v.Page = path
	draw := v.Draw
	v.Draw = func(p *apps.Page) {
		id := fmt.Sprintf("/s/%08x%08x", p.Chance.Uint32(), p.Chance.Uint32())
		p.Sessions = func(href string) string { return id + href }
		draw(p)
	}
	return v
}
