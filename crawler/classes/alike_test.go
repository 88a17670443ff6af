package classes_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/frontier"
)

// A program that says the same at a hundred addresses is one page, whatever a
// clock below it shows; pages that a number tells apart, that lead to something of
// their own, or that the site's sitemap names, are pages.
func TestAlike(t *testing.T) {
	reply := func(change func(i int, p *sitePage)) site {
		s := site{}
		var links []string
		for i := range 120 {
			url := fmt.Sprintf("/reply?to=%d", i+2)
			p := sitePage{content: 7, text: uint64(i / 20), links: []string{"/"}}
			if change != nil {
				change(i, &p)
			}
			s[url], links = p, append(links, url)
		}
		s["/"] = sitePage{content: 1, links: links}
		return s
	}
	for _, test := range []struct {
		name  string
		site  site
		named func(i int) bool // by the sitemap
		pages int
	}{
		{"a form that wants a login", reply(nil), nil, 1},
		{"one of them shows something else", reply(func(i int, p *sitePage) {
			if i == 40 {
				p.content = 8
			}
		}), nil, 2},
		{"several show something else", reply(func(i int, p *sitePage) {
			if i%30 == 0 {
				p.content = uint64(10 + i)
			}
		}), nil, 120},
		{"parts that a number tells apart", reply(func(i int, p *sitePage) { p.text = uint64(i) }), nil, 120},
		{"albums without a word", reply(func(i int, p *sitePage) { p.links = append(p.links, fmt.Sprintf("/photo/%d", i)) }), nil, 120},
		{"named by the sitemap", reply(nil), func(int) bool { return true }, 120},
		{"beside others that the sitemap names", reply(func(i int, p *sitePage) {
			if i%3 == 0 {
				p.content, p.text = uint64(1000*(i+1)), uint64(1000+i)
			}
		}), func(i int) bool { return i%3 == 0 }, 41},
	} {
		sources := map[string]frontier.Source{}
		for i := range 120 {
			if test.named != nil && test.named(i) {
				sources[fmt.Sprintf("/reply?to=%d", i+2)] = frontier.FromSitemap
			}
		}
		for seed := range uint64(3) {
			m := crawled(t, test.site, seed, sources)
			c, err := classes.Read(t.Context(), m)
			if err != nil {
				t.Fatal(err)
			}
			pages := 0
			for row, err := range m.Rows(t.Context()) {
				if err != nil {
					t.Fatal(err)
				}
				if strings.Contains(row.URL, "?to=") && c.Of(row).Kind == classes.Page {
					pages++
				}
			}
			if pages != test.pages {
				t.Errorf("%s: %d of 120 are pages, want %d", test.name, pages, test.pages)
			}
		}
	}
}
