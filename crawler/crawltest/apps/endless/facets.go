package endless

import (
	"fmt"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

var facets = [8][]string{
	{"winter", "spring", "summer", "autumn"}, {"short", "long"}, {"harbour", "hill", "river", "forest"}, {"easy", "hard"},
	{"dog", "cat", "bird"}, {"morning", "noon", "evening"}, {"north", "south", "east", "west"}, {"new", "old"},
}

var facetNames = [8]string{"season", "length", "place", "level", "animal", "time", "wind", "age"}

// Facets is a search with eight facets that come in any order; the title
// repeats what was picked. With narrow each pick leaves fewer notes, else the
// page shows all of them whatever was picked.
func Facets(seed uint64, notes int, narrow bool) *Site {
	s := newSite(seed, notes)
	s.trap = func(u apps.URL) apps.View {
		if u.Path != "/find" {
			return apps.Missing()
		}
		picked := map[int]int{}
		for _, q := range u.Query {
			f := slices.Index(facetNames[:], q.Name)
			if f < 0 || slices.Index(facets[f], q.Value) < 0 {
				return apps.Missing()
			}
			picked[f] = slices.Index(facets[f], q.Value)
		}
		v := forbidden("combination", func(p *apps.Page) { s.drawFind(p, u, picked, narrow) })
		switch {
		case len(u.Query) == 0:
			v.Truth = apps.Truth{Word: apps.Required, Kind: "search"}
		case len(u.Query) == 1 && narrow:
			v.Truth = apps.Truth{Word: apps.Ambiguous, Kind: "value"}
		}
		return v
	}
	s.required = []string{"/find"}
	s.decorate = func(p *apps.Page, _ int) { p.Links("find", []apps.Link{{Href: "/find", Text: "Find a note"}}) }
	return s
}

func (s *Site) drawFind(p *apps.Page, u apps.URL, picked map[int]int, narrow bool) {
	p.Title = "Find a note"
	for _, q := range u.Query {
		p.Title += fmt.Sprintf(", %s: %s", q.Name, q.Value)
	}
	for f, name := range facetNames {
		var links []apps.Link
		for _, value := range facets[f] {
			links = append(links, apps.Link{Href: u.Path + u.Query.With(name, value).String(), Text: value})
		}
		p.Block(apps.Title(name), links)
	}
	found := 0
	for n := 1; n < s.notes; n++ {
		fits := true
		for f, v := range picked {
			fits = fits && apps.Below(len(facets[f]), s.seed, 20, uint64(f), uint64(n)) == v
		}
		if fits || !narrow {
			p.Card(s.link(n), apps.Prose(10, s.seed, 3, uint64(n)))
			found++
		}
	}
	p.P(strings.TrimSpace(fmt.Sprintf("%d notes", found)))
}
