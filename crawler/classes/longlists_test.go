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

// A tracker shows issues and who they are of. In another order fewer people are on the first part, of which
// alone of eight has been read: a list is not all there because its first part has fewer links.
func TestPartsToComeOfShorterFirstParts(t *testing.T) {
	const perPart, last = 10, 8
	s := site{"/": {content: 1, links: []string{"/issues"}}}
	url := func(sort string, n int) string { return fmt.Sprintf("/issues?page=%d%s", n, sort) }
	add := func(at, sort string, content uint64, from, people int) {
		p := sitePage{content: content}
		for i := range perPart {
			p.links = append(p.links, fmt.Sprintf("/issue/%s-%d", word((from+i)%80), from+i), fmt.Sprintf("/user/%s", word(i%people)))
		}
		for n := range last {
			p.links = append(p.links, url(sort, n+1))
		}
		for order := range 8 {
			p.links = append(p.links, url("&sort="+word(order), 1))
		}
		s[at] = p
	}
	for n := range last {
		add(url("", n+1), "", uint64(100+n), n*perPart, perPart)
	}
	add("/issues", "", 100, 0, perPart)
	for order := range 8 {
		sort := "&sort=" + word(order)
		add(url(sort, 1), sort, uint64(200+order), (order*11)%70, 1)
		for n := 2; order < 4 && n <= last; n++ {
			add(url(sort, n), sort, uint64(300+10*order+n), ((order*11)%70+(n-1)*perPart)%(last*perPart), perPart)
		}
	}
	if _, _, all := relationsOf(t, s); all[origin+"/issues sort"].Relation != classes.Sorts {
		t.Errorf("sort %v", all)
	}
}
