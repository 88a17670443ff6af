package endless

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// StockStyle says what a shop is like whose lists have no end.
type StockStyle struct {
	Facets int   // up to six
	After  After // of each list, whose parts always link on
	InPath bool  // /page/2/ behind the category, else ?page=2
	Ends   bool  // and none does
	Box    int   // products drawn for each answer, on each page
	Each   int   // products of a category, where others have a fourth, twice as many or a third
	Sizes  bool  // sizes are numbers, and a list leads to the others, too
	Drawn  bool  // lists come in another order with each answer
}

// stock is a shop.
type stock struct {
	StockStyle
	seed     uint64
	products int
	names    []string // of categories
	of       [][]int  // their products
	facets   []facet
}

type facet struct {
	name   string
	values []string
}

const stockPart = 12 // products of a part of a list

var stockFacets = [6]facet{
	{"brand", strings.Fields("acme bolt corvus dune elbe fjord globe hawk")}, {"color", strings.Fields("red blue green black white grey")}, {"size", strings.Fields("s m l xl")},
	{"material", strings.Fields("wool cotton linen silk")}, {"season", strings.Fields("spring summer autumn winter")}, {"fit", strings.Fields("slim regular wide")},
}

// Stock is a shop with facets whose lists have no end.
func Stock(seed uint64, products int, style StockStyle) *stock {
	s := &stock{StockStyle: style, seed: seed, products: products, facets: slices.Clone(stockFacets[:style.Facets])}
	for i, f := range s.facets {
		if f.name == "size" && style.Sizes {
			s.facets[i].values = strings.Fields("1 2 3 4 5")
		}
	}
	for i := 0; i < products; {
		c, list := len(s.names), []int(nil)
		for n := max(1, []int{s.Each / 4, s.Each, s.Each * 2, s.Each / 3}[c%4]); n > 0 && i < products; n-- {
			list = append(list, i)
			i++
		}
		s.names, s.of = append(s.names, apps.Noun(c)+"s"), append(s.of, list)
	}
	return s
}

// App gives the shop as an application.
func (s *stock) App(name, about string, limit apps.Limit) *apps.App {
	a := &apps.App{Name: name, About: about, Site: s, Seed: s.seed, Limit: limit}
	a.Frame = apps.Frame{Brand: "The Stock", Nav: []apps.Link{{Href: "/", Text: "Home"}}}
	for _, n := range s.names[:min(len(s.names), 12)] {
		a.Nav = append(a.Nav, apps.Link{Href: "/c/" + n + "/", Text: apps.Title(n)})
	}
	return a
}

func (s *stock) title(i int) string {
	return fmt.Sprintf("%s %d", apps.Phrase(s.seed, 1, uint64(i)), 100+i)
}

func (s *stock) product(i int) apps.Link {
	return apps.Link{Href: "/p/" + apps.Slug(s.title(i)), Text: s.title(i)}
}

func (s *stock) value(f, i int) string {
	values := s.facets[f].values
	return values[apps.Below(len(values), s.seed, 2, uint64(f), uint64(i))]
}

// shelf is a list of products.
type shelf struct {
	category int
	picked   apps.Params
	part     int // from 1
}

// href gives the address of a list, with its parameters in one order.
func (s *stock) href(l shelf) string {
	u := apps.URL{Path: "/c/" + s.names[l.category] + "/"}
	for _, f := range s.facets {
		if v := l.picked.Get(f.name); v != "" {
			u.Query = append(u.Query, apps.Param{Name: f.name, Value: v})
		}
	}
	if l.part > 1 && s.InPath {
		u.Path += fmt.Sprintf("page/%d/", l.part)
	} else if l.part > 1 {
		u.Query = append(u.Query, apps.Param{Name: "page", Value: strconv.Itoa(l.part)})
	}
	return u.String()
}

// shelf reads an address.
func (s *stock) shelf(u apps.URL) (l shelf, ok bool) {
	at := u.Segments()
	if len(at) < 2 || at[0] != "c" {
		return l, false
	}
	l.category, l.part = slices.Index(s.names, at[1]), 1
	number := u.Query.Get("page")
	if s.InPath && len(at) == 4 {
		number = at[3]
	}
	if n, err := strconv.Atoi(number); err == nil && n > 0 {
		l.part = n
	}
	l.picked = u.Query.Without("page")
	return l, l.category >= 0 && s.href(l) == u.String()
}

// found gives the products of a list.
func (s *stock) found(l shelf) []int {
	return slices.DeleteFunc(slices.Clone(s.of[l.category]), func(i int) bool {
		for f, facet := range s.facets {
			if v := l.picked.Get(facet.name); v != "" && v != s.value(f, i) {
				return true
			}
		}
		return false
	})
}

func lastPart(found []int) int { return max(1, (len(found)+stockPart-1)/stockPart) }

