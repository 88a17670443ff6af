package classes

import (
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// samePaths are the pages without parameters of classes that show the same page
// for a state whatever path is asked for, by what they show: of the last state
// most of them show the same, too.
type samePaths map[uint64]*samePath

type samePath struct {
	pages []frontier.ID
	first frontier.ID // that with the shortest URL, then the first bytewise
	url   string
}

// see takes a page.
func (all samePaths) see(r *reader, row *frontier.Row) {
	a := &r.addr
	a.read(row.URL)
	s := r.tree.of(a.family)
	if s == nil || len(a.params) > 0 || !s.repeatsPaths() || row.Page.ContentOwn == 0 || isNamed(row) {
		return
	}
	shows := hashString(contentOf(row), s.pattern)
	g := all[shows]
	if g == nil {
		g = &samePath{}
		all[shows] = g
	}
	if g.pages = append(g.pages, row.ID); g.url == "" || shorter(row.URL, g.url) {
		g.first, g.url = row.ID, strings.Clone(row.URL)
	}
}

// fold adds to the copies those that show what two others and more do, too.
func (all samePaths) fold(copies map[frontier.ID]frontier.ID) {
	for _, g := range all {
		if _, done := copies[g.first]; done || len(g.pages) < leastSamples {
			continue
		}
		for _, id := range g.pages {
			if _, done := copies[id]; !done && id != g.first {
				copies[id] = g.first
			}
		}
	}
}
