package classes_test

import (
	"fmt"
	"testing"

	"github.com/portolan-seo/portolan/crawler/classes"
)

// rotating has six lists of four parts, each part with a box of four links that
// is another one on each page. Past the end the last part is shown once more. A row of
// notices stands on all parts of a second kind of lists, whose last part is short.
func rotating() (s site, past map[string]bool) {
	s, past = site{"/": {content: 1}}, map[string]bool{}
	pages := 0
	add := func(list string, n int, items []string) {
		pages++
		p := sitePage{content: uint64(100 + pages), links: append([]string{}, items...)}
		for i := range 4 {
			p.links = append(p.links, fmt.Sprintf("/item/box-%s-%s", word(pages), word(i)))
		}
		url := list
		if n > 1 {
			url += fmt.Sprint("?page=", n)
		}
		p.links = append(p.links, fmt.Sprint(list, "?page=", n+1))
		s[url] = p
	}
	for list := range 6 {
		goods, news := "/list-"+word(list), "/news-"+word(list)
		var items, notices []string
		for i := range 80 {
			items = append(items, fmt.Sprintf("/item/%s-%s", word(list), word(i)))
		}
		for i := range 10 {
			notices = append(notices, fmt.Sprintf("/item/notice-%s-%s", word(list), word(i)))
		}
		for n := 1; n <= 6; n++ {
			part := min(n, 4)
			add(goods, n, items[(part-1)*20:part*20])
			past[fmt.Sprint(goods, "?page=", n)] = n > 4
		}
		for n := 1; n <= 4; n++ {
			add(news, n, append(notices[:10:10], items[n*3:n*3+3]...))
		}
		s["/"] = sitePage{content: 1, links: append(s["/"].links, goods, news)}
	}
	return s, past
}

// Past the end lies what shows the part before once more, whatever stands in a box
// beside it; not a short part with what stands on all of them.
func TestLastPartAgain(t *testing.T) {
	s, past := rotating()
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
