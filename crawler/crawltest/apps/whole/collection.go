// Package whole makes up sites that are big and nothing else: every page of
// them has to be read and listed.
package whole

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Collection is things in lists. How their addresses are spelled, and what
// their pages say, is up to each kind.
type Collection struct {
	seed         uint64
	items, lists int
	part         int // things in one part of a list

	item func(i int) string       // address of a thing
	list func(l, part int) string // address of a part of a list; the first is 1
	// name names a thing, draw writes what else its page says.
	name   func(i int) string
	draw   func(p *apps.Page, i int)
	teaser func(i int) string                 // what a list says of it
	follow bool                               // parts have a link to the next one alone
	heads  Heads                              // of parts from the second on
	more   func(u apps.URL) (apps.View, bool) // further pages
	extra  []string                           // those of them that are required

	at map[string][2]int // lists and parts by address
}

// Heads says what parts of lists from the second on have in their head. But
// for the first kind they are not listed, and alone lead to most things.
type Heads uint8

// The heads.
const (
	Plain     Heads = iota
	NoIndex         // noindex, follow
	Canonical       // the first part
)

// build finishes a collection.
func (c *Collection) build() *Collection {
	c.at = map[string][2]int{}
	for l := range c.lists {
		for part := 1; part <= c.parts(l); part++ {
			c.at[apps.ParseURL(c.list(l, part)).String()] = [2]int{l, part}
		}
	}
	if c.name == nil {
		c.name = func(i int) string { return apps.Phrase(c.seed, 1, uint64(i)) + " " + strconv.Itoa(number(i)) }
	}
	if c.teaser == nil {
		c.teaser = func(i int) string { return apps.Prose(8, c.seed, 2, uint64(i)) }
	}
	if c.draw == nil {
		c.draw = func(p *apps.Page, i int) {
			p.P(apps.Prose(70, c.seed, 3, uint64(i)))
			p.Rows([2]string{"Number", strconv.Itoa(number(i))}, [2]string{"Price", fmt.Sprintf("£%d.95", 3+apps.Below(400, c.seed, 4, uint64(i)))})
		}
	}
	return c
}

// number is how addresses number things.
func number(i int) int { return 1000 + i }

// in gives the list of a thing, and its place there.
func (c *Collection) in(i int) (l, place int) { return i % c.lists, i / c.lists }

func (c *Collection) size(l int) int { return (c.items - l + c.lists - 1) / c.lists }

func (c *Collection) parts(l int) int { return max(1, (c.size(l)+c.part-1)/c.part) }

// slug names a thing in an address.
func (c *Collection) slug(i int) string {
	return apps.Slug(apps.Phrase(c.seed, 1, uint64(i))) + "-" + strconv.Itoa(number(i))
}

// App gives the collection as an application.
func (c *Collection) App(name, about string, limit apps.Limit) *apps.App {
	a := &apps.App{Name: name, About: about, Site: c, Seed: c.seed, Limit: limit, Frame: apps.Frame{Brand: "The Big One", Recent: c.recent}}
	for l := range min(c.lists, 12) {
		a.Nav = append(a.Nav, c.listLink(l))
	}
	return a
}

// recent leads to what is on first parts: the others are found by parts alone.
func (c *Collection) recent(r *rand.Rand) apps.Link {
	return c.link(r.IntN(min(c.items, c.lists*c.part)))
}

func (c *Collection) link(i int) apps.Link { return apps.Link{Href: c.item(i), Text: c.name(i)} }

func (c *Collection) listLink(l int) apps.Link {
	return apps.Link{Href: c.list(l, 1), Text: c.listName(l)}
}

func (c *Collection) listName(l int) string {
	return apps.Title(apps.Noun(l)) + "s" + strings.Repeat("'", l/200)
}

// Required gives everything.
func (c *Collection) Required() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, path := range append([]string{"/"}, c.extra...) {
			if !yield(path) {
				return
			}
		}
		for l := range c.lists {
			for part := 1; part <= c.parts(l); part++ {
				if path := c.list(l, part); path != "/" && (part == 1 || c.heads == Plain) && !yield(path) {
					return
				}
			}
		}
		for i := range c.items {
			if !yield(c.item(i)) {
				return
			}
		}
	}
}

// Look tells what a URL shows.
func (c *Collection) Look(u apps.URL) apps.View {
	page := func(kind string, draw func(*apps.Page)) apps.View {
		return apps.View{Truth: apps.Truth{Word: apps.Required, Kind: kind}, Draw: draw}
	}
	path := u.String()
	if at, ok := c.at[path]; ok {
		v := page("list", func(p *apps.Page) { c.drawList(p, at[0], at[1]) })
		if at[1] > 1 && c.heads != Plain {
			v.Truth = apps.Truth{Kind: "part", Door: true}
		}
		return v
	}
	if path == "/" {
		return page("home", c.drawHome)
	}
	if i, ok := c.find(path); ok {
		return page("thing", func(p *apps.Page) { c.drawItem(p, i) })
	}
	if c.more != nil {
		if v, ok := c.more(u); ok {
			return v
		}
	}
	return apps.Missing()
}

// find looks for the thing of an address by the last number in it.
func (c *Collection) find(path string) (i int, ok bool) {
	end := strings.LastIndexAny(path, "0123456789") + 1
	begin := end
	for begin > 0 && path[begin-1] >= '0' && path[begin-1] <= '9' {
		begin--
	}
	n, err := strconv.Atoi(path[begin:end])
	i = n - number(0)
	return i, err == nil && i >= 0 && i < c.items && apps.ParseURL(c.item(i)).String() == path
}

func (c *Collection) drawHome(p *apps.Page) {
	p.Title = "All there is"
	p.P(apps.Prose(60, c.seed, 5))
	for l := range c.lists {
		p.Card(c.listLink(l), fmt.Sprintf("%d of them", c.size(l)))
	}
}

func (c *Collection) drawList(p *apps.Page, l, part int) {
	p.Title = c.listName(l)
	if part > 1 {
		p.Title += fmt.Sprintf(", page %d", part)
		switch c.heads {
		case NoIndex:
			p.Robots = "noindex, follow"
		case Canonical:
			p.Canonical = c.list(l, 1)
		}
	}
	p.Trail = []apps.Link{{Href: "/", Text: "Home"}}
	for k := (part - 1) * c.part; k < min(part*c.part, c.size(l)); k++ {
		i := k*c.lists + l
		p.Card(c.link(i), c.teaser(i))
	}
	var pager []apps.Link
	last := c.parts(l)
	to := func(n int, text string) { pager = append(pager, apps.Link{Href: c.list(l, n), Text: text}) }
	if !c.follow {
		for n := max(1, part-3); n <= min(last, part+3); n++ {
			if n != part {
				to(n, strconv.Itoa(n))
			}
		}
	}
	if part < last {
		to(part+1, "next")
		p.Next = c.list(l, part+1)
	}
	p.Line("pager", pager)
	if c.list(0, 1) == "/" && part == 1 && l == 0 {
		for other := 1; other < c.lists; other++ {
			p.Card(c.listLink(other), "")
		}
	}
}

func (c *Collection) drawItem(p *apps.Page, i int) {
	l, place := c.in(i)
	p.Title = c.name(i)
	p.Trail = []apps.Link{{Href: "/", Text: "Home"}, c.listLink(l)}
	c.draw(p, i)
	var near []apps.Link
	for k := max(0, place-2); k <= min(c.size(l)-1, place+2); k++ {
		if k != place && k/c.part == place/c.part {
			near = append(near, c.link(k*c.lists+l))
		}
	}
	p.Links("near", near)
}
