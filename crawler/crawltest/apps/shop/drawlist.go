package shop

import (
	"fmt"
	"slices"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

func (s *Shop) drawList(p *apps.Page, l listing) {
	products, parts, total := s.shown(l), s.parts(l), s.count(l)
	say := func(text string) string { return apps.Say(l.lang, text) }
	p.Title = say(s.title(l))
	p.Description = say(fmt.Sprintf("%d things", total))
	p.Trail = []apps.Link{{Href: "/", Text: "Home"}, s.categoryLink(l.category)}
	s.listHead(p, l)
	p.P(say(apps.Prose(40, s.Seed, 30, uint64(l.category))))
	p.P(say(fmt.Sprintf("%d products", total)))
	s.drawFacets(p, l)
	s.drawViews(p, l)
	if len(products) == 0 {
		p.P(say("No products were found."))
	}
	for n, i := range products {
		// The picture leads to the product, its name tells where it was seen.
		photo := s.productAt(i, l.category)
		if s.AllTracked {
			photo = s.tracked(i, "photo", n+1)
		}
		p.Raw("<div class=\"pic\">%s</div>\n", p.A(apps.Link{Href: photo, Text: "photo"}))
		link := apps.Link{Href: s.tracked(i, "list", n+1), Text: s.products[i].name}
		if !s.Tracking {
			link.Href = s.productAt(i, l.category)
		}
		text := s.price(i, l.variant)
		if l.look == "list" {
			text += ". " + apps.Prose(12, s.Seed, 20, uint64(i))
		}
		p.Card(link, say(text))
	}
	s.drawPager(p, l, parts)
}

// productAt is the address of a product in a category.
func (s *Shop) productAt(i, category int) string {
	return s.productPath(i, max(0, slices.Index(s.products[i].categories, category)))
}

// listHead writes canonical and robots.
func (s *Shop) listHead(p *apps.Page, l listing) {
	if l.part > 1 && s.Parts == NoIndex {
		p.Robots = "noindex, follow"
	}
	plain := listing{category: l.category, variant: l.variant, part: l.part}
	plain.noise = false
	first := l
	first.part = 0
	bare := first
	bare.variant = variant{}
	if s.vouchedFor[s.listPath(bare)] != "" {
		plain = l
		plain.noise = false
	}
	switch {
	case l.part > 1 && s.Parts == CanonicalToFirst:
		plain.part = 0
		p.Canonical = s.listPath(plain)
		if !s.Canonical {
			p.Canonical = s.listPath(first)
		}
	case s.Canonical:
		if plain.part == 1 {
			plain.part = 0
		}
		p.Canonical = s.listPath(plain)
	}
}

// drawFacets offers what may be picked, with how much is left then.
func (s *Shop) drawFacets(p *apps.Page, l listing) {
	for f := range facets {
		var links []apps.Link
		for v, name := range facets[f].values {
			next, picked := s.toggle(l, f, v)
			left := s.count(next)
			if left == 0 || next.picks == nil && !picked {
				continue
			}
			text := fmt.Sprintf("%s (%d)", name, left)
			if picked {
				text = "remove " + name
			}
			links = append(links, apps.Link{Href: s.listPath(next), Text: apps.Say(l.lang, text)})
		}
		if s.InMain {
			p.Links("filter", links)
		} else {
			p.Block(apps.Say(l.lang, apps.Title(facets[f].key)), links)
		}
	}
}

// toggle picks a value, or takes it back. It goes to the first part.
func (s *Shop) toggle(l listing, f, v int) (next listing, picked bool) {
	next = l
	next.part, next.noise = 0, false
	next.picks = nil
	found := false
	for _, k := range l.picks {
		if k.facet == f {
			found = true
			at := slices.Index(k.values, v)
			picked = at >= 0
			k.values = slices.Clone(k.values)
			switch {
			case picked:
				k.values = slices.Delete(k.values, at, at+1)
			case s.Multi:
				k.values = append(k.values, v)
			default:
				k.values = []int{v}
			}
		}
		if len(k.values) > 0 {
			next.picks = append(next.picks, k)
		}
	}
	if !found {
		next.picks = append(next.picks, pick{f, []int{v}})
	}
	if s.Fixed {
		slices.SortStableFunc(next.picks, func(a, b pick) int { return a.facet - b.facet })
		for i := range next.picks {
			slices.Sort(next.picks[i].values)
		}
	}
	return next, picked
}

// drawViews offers sorts, sizes and looks.
func (s *Shop) drawViews(p *apps.Page, l listing) {
	offer := func(class string, values []string, set func(*listing, string)) {
		var links []apps.Link
		for _, v := range values {
			next := l
			next.part, next.noise = 0, false
			set(&next, v)
			links = append(links, apps.Link{Href: s.listPath(next), Text: apps.Say(l.lang, v)})
		}
		p.Line(class, links)
	}
	offer("sort", sorts, func(n *listing, v string) { n.sort = v })
	offer("dir", directions, func(n *listing, v string) { n.dir = v })
	offer("size", s.sizes(), func(n *listing, v string) { n.size = v })
	offer("view", looks, func(n *listing, v string) { n.look = v })
}

// drawPager leads to the parts around this one, or to the next one alone.
func (s *Shop) drawPager(p *apps.Page, l listing, parts int) {
	at := max(1, l.part)
	to := func(part int) string {
		next := l
		next.part, next.noise = part, false
		return s.listPath(next)
	}
	var links []apps.Link
	more := at < parts || s.Past != NoNext
	if s.Paging != More {
		for n := 1; n <= parts; n++ {
			if n == at {
				links = append(links, apps.Link{Text: fmt.Sprint(n)})
			} else if n == 1 || n == parts || n >= at-2 && n <= at+2 {
				links = append(links, apps.Link{Href: to(n), Text: fmt.Sprint(n)})
			}
		}
	}
	if more {
		p.Next = to(at + 1)
		links = append(links, apps.Link{Href: to(at + 1), Text: apps.Say(l.lang, "next")})
	}
	p.Line("pager", links)
}
