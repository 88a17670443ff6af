package losses

import (
	"fmt"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// albums show pictures by the list that leads there: ?album=3&pid=17, where a box
// has some by ?pid=17 alone. What was found by a word leads to ?album=search&pid=17,
// which tells whoever has not searched that there is nothing, and answers 200, as
// any address that does not exist does where always is set. A link to keep a picture
// redirects to it.
func albums(always bool) func(*Site) {
	return func(s *Site) { s.albums(always) }
}

func (s *Site) albums(always bool) {
	const most, words = 80, 12
	spell := func(album string, i int) string {
		if album == "" {
			return "/show.php?pid=" + s.id(i)
		}
		return "/show.php?album=" + album + "&pid=" + s.id(i)
	}
	found := make([][]apps.Link, words)
	word := apps.Ambiguous
	if always {
		word = apps.Forbidden
		s.missing = map[string]*node{"/show.php": s.nothing("/show.php?pid=0", word)}
	}
	for i := range s.n {
		album := 1 + i%(s.n/most)
		address := spell(fmt.Sprint(album), i)
		draw := func(p *apps.Page) { photo(s, p, i) }
		of, alone := s.page(address, s.name(i), draw), s.add("picture", spell("", i), s.name(i), nil)
		of.Page, alone.Truth, alone.draw = address, apps.Truth{Word: apps.Required, Kind: "page", Page: address}, draw
		for _, n := range []*node{of, alone} {
			for j := range 3 { // beside it in the album
				k := (i + (j+1)*(s.n/most)) % s.n
				n.links = append(n.links, apps.Link{Href: spell(fmt.Sprint(1+k%(s.n/most)), k), Text: s.name(k)})
			}
		}
		of.links = append(of.links, apps.Link{Href: "/keep.php?pid=" + s.id(i), Text: "keep it"})
		s.add("redirect", "/keep.php?pid="+s.id(i), "", nil).location = address
		of.links = append(of.links, apps.Link{Href: spell("", i/4*4+1), Text: "another one"})
		if i%2 == 0 {
			s.nothing(spell("search", i), word)
			w := s.below(words, i, 35)
			found[w] = append(found[w], apps.Link{Href: spell("search", i), Text: s.name(i)})
		}
	}
	for a := range s.n / most {
		var all []apps.Link
		for i := a; i < s.n; i += s.n / most {
			all = append(all, apps.Link{Href: spell(fmt.Sprint(1+a), i), Text: s.name(i)})
		}
		s.nav = append(s.nav, s.list("/thumbs.php?album="+fmt.Sprint(1+a), "Album "+apps.Noun(a), all, 20))
	}
	for w := range words {
		if len(found[w]) > 0 {
			s.nav = append(s.nav, s.list("/thumbs.php?album=search&word="+apps.Noun(w), "Found by "+apps.Noun(w), found[w], 20))
		}
	}
}

func (s *Site) nothing(address string, word apps.Word) *node {
	n := s.add("nothing there", address, "Error", nil)
	n.Word, n.draw = word, func(p *apps.Page) { p.P("The selected album or picture does not exist!") }
	return n
}
