package classes_test

import (
	"encoding/base64"
	"fmt"
	"slices"
	"testing"

	"github.com/portolan-seo/portolan/crawler/classes"
)

// Lists whose entries each have a link that leads back to the page on which it stands, in the path and in base64, have the
// same entries in another order; and a product with such links is the same in another store.
func TestLinksThatLeadBack(t *testing.T) {
	s := site{"/": {content: 1}}
	add := func(url string, content uint64, items []string) {
		at := base64.RawURLEncoding.EncodeToString([]byte("http://a.example" + url))
		p := sitePage{content: content, links: append([]string{"/account/login/referer/" + at + "/"}, items...)}
		for i := range 9 {
			p.links = append(p.links, fmt.Sprintf("/compare/add/product/%d/uenc/%s/", i, at))
		}
		s[url] = p
	}
	for list := range 6 {
		var items []string
		for i := range 20 {
			item := fmt.Sprintf("/item-%s-%s.html", word(list), word(i))
			items = append(items, item)
			add(item, uint64(1000+list*50+i), nil)
			add(item+"?store=de", uint64(1000+list*50+i), nil)
		}
		url := "/list-" + word(list) + ".html"
		add(url, uint64(100+list), items)
		turned := slices.Clone(items)
		slices.Reverse(turned)
		for i, order := range []string{"name", "price", "position"} {
			add(url+"?order="+order, uint64(200+list*10+i), turned)
		}
		s["/"] = sitePage{content: 1, links: append(s["/"].links, url)}
	}
	_, _, all := relationsOf(t, s)
	for param, want := range map[string]classes.Relation{"order": classes.Sorts, "store": classes.NoEffect} {
		if got := all[origin+"/* "+param].Relation; got != want {
			t.Errorf("%s: %s, want %s", param, got, want)
		}
	}
}