// Required gives the products, the categories and their parts.
func (s *stock) Required() iter.Seq[string] {
	all := []string{"/"}
	for i := range s.products {
		all = append(all, s.product(i).Href)
	}
	for c := range s.names {
		for n := range lastPart(s.of[c]) {
			all = append(all, s.href(shelf{category: c, part: n + 1}))
		}
	}
	return slices.Values(all)
}

// Look tells what a URL shows.
func (s *stock) Look(u apps.URL) apps.View {
	must := func(kind string, draw func(*apps.Page)) apps.View {
		return apps.View{Truth: apps.Truth{Word: apps.Required, Kind: kind}, Draw: func(p *apps.Page) { draw(p); s.drawBox(p) }}
	}
	if u.Path == "/" && len(u.Query) == 0 {
		return must("home", func(p *apps.Page) {
			p.Title = "The Stock"
			for c, n := range s.names {
				p.Card(apps.Link{Href: s.href(shelf{category: c}), Text: apps.Title(n)}, apps.Prose(8, s.seed, 3, uint64(c)))
			}
		})
	}
	if slug, ok := strings.CutPrefix(u.Path, "/p/"); ok && len(u.Query) == 0 {
		i, err := strconv.Atoi(slug[strings.LastIndexByte(slug, '-')+1:])
		if i -= 100; err != nil || i < 0 || i >= s.products || s.product(i).Href != u.Path {
			return apps.Missing()
		}
		return must("product", func(p *apps.Page) { s.drawProduct(p, i) })
	}
	l, ok := s.shelf(u)
	if !ok {
		return apps.Missing()
	}
	found := s.found(l)
	v := forbidden("combination", func(p *apps.Page) { s.drawShelf(p, l, found); s.drawBox(p) })
	switch {
	case l.part > lastPart(found):
		v.Truth.Kind = "past the end"
		if s.Ends {
			return apps.Missing()
		}
	case len(l.picked) == 0:
		v.Truth = apps.Truth{Word: apps.Required, Kind: "category"}
		if l.part > 1 {
			v.Truth.Kind = "part"
		}
	case len(l.picked) == 1:
		v.Truth = apps.Truth{Word: apps.Ambiguous, Kind: "value"}
	}
	return v
}

func (s *stock) drawProduct(p *apps.Page, i int) {
	c := slices.IndexFunc(s.of, func(of []int) bool { return slices.Contains(of, i) })
	p.Title = s.title(i)
	p.Trail = []apps.Link{{Href: "/", Text: "Home"}, {Href: s.href(shelf{category: c}), Text: apps.Title(s.names[c])}}
	p.P(apps.Prose(60, s.seed, 4, uint64(i)))
	var rows [][2]string
	for f, facet := range s.facets {
		rows = append(rows, [2]string{apps.Title(facet.name), s.value(f, i)})
	}
	p.Rows(rows...)
	if s.Drawn { // else chance alone would lead to all of them
		of := s.of[c]
		p.Line("similar", []apps.Link{s.product(of[(slices.Index(of, i)+1)%len(of)])})
	}
	p.P(fmt.Sprintf("Price: £%d", 5+apps.Below(300, s.seed, 5, uint64(i))))
}

func (s *stock) drawShelf(p *apps.Page, l shelf, found []int) {
	p.Title = apps.Title(s.names[l.category])
	for _, q := range l.picked {
		p.Title += ", " + q.Value
	}
	for f, facet := range s.facets {
		var links []apps.Link
		for _, v := range facet.values {
			to := shelf{category: l.category, picked: l.picked.With(facet.name, v)}
			if s.Sizes && facet.name == "size" || slices.ContainsFunc(found, func(i int) bool { return s.value(f, i) == v }) {
				links = append(links, apps.Link{Href: s.href(to), Text: v})
			}
		}
		p.Block(apps.Title(facet.name), links)
	}
	last, n := lastPart(found), l.part
	switch {
	case n > last && s.After == FirstAgain:
		n = 1
	case n > last && s.After == LastAgain:
		n = last
	}
	if s.Drawn {
		found = slices.Clone(found)
		p.Chance.Shuffle(len(found), func(i, j int) { found[i], found[j] = found[j], found[i] })
	}
	shown := found[min(len(found), (n-1)*stockPart):min(len(found), n*stockPart)]
	for _, i := range shown {
		p.Card(s.product(i), fmt.Sprintf("£%d", 5+apps.Below(300, s.seed, 5, uint64(i))))
	}
	var pager []apps.Link
	if l.part > 1 {
		pager = append(pager, apps.Link{Href: s.href(shelf{l.category, l.picked, l.part - 1}), Text: "Previous"})
	}
	if !s.Ends || l.part < last {
		pager = append(pager, apps.Link{Href: s.href(shelf{l.category, l.picked, l.part + 1}), Text: "Next"})
	}
	p.Line("pager", pager)
}

// drawBox writes the box of what is drawn.
func (s *stock) drawBox(p *apps.Page) {
	for range s.Box {
		i := p.Chance.IntN(s.products)
		p.Card(s.product(i), fmt.Sprintf("£%d", 5+apps.Below(300, s.seed, 5, uint64(i))))
	}
}
