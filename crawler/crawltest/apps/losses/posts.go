package losses

import (
	"fmt"
	"net/url"
	"slices"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// PerPage gives the requests that are allowed for each page.
func (k Kind) PerPage() float64 {
	switch k.Name {
	case "posts", "permalinks":
		return 15 // of 60 addresses, of which 200 of each kind are read, and what is under way before it is seen
	case "latego":
		return 5 // of four addresses
	}
	return 3
}

// posts are threads in parts. Each post has three addresses, none of which lead to anything that is not known: one that
// redirects, one of its part with a canonical, and one that says nothing else.
func posts(addresses func(s *Site, p reply)) func(*Site) {
	return func(s *Site) {
		const part, each = 20, 40
		var all []apps.Link
		for t := range s.n / 4 {
			address := fmt.Sprintf("/threads/%s.%d/", s.slug(t), 100+t)
			parts := []string{address, address + "page-2"}
			pager := []apps.Link{{Href: parts[0], Text: "1"}, {Href: parts[1], Text: "2"}}
			for k, at := range parts {
				draw := func(p *apps.Page) {
					for i := range part {
						p.P(apps.Prose(20, s.seed, 40, uint64(t), uint64(k*part+i)))
					}
				}
				of := s.page(at, s.name(t), draw)
				of.links = slices.Clone(pager)
				for i := range part {
					p := reply{n: t*each + k*part + i + 1, thread: address, at: at, of: of}
					p.same = fmt.Sprintf("%s%d", address, p.n)
					of.links = append(of.links, apps.Link{Href: p.same, Text: "only this"})
					s.forbid("post", p.same, s.name(t), pager).draw = func(p *apps.Page) {
						p.Canonical = at
						p.P(apps.Prose(20, s.seed, 40, uint64(t), uint64(k*part+i)))
					}
					addresses(s, p)
				}
			}
			all = append(all, apps.Link{Href: address, Text: s.name(t)})
		}
		s.lists(all)
	}
}

// reply is a post of a thread.
type reply struct {
	n                int
	thread, at, same string // addresses of its thread, its part, and of the part with a canonical
	of               *node
}

// shared has an address that redirects to its part, and a page to share it.
func shared(s *Site, p reply) {
	moved, share := fmt.Sprintf("%spost-%d", p.thread, p.n), fmt.Sprintf("/posts/%d/share", p.n)
	p.of.links = append(p.of.links, apps.Link{Href: moved, Text: fmt.Sprint(p.n)}, apps.Link{Href: share, Text: "share"})
	s.forbid("redirect", moved, "", nil).location = p.at
	s.forbid("share", share, "Share", nil).draw = func(p *apps.Page) {
		p.Robots = "noindex"
		p.P("Tell your friends about this post.")
	}
}

// permanent has an address that redirects to another one that is not to be listed, and an author whose page is for members:
// it redirects to a login that leads back.
func permanent(s *Site, p reply) {
	moved, author := fmt.Sprintf("/p/%d", p.n), fmt.Sprintf("/members/%d/", p.n)
	login := "/login?return=" + url.QueryEscape(author)
	p.of.links = append(p.of.links, apps.Link{Href: moved, Text: fmt.Sprint(p.n)}, apps.Link{Href: author, Text: "author"})
	s.forbid("redirect", moved, "", nil).location = p.same
	s.forbid("member", author, "", nil).location = login
	s.forbid("login", login, "Log in", nil).draw = func(p *apps.Page) {
		p.Robots = "noindex"
		p.P("Members log in here.")
	}
}

// forbid takes an address that must not be listed.
func (s *Site) forbid(kind, address, title string, links []apps.Link) *node {
	n := s.add(kind, address, title, links)
	n.Word = apps.Forbidden
	return n
}

// detours are pages that nothing leads to but what an address that redirects leads to, and that is not to be listed.
func detours(s *Site) {
	var all []apps.Link
	for i := range max(s.n, 900) { // so many that their class may be closed
		moved, show, address := fmt.Sprintf("/go/%d", 1000+i), "/show?item="+s.id(i), "/items/"+s.slug(i)
		s.page(address, s.name(i), func(p *apps.Page) { p.P(apps.Prose(40, s.seed, 41, uint64(i))) })
		s.add("redirect", moved, "", nil).location = show
		of := s.add("show", show, s.name(i), []apps.Link{{Href: address, Text: s.name(i)}})
		of.Door, of.draw = true, func(p *apps.Page) { p.Robots = "noindex" }
		all = append(all, apps.Link{Href: moved, Text: s.name(i)})
	}
	s.lists(all)
}
