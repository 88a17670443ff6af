package findings

import (
	"context"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// A fault of what the pages of a template share is told of one of them. Which of them
// a crawl finds first is chance: it is the one with the shortest URL, of these the
// first bytewise, so that an unchanged site has no new findings.

// shared is such a fault.
type shared struct {
	rule     *Rule
	template string
	to       frontier.ID // NoID where shown says what it is
	shown    string
}

// standIn is the page that stands for all with a fault.
type standIn struct {
	id   frontier.ID
	url  string
	told bool
}

// standIns are those of faults. While they are chosen nothing is told.
type standIns struct {
	of       map[shared]standIn
	choosing bool
	wanted   bool // there may be such faults
}

// stands tells whether a fault is to be told of the URL.
func (u *subject) stands(to frontier.ID, shown string) bool {
	key, of := shared{u.rule, u.shape(), to, shown}, u.standIns.of
	best, known := of[key]
	switch {
	case !u.standIns.choosing:
		if known && best.id == u.ID && !best.told {
			best.told, of[key] = true, best
			return true
		}
		return !known // there were too many
	case !known && len(of) < maxShapes:
		key.shown = strings.Clone(shown)
		of[key] = standIn{id: u.ID, url: strings.Clone(u.URL)}
	case known && (len(u.URL) < len(best.url) || len(u.URL) == len(best.url) && u.URL < best.url):
		of[key] = standIn{id: u.ID, url: strings.Clone(u.URL)}
	}
	return false
}

// chooseStandIns lets the rules whose faults may be shared look at each known URL
// before the others do.
func (s *survey) chooseStandIns(ctx context.Context) error {
	var each []*Rule
	for _, r := range s.rules {
		if r.Once && s.use(r) {
			each = append(each, r)
		}
	}
	if len(each) == 0 || !s.standIns.wanted && len(s.pairs) == 0 && len(s.places.lost) == 0 {
		return nil
	}
	s.standIns.of, s.standIns.choosing = map[shared]standIn{}, true
	if err := s.lookAt(ctx, each); err != nil {
		return err
	}
	s.standIns.choosing, s.nextPair, s.places.next = false, 0, 0
	return nil
}

// hasShared tells whether a page may have a fault that it shares, by its own record and
// URL.
func hasShared(row *frontier.Row) bool {
	p := row.Page.Problems
	return p.Has(record.LinkTextPoor) || p.Has(record.LinkUncrawlable) || unclean(row.URL) == upperCase
}

// mayShare tells whether a URL may have such a fault, by its links, too. It is called in
// order of ID.
func (s *survey) mayShare(row *frontier.Row) bool {
	return isPage(row) && hasShared(row) || len(s.pairsOf(row.ID)) > 0 || s.places.next < len(s.places.lost) && s.places.lost[s.places.next].from <= row.ID
}
