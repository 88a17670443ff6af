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

// The entries of a directory carry the addresses of other sites: its lists are compared by them.
func TestDirectoryOfSites(t *testing.T) {
	s := site{"/": {content: 1}}
	for list := range 6 {
		url := "/list-" + word(list)
		for part := range 4 {
			at := url
			if part > 0 {
				at += fmt.Sprintf("?page=%d", part+1)
			}
			p := sitePage{content: uint64(100 + list)} // the entries are links without words of their own
			for i := range 10 {
				entry := fmt.Sprintf("/info?url=https%%3A%%2F%%2F%s%s%s.example%%2F", word(list), word(part), word(i))
				s[entry] = sitePage{content: uint64(1000 + list*100 + part*10 + i)}
				p.links = append(p.links, entry)
			}
			for other := range 3 {
				p.links = append(p.links, fmt.Sprintf("%s?page=%d", url, other+2))
			}
			s[at] = p
		}
		s["/"] = sitePage{content: 1, links: append(s["/"].links, url)}
	}
	_, _, all := relationsOf(t, s)
	for list := range 6 {
		if got := all[origin+"/list-"+word(list)+" page"].Relation; got != classes.Paginates {
			t.Errorf("page of list %d: %s, want %s", list, got, classes.Paginates)
		}
	}
}
