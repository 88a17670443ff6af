package classes_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/classes"
)

// A shop without that colour shows products of others: what stands where a list says that it has no entries
// is no list, and the colour narrows those that have some.
func TestListsWithoutEntries(t *testing.T) {
	for _, says := range []bool{true, false} {
		s := site{"/": {content: 1}}
		for list := range 12 {
			var items []string
			for i := range 24 {
				items = append(items, fmt.Sprintf("/item/%s-%s", word(list), word(i)))
			}
			url := "/list-" + word(list)
			s[url] = sitePage{content: uint64(100 + list), links: items}
			s["/"] = sitePage{content: 1, links: append(s["/"].links, url)}
			for colour := range 4 {
				p := sitePage{content: uint64(200 + list*4 + colour), links: items[colour*6 : colour*6+6]}
				if colour == list%4 {
					other := word((list + 5) % 12)
					p = sitePage{content: 300, nothing: says}
					for i := range 8 {
						p.links = append(p.links, fmt.Sprintf("/item/%s-%s", other, word(i)))
					}
				}
				s[url+"?colour="+word(colour)] = p
			}
		}
		want := map[bool]classes.Relation{true: classes.Narrows, false: classes.Specifies}[says]
		if _, _, all := relationsOf(t, s); all[origin+"/* colour"].Relation != want {
			t.Errorf("it says so: %v; the colour is %v, want %s", says, all, want)
		}
	}
}

// The last part of a list may have two entries and no words, as those of others have, with other entries. What stands on
// a part past the end is drawn from all lists.
func TestLastPartsOfFewEntries(t *testing.T) {
	s := site{"/": {content: 1}}
	add := func(path string, list, n int, content uint64, items ...string) {
		url := fmt.Sprintf("%s?list=%s", path, word(list))
		next := fmt.Sprint(url, "&page=", n+1)
		if s["/"] = (sitePage{content: 1, links: append(s["/"].links, url)}); n > 1 {
			url += fmt.Sprint("&page=", n)
		}
		s[url] = sitePage{content: content, links: append(items[:len(items):len(items)], next)}
	}
	for list := range 8 {
		item := func(list, n int) string { return fmt.Sprintf("/item/%s-%s", word(list), word(n)) }
		var items []string
		for n := range 42 {
			items = append(items, item(list, n))
		}
		for _, path := range []string{"/goods", "/news"} {
			add(path, list, 1, uint64(100+list), items[:20]...)
			add(path, list, 2, uint64(200+list), items[20:40]...)
		}
		add("/goods", list, 3, 300, items[40:]...)
		add("/news", list, 3, 300, item((list+1)%8, list), item((list+2)%8, 30-list), item((list+5)%8, 3))
	}
	m, c, _ := relationsOf(t, s)
	for row, err := range m.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		path := row.URL[len(origin):]
		want := strings.HasPrefix(path, "/news?") && strings.HasSuffix(path, "=3")
		if got := c.Of(row).Kind == classes.PastEnd; row.Page != nil && got != want {
			t.Errorf("%s lies past the end: %t, want %t", path, got, want)
		}
	}
}
