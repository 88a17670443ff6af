package losses

import (
	"fmt"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// leastLate addresses of a class come first that must not be listed: more than those by which a class is judged.
const leastLate = 400

// late are pages of a class of which the first ones, in the order of the lists, say noindex.
func late(format string) func(*Site) {
	return func(s *Site) {
		s.lateList(s.silentFirst(format, (*Site).id))
	}
}

// lateGo are the same, each behind an address that redirects.
func lateGo(s *Site) {
	const format = "/product?id=%s"
	all := s.silentFirst(format, (*Site).id)
	for i := range all {
		moved := fmt.Sprintf("/go/%d", 1000+i)
		s.forbid("redirect", moved, "", nil).location = all[i].Href
		all[i].Href = moved
	}
	s.lateList(all)
}

// lateChain are pages of which each leads to the next one, besides the list of all.
func lateChain(format string, key func(*Site, int) string) func(*Site) {
	return func(s *Site) {
		all := s.silentFirst(format, key)
		for i := range all[1:] {
			n := s.nodes[apps.ParseURL(all[i].Href).String()]
			n.links = append(n.links, apps.Link{Href: all[i+1].Href, Text: "Next"})
		}
		s.nav = append(s.nav, all[0])
		s.lateList(all)
	}
}

// lateList is one list in its order, of which each part leads to the next ones: its last things are met late.
func (s *Site) lateList(all []apps.Link) {
	s.nav = append(s.nav, s.list("/all", "All of them", all, 20))
}

// silentFirst are pages, the first of which say noindex.
func (s *Site) silentFirst(format string, key func(*Site, int) string) (all []apps.Link) {
	for k := range max(leastLate, s.n/2) {
		i := s.n + k
		address := fmt.Sprintf(format, key(s, i))
		s.forbid("silent", address, s.name(i), nil).draw = func(p *apps.Page) {
			p.Robots = "noindex"
			article(s, p, i)
		}
		all = append(all, apps.Link{Href: address, Text: s.name(i)})
	}
	for i := range s.n {
		all = append(all, s.thing(fmt.Sprintf(format, key(s, i)), i, article))
	}
	return all
}

// lateArchives are archives that are not to be listed, of an article each. The first articles lead to each other.
func lateArchives(draw draws) func(*Site) {
	return func(s *Site) {
		var archives []apps.Link
		var before *node
		n := max(s.n, 4*leastLate)
		for i := range n {
			article, archive := s.thing("/article/"+s.slug(i), i, article), "/archive?part="+s.id(i)
			of := s.add("archive", archive, s.name(i), []apps.Link{article})
			of.Door, of.draw = true, func(p *apps.Page) { draw(s, p, i) }
			archives = append(archives, apps.Link{Href: archive, Text: s.name(i)})
			switch {
			case i == 0:
				s.nav = append(s.nav, article)
			case i < n/2:
				before.links = append(before.links, article)
			}
			before = s.nodes[apps.ParseURL(article.Href).String()]
		}
		s.lists(archives)
	}
}

func withNoindex(s *Site, p *apps.Page, i int) {
	p.Robots = "noindex"
	sentence(s, p, i)
}

func withCanonical(s *Site, p *apps.Page, i int) {
	p.Canonical = "/"
	sentence(s, p, i)
}
