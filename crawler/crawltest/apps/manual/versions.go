package manual

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Versions is documentation of a program in several versions, and once more
// as "latest". Most pages do not change from one version to the next.
type Versions struct {
	Seed      uint64
	Pages     int
	Canonical bool // old versions name the page of the latest one, if there is one
}

var releases = []string{"latest", "4.0", "3.2", "3.1", "3.0", "2.7"}

// App gives the documentation as an application.
func (v *Versions) App(name, about string, limit apps.Limit) *apps.App {
	return &apps.App{Name: name, About: about, Site: v, Seed: v.Seed, Limit: limit, Frame: apps.Frame{Brand: "Reference"}}
}

// text numbers what a page says in a release: 0 is what the newest one says.
func (v *Versions) text(page, release int) (n int) {
	for r := 2; r <= release; r++ {
		if apps.Share(15, v.Seed, 1, uint64(page), uint64(r)) {
			n = r
		}
	}
	return n
}

// there tells whether a release has a page: some are new in a release, some
// were dropped by the newest one.
func (v *Versions) there(page, release int) bool {
	switch {
	case page%17 == 5:
		return release > 1
	case page%13 == 7:
		return release < 3
	}
	return true
}

func (v *Versions) path(page, release int) string {
	if page == 0 {
		return "/docs/" + releases[release] + "/"
	}
	return fmt.Sprintf("/docs/%s/%s-%d/", releases[release], apps.Noun(page), page)
}

// canonical gives the release that a page names as its canonical.
func (v *Versions) canonical(page, release int) int {
	if !v.Canonical {
		return -1
	}
	for r := range release {
		if v.there(page, r) {
			return r
		}
	}
	return release
}

func (v *Versions) truth(page, release int) apps.Truth {
	t := apps.Truth{Word: apps.Required, Kind: "page", Page: fmt.Sprintf("page %d as of %d", page, v.text(page, release))}
	if to := v.canonical(page, release); to >= 0 && to != release {
		return apps.Truth{Kind: "old version, canonical elsewhere", Door: true} // to pages that were dropped
	}
	return t
}

// Required gives an address of each text that is not given up by canonicals.
func (v *Versions) Required() iter.Seq[string] {
	return func(yield func(string) bool) {
		if !yield("/") {
			return
		}
		seen := map[string]bool{}
		for page := range v.Pages {
			for release := range releases {
				t := v.truth(page, release)
				if !v.there(page, release) || t.Word != apps.Required || seen[t.Page] {
					continue
				}
				seen[t.Page] = true
				if !yield(v.path(page, release)) {
					return
				}
			}
		}
	}
}

// Look tells what a URL shows.
func (v *Versions) Look(u apps.URL) apps.View {
	if u.Path == "/" {
		return apps.View{Truth: apps.Truth{Word: apps.Required, Kind: "home"}, Draw: func(p *apps.Page) {
			p.Title = "Reference"
			p.P(apps.Prose(40, v.Seed, 2))
			for r := range releases {
				p.Card(apps.Link{Href: v.path(0, r), Text: releases[r]}, "Reference of this release")
			}
		}}
	}
	s := u.Segments()
	if len(s) < 2 || s[0] != "docs" {
		return apps.Missing()
	}
	release, page := slices.Index(releases, s[1]), 0
	if len(s) == 3 {
		page, _ = strconv.Atoi(s[2][strings.LastIndexByte(s[2], '-')+1:])
	}
	if release < 0 || page < 0 || page >= v.Pages || v.path(page, release) != u.Path || !v.there(page, release) {
		return apps.Missing()
	}
	return apps.View{Truth: v.truth(page, release), Draw: func(p *apps.Page) { v.draw(p, page, release) }}
}

func (v *Versions) draw(p *apps.Page, page, release int) {
	p.Title = apps.Phrase(v.Seed, 3, uint64(page))
	if to := v.canonical(page, release); to >= 0 {
		p.Canonical = v.path(page, to)
	}
	p.Trail = []apps.Link{{Href: "/", Text: "Home"}, {Href: v.path(0, release), Text: releases[release]}}
	var menu, others []apps.Link
	for n := max(0, page-6); n < min(page+6, v.Pages); n++ {
		if v.there(n, release) {
			menu = append(menu, apps.Link{Href: v.path(n, release), Text: apps.Phrase(v.Seed, 3, uint64(n))})
		}
	}
	for r := range releases {
		if v.there(page, r) {
			others = append(others, apps.Link{Href: v.path(page, r), Text: releases[r]})
		}
	}
	p.Block("Pages", menu)
	p.Block("Releases", others)
	of := uint64(v.text(page, release))
	for n := range uint64(4) {
		key := []uint64{v.Seed, 4, uint64(page), n}
		if n == 1 {
			key = append(key, of) // one paragraph is what changed
		}
		p.P(apps.Prose(60, key...))
	}
	if page == 0 {
		var links []apps.Link
		for n := 1; n < v.Pages; n++ {
			if v.there(n, release) {
				links = append(links, apps.Link{Href: v.path(n, release), Text: apps.Phrase(v.Seed, 3, uint64(n))})
			}
		}
		p.Links("index", links)
	}
}
