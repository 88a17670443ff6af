package whole

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// pages spells parts of a list by a parameter, the first one without.
func pages(path, name string, part int) string {
	if part == 1 {
		return path
	}
	separator := "?"
	if strings.Contains(path, "?") {
		separator = "&"
	}
	return path + separator + name + "=" + strconv.Itoa(part)
}

// Flat is a shop whose products lie in one directory.
func Flat(seed uint64, items int) *Collection {
	c := &Collection{seed: seed, items: items, lists: 40, part: 50}
	c.item = func(i int) string { return "/product/" + c.slug(i) }
	c.list = func(l, part int) string { return pages("/list/"+apps.Noun(l), "page", part) }
	return c.build()
}

// Deep is the same with products four directories deep.
func Deep(seed uint64, items int) *Collection {
	c := &Collection{seed: seed, items: items, lists: 40, part: 50}
	c.item = func(i int) string {
		l, place := c.in(i)
		return fmt.Sprintf("/shop/%s/%s/%s/%s/", apps.Noun(l/8), apps.Noun(l), apps.Noun(place%50), c.slug(i))
	}
	c.list = func(l, part int) string {
		path := fmt.Sprintf("/shop/%s/%s/", apps.Noun(l/8), apps.Noun(l))
		if part > 1 {
			path += fmt.Sprintf("page/%d/", part)
		}
		return path
	}
	return c.build()
}

// ByID has one script for all products, and another one for all lists.
func ByID(seed uint64, items int) *Collection {
	c := &Collection{seed: seed, items: items, lists: 40, part: 50}
	c.item = func(i int) string { return "/product.php?id=" + strconv.Itoa(number(i)) }
	c.list = func(l, part int) string { return pages("/category.php?cat="+strconv.Itoa(l+1), "page", part) }
	return c.build()
}

// FrontController has everything behind one script, by a parameter "route".
func FrontController(seed uint64, items int) *Collection {
	c := &Collection{seed: seed, items: items, lists: 40, part: 50}
	c.item = func(i int) string { return "/index.php?route=product/product&product_id=" + strconv.Itoa(number(i)) }
	c.list = func(l, part int) string {
		return pages(fmt.Sprintf("/index.php?route=product/category&path=%d_%d", 20+l/8, 60+l), "page", part)
	}
	return c.build()
}

// Dictionary has one short entry at each address.
func Dictionary(seed uint64, items int) *Collection {
	c := &Collection{seed: seed, items: items, lists: 26, part: 200}
	c.name = func(i int) string {
		return apps.Title(apps.Noun(apps.Below(200, seed, 6, uint64(i))) + apps.Noun(apps.Below(200, seed, 7, uint64(i))))
	}
	c.item = func(i int) string { return "/define/" + apps.Slug(c.name(i)) + "-" + strconv.Itoa(number(i)) }
	c.list = func(l, part int) string { return pages("/browse/"+string(rune('a'+l)), "p", part) }
	c.teaser = func(int) string { return "" }
	c.draw = func(p *apps.Page, i int) {
		p.P("noun. " + apps.Prose(6, seed, 8, uint64(i)))
		p.P("Look up more words in our dictionary. Every entry is checked by our editors and comes with its origin where that is known.")
	}
	return c.build()
}

// Stores are branches whose pages differ in the address alone.
func Stores(seed uint64, items int) *Collection {
	c := &Collection{seed: seed, items: items, lists: 30, part: 100}
	street := func(i int) string {
		return fmt.Sprintf("%d %s Street", 1+apps.Below(300, seed, 9, uint64(i)), apps.Title(apps.Noun(apps.Below(200, seed, 10, uint64(i)))))
	}
	c.name = func(i int) string { return "Our store at " + street(i) }
	c.item = func(i int) string { return fmt.Sprintf("/stores/%d", number(i)) }
	c.list = func(l, part int) string { return pages("/stores/in/"+apps.Noun(l), "page", part) }
	c.teaser = func(i int) string { return street(i) }
	c.draw = func(p *apps.Page, i int) {
		p.P("Welcome to our store. We are open from Monday to Friday from 9 to 18 and on Saturday from 10 to 16. " +
			"You will find parking space in front of the house, and our staff will be glad to help you.")
		p.Rows([2]string{"Address", street(i)}, [2]string{"Telephone", fmt.Sprintf("0%09d", apps.Below(1e9, seed, 11, uint64(i)))})
		p.P("All our offers can be had in this store, too. Ask for our card, which saves you money each time.")
	}
	return c.build()
}

