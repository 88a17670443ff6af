package endless

import (
	"fmt"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// topics gives the words by which a note can be found.
func (s *Site) topics(n int) (list []string) {
	for k := range 4 {
		if w := apps.Noun(apps.Below(60, s.seed, 40, uint64(n), uint64(k))); !slices.Contains(list, w) {
			list = append(list, w)
		}
	}
	return list
}

// about gives the notes that have all of some topics.
func (s *Site) about(all []string) (notes []int) {
	for n := 1; n < s.notes; n++ {
		of := s.topics(n)
		if !slices.ContainsFunc(all, func(w string) bool { return !slices.Contains(of, w) }) {
			notes = append(notes, n)
		}
	}
	return notes
}

// drawFound lists the notes of some topics.
func (s *Site) drawFound(p *apps.Page, found []int) {
	p.P(fmt.Sprintf("%d notes were found.", len(found)))
	for _, n := range found {
		p.Card(s.link(n), apps.Prose(10, s.seed, 3, uint64(n)))
	}
}

// Search links the words of its pages to the search for them. Each page of
// results links to searches for its words with one more.
func Search(seed uint64, notes int) *Site {
	s := newSite(seed, notes)
	find := func(w string) apps.Link { return apps.Link{Href: "/search?q=" + apps.Escape(w), Text: w} }
	s.trap = func(u apps.URL) apps.View {
		asked := strings.Fields(u.Query.Get("q"))
		if u.Path != "/search" || !u.Query.Only("q") {
			return apps.Missing()
		}
		v := forbidden("search", func(p *apps.Page) {
			p.Title = "Search for " + strings.Join(asked, " ")
			s.drawFound(p, s.about(asked))
			var more []apps.Link
			for k := range 8 {
				more = append(more, find(strings.Join(append(slices.Clone(asked), apps.Noun(apps.Below(180, seed, 41, apps.Hash(u.String()), uint64(k)))), " ")))
			}
			p.Block("Related searches", more)
		})
		if len(asked) < 2 {
			v.Truth = apps.Truth{Word: apps.Ambiguous, Kind: "search for a word"}
		}
		return v
	}
	s.decorate = func(p *apps.Page, note int) {
		if note < 0 {
			return
		}
		text := apps.Prose(30, seed, 42, uint64(note))
		for w := range strings.FieldsSeq(text) {
			p.Raw("%s ", p.A(find(strings.ToLower(strings.Trim(w, ".")))))
		}
	}
	return s
}

// Tags has a page for each topic, and on it links to the notes of this topic
// and one more, in the order of the clicks.
func Tags(seed uint64, notes int) *Site {
	s := newSite(seed, notes)
	tag := func(list ...string) apps.Link {
		return apps.Link{Href: "/tag/" + strings.Join(list, "+"), Text: strings.Join(list, " and ")}
	}
	s.trap = func(u apps.URL) apps.View {
		rest, ok := strings.CutPrefix(u.Path, "/tag/")
		if !ok || rest == "" {
			return apps.Missing()
		}
		asked := strings.Split(rest, "+")
		v := forbidden("combination", func(p *apps.Page) {
			p.Title = "Notes on " + strings.Join(asked, " and ")
			found := s.about(asked)
			s.drawFound(p, found)
			var more []apps.Link
			for _, n := range append(found, s.about(asked[:1])...) {
				for _, w := range s.topics(n) {
					if !slices.Contains(asked, w) {
						more = append(more, tag(append(slices.Clone(asked), w)...))
					}
				}
			}
			p.Block("Related tags", more)
		})
		if len(asked) == 1 && len(s.about(asked)) > 0 {
			v.Truth = apps.Truth{Word: apps.Required, Kind: "tag"}
		}
		return v
	}
	for k := range 60 {
		if w := apps.Noun(k); len(s.about([]string{w})) > 0 {
			s.required = append(s.required, tag(w).Href)
		}
	}
	s.decorate = func(p *apps.Page, note int) {
		var links []apps.Link
		for _, w := range s.topics(note) {
			if note > 0 {
				links = append(links, tag(w))
			}
		}
		p.Block("Tags", links)
	}
	return s
}
