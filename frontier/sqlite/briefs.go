package sqlite

import (
	"cmp"
	"context"
	"slices"
	"sort"
	"strings"
	"sync/atomic"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/robots"
)

// briefs are the pages of a crawl as Brief gives them. Passes over all that is
// known come one after the other (rounds, verdicts, findings), and what they want
// of a page is a twentieth of its row: the first one keeps it for the next ones. To
// these, pages are added as they are settled.
type briefs struct {
	settled int         // pages, when they were read
	pages   []pageBrief // by id
	types   []string
	passes  atomic.Int32 // under way
}

// pageBrief is what is kept of a page.
type pageBrief struct {
	content, own        uint64
	problems            record.Problems
	id                  frontier.ID
	location, canonical frontier.ID
	meta, header        robots.Directives
	status              uint16
	mediaType           uint8 // of briefs.types
	outcome             record.Outcome
	err                 record.ErrClass
	state               record.CanonicalState
	html, placeLinks    bool
}

// maxBriefs is how many pages are kept: 7 MB.
const maxBriefs = 1 << 17

// kept gives the pages that hold, nil if there are none.
func (s *Store) kept(with []frontier.Detail) *briefs {
	if s.anyRendered || wantsMore(with) {
		return nil
	}
	if k := s.briefs; k != nil && len(s.fresh.pages) > 0 {
		if k.passes.Load() > 0 {
			k = &briefs{pages: slices.Clone(k.pages)}
		}
		k.join(&s.fresh)
		s.keep(k)
	}
	return s.briefs
}

// keep keeps pages, to which others come as they are settled.
func (s *Store) keep(k *briefs) {
	s.briefs, s.fresh = k, briefs{}
	if k != nil {
		s.fresh.types = k.types
	}
}

// keepSettled adds a page that is settled to those that are kept.
func (s *Store) keepSettled(id, location, canonical frontier.ID, r *record.Page) {
	if s.briefs == nil {
		return
	}
	row := frontier.Row{ID: id, Location: location, Canonical: canonical, Page: r}
	content := r.Content
	if !s.fresh.add(&row, content, contentOwn(content, uint64(ownContent(r)))) || len(s.briefs.pages)+len(s.fresh.pages) > maxBriefs {
		s.keep(nil)
	}
}

// join adds others, which are new. A list of its own for both would be several
// megabytes in each round, beside those of the round before.
func (k *briefs) join(others *briefs) {
	more, at := others.pages, len(k.pages)
	slices.SortFunc(more, func(a, b pageBrief) int { return cmp.Compare(a.id, b.id) })
	k.pages, k.types = append(k.pages, more...), others.types
	for to := len(k.pages) - 1; len(more) > 0; to-- { // the last ones first
		if last := len(more) - 1; at == 0 || k.pages[at-1].id < more[last].id {
			k.pages[to], more = more[last], more[:last]
		} else {
			at--
			k.pages[to] = k.pages[at]
		}
	}
}

// newBriefs gives what a pass from the first URL on is to fill, nil if nothing.
func (s *Store) newBriefs(from frontier.ID, with []frontier.Detail) *briefs {
	n := s.counts.Settled
	if s.readOnly || s.anyRendered || from > 0 || n > maxBriefs || wantsMore(with) {
		return nil
	}
	return &briefs{settled: n, pages: make([]pageBrief, 0, n)}
}

// wantsMore tells of details that are not kept.
func wantsMore(with []frontier.Detail) bool {
	return slices.ContainsFunc(with, func(d frontier.Detail) bool { return d != frontier.DetailContent })
}

// add keeps a page; false if it cannot be kept.
func (k *briefs) add(row *frontier.Row, content, own uint64) bool {
	r := row.Page
	t := slices.Index(k.types, r.Type)
	if t < 0 {
		t = len(k.types)
		k.types = append(k.types, strings.Clone(r.Type))
	}
	k.pages = append(k.pages, pageBrief{
		content: content, own: own, id: row.ID, location: row.Location, canonical: row.Canonical, meta: r.MetaRobots, header: r.HeaderRobots, problems: r.Problems,
		status: uint16(r.Status), mediaType: uint8(t), outcome: r.Outcome, err: r.Err, state: r.Canonical, html: r.HTML, placeLinks: r.PlaceLinks,
	})
	return r.Status == int(uint16(r.Status)) && t < maxTypes
}

// maxTypes is how many types of pages are kept apart.
const maxTypes = 64

// find gives the place of the first page whose id is not below one.
func (k *briefs) find(id frontier.ID) int {
	return sort.Search(len(k.pages), func(i int) bool { return k.pages[i].id >= id })
}

// set fills row, whose URL is that of the page, and its record but for the content.
func (k *briefs) set(p *pageBrief, row *frontier.Row, r *record.Page) {
	r.Outcome, r.Err, r.Status = p.outcome, p.err, int(p.status)
	r.HTML, r.PlaceLinks, r.Type, r.Facts.Problems = p.html, p.placeLinks, k.types[p.mediaType], p.problems
	r.MetaRobots, r.HeaderRobots, r.Canonical = p.meta, p.header, p.state
	row.Page, row.Retry, row.Location, row.Canonical = r, nil, p.location, p.canonical
}

// readBriefs gives the pages that hold, read from the table of pages alone where no
// pass has kept them yet; nil where none are kept.
func (s *Store) readBriefs(ctx context.Context) (*briefs, error) {
	if kept := s.kept(nil); kept != nil || ctx.Err() != nil {
		return kept, ctx.Err()
	}
	b := briefReader{making: s.newBriefs(0, nil)}
	known, err := s.known(ctx)
	if err != nil || b.making == nil {
		return nil, err
	}
	if b.conn, err = s.readers.Conn(ctx); err != nil {
		return nil, err
	}
	defer b.conn.Close() // it has only read
	if err := b.openPages(ctx, s); err != nil {
		return nil, err
	}
	defer b.pages.close()
	for from := frontier.ID(0); from < known; from += min(lumpRows, known-from) {
		left, err := b.pages.read(ctx, from, from+min(lumpRows, known-from))
		if err != nil {
			return nil, err
		}
		for range left {
			b.row.ID = b.pages.id()
			b.setPage()
		}
		if b.pages.err != nil || b.making == nil {
			return nil, b.pages.err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	if b.making.settled == s.counts.Settled {
		s.keep(b.making)
	}
	return b.making, nil
}

// pointers gives the pages that Pointers does.
func (k *briefs) pointers(row *frontier.Row, yield func(*frontier.Row, error) bool) {
	k.passes.Add(1)
	defer k.passes.Add(-1)
	rec := row.Page
	for i := range k.pages {
		p := &k.pages[i]
		if p.location == frontier.NoID && p.state != record.CanonicalOther && p.status != 404 && p.status != 410 {
			continue
		}
		*rec = record.Page{}
		*row = frontier.Row{ID: p.id, Location: p.location, Canonical: p.canonical, Page: rec}
		rec.Outcome, rec.Status, rec.Canonical = p.outcome, int(p.status), p.state
		if !yield(row, nil) {
			return
		}
	}
}
