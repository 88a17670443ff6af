package classes_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/classes"
)

// carrying has lists whose items carry on how many a list shows, so that they are other URLs in each list. Of the lists by
// themselves some items were read; of those with a number, where read says so.
func carrying(read bool) site {
	s := site{}
	for list := range 6 {
		at := "/list-" + word(list)
		s["/"] = sitePage{content: 1, links: append(s["/"].links, at)}
		for _, limit := range []string{"", "?limit=20", "?limit=40", "?limit=60"} {
			p := sitePage{content: uint64(list + 10), links: []string{at, at + "?limit=20", at + "?limit=40", at + "?limit=60"}}
			for i := range 30 {
				item := fmt.Sprintf("/item/%s-%s", word(list), word(i))
				p.links = append(p.links, item+limit)
				if i < 8 && limit == "" || i < 4 && read {
					s[item+limit] = sitePage{content: uint64(list*100 + i + 1000), links: []string{at}}
				}
			}
			s[at+limit] = p
		}
		s[at+"?page=2"] = sitePage{content: uint64(list + 50), links: []string{at, "/item/" + word(list) + "-" + word(0), "/item/" + word(list) + "-" + word(1)}}
	}
	return s
}

// Lists whose links are not known to be spellings of the same pages neither paginate nor say something else; once that is known they sort.
func TestItemsCarryTheirList(t *testing.T) {
	for _, read := range []bool{false, true} {
		want := map[bool]classes.Relation{false: classes.Undecided, true: classes.Sorts}[read]
		_, _, all := relationsOf(t, carrying(read))
		if got := all[origin+"/* limit"].Relation; got != want {
			t.Errorf("where items were read is %t, how many a list shows is %s, want %s", read, got, want)
		}
	}
}

// Where the page without a parameter that has no effect is never met, that with the shortest URL stands for the others,
// though other pages are met without it.
func TestOneOfThoseThatAreTheSame(t *testing.T) {
	s := site{}
	for i := range 90 {
		for _, from := range []string{"", "?from=a", "?from=bb", "?from=ccc"} {
			if i < 8 || from != "" {
				s["/item/"+word(i)+from] = sitePage{content: uint64(i + 1000), links: []string{"/"}}
			}
		}
	}
	m, c, _ := relationsOf(t, s)
	for row, err := range m.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		path := row.URL[len(origin):]
		plain, _, _ := strings.Cut(path, "?")
		if _, met := s[plain]; !met {
			plain += "?from=a"
		}
		v := c.Of(row)
		if isPage := v.Kind == classes.Page; isPage != (path == plain || path == "/") {
			t.Errorf("%s is %d", path, v.Kind)
		}
		if v.Kind != classes.Variant {
			continue
		}
		if target, err := m.Row(v.Target); err != nil || target.URL != origin+plain {
			t.Errorf("%s is a variant of %v, want %s", path, target, plain)
		}
	}
}
