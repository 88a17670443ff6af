package classes_test

import (
	"fmt"
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
