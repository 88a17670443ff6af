// Package losses makes up sites whose pages look like what a crawl leaves
// aside, and have to be listed all the same: pages that differ by a name or a
// number alone, pages behind parameters, pages to which only combinations of
// filters lead.
package losses

import (
	"cmp"
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Site is pages by address.
type Site struct {
	seed  uint64
	n     int  // things
	mixed bool // identifiers are drawn, and lists are in no order
	zero  bool // parts of lists are counted from 0: ?page=1 is the second one
	by    int  // authors, of whom each entry of a list names three

	nodes   map[string]*node
	order   []string // addresses that are required
	nav     []apps.Link
	sitemap []string
	missing map[string]*node // by path: what shows at addresses that do not exist
}

// node is one address.
type node struct {
	apps.Truth
	title    string
	draw     func(*apps.Page) // what it says, nil for links alone
	links    []apps.Link
	location string // of a redirect
}

// New makes up a site of a kind, of so many things; nil if there is no such kind.
// In a mixed one identifiers are drawn, not counted, and lists are in no order.
func New(kind string, seed uint64, n int, mixed bool) *Site {
	at := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == kind })
	if at < 0 {
		return nil
	}
	s := &Site{seed: seed, n: n, mixed: mixed, nodes: map[string]*node{}}
	home := s.page("/", "Welcome", func(p *apps.Page) { p.P(apps.Prose(60, seed, 1)) })
	kinds[at].build(s)
	home.links = s.nav
	return s
}

// App gives the site as an application.
func (s *Site) App(name, about string, limit apps.Limit) *apps.App {
	return &apps.App{Name: name, About: about, Site: s, Seed: s.seed, Limit: limit, Sitemap: s.sitemap,
		Frame: apps.Frame{Brand: "Nothing Lost", Nav: s.nav[:min(len(s.nav), 12)],
			Recent: func(r *rand.Rand) apps.Link {
				return apps.Link{Href: s.order[r.IntN(len(s.order))], Text: "one of them"}
			}}}
}

// Required gives everything that is a page.
func (s *Site) Required() iter.Seq[string] { return slices.Values(s.order) }

// Look tells what a URL shows.
func (s *Site) Look(u apps.URL) apps.View {
	n := cmp.Or(s.nodes[u.String()], s.missing[u.Path])
	if n == nil {
		return apps.Missing()
	}
	if n.location != "" {
		return apps.Redirect(n.Kind, n.location)
	}
	return apps.View{Truth: n.Truth, Draw: func(p *apps.Page) {
		p.Title = n.title
		if n.draw != nil {
			n.draw(p)
		}
		p.Links("list", n.links)
	}}
}

// add takes an address that may be listed or not, and leads on.
func (s *Site) add(kind, address, title string, links []apps.Link) *node {
	n := &node{Truth: apps.Truth{Word: apps.Ambiguous, Kind: kind}, title: title, links: links}
	s.nodes[apps.ParseURL(address).String()] = n
	return n
}

// page takes an address that has to be listed.
func (s *Site) page(address, title string, draw func(*apps.Page)) *node {
	n := s.add("page", address, title, nil)
	n.Word, n.draw = apps.Required, draw
	s.order = append(s.order, address)
	return n
}

// lists shows things in lists of several parts, all of which have to be listed.
func (s *Site) lists(things []apps.Link) {
	const part, parts = 20, 4
	if s.mixed {
		things = s.shuffled(things)
	}
	for l := 0; len(things) > 0; l++ {
		group := things[:min(len(things), part*parts)]
		things = things[len(group):]
		s.nav = append(s.nav, s.list("/group/"+apps.Noun(l), "All about "+apps.Noun(l), group, part))
	}
}

// list shows things as a list of several parts.
func (s *Site) list(address, title string, things []apps.Link, part int) apps.Link {
	last := (len(things) + part - 1) / part
	spell := func(n int) string {
		if n == 1 {
			return address
		}
		u := apps.ParseURL(address)
		if s.zero {
			n--
		}
		u.Query = u.Query.With("page", strconv.Itoa(n))
		return u.String()
	}
	for n := 1; n <= last; n++ {
		of := s.page(spell(n), title, nil)
		of.Kind, of.links = "list", slices.Clone(things[(n-1)*part:min(n*part, len(things))])
		of.links = append(of.links, s.authors(of.links)...)
		for m := max(1, n-3); m <= min(last, n+3); m++ {
			if m != n {
				of.links = append(of.links, apps.Link{Href: spell(m), Text: strconv.Itoa(m)})
			}
		}
	}
	return apps.Link{Href: address, Text: title}
}

// authors are those of the entries of a list.
func (s *Site) authors(entries []apps.Link) (all []apps.Link) {
	for _, e := range entries {
		for k := range min(s.by, 3) {
			name := apps.Title(apps.Noun(apps.Below(s.by, s.seed, 43, apps.Hash(e.Href), uint64(k))))
			all = append(all, apps.Link{Href: "/by/" + apps.Slug(name), Text: name})
		}
	}
	return all
}

func (s *Site) shuffled(things []apps.Link) []apps.Link {
	things = slices.Clone(things)
	slices.SortFunc(things, func(a, b apps.Link) int {
		return cmp.Compare(apps.Roll(s.seed, 2, apps.Hash(a.Href)), apps.Roll(s.seed, 2, apps.Hash(b.Href)))
	})
	return things
}

// id numbers things: no two are the same.
func (s *Site) id(i int) string {
	if s.mixed {
		return strconv.Itoa(100_000 + (i*48_271+7919)%900_001) // the module is a prime
	}
	return strconv.Itoa(1000 + i)
}

// name gives each thing its own.
func (s *Site) name(i int) string {
	if s.mixed {
		i = (i*48_271 + 7919) % 22_501 // pairs of 150 words, and a prime
	}
	return apps.Title(apps.Noun(i%150)) + " " + apps.Title(apps.Noun(i/150))
}

// slug spells the name.
func (s *Site) slug(i int) string { return apps.Slug(s.name(i)) }

// below draws a number for a thing.
func (s *Site) below(n, i int, what uint64) int { return apps.Below(n, s.seed, what, uint64(i)) }
