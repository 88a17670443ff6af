package losses

import (
	"fmt"
	"slices"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// with spells an address with one parameter more.
func with(address, name, value string) string {
	u := apps.ParseURL(address)
	u.Query = u.Query.With(name, value)
	return u.String()
}

// versions are releases of a manual: each page has a sentence of its own in each.
func versions(s *Site) {
	const releases = 5
	for v := range releases {
		var all []apps.Link
		for i := range s.n / releases {
			all = append(all, s.thing(fmt.Sprintf("/v1.%d/%s", v, s.slug(i)), i, func(s *Site, p *apps.Page, i int) {
				p.P(apps.Prose(80, s.seed, 12, uint64(i)))
				p.P(fmt.Sprintf("New in 1.%d: %s", v, apps.Prose(7, s.seed, 13, uint64(i), uint64(v))))
			}))
		}
		s.nav = append(s.nav, s.list(fmt.Sprintf("/v1.%d/", v), fmt.Sprintf("Manual of release 1.%d", v), all, 50))
	}
}

// compare shows any two of some products beside each other.
func compare(s *Site) {
	var all []apps.Link
	products := 2
	for products*products/2 < s.n {
		products++
	}
	rows := func(p *apps.Page, list ...int) {
		for _, i := range list {
			p.Rows([2]string{"Name", s.name(i)}, [2]string{"Weight", fmt.Sprintf("%d g", s.below(900, i, 14))}, [2]string{"Price", fmt.Sprintf("£%d", s.below(900, i, 15))})
			p.P(apps.Prose(12, s.seed, 16, uint64(i)))
		}
	}
	for i := range products {
		address := "/product/" + s.slug(i)
		of := s.page(address, s.name(i), func(p *apps.Page) { rows(p, i) })
		for j := range products {
			a, b := min(i, j), max(i, j)
			pair := apps.Link{Href: "/compare/" + s.slug(a) + "-vs-" + s.slug(b), Text: s.name(a) + " or " + s.name(b)}
			if i < j {
				s.page(pair.Href, pair.Text, func(p *apps.Page) { rows(p, i, j) })
			}
			if i != j {
				of.links = append(of.links, pair)
			}
		}
		all = append(all, apps.Link{Href: address, Text: s.name(i)})
	}
	s.lists(all)
}

// translations lead on in their language.
func translations(s *Site) {
	langs := []string{"", "de", "fr"}
	for _, lang := range langs {
		spell := func(address string) string {
			if lang == "" {
				return address
			}
			return with(address, "lang", lang)
		}
		var all []apps.Link
		for i := range s.n / len(langs) {
			address := "/about/" + s.slug(i)
			name := apps.Say(lang, s.name(i))
			of := s.page(spell(address), name, func(p *apps.Page) {
				p.Lang = lang
				p.P(apps.Say(lang, apps.Prose(60, s.seed, 17, uint64(i))))
			})
			of.links = []apps.Link{{Href: address, Text: "English"}, {Href: with(address, "lang", "de"), Text: "Deutsch"}, {Href: with(address, "lang", "fr"), Text: "Français"}}
			all = append(all, apps.Link{Href: spell(address), Text: name})
		}
		s.nav = append(s.nav, s.list(spell("/all"), apps.Say(lang, "All about it"), all, 20))
	}
}

// views are products with other prices by a parameter.
func views(name string, values ...string) func(*Site) {
	return func(s *Site) {
		var all []apps.Link
		for i := range s.n / (len(values) + 1) {
			address := "/p/" + s.slug(i)
			product := func(price int, currency string) func(*apps.Page) {
				return func(p *apps.Page) {
					p.P(apps.Prose(60, s.seed, 18, uint64(i)))
					p.P(fmt.Sprintf("%s %d.95", currency, price+s.below(300, i, 19)))
				}
			}
			nodes := []*node{s.page(address, s.name(i), product(10, "GBP"))}
			links := []apps.Link{{Href: address, Text: "GBP"}}
			for k, value := range values {
				nodes = append(nodes, s.page(with(address, name, value), s.name(i), product(12+2*k, value)))
				links = append(links, apps.Link{Href: with(address, name, value), Text: value})
			}
			for _, n := range nodes {
				n.links = links
			}
			all = append(all, apps.Link{Href: address, Text: s.name(i)})
		}
		s.lists(all)
	}
}

// variants have a number each, which no two products share.
func variants(s *Site) {
	const colours = 3
	var all []apps.Link
	for i := range s.n / colours {
		address := "/p/" + s.slug(i)
		links := []apps.Link{{Href: address, Text: "0"}}
		for v := 1; v < colours; v++ {
			links = append(links, apps.Link{Href: with(address, "variant", s.id(i*colours+v)), Text: fmt.Sprint(v)})
		}
		for v, l := range links {
			s.page(l.Href, s.name(i), func(p *apps.Page) {
				p.Raw("<img src=\"/img/%d-%d.jpg\" alt=\"\">\n", i, v)
				p.P(apps.Prose(60, s.seed, 20, uint64(i)))
				p.P(fmt.Sprintf("£%d.95", 10+s.below(300, i, 21)+9*v))
			}).links = links
		}
		all = append(all, links[0])
	}
	s.lists(all)
}

// tabs show another text about the same thing, with the same links.
func tabs(s *Site) {
	names := []string{"", "details", "reviews", "history"}
	var all []apps.Link
	for i := range s.n / len(names) {
		address := "/thing/" + s.slug(i)
		var links []apps.Link
		for _, name := range names {
			l := apps.Link{Href: address, Text: "Overview"}
			if name != "" {
				l = apps.Link{Href: with(address, "tab", name), Text: name}
			}
			links = append(links, l)
		}
		for k, l := range links {
			n := s.page(l.Href, s.name(i), func(p *apps.Page) { p.P(apps.Prose(60, s.seed, 34, uint64(i), uint64(k))) })
			n.links = slices.Clone(links)
			for j := 1; j < 8; j++ { // what is like it
				n.links = append(n.links, apps.Link{Href: "/thing/" + s.slug((i+j)%(s.n/len(names))), Text: "like it"})
			}
		}
		all = append(all, links[0])
	}
	s.lists(all)
}