// Gallery has a picture on each page and hardly a word.
func Gallery(seed uint64, items int) *Collection {
	c := &Collection{seed: seed, items: items, lists: 30, part: 60}
	c.name = func(i int) string { return "Photo " + strconv.Itoa(number(i)) }
	c.item = func(i int) string { return fmt.Sprintf("/photo/%d", number(i)) }
	c.list = func(l, part int) string { return pages("/album/"+strconv.Itoa(l+1), "page", part) }
	c.teaser = func(int) string { return "" }
	c.draw = func(p *apps.Page, i int) { p.Raw("<img src=\"/img/%d.jpg\" alt=\"\">\n", number(i)) }
	return c.build()
}

// Scroll is a feed that loads its next part by ?page=, from the home page on.
func Scroll(seed uint64, items int, heads Heads) *Collection {
	c := &Collection{seed: seed, items: items, lists: 1, part: 10, follow: true, heads: heads}
	c.item = func(i int) string { return "/stories/" + c.slug(i) }
	c.list = func(_, part int) string { return pages("/", "page", part) }
	return c.build()
}

// Directory sorts firms by country, region and town.
func Directory(seed uint64, items int) *Collection {
	c := &Collection{seed: seed, items: items, lists: max(8, items/50), part: 25}
	town := func(l int) string { return fmt.Sprintf("%s-%d", apps.Noun(l), l) }
	region := func(l int) string { return "/" + apps.Noun(l%4) + "land/" + apps.Noun(40+l%12) + "shire/" }
	c.item = func(i int) string {
		l, _ := c.in(i)
		return region(l) + town(l) + "/" + c.slug(i) + ".html"
	}
	c.list = func(l, part int) string { return pages(region(l)+town(l)+"/", "p", part) }
	c.draw = func(p *apps.Page, i int) {
		l, _ := c.in(i)
		p.P(fmt.Sprintf("%s is a firm in %s. Are you the owner? Claim this entry. Be the first to write a review.", c.name(i), apps.Title(town(l))))
		p.Rows([2]string{"Telephone", fmt.Sprintf("0%09d", apps.Below(1e9, seed, 11, uint64(i)))}, [2]string{"Trade", apps.Noun(apps.Below(90, seed, 12, uint64(i)))})
	}
	regions := map[string][]int{}
	for l := range c.lists {
		country := region(l)[:strings.Index(region(l)[1:], "/")+2]
		for _, path := range []string{country, region(l)} {
			if regions[path] == nil {
				c.extra = append(c.extra, path)
			}
			regions[path] = append(regions[path], l)
		}
	}
	c.more = func(u apps.URL) (apps.View, bool) {
		lists := regions[u.Path]
		return apps.View{Truth: apps.Truth{Word: apps.Required, Kind: "region"}, Draw: func(p *apps.Page) {
			p.Title = "Firms in " + u.Segments()[len(u.Segments())-1]
			for _, l := range lists {
				p.Card(apps.Link{Href: region(l), Text: strings.Trim(region(l), "/")}, "")
				p.Card(c.listLink(l), fmt.Sprintf("%d firms", c.size(l)))
			}
			if path := u.Path; strings.Count(path, "/") > 2 {
				p.Trail = []apps.Link{{Href: path[:strings.Index(path[1:], "/")+2], Text: "up"}}
			}
		}}, lists != nil && len(u.Query) == 0
	}
	draw := c.draw
	c.draw = func(p *apps.Page, i int) {
		l, _ := c.in(i)
		path := region(l)
		p.Trail = append(p.Trail, apps.Link{Href: path[:strings.Index(path[1:], "/")+2], Text: "country"}, apps.Link{Href: path, Text: "region"})
		draw(p, i)
	}
	return c.build()
}

// Reference is the documentation of an interface: packages, classes, and each
// class with its source.
func Reference(seed uint64, items int) *Collection {
	c := &Collection{seed: seed, items: items, lists: max(4, items/40), part: 500}
	c.name = func(i int) string {
		return apps.Title(apps.Noun(i%190)) + apps.Title(apps.Noun(i/190%190)) + strconv.Itoa(number(i))
	}
	pkg := func(l int) string { return "/api/org/" + apps.Noun(l%20) + "/" + apps.Noun(l) + "/" }
	c.item = func(i int) string {
		l, _ := c.in(i)
		return pkg(l) + c.name(i) + ".html"
	}
	c.list = func(l, _ int) string { return pkg(l) + "package-summary.html" }
	c.teaser = func(int) string { return "" }
	c.draw = func(p *apps.Page, i int) {
		p.Raw("<pre>public class %s extends Object</pre>\n", c.name(i))
		for m := range uint64(3 + i%9) {
			name := strings.ToLower(apps.Noun(apps.Below(190, seed, 13, uint64(i), m)))
			p.Raw("<h3 id=\"%s\"><a href=\"#%s\">%s</a></h3><p>%s</p>\n", name, name, name, apps.Prose(8, seed, 14, uint64(i), m))
		}
	}
	return c.build()
}
