package classes_test

import (
	"fmt"
	"testing"

	"github.com/portolan-seo/portolan/crawler/classes"
)

// library has a list of 40 parts, counted from 0, and the same by topic, each with a link of its own in a box. The first part has two addresses.
func library() site {
	const topics, perPart = 5, 10
	s := site{"/": {content: 1, links: []string{"/list"}}}
	var all []string
	for i := range 400 {
		all = append(all, fmt.Sprintf("/read/%s-%d", word(i%80), i))
	}
	add := func(query string, items []string) {
		last := (len(items) - 1) / perPart
		url := func(n int) string { return fmt.Sprintf("/list?%s%s%d", query, "page=", n) }
		for n := -1; n <= last; n++ {
			from := max(n, 0) * perPart
			p := sitePage{content: uint64(1000 + len(query)*100 + max(n, 0)), links: append([]string{}, items[from:min(from+perPart, len(items))]...)}
			p.links = append(p.links, fmt.Sprintf("/box/%s-%d-%d", word(len(s)%80), n+1, len(s)))
			for to := range last + 1 {
				p.links = append(p.links, url(to))
			}
			if query == "" {
				for topic := range topics {
					p.links = append(p.links, "/list?topic="+word(topic))
				}
			}
			switch {
			case n >= 0:
				s[url(n)] = p
			case query == "":
				s["/list"] = p
			default:
				s["/list?"+query[:len(query)-1]] = p
			}
		}
	}
	add("", all)
	for topic := range topics {
		var items []string
		for i := topic; i < len(all); i += topics {
			items = append(items, all[i])
		}
		add("topic="+word(topic)+"&", items)
	}
	return s
}

// Of a list of many parts a topic shows some, though as many links as boxes have on all parts would be the rest.
// ?page=1 is a second part, though ?page=0 is the first one again.
func TestLongListFromZero(t *testing.T) {
	m, c, all := relationsOf(t, library())
	if got := all[origin+"/list topic"].Relation; got != classes.Narrows {
		t.Errorf("the topic %s", got)
	}
	for row, err := range m.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		want := classes.Page
		switch row.URL[len(origin):] {
		case "/list?page=0", "/list?topic=" + word(1) + "&page=0":
			want = classes.Variant
		case "/list?page=1", "/list?topic=" + word(1) + "&page=1", "/list?topic=" + word(1):
		default:
			continue
		}
		if got := c.Of(row).Kind; got != want {
			t.Errorf("%s is of kind %d, want %d", row.URL, got, want)
		}
	}
}
