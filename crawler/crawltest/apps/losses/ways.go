package losses

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// most is how many things a list shows that has no parts.
const most = 12

// homes are what lists with filters lead to.
func (s *Site) homes() (all []apps.Link) {
	for i := range s.n {
		all = append(all, s.thing("/home/"+s.id(i), i, article))
	}
	return all
}

// letters are lists of names by their first letter.
func letters(format string) func(*Site) {
	return func(s *Site) {
		by := map[byte][]apps.Link{}
		for i := range s.n {
			l := s.thing("/who/"+s.slug(i), i, article)
			by[l.Text[0]] = append(by[l.Text[0]], l)
		}
		for c := byte('A'); c <= 'Z'; c++ {
			if len(by[c]) > 0 {
				letter := string(c + 'a' - 'A')
				s.nav = append(s.nav, s.list(fmt.Sprintf(format, letter), "Names with "+letter, by[c], 20))
			}
		}
	}
}

// facet is a filter with the share of things that have each value.
type facet struct {
	name   string
	values int
}

// value gives the value of a thing.
func (s *Site) value(f facet, i int) string {
	return apps.Noun(20*len(f.name) + s.below(f.values, i, apps.Hash(f.name)))
}

// filtered gives the things that have the values of a query.
func (s *Site) filtered(facets []facet, u apps.URL) (list []int) {
	for i := range s.n {
		if !slices.ContainsFunc(facets, func(f facet) bool { v := u.Query.Get(f.name); return v != "" && v != s.value(f, i) }) {
			list = append(list, i)
		}
	}
	return list
}

// filter makes the list of a query and, below it, those with one filter more of
// which the next ones are tried: all that are not set, or the next one alone.
func (s *Site) filter(u apps.URL, facets []facet, homes []apps.Link, next func(set int) []facet) apps.Link {
	self := apps.Link{Href: u.String(), Text: u.String()}
	if s.nodes[self.Href] != nil {
		return self
	}
	found := s.filtered(facets, u)
	of := s.add("list with filters", self.Href, "Homes", nil)
	of.Door = true
	if len(u.Query) < 2 {
		of.Word, of.Kind, of.Door = apps.Required, "list", false
		s.order = append(s.order, self.Href)
	}
	for _, i := range found[:min(len(found), most)] {
		of.links = append(of.links, homes[i])
	}
	for _, f := range next(len(u.Query)) {
		if u.Query.Has(f.name) {
			continue
		}
		for _, i := range found {
			to := u
			for _, g := range facets { // one order for all
				to.Query = to.Query.Without(g.name)
				if v := u.Query.Get(g.name); v != "" {
					to.Query = append(to.Query, apps.Param{Name: g.name, Value: v})
				} else if g == f {
					to.Query = append(to.Query, apps.Param{Name: f.name, Value: s.value(f, i)})
				}
			}
			if l := (apps.Link{Href: to.String(), Text: s.value(f, i)}); !slices.Contains(of.links, l) {
				s.filter(to, facets, homes, next)
				of.links = append(of.links, l)
			}
		}
	}
	return self
}

// drill leads from one filter to the next one, down to lists of a few things.
func drill(s *Site) {
	facets := []facet{{"make", 8}, {"model", 8}, {"year", 3 + s.n/1000}}
	homes := s.homes()
	s.nav = append(s.nav, s.filter(apps.URL{Path: "/find"}, facets, homes, func(set int) []facet { return facets[min(set, len(facets)):min(set+1, len(facets))] }))
	s.keepReached(homes)
}

// capped has filters in any combination.
func capped(s *Site) {
	facets := []facet{{"area", 5 + s.n/300}, {"beds", 5}, {"kind", 4}}
	homes := s.homes()
	s.nav = append(s.nav, s.filter(apps.URL{Path: "/find"}, facets, homes, func(int) []facet { return facets }))
	s.keepReached(homes)
}

// keepReached takes back the things that no list leads to, since it shows others.
func (s *Site) keepReached(things []apps.Link) {
	lost := map[string]bool{}
	for _, t := range things {
		lost[t.Href] = true
	}
	for _, n := range s.nodes {
		for _, l := range n.links {
			delete(lost, l.Href)
		}
	}
	s.order = slices.DeleteFunc(s.order, func(address string) bool { return lost[address] })
	for address := range lost {
		delete(s.nodes, address)
	}
}

// combos has combinations of which the sitemap names one in two: these have to
// be listed, the others may be.
func combos(s *Site) {
	facets := []facet{{"place", 12}, {"trade", 9}}
	homes := s.homes()
	s.lists(homes)
	root := s.filter(apps.URL{Path: "/find"}, facets, homes, func(int) []facet { return facets })
	s.nav = append(s.nav, root)
	s.sitemap = []string{"/"}
	for address, n := range s.nodes {
		if n.Kind == "list with filters" {
			n.Door = false
			if apps.Share(50, s.seed, apps.Hash(address)) {
				n.Word = apps.Required
				s.order, s.sitemap = append(s.order, address), append(s.sitemap, address)
			}
		}
	}
	slices.Sort(s.sitemap)
	slices.Sort(s.order)
}

// dates are days with one to three articles each, which lead to the next day.
func dates(format string) func(*Site) {
	return func(s *Site) {
		var day *node
		for i, d := 0, 0; i < s.n; d++ {
			date := (&Site{}).date(d)
			next := s.add("day", fmt.Sprintf(format, date), "Articles of "+date, nil)
			next.Door = true
			if day == nil {
				s.nav = append(s.nav, apps.Link{Href: fmt.Sprintf(format, date), Text: "Archive"})
			} else {
				day.links = append(day.links, apps.Link{Href: fmt.Sprintf(format, date), Text: "Next day"})
			}
			day = next
			for range min(1+s.below(3, d, 22), s.n-i) {
				day.links = append(day.links, s.thing("/article/"+s.slug(i), i, article))
				i++
			}
		}
	}
}

// tiles are squares of a map: each leads to the four beside it and to the places on it.
func tiles(s *Site) {
	side := 3
	for side*side*3 < s.n {
		side++
	}
	at := func(x, y int) apps.Link {
		return apps.Link{Href: fmt.Sprintf("/map?x=%d&y=%d", x, y), Text: strconv.Itoa(x) + ", " + strconv.Itoa(y)}
	}
	for x := range side {
		for y := range side {
			tile := s.add("tile", at(x, y).Href, "Map", nil)
			tile.Door = true
			for _, to := range [][2]int{{x - 1, y}, {x + 1, y}, {x, y - 1}, {x, y + 1}} {
				if to[0] >= 0 && to[0] < side && to[1] >= 0 && to[1] < side {
					tile.links = append(tile.links, at(to[0], to[1]))
				}
			}
		}
	}
	for i := range s.n {
		tile := s.nodes[at(s.below(side, i, 23), s.below(side, i, 24)).Href]
		tile.links = append(tile.links, s.thing("/place/"+s.slug(i), i, article))
	}
	s.nav = append(s.nav, at(side/2, side/2))
}
