package losses

import (
	"fmt"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// repeat takes an address of what shows nothing but what another page shows.
func (s *Site) repeat(kind, address, title string, draw func(*apps.Page), links ...apps.Link) {
	n := s.add(kind, address, title, links)
	n.Word, n.draw = apps.Forbidden, draw
}

// printed are articles that can be printed, and are in an archive without a frame; comments on them have pages, too,
// and so have notes that one page shows as a whole.
func printed(s *Site) {
	var all, bare []apps.Link
	const writers = 7
	by := make([][]apps.Link, writers)
	articles := s.n / 8
	for i := range articles {
		id := s.id(i)
		text := func(p *apps.Page) { p.P(apps.Prose(40+s.below(200, i, 50), s.seed, 51, uint64(i))) }
		author := s.below(writers, i, 52)
		writer := apps.Link{Href: "/by/" + apps.Noun(author), Text: apps.Title(apps.Noun(author))}
		self := apps.Link{Href: "/article?id=" + id, Text: s.name(i)}
		print := apps.Link{Href: "/print?id=" + id, Text: "Print"}
		archived := apps.Link{Href: "/bare/article-" + id + ".html", Text: s.name(i)}
		comments := apps.Link{Href: "/comments?id=" + id, Text: "Comments"}
		of := s.page(self.Href, self.Text, func(p *apps.Page) {
			text(p)
			p.P("Written for all who read, on paper or not. Say what you think of it below.")
		})
		if i%10 == 9 {
			s.unlist(of)
			all = append(all, comments)
		}
		of.links = []apps.Link{writer, print, archived, comments}
		for j := range 3 {
			k := (i + 1 + j*7) % articles
			of.links = append(of.links, apps.Link{Href: "/article?id=" + s.id(k), Text: s.name(k)})
		}
		s.repeat("printed", print.Href, s.name(i)+" (to be printed)", func(p *apps.Page) {
			p.NoFrame = true
			text(p)
		}, self, writer)
		s.repeat("bare", archived.Href, "Archive: "+s.name(i), func(p *apps.Page) {
			p.NoFrame = true
			p.P("This is a bare version. The full one has pictures.")
			text(p)
		}, apps.Link{Href: "/bare/", Text: "Archive"}, self, writer)
		s.page(comments.Href, s.name(i)+" - Comments", func(p *apps.Page) {
			p.P(apps.Prose(30, s.seed, 53, uint64(i)))
		}).links = []apps.Link{self, writer}
		all, bare, by[author] = append(all, self), append(bare, archived), append(by[author], self)
	}
	s.lists(all)
	for i, list := range by {
		s.nav = append(s.nav, s.list("/by/"+apps.Noun(i), "Written by "+apps.Title(apps.Noun(i)), list, 200))
	}
	s.add("archive", "/bare/", "Archive", bare)
	s.nav = append(s.nav, apps.Link{Href: "/bare/", Text: "Archive"})
	s.notes()
}

// unlist takes what was taken last off what has to be listed: it says noindex, and nothing else that says it is listed, either.
func (s *Site) unlist(n *node) {
	draw := n.draw
	n.Word, n.draw = apps.Forbidden, func(p *apps.Page) {
		p.Robots = "noindex"
		draw(p)
	}
	s.order = s.order[:len(s.order)-1]
}

// pressed are articles that can be printed, on a site whose addresses have no parameters.
func pressed(s *Site) {
	var all []apps.Link
	for i := range s.n / 2 {
		text := func(p *apps.Page) { p.P(apps.Prose(40+s.below(200, i, 58), s.seed, 59, uint64(i))) }
		self := apps.Link{Href: "/articles/" + s.slug(i), Text: s.name(i)}
		print := apps.Link{Href: "/print/" + s.slug(i), Text: "Print"}
		of := s.page(self.Href, self.Text, func(p *apps.Page) {
			text(p)
			p.P(apps.Prose(20, s.seed, 60, uint64(i)))
		})
		if i%3 == 2 {
			s.unlist(of)
		}
		of.links = []apps.Link{print}
		s.repeat("printed", print.Href, "Print: "+s.name(i), func(p *apps.Page) {
			p.NoFrame = true
			text(p)
		})
		all = append(all, self)
	}
	s.lists(all)
}

// ebooks say of each book what its own page says, with less around it: they stand in lists beside the books, or name
// themselves as canonical.
func ebooks(s *Site) {
	var all []apps.Link
	books := s.n / 4
	for i := range books {
		text := func(p *apps.Page) { p.P(apps.Prose(100, s.seed, 61, uint64(i))) }
		self := apps.Link{Href: "/book/" + s.slug(i), Text: s.name(i)}
		listed := apps.Link{Href: "/ebook/" + s.slug(i), Text: s.name(i) + " (e-book)"}
		named := apps.Link{Href: "/used/" + s.slug(i), Text: s.name(i) + " (used)"}
		of := s.page(self.Href, self.Text, func(p *apps.Page) {
			text(p)
			p.P("Bound in linen, on paper that lasts, and sent to you within two days from our own store.")
		})
		of.links = []apps.Link{listed, named}
		for j := range 3 {
			k := (i + 1 + j*7) % books
			of.links = append(of.links, apps.Link{Href: "/book/" + s.slug(k), Text: s.name(k)})
		}
		s.page(listed.Href, listed.Text, func(p *apps.Page) {
			text(p)
			p.P("EPUB.")
		}).links = []apps.Link{self}
		s.page(named.Href, named.Text, func(p *apps.Page) {
			p.Canonical = named.Href
			text(p)
		})
		all = append(all, self, listed)
	}
	s.lists(all)
}

// notes are short, and shown as a whole where they are listed.
func (s *Site) notes() {
	const each = 5
	for k := range s.n / 8 / each {
		list := apps.Link{Href: fmt.Sprintf("/notes/%d", k+1), Text: fmt.Sprintf("Notes %d", k+1)}
		var links []apps.Link
		note := func(p *apps.Page, i int) { p.P(apps.Prose(30, s.seed, 54, uint64(i))) }
		for i := k * each; i < (k+1)*each; i++ {
			l := apps.Link{Href: "/note/" + s.slug(i), Text: "Note on " + s.name(i)}
			s.page(l.Href, l.Text, func(p *apps.Page) { note(p, i) }).links = []apps.Link{list}
			links = append(links, l)
		}
		s.page(list.Href, list.Text, func(p *apps.Page) {
			for i := k * each; i < (k+1)*each; i++ {
				note(p, i)
			}
		}).links = links
		s.nav = append(s.nav, list)
	}
}

// releases are manuals of which an earlier one says less, each page in each of them. Each leads to the same page in the
// other ones, and on in its release.
func releases(s *Site) { s.releases(true) }

// editions are releases whose pages do not lead on.
func editions(s *Site) { s.releases(false) }

func (s *Site) releases(leadOn bool) {
	names := []string{"latest", "stable", "old"}
	count := s.n / 4
	for v, name := range names {
		var all []apps.Link
		for i := range count {
			address := func(name string, i int) string { return "/" + name + "/" + s.slug(i%count) + "/" }
			n := s.page(address(name, i), s.name(i), func(p *apps.Page) {
				p.P(apps.Prose(60+s.below(60, i, 55), s.seed, 56, uint64(i)))
				for added := v; added < len(names); added++ {
					p.P(apps.Prose(8, s.seed, 57, uint64(i), uint64(added)))
				}
			})
			for _, other := range names {
				n.links = append(n.links, apps.Link{Href: address(other, i), Text: other})
			}
			if leadOn {
				n.links = append(n.links, apps.Link{Href: address(name, i+1), Text: "Next"})
			}
			all = append(all, apps.Link{Href: address(name, i), Text: s.name(i)})
		}
		s.nav = append(s.nav, s.list("/"+name+"/", "Manual, "+name, all, 50))
	}
}

// regions show the same products with a word of their own; menus are those of the region.
func regions(s *Site) {
	names := []string{"en-us", "en-gb"}
	for v, name := range names {
		var all []apps.Link
		for i := range s.n / 3 {
			n := s.page("/"+name+"/"+s.slug(i), s.name(i), func(p *apps.Page) {
				p.P(apps.Prose(70, s.seed, 58, uint64(i)))
				p.P([]string{"Color as ordered, shipped from a center near you, free of all charge.", "Colour as ordered, sent from a centre nearby."}[v])
			})
			for _, other := range names {
				n.links = append(n.links, apps.Link{Href: "/" + other + "/" + s.slug(i), Text: other})
			}
			for j := 1; j < 4; j++ {
				n.links = append(n.links, apps.Link{Href: "/" + name + "/" + s.slug((i+j)%(s.n/3)), Text: s.name((i + j) % (s.n / 3))})
			}
			all = append(all, apps.Link{Href: "/" + name + "/" + s.slug(i), Text: s.name(i)})
		}
		s.nav = append(s.nav, s.list("/"+name+"/", "Products, "+name, all, 40))
	}
}

// sales are lists of some of what a brand has.
func sales(s *Site) {
	products, brands := s.n/2, s.n/10
	link := func(i int) apps.Link {
		return apps.Link{Href: "/p/" + s.id(i%products), Text: s.name(i % products)}
	}
	var all []apps.Link
	for i := range products {
		s.page(link(i).Href, link(i).Text, func(p *apps.Page) { p.P(apps.Prose(50, s.seed, 59, uint64(i))) })
	}
	for b := range brands {
		address, name := "/brand/"+apps.Slug(apps.Noun(b)), apps.Title(apps.Noun(b))+" and sons"
		cards := func(p *apps.Page, n int) {
			for j := range n {
				i := (b*products/brands + j*3) % products
				p.Card(link(i), apps.Prose(8, s.seed, 60, uint64(i)))
			}
		}
		sale := apps.Link{Href: address + "/sale", Text: "On sale"}
		s.page(address, name, func(p *apps.Page) { cards(p, 16+s.below(8, b, 61)) }).links = []apps.Link{sale}
		s.page(sale.Href, name+" - on sale", func(p *apps.Page) { cards(p, 6+s.below(6, b, 62)) }).links = []apps.Link{{Href: address, Text: name}}
		all = append(all, apps.Link{Href: address, Text: name})
	}
	s.lists(all)
}

// beginnings are stories that have all of their text at another address, in one piece.
func beginnings(s *Site) {
	var all []apps.Link
	count := s.n / 3
	for i := range count {
		self := apps.Link{Href: "/story/" + s.slug(i), Text: s.name(i)}
		whole := apps.Link{Href: self.Href + "/whole", Text: "All on one page"}
		n := s.page(self.Href, self.Text, func(p *apps.Page) { p.P(apps.Prose(70+s.below(90, i, 63), s.seed, 64, uint64(i))) })
		n.links = []apps.Link{whole}
		for j := 1; j < 4; j++ {
			n.links = append(n.links, apps.Link{Href: "/story/" + s.slug((i+j*5)%count), Text: s.name((i + j*5) % count)})
		}
		s.page(whole.Href, self.Text, func(p *apps.Page) {
			p.P(apps.Prose(70+s.below(90, i, 63), s.seed, 64, uint64(i)))
			p.P(apps.Prose(20, s.seed, 65, uint64(i)))
		}).links = []apps.Link{self}
		all = append(all, self)
	}
	s.lists(all)
}
