package shop

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// begin writes what any page of the shop has: language, switches, sessions.
func (s *Shop) begin(p *apps.Page, v variant) {
	if v.lang != "" {
		p.Lang = v.lang
	}
	if s.Session != "" {
		id := fmt.Sprintf("%016x%016x", p.Chance.Uint64(), p.Chance.Uint64())
		p.Sessions = func(href string) string { return withParam(href, s.Session, id) }
	}
	here := apps.ParseURL(p.Self())
	switches := func(name, standard string, values []string) {
		if len(values) == 0 {
			return
		}
		var links []apps.Link
		for _, value := range append([]string{standard}, values...) {
			rest := here.Query.Without("from", "pos", s.Session).With(name, value)
			links = append(links, apps.Link{Href: rawPath(p.Self()) + rest.String(), Text: value})
		}
		p.Block(apps.Title(name), links)
		if s.HrefLang && name == "lang" {
			p.Alternates = links
		}
	}
	switches("lang", "en", s.Languages)
	switches("currency", "GBP", s.Currencies)
}

func rawPath(self string) string {
	path, _, _ := strings.Cut(self, "?")
	return path
}

func withParam(href, name, v string) string {
	separator := "?"
	if strings.Contains(href, "?") {
		separator = "&"
	}
	return href + separator + name + "=" + v
}

func (s *Shop) drawHome(p *apps.Page, v variant) {
	p.Title = apps.Say(v.lang, "Good things for the house and the road")
	p.P(apps.Say(v.lang, apps.Prose(60, s.Seed, 10)))
	for c := range s.categories {
		p.Card(s.categoryLink(c), apps.Say(v.lang, apps.Prose(12, s.Seed, 11, uint64(c))))
	}
	p.H2(apps.Say(v.lang, "This week"))
	for n := range 8 {
		i := apps.Pick(s.best, s.Seed, 12, uint64(n))
		p.Card(apps.Link{Href: s.tracked(i, "home", n+1), Text: s.products[i].name}, s.price(i, v))
	}
}

func (s *Shop) drawInfo(p *apps.Page, name string, v variant) {
	p.Title = apps.Say(v.lang, apps.Title(name))
	for n := range uint64(4) {
		p.P(apps.Say(v.lang, apps.Prose(50, s.Seed, 13, apps.Hash(name), n)))
	}
	if name == "guides" {
		var links []apps.Link
		for g := range s.guides() {
			links = append(links, apps.Link{Href: "/guides/" + strconv.Itoa(g+1), Text: apps.Phrase(s.Seed, 14, uint64(g))})
		}
		p.Links("guides", links)
	}
}

// drawGuide is a text by an editor who links to some lists.
func (s *Shop) drawGuide(p *apps.Page, g int, v variant) {
	p.Title = apps.Say(v.lang, apps.Phrase(s.Seed, 14, uint64(g)))
	p.Trail = []apps.Link{{Href: "/", Text: "Home"}, {Href: "/guides", Text: "Guides"}}
	for n := 4 * g; n < min(4*g+4, len(s.landing)); n++ {
		p.P(apps.Say(v.lang, apps.Prose(70, s.Seed, 15, uint64(n))))
		p.Raw("<p>%s</p>\n", p.A(apps.Link{Href: s.listPath(s.landing[n]), Text: s.title(s.landing[n])}))
	}
}

func (s *Shop) price(i int, v variant) string {
	n := s.products[i].price
	switch v.currency {
	case "EUR":
		return fmt.Sprintf("%d,%02d €", n*117/100, n%100)
	case "USD":
		return fmt.Sprintf("$%d.%02d", n*131/100, n%100)
	case "JPY":
		return fmt.Sprintf("¥%d", n*190)
	}
	return fmt.Sprintf("£%d.%02d", n, n%100)
}

func (s *Shop) drawProduct(p *apps.Page, i, at int, v variant) {
	product := &s.products[i]
	say := func(text string) string { return apps.Say(v.lang, text) }
	p.Title, p.H1 = say(product.name), say(product.name)
	if s.Canonical {
		p.Canonical = s.productPath(i, 0) + v.params().String()
	}
	p.Trail = []apps.Link{{Href: "/", Text: "Home"}, s.categoryLink(product.categories[at])}
	p.Raw("<img src=\"/img/%s.jpg\" alt=\"\"><p class=\"price\">%s</p>\n", product.slug, s.price(i, v))
	p.P(say(apps.Prose(60, s.Seed, 20, uint64(i))))
	var rows [][2]string
	for f, n := range product.values {
		rows = append(rows, [2]string{say(apps.Title(facets[f].key)), say(facets[f].values[n])})
	}
	p.Rows(rows...)
	p.Form("/cart/add", say("Add to cart"))
	p.H2(say("What customers say"))
	for n := range uint64(1 + i%3) {
		p.P(say(apps.Prose(20, s.Seed, 21, uint64(i), n)))
	}
	p.H2(say("Goes well with"))
	for n := range 4 {
		other := apps.Pick(s.best, s.Seed, 22, uint64(i), uint64(n))
		p.Card(apps.Link{Href: s.tracked(other, "related", n+1), Text: s.products[other].name}, s.price(other, v))
	}
	var more []apps.Link
	for _, f := range []int{brand, material} {
		l := listing{category: product.categories[at], picks: []pick{{f, []int{product.values[f]}}}}
		more = append(more, apps.Link{Href: s.listPath(l), Text: s.title(l)})
	}
	p.Links("more", more)
}
