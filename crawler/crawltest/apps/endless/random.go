package endless

import (
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Random has links in each answer that no other answer has: to its own pages
// with a number against caches, and to advertisements that are all the same.
func Random(seed uint64, notes int) *Site {
	s := newSite(seed, notes)
	s.trap = func(u apps.URL) apps.View {
		if strings.HasPrefix(u.Path, "/offer/") {
			return forbidden("offer", func(p *apps.Page) {
				p.Title = "An offer that you should not miss"
				p.P(apps.Prose(40, seed, 50))
				s.drawRandom(p)
			})
		}
		v, ok := s.real(u.Path)
		if !ok || !u.Query.Only("cb") {
			return apps.Missing()
		}
		v.Truth = apps.Truth{Kind: "against caches"}
		return v
	}
	s.decorate = func(p *apps.Page, _ int) { s.drawRandom(p) }
	return s
}

func (s *Site) drawRandom(p *apps.Page) {
	var links []apps.Link
	for range 3 {
		links = append(links, apps.Link{Href: fmt.Sprintf("/offer/%d", p.Chance.Uint32()), Text: "Offer of the day"})
		n := 1 + p.Chance.IntN(s.notes-1)
		links = append(links, apps.Link{Href: fmt.Sprintf("%s?cb=%d", s.notePath(n), p.Chance.Uint32()), Text: s.title(n)})
	}
	p.Links("offers", links)
}

// Maze is a maze of made-up text for crawlers that do not obey: each page has
// a text of its own and leads to others like it. With flat all of it lies in
// one directory, else each link leads one deeper.
func Maze(seed uint64, notes int, flat bool) *Site {
	s := newSite(seed, notes)
	s.trap = func(u apps.URL) apps.View {
		if !strings.HasPrefix(u.Path, "/library/") {
			return apps.Missing()
		}
		return forbidden("maze", func(p *apps.Page) {
			here := apps.Hash(u.Path)
			p.Title = apps.Phrase(seed, 60, here)
			for k := range 2 + here%3 {
				p.P(apps.Prose(40, seed, 61, here, k))
			}
			var links []apps.Link
			for k := range 3 + here%4 {
				name := apps.Phrase(seed, 62, here, k) + " " + apps.Phrase(seed, 63, here, k)
				href := u.Path + "/" + apps.Slug(name)
				if flat {
					href = "/library/" + apps.Slug(name)
				}
				links = append(links, apps.Link{Href: href, Text: name})
			}
			p.Links("further", links)
		})
	}
	s.decorate = func(p *apps.Page, note int) {
		if note == -1 {
			p.Links("library", []apps.Link{{Href: "/library/catalogue", Text: "Library"}})
		}
	}
	return s
}
