package classes_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/classes"
)

// resized has six lists, counted from 0, of eight parts in their own size and of sixteen
// in half of it, to which all parts lead.
func resized() site {
	s := site{"/": {content: 1}}
	for list := range 6 {
		path := "/list-" + word(list)
		url := func(size, n int) string {
			switch {
			case size == 10 && n == 0:
				return path + "?items_per_page=10"
			case size == 10:
				return fmt.Sprintf("%s?items_per_page=10&page=%d", path, n)
			case n == 0:
				return path
			}
			return fmt.Sprintf("%s?page=%d", path, n)
		}
		home := s["/"]
		home.links = append(home.links, path)
		s["/"] = home
		for _, size := range []int{10, 20} {
			for n := range 160 / size {
				p := sitePage{content: uint64(list*1000 + size*20 + n + 2)}
				for i := n * size; i < (n+1)*size; i++ {
					item := fmt.Sprintf("/item/%s-%s", word(list), word(i))
					p.links = append(p.links, item)
					s[item] = sitePage{content: uint64(100_000 + list*1000 + i)}
				}
				for m := range 160 / size {
					p.links = append(p.links, url(size, m))
				}
				s[url(size, n)] = sitePage{content: p.content, links: append(p.links, url(10, 0), path)}
			}
		}
	}
	return s
}

// Parts of a list in another size, behind the last one in its own, hold nothing that this list
// does not lead to.
func TestPartsInAnotherSize(t *testing.T) {
	m, c, _ := relationsOf(t, resized())
	views := 0
	for row, err := range m.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		path, kind := row.URL[len(origin):], c.Of(row).Kind
		switch isSized := strings.Contains(path, "items_per_page"); {
		case isSized && kind == classes.Variant:
			views++
		case isSized:
			t.Errorf("%s is of the kind %d, want a view", path, kind)
		case kind != classes.Page:
			t.Errorf("%s is of the kind %d, want a page", path, kind)
		}
	}
	if want := 6 * 16; views != want {
		t.Errorf("%d views, want %d", views, want)
	}
}
