package whole

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Variants are products in several colours: each has a price and a picture of
// its own, and an address by ?variant=.
func Variants(seed uint64, items int) *Collection {
	const colours = 4
	c := &Collection{seed: seed, items: items, lists: 20, part: 40}
	address := func(i, v int) string {
		path := "/products/" + c.slug(i)
		if v > 0 {
			path += fmt.Sprintf("?variant=%d", 40000+number(i)*10+v)
		}
		return path
	}
	c.item = func(i int) string { return address(i, 0) }
	c.list = func(l, part int) string { return pages("/collections/"+apps.Noun(l), "page", part) }
	draw := func(p *apps.Page, i, v int) {
		p.Raw("<img src=\"/img/%d-%d.jpg\" alt=\"\">\n", number(i), v)
		p.P(apps.Prose(60, seed, 3, uint64(i)))
		p.Rows([2]string{"Colour", []string{"black", "red", "green", "blue"}[v]}, [2]string{"Price", fmt.Sprintf("£%d.95", 10+apps.Below(300, seed, 4, uint64(i))+9*v)})
		var links []apps.Link
		for w := range colours {
			links = append(links, apps.Link{Href: address(i, w), Text: strconv.Itoa(w + 1)})
		}
		p.Links("swatches", links)
	}
	c.draw = func(p *apps.Page, i int) { draw(p, i, 0) }
	for i := range items {
		for v := 1; v < colours; v++ {
			c.extra = append(c.extra, address(i, v))
		}
	}
	c.more = func(u apps.URL) (apps.View, bool) {
		i, ok := c.find(u.Path)
		n, err := strconv.Atoi(u.Query.Get("variant"))
		v := n - 40000 - number(i)*10
		if !ok || err != nil || v < 1 || v >= colours || len(u.Query) != 1 {
			return apps.View{}, false
		}
		return apps.View{Truth: apps.Truth{Word: apps.Required, Kind: "variant"}, Draw: func(p *apps.Page) {
			p.Title = c.name(i)
			draw(p, i, v)
		}}, true
	}
	return c.build()
}

// Translated is a shop in three languages, each with a folder, and in two
// currencies by ?currency=. All languages of a page name each other.
func Translated(seed uint64, items int) *Collection {
	langs, currencies := []string{"en", "de", "fr"}, []string{"GBP", "EUR"}
	c := &Collection{seed: seed, items: items * len(langs) * len(currencies), lists: 20 * len(langs) * len(currencies), part: 40}
	// A list is one in a language and currency, and so are its things.
	in := func(l int) (list, lang, currency int) { return l / 6, l % 6 / 2, l % 2 }
	spell := func(path string, lang, currency int) string {
		path = "/" + langs[lang] + path
		if currency > 0 {
			path += "?currency=" + currencies[currency]
		}
		return path
	}
	c.item = func(i int) string {
		l, place := c.in(i)
		list, lang, currency := in(l)
		n := place*20 + list
		return spell(fmt.Sprintf("/p/%s-%d", apps.Slug(apps.Phrase(seed, 1, uint64(n))), number(i)), lang, currency)
	}
	c.list = func(l, part int) string {
		list, lang, currency := in(l)
		return pages(spell("/c/"+apps.Noun(list), lang, currency), "page", part)
	}
	c.name = func(i int) string {
		l, place := c.in(i)
		list, lang, _ := in(l)
		return apps.Say(langs[lang], apps.Phrase(seed, 1, uint64(place*20+list)))
	}
	c.teaser = func(int) string { return "" }
	c.draw = func(p *apps.Page, i int) {
		l, place := c.in(i)
		list, lang, currency := in(l)
		n := place*20 + list
		p.Lang = langs[lang]
		p.P(apps.Say(langs[lang], apps.Prose(60, seed, 3, uint64(n))))
		p.P(fmt.Sprintf("%s %d.%02d", currencies[currency], (10+n%90)*(10+2*currency)/10, n%100))
		var switches []apps.Link
		for k := range 6 {
			other := i - l%6 + k
			switches = append(switches, apps.Link{Href: c.item(other), Text: langs[k/2]})
		}
		p.Block("Country", switches)
		for k, s := range switches {
			if k%2 == currency {
				p.Alternates = append(p.Alternates, s)
			}
		}
	}
	return c.build()
}

// Landing is a board of jobs whose every list of a place and a trade is in
// the sitemap: all of them are pages that somebody wants to be found.
func Landing(name, about string, seed uint64, items int, limit apps.Limit) *apps.App {
	places, trades := 12, 10
	if items > 1000 {
		places, trades = 40, 25
	}
	c := &Collection{seed: seed, items: items, lists: places, part: 50}
	c.item = func(i int) string { return "/job/" + c.slug(i) }
	c.list = func(l, part int) string { return pages("/jobs?place="+apps.Noun(l), "page", part) }
	c.teaser = func(i int) string { return apps.Noun(100 + i%trades) }
	both := func(place, trade int) string {
		return "/jobs?place=" + apps.Noun(place) + "&trade=" + apps.Noun(100+trade)
	}
	known := map[string][2]int{}
	for place := range places {
		for trade := range trades {
			c.extra = append(c.extra, both(place, trade))
			known[both(place, trade)] = [2]int{place, trade}
		}
	}
	c.more = func(u apps.URL) (apps.View, bool) {
		at, ok := known[u.String()]
		return apps.View{Truth: apps.Truth{Word: apps.Required, Kind: "landing page"}, Draw: func(p *apps.Page) {
			p.Title = "Jobs: " + apps.Noun(100+at[1]) + " in " + apps.Title(apps.Noun(at[0]))
			p.P(strings.ReplaceAll("Find the best jobs as a X here.", "X", apps.Noun(100+at[1])))
			for k := range c.size(at[0]) {
				if i := k*c.lists + at[0]; i%trades == at[1] {
					p.Card(c.link(i), c.teaser(i))
				}
			}
			var links []apps.Link
			for trade := range trades {
				links = append(links, apps.Link{Href: both(at[0], trade), Text: apps.Noun(100 + trade)})
			}
			p.Block("Trades", links)
		}}, ok
	}
	a := c.build().App(name, about, limit)
	a.Sitemap = append([]string{"/"}, c.extra...)
	return a
}
