package losses

import (
	"fmt"
	"slices"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// index shows lists of one title without words by letter, and the first of them without one.
func index(s *Site) {
	groups := s.groups(26)
	var menu []apps.Link
	for c := range groups {
		menu = append(menu, apps.Link{Href: fmt.Sprintf("/az?letter=%c", 'A'+c), Text: string(rune('A' + c))})
	}
	s.page("/az", "From A to Z", nil).links = slices.Concat(menu, groups[0])
	s.add("copy", menu[0].Href, "From A to Z", slices.Concat(menu, groups[0]))
	for c := 1; c < len(groups); c++ {
		s.page(menu[c].Href, "From A to Z", nil).links = slices.Concat(menu, groups[c])
	}
	s.nav = append(s.nav, apps.Link{Href: "/az", Text: "From A to Z"})
}

// volumes have numbers, and both have lists in parts.
func volumes(s *Site) {
	const numbers, part = 6, 20
	var all []apps.Link
	var groups [][]apps.Link
	for slots := range slices.Chunk(s.groups((2*numbers-1)*max(s.n/120, 3)), 2*numbers-1) {
		groups = append(groups, slots[0]) // the first one is short
		for pair := range slices.Chunk(slots[1:], 2) {
			groups = append(groups, slices.Concat(pair...))
		}
	}
	for v := range len(groups) / numbers {
		all = append(all, apps.Link{Href: fmt.Sprintf("/journal?vol=%d", 2001+v), Text: fmt.Sprint("Volume ", 2001+v)})
	}
	list := func(address string, entries []apps.Link, menu []apps.Link) {
		spell := func(at int) string {
			if at == 0 {
				return address
			}
			return with(address, "from", fmt.Sprint(at))
		}
		for at := 0; at < len(entries); at += part {
			n := s.page(spell(at), "Journal", nil)
			n.links = slices.Concat(all, menu, entries[at:min(at+part, len(entries))])
			if at > 0 {
				n.links = append(n.links, apps.Link{Href: spell(at - part), Text: "Back"})
			}
			if at+part < len(entries) {
				n.links = append(n.links, apps.Link{Href: spell(at + part), Text: "More"})
			}
		}
	}
	for v := range all {
		of := groups[v*numbers : (v+1)*numbers]
		var menu []apps.Link
		for k := range of {
			menu = append(menu, apps.Link{Href: with(all[v].Href, "no", fmt.Sprint(k+1)), Text: fmt.Sprint("Number ", k+1)})
		}
		list(all[v].Href, slices.Concat(of...), menu)
		for k := range of {
			list(menu[k].Href, of[k], menu)
		}
	}
	s.nav = append(s.nav, all...)
}

// feed is a list in parts of six, each of which leads to the next one.
func feed(s *Site) {
	const part = 6
	var parts []*node
	for i := 0; i < s.n; i += part {
		address := "/feed?of=new"
		if i > 0 {
			address = fmt.Sprintf("/feed?of=new&page=%d", 1+i/part)
			parts[len(parts)-1].links = append(parts[len(parts)-1].links, apps.Link{Href: address, Text: "More"})
		}
		n := s.page(address, "Feed", func(p *apps.Page) { p.P("Here is what all of you have sent us until today.") })
		for j := i; j < min(s.n, i+part); j++ {
			n.links = append(n.links, s.thing("/article/"+s.slug(j), j, article))
		}
		parts = append(parts, n)
	}
	s.missing = map[string]*node{"/feed": parts[0]}
	s.nav = append(s.nav, apps.Link{Href: "/feed?of=new", Text: "Feed"})
}

// countries show other things of categories, in lists that say nothing else.
func countries(s *Site) {
	names := []string{"de", "fr", "it"}
	for l, group := range s.groups(max(s.n/36, 11)) {
		address, title := "/group/"+apps.Noun(l), "All about "+apps.Noun(l)
		var menu []apps.Link
		for _, name := range names {
			menu = append(menu, apps.Link{Href: with(address, "country", name), Text: name})
		}
		part := func(k int) []apps.Link { return group[k*len(group)/(len(menu)+1) : (k+1)*len(group)/(len(menu)+1)] }
		s.page(address, title, nil).links = slices.Concat(menu, part(len(menu)))
		for k, m := range menu {
			s.page(m.Href, title, nil).links = slices.Concat(menu, part(k))
		}
		s.nav = append(s.nav, apps.Link{Href: address, Text: title})
	}
}

// guides are towns, each with the same lists of its own.
func guides(s *Site) {
	const lists = 12
	for t, town := range s.groups(lists * max(s.n/(lists*12), 3)) {
		address := fmt.Sprintf("/%s/%s", apps.Noun(100+t/lists), apps.Noun(t%lists))
		title := "Places: " + apps.Noun(t%lists)
		s.page(address, title, nil).links = town
		s.nav = append(s.nav, apps.Link{Href: address, Text: title})
	}
}

// groups makes things, of which each belongs to one of some groups.
func (s *Site) groups(n int) [][]apps.Link {
	all := make([][]apps.Link, n)
	for i := range s.n {
		all[i%n] = append(all[i%n], s.thing("/article/"+s.slug(i), i, article))
	}
	return all
}
