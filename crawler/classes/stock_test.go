package classes_test

import (
	"fmt"
	"testing"

	"github.com/portolan-seo/portolan/crawler/classes"
)

// stocked has six lists of five parts, each with a box of four links that never
// change, in stock and whatever is; the last part leads to one past the end, which
// has the box alone.
func stocked() (s site, past map[string]bool) {
	s, past = site{}, map[string]bool{}
	box := []string{"/item/box-a", "/item/box-b", "/item/box-c", "/item/box-d"}
	for list := range 6 {
		for _, stock := range []bool{false, true} {
			url := func(n int) string {
				u := "/list-" + word(list)
				if stock {
					u += "?instock=yes"
				}
				if n > 1 {
					u += map[bool]string{false: "?", true: "&"}[stock] + fmt.Sprint("page=", n)
				}
				return u
			}
			var items []string
			for i := range 100 {
				if !stock || i%5 != 0 {
					items = append(items, fmt.Sprintf("/item/%s-%s", word(list), word(i)))
				}
			}
			parts := len(items) / 20
			for n := 1; n <= parts+1; n++ {
				p := sitePage{content: uint64(list*1000 + n*10 + parts), links: append([]string{}, box...)}
				if n <= parts {
					p.links = append(p.links, items[(n-1)*20:n*20]...)
					p.links = append(p.links, url(n+1))
				} else {
					p.nothing, past[url(n)] = true, true
				}
				if n == 1 {
					p.links = append(p.links, "/list-"+word(list)+"?instock=yes")
					s["/"] = sitePage{content: 1, links: append(s["/"].links, url(1))}
				}
				s[url(n)] = p
			}
		}
	}
	return s, past
}

// A list of what is in stock is a part of its list where nearly all is, and what
// stands past the end is no part, box or not.
func TestStock(t *testing.T) {
	s, past := stocked()
	m, c, all := relationsOf(t, s)
	found := 0
	for _, got := range all {
		if got.Param != "instock" {
			continue
		}
		found += got.Known
		if got.Relation != classes.Narrows {
			t.Errorf("what is in stock %s, want narrows: %+v", got.Relation, got)
		}
	}
	if want := 6 * 5; found != want {
		t.Errorf("%d URLs have the parameter, want %d", found, want)
	}
	for row, err := range m.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		path := row.URL[len(origin):]
		if got := c.Of(row).Kind == classes.PastEnd; got != past[path] {
			t.Errorf("%s lies past the end: %t, want %t", path, got, past[path])
		}
	}
}
