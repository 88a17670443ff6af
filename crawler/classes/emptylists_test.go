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

// Lists of one part link on for ever, to parts with nothing in them, or to the last part, of two entries, again. Parts with a text
// of their own are parts, whatever they lead to, and so are those of which the first one leads nowhere either.
func TestPartsBehindShortLists(t *testing.T) {
	s, past := site{"/": {content: 1}}, map[string]bool{}
	add := func(path string, n int, content uint64, isPast bool, items ...string) {
		url := path
		if s["/"] = (sitePage{content: 1, links: append(s["/"].links, url)}); n > 1 {
			url += fmt.Sprint("?page=", n)
		}
		s[url], past[url] = sitePage{content: content, links: append(items[:len(items):len(items)], fmt.Sprint(path, "?page=", n+1))}, isPast
	}
	for list := range 6 {
		name, own := word(list), uint64(1000*list)
		var items []string
		for n := range 14 {
			items = append(items, fmt.Sprintf("/item/%s-%s", name, word(n)))
		}
		add("/goods-"+name, 1, own+100, false, items[:4]...)
		add("/again-"+name, 1, own+200, false, items[:12]...)
		add("/tale-"+name, 1, own+300, false, items[0])
		add("/album-"+name, 1, own+400, false)
		for n := 2; n <= 5; n++ {
			add("/goods-"+name, n, own+101, true)
			add("/again-"+name, n, own+201, n > 2, items[12:]...)
			add("/tale-"+name, n, own+300+uint64(n), false)
			add("/album-"+name, n, own+400, false)
		}
	}
	m, c, _ := relationsOf(t, s)
	for row, err := range m.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		path := row.URL[len(origin):]
		if got := c.Of(row).Kind == classes.PastEnd; row.Page != nil && got != past[path] {
			t.Errorf("%s lies past the end: %t, want %t", path, got, past[path])
		}
	}
}

// The last part of a topic has two posts, and is shown in four views, one of them without a link to each post: one part in many
// views is not what stands past the end of many lists.
func TestLastPartInViews(t *testing.T) {
	s := site{"/": {content: 1}}
	for topic := range 30 {
		url := fmt.Sprintf("/topic?t=%d", topic+1)
		s["/"] = sitePage{content: 1, links: append(s["/"].links, url)}
		for _, start := range []string{"", "&start=10"} {
			p := sitePage{content: uint64(100 + 2*topic + len(start)/9)}
			for post := range map[bool]int{true: 10, false: 2}[start == "" || topic%2 == 0] {
				p.links = append(p.links, fmt.Sprintf("/user/%s-%s%s", word(topic), word(post), start), fmt.Sprintf("/quote/%s-%s%s", word(topic), word(post), start))
			}
			print := p
			print.links = p.links[:len(p.links)-1]
			views := []string{url + "&start=10", url + start + "&order=up", url + start + "&order=down", url + start + "&view=print"}
			p.links = append(p.links, views...)
			s[url+start] = p
			if topic < 29 {
				s[views[1]], s[views[2]], s[views[3]] = p, p, print
			}
		}
	}
	m, c, _ := relationsOf(t, s)
	lost := 0
	for row, err := range m.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(row.URL, "&start=10") && c.Of(row).Kind != classes.Page {
			lost++
		}
	}
	if lost > 0 {
		t.Errorf("%d of 30 last parts are no pages", lost)
	}
}
