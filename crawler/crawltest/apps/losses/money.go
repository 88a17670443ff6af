package losses

import (
	"fmt"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// money shows prices in three currencies, of which each page names all: the one that
// is meant where none is named, too, with which pages are the same. Lists are in parts.
func money(s *Site) {
	const part, parts = 12, 4
	currencies := []string{"", "USD", "EUR", "GBP"} // USD is the one that is meant
	rates := []int{0, 0, 3, 5}
	spell := func(address string, k int) string {
		if currencies[k] == "" {
			return address
		}
		return with(address, "currency", currencies[k])
	}
	n := s.n / len(currencies)
	word := func(k int) apps.Truth {
		if k == 1 {
			return apps.Truth{Word: apps.Forbidden, Kind: "currency that is meant"}
		}
		return apps.Truth{Word: apps.Required, Kind: "page"}
	}
	add := func(address string, k int, title string, draw func(*apps.Page, int)) *node {
		of := s.page(spell(address, k), title, func(p *apps.Page) { draw(p, max(k, 1)) })
		if of.Truth = word(k); of.Word != apps.Required {
			s.order = s.order[:len(s.order)-1]
		}
		for j := 1; j < len(currencies); j++ {
			of.links = append(of.links, apps.Link{Href: spell(address, j), Text: currencies[j]})
		}
		return of
	}
	price := func(i, k int) string {
		return fmt.Sprintf("%s %d.95", currencies[k], 10+s.below(300, i, 36)+rates[k])
	}
	for i := range n {
		for k := range currencies {
			of := add("/p/"+s.slug(i), k, s.name(i), func(p *apps.Page, k int) {
				p.P(apps.Prose(60, s.seed, 37, uint64(i)))
				p.P(price(i, k))
			})
			for j := 1; j < 9; j++ {
				of.links = append(of.links, apps.Link{Href: "/p/" + s.slug((i+j)%n), Text: "like it"})
			}
		}
	}
	for l := 0; l*part*parts < n; l++ {
		from, to := l*part*parts, min(n, (l+1)*part*parts)
		address := func(m int) string {
			if m == 0 {
				return "/c/" + apps.Noun(l)
			}
			return with("/c/"+apps.Noun(l), "page", fmt.Sprint(m+1))
		}
		last := (to - from + part - 1) / part
		for m := range last {
			for k := range currencies {
				of := add(address(m), k, "All about "+apps.Noun(l), func(p *apps.Page, k int) {
					for i := from + m*part; i < min(to, from+(m+1)*part); i++ {
						p.Card(apps.Link{Href: "/p/" + s.slug(i), Text: s.name(i)}, price(i, k))
					}
				})
				for j := range last {
					if j != m {
						of.links = append(of.links, apps.Link{Href: address(j), Text: fmt.Sprint(j + 1)})
					}
				}
			}
		}
		s.nav = append(s.nav, apps.Link{Href: address(0), Text: "All about " + apps.Noun(l)})
	}
}
