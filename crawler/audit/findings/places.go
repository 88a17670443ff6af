package findings

import (
	"fmt"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// places are the links to places of other pages that these pages do not have.
type places struct {
	lost  []lostPlace // by page
	next  int
	found map[frontier.ID]bool // pages that have a place to which a link leads
}

type lostPlace struct {
	from, to frontier.ID // to: where redirects lead
	name     string
	shared   bool
}

const (
	maxPlaceBytes = 32 << 20 // of the places that are held: of 300,000 pages with 50 each
	maxLostPlaces = 1 << 18
)

// readPlaces finds the links to places that are not there.
func (s *survey) readPlaces() {
	if !s.anyPlaceLinks {
		return
	}
	s.places.found = map[frontier.ID]bool{}
	of := s.placesOf()
	for e, err := range s.crawl.Edges(s.ctx, frontier.LinkPlace) {
		if s.fail(err); err != nil {
			return
		}
		to := s.endOf(e.To)
		switch has, known := page.HasPlace(of[to], e.Anchor); {
		case has:
			s.places.found[to] = true
		case known && len(s.places.lost) < maxLostPlaces:
			s.places.lost = append(s.places.lost, lostPlace{e.From, to, e.Anchor, e.Flags.Region().Shared()})
		case known:
			s.unverified()
		}
	}
}

// placesOf gives the places of pages, but of those that scripts fill.
func (s *survey) placesOf() map[frontier.ID]record.Places {
	of, size := map[frontier.ID]record.Places{}, 0
	for row, err := range s.crawl.Brief(s.ctx, 0, frontier.DetailPlaces) {
		if s.fail(err); err != nil {
			return nil
		}
		if !s.valid(row.ID) || row.Page == nil || !isPage(row) || isShell(row.Page) {
			continue
		}
		if size > maxPlaceBytes {
			s.unverified()
			continue
		}
		of[row.ID] = row.Page.Places
		size += len(row.Page.Places)
	}
	return of
}

// endOf gives where a URL leads, by redirects and learned rules: browsers take the
// fragment along.
func (s *survey) endOf(id frontier.ID) frontier.ID {
	for hops := 0; s.valid(id) && s.mark[id]&(isRedirect|isFolded) != 0 && hops < maxHops; hops++ {
		id = s.to[id]
	}
	return id
}

// lostPlaces gives the findings of a page. Where no place that links name is on
// their target, its scripts may make them.
func lostPlaces(s *survey, u *subject) {
	if u.readable && has(u, record.FragmentMissing) {
		u.flawed(record.FragmentMissing, 0)
	}
	p := &s.places
	for ; p.next < len(p.lost) && p.lost[p.next].from <= u.ID; p.next++ {
		l := &p.lost[p.next]
		if l.from != u.ID || !u.isPage || l.shared && !u.stands(l.to, l.name) {
			continue
		}
		u.found(Finding{Target: l.to, Likely: !p.found[l.to], Detail: fmt.Sprintf("it links to a place that is not on that page: #%s", l.name)})
	}
}
