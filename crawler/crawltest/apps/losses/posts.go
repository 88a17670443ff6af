package losses

import (
	"fmt"
	"slices"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// PerPage gives the requests that are allowed for each page.
func (k Kind) PerPage() float64 {
	if k.Name == "posts" {
		return 15 // of 60 addresses, of which 200 of each kind are read, and what is under way before it is seen
	}
	return 3
}

// posts are threads in parts. Each post has an address that redirects to its part, and one of the same part with a
// canonical, beside a page to share it that says nothing else, none of which lead to anything that is not known.
func posts(s *Site) {
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
				n := t*each + k*part + i + 1
				moved, same, share := fmt.Sprintf("%spost-%d", address, n), fmt.Sprintf("%s%d", address, n), fmt.Sprintf("/posts/%d/share", n)
				of.links = append(of.links, apps.Link{Href: moved, Text: fmt.Sprint(n)}, apps.Link{Href: same, Text: "only this"}, apps.Link{Href: share, Text: "share"})
				s.forbid("redirect", moved, "", nil).location = at
				s.forbid("post", same, s.name(t), pager).draw = func(p *apps.Page) {
					p.Canonical = at
					p.P(apps.Prose(20, s.seed, 40, uint64(t), uint64(k*part+i)))
				}
				s.forbid("share", share, "Share", nil).draw = func(p *apps.Page) {
					p.Robots = "noindex"
					p.P("Tell your friends about this post.")
				}
			}
		}
		all = append(all, apps.Link{Href: address, Text: s.name(t)})
	}
	s.lists(all)
}

// forbid takes an address that must not be listed.
func (s *Site) forbid(kind, address, title string, links []apps.Link) *node {
	n := s.add(kind, address, title, links)
	n.Word = apps.Forbidden
	return n
}
