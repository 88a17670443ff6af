// Package shop makes up shops: categories with facets, sorts and parts, and
// products.
package shop

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Config says what a shop is like.
type Config struct {
	Seed       uint64
	Categories int
	Products   int
	PartSize   int // products of one part of a list

	Style  Style  // how facets are spelled
	Fixed  bool   // facets come in one order; else in that of the clicks
	Multi  bool   // a facet takes several values, with a comma
	Paging Paging // how parts are spelled
	Past   Past   // what comes after the last part
	NoMap  bool   // no sitemap: nothing sorted is vouched for

	Canonical bool // list pages name the plain list, products their main address
	Parts     Parts
	InMain    bool // facets stand in the main part of the page

	Session    string // parameter that carries a session in every link, "" for none
	Tracking   bool   // links to products tell where they stand
	AllTracked bool   // all of them, so that the plain address is never met
	Copies     bool   // a product has an address in each of its categories
	Languages  []string
	HrefLang   bool // languages name each other
	Currencies []string
}

// Paging says how the parts of a list are spelled.
type Paging uint8

// The spellings.
const (
	PageParam Paging = iota // ?page=2
	PagePath                // /page/2
	Start                   // ?start=24
	More                    // ?show=48: all from the first one on
)

// Past says what is after the last part of a list, to which its link "next"
// leads.
type Past uint8

// What there is.
const (
	NoNext Past = iota // no link, and 404
	Empty              // a list with nothing in it, and the next one
	Last               // the last part again, and the next one
)

// Parts says what parts from the second on have in their head.
type Parts uint8

// What they have.
const (
	Plain            Parts = iota // nothing
	NoIndex                       // noindex, follow
	CanonicalToFirst              // the first part as canonical
)

// Shop is a made-up shop.
type Shop struct {
	Config
	products   []product
	categories []category
	best       []int             // products of the first parts: boxes lead to these alone
	landing    []listing         // combinations of facets that editors link to
	newIn      []listing         // sorted lists that the sitemap names
	vouchedFor map[string]string // what these two are, by path and query
}

type category struct {
	slug, name string
	products   []int
}

type product struct {
	slug, name string
	categories []int // the first one is the main one
	values     []int // of each facet
	price      int
}

// New makes a shop up.
func New(c Config) *Shop {
	s := &Shop{Config: c}
	for i := range c.Categories {
		s.categories = append(s.categories, category{slug: apps.Noun(i) + "s", name: apps.Title(apps.Noun(i)) + "s"})
	}
	for i := range c.Products {
		p := product{name: fmt.Sprintf("%s %d", apps.Phrase(c.Seed, 1, uint64(i)), 100+i), price: 5 + apps.Below(300, c.Seed, 2, uint64(i))}
		p.slug = apps.Slug(p.name)
		p.categories = []int{i % c.Categories}
		if other := apps.Below(c.Categories, c.Seed, 3, uint64(i)); c.Copies && other != p.categories[0] && i%3 == 0 {
			p.categories = append(p.categories, other)
		}
		for f := range facets {
			p.values = append(p.values, apps.Below(len(facets[f].values), c.Seed, 4, uint64(f), uint64(i)))
		}
		for _, at := range p.categories {
			s.categories[at].products = append(s.categories[at].products, i)
		}
		s.products = append(s.products, p)
	}
	for c := range s.categories {
		s.best = append(s.best, s.shown(listing{category: c})...)
	}
	s.vouch()
	return s
}

// vouch makes up what the shop stands by beside its plain lists: combinations
// of two facets that products have, and what is new.
func (s *Shop) vouch() {
	for c := range s.categories {
		p := s.products[s.categories[c].products[0]]
		picks := []pick{{brand, []int{p.values[brand]}}, {material, []int{p.values[material]}}}
		s.landing = append(s.landing, listing{category: c, picks: picks})
		if c%2 == 0 && !s.NoMap {
			s.newIn = append(s.newIn, listing{category: c, sort: "new"})
		}
	}
	s.vouchedFor = map[string]string{}
	for _, l := range s.landing {
		s.vouchedFor[s.listPath(l)] = "landing page"
	}
	for _, l := range s.newIn {
		s.vouchedFor[s.listPath(l)] = "new in"
	}
}

// App gives the shop as an application.
func (s *Shop) App(name, about string, limit apps.Limit) *apps.App {
	a := &apps.App{Name: name, About: about, Site: s, Seed: s.Seed, Limit: limit}
	a.Frame = apps.Frame{Brand: "Harbour & Sons", Recent: s.recent}
	for c := range s.categories {
		a.Nav = append(a.Nav, s.categoryLink(c))
	}
	for _, name := range info {
		a.Footer = append(a.Footer, apps.Link{Href: "/" + name, Text: apps.Title(name)})
	}
	if s.Session != "" {
		a.Noise = []string{s.Session}
	}
	a.Robots = "User-agent: *\nDisallow: /cart\nDisallow: /checkout\n"
	if !s.NoMap {
		for c := range s.categories {
			a.Sitemap = append(a.Sitemap, s.listPath(listing{category: c}))
		}
		for _, l := range s.newIn {
			a.Sitemap = append(a.Sitemap, s.listPath(l))
		}
	}
	return a
}

func (s *Shop) recent(r *rand.Rand) apps.Link {
	i := s.best[r.IntN(len(s.best))]
	return apps.Link{Href: s.tracked(i, "recent", 0), Text: s.products[i].name}
}

type facet struct {
	key    string
	values []string
}

var facets = []facet{
	{"colour", []string{"red", "blue", "green", "black", "white", "yellow", "brown", "pink", "grey"}},
	{"brand", []string{"acme", "bolt", "corvus", "dune", "elbe", "fjord", "globe", "hawk", "iris", "juno"}},
	{"size", []string{"xs", "s", "m", "l", "xl", "xxl"}},
	{"material", []string{"wool", "cotton", "linen", "silk", "leather"}},
	{"price", []string{"under-50", "50-100", "100-150", "150-200", "over-200"}},
	{"season", []string{"spring", "summer", "autumn", "winter"}},
}

// Facets of the list above.
const (
	brand    = 1
	material = 3
)

// has tells whether a product passes what was picked.
func (p *product) has(picks []pick) bool {
	return !slices.ContainsFunc(picks, func(k pick) bool { return !slices.Contains(k.values, p.values[k.facet]) })
}

// Facets gives the names of the facets of all shops.
func Facets() (names []string) {
	for _, f := range facets {
		names = append(names, f.key)
	}
	return names
}

// Values gives the values of a facet.
func Values(name string) []string {
	if f := facetOf(name); f >= 0 {
		return facets[f].values
	}
	return nil
}
