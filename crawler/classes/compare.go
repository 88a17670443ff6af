package classes

import (
	"context"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// comparePages finds out which parameters have no effect, and which paginate.
// What stands beside one that has no effect is compared once more without it.
func (r *reader) comparePages(ctx context.Context) error {
	if err := r.compareMade(ctx); err != nil {
		return err
	}
	defer func() { r.reduced = reduced{} }()
	again := slices.DeleteFunc(slices.Clone(r.pairs), (*pair).isMade)
	for len(again) > 0 {
		if err := r.compareOnce(ctx, again); err != nil {
			return err
		}
		r.findVows()
		r.mark()
		before := len(again)
		again = slices.DeleteFunc(again, func(p *pair) bool {
			return p.relation != Undecided || !p.shape.hasIdle() ||
				!slices.ContainsFunc(p.samples, func(s *sample) bool { return s.base == nil })
		})
		if len(again) == before {
			return nil
		}
	}
	return nil
}

// compareOnce compares the samples of pairs with their bases, and decides.
func (r *reader) compareOnce(ctx context.Context, pairs []*pair) error {
	c := r.ask(pairs)
	if err := c.find(ctx); err != nil {
		return err
	}
	c.join()
	if err := c.readLinks(ctx); err != nil {
		return err
	}
	for _, p := range pairs {
		r.decidePages(p)
	}
	return nil
}

// comparison is one look at samples and their bases.
type comparison struct {
	r         *reader
	pairs     []*pair
	wanted    map[uint64]*page // by key; the shortest URL of each
	parts     baseParts
	byID      map[frontier.ID]*page
	near      map[uint64]frontier.ID
	neighbour map[[2]frontier.ID]*sample
	bases     map[[2]frontier.ID]*pair
	families  familySet // of what is wanted, parts and near are
}

// ask notes which URLs are to be found.
func (r *reader) ask(pairs []*pair) *comparison {
	c := &comparison{
		r: r, pairs: pairs, wanted: map[uint64]*page{}, parts: baseParts{}, byID: map[frontier.ID]*page{}, near: map[uint64]frontier.ID{},
		neighbour: map[[2]frontier.ID]*sample{}, bases: map[[2]frontier.ID]*pair{},
	}
	for _, p := range pairs {
		for _, s := range p.samples {
			s.page, s.base, s.linked = c.byID[s.id], nil, false
			if s.page == nil {
				s.page = &page{id: s.id, url: s.url}
				c.byID[s.id] = s.page
			}
			c.families.add(&s.addr)
			for _, key := range p.baseKeys(s) {
				c.wanted[key] = nil
				c.parts.ask(p, key)
			}
			if p.numeric() {
				s.near = p.neighbours(s)
				c.near[s.near[0]], c.near[s.near[1]] = frontier.NoID, frontier.NoID
			}
		}
	}
	return c
}

// find finds the URLs that were asked for.
func (c *comparison) find(ctx context.Context) error {
	a := &c.r.addr
	for row, err := range c.r.crawl.Brief(ctx, 0, frontier.DetailContent, frontier.TextsPass) {
		if err != nil {
			return err
		}
		if p := c.byID[row.ID]; p != nil {
			p.content, p.own, p.family, p.canonical = row.Page.Content, row.Page.ContentOwn, c.r.family(row.ID), row.Canonical
			p.nothing = row.Page.Problems.Has(record.NothingHere)
		}
		if !c.r.mayHave(&c.families, row.ID) || !ours(row) {
			continue
		}
		a.read(row.URL)
		key := a.key(nil)
		if _, asked := c.near[key]; asked {
			c.near[key] = row.ID
		}
		if have, asked := c.wanted[key]; asked && isPage(row) && !c.r.anywhere(row) && (have == nil || shorter(row.URL, have.url)) {
			p := c.byID[row.ID]
			if p == nil {
				p = &page{id: row.ID, url: strings.Clone(row.URL), content: row.Page.Content, own: row.Page.ContentOwn, family: c.r.family(row.ID)}
			}
			c.wanted[key] = p
		}
		if len(c.parts) > 0 && isPage(row) {
			c.parts.see(row, a, c.r.family(row.ID))
		}
	}
	for _, p := range c.wanted {
		if p != nil {
			c.byID[p.id] = p
		}
	}
	return nil
}

// join gives samples their bases and neighbours: pages that come at any address
// have none, and are none.
func (c *comparison) join() {
	for _, p := range c.pairs {
		for _, s := range p.samples {
			for _, key := range p.baseKeys(s) {
				if s.base == nil && c.wanted[key] != nil && c.wanted[key] != s.page && !c.r.proven[s.page.own] && !c.r.proven[s.page.content] {
					s.base = c.one(c.parts.of(p, key, s.page, c.wanted[key]))
					if !s.extra {
						c.bases[[2]frontier.ID{s.id, s.base.id}] = p
					}
				}
			}
		}
	}
	for _, p := range c.pairs {
		for _, s := range p.samples {
			for _, key := range s.near {
				if id, asked := c.near[key]; asked && id != frontier.NoID && (s.base == nil || id != s.base.id) && key != 0 {
					c.neighbour[[2]frontier.ID{s.id, id}] = s
				}
			}
		}
	}
}

// one gives what is known of a page already, so that its links are read once.
func (c *comparison) one(p *page) *page {
	if c.byID[p.id] == nil {
		c.byID[p.id] = p
	}
	return c.byID[p.id]
}

// readLinks reads the links of samples and bases.
func (c *comparison) readLinks(ctx context.Context) error {
	asked := func(from frontier.ID) bool { return c.byID[from] != nil }
	var names []*pair             // of pages that name their base as a form of theirs
	var named []frontier.ID       // these pages
	own := map[frontier.ID]bool{} // pages that name themselves, too
	for e, err := range c.r.crawl.Graph(ctx, asked) {
		if err != nil {
			return err
		}
		if s := c.neighbour[[2]frontier.ID{e.From, e.To}]; s != nil {
			s.linked = true
		}
		if e.Flags.Kind() == frontier.LinkAlternate {
			if p := c.bases[[2]frontier.ID{e.From, e.To}]; p != nil {
				names, named = append(names, p), append(named, e.From)
			}
			own[e.From] = own[e.From] || e.From == e.To
		}
		c.r.link(c.byID[e.From], e)
	}
	for i, p := range names {
		if own[named[i]] { // else the base is all that it calls its own
			p.alternates++
		}
	}
	return nil
}

// link takes a link of a page.
func (r *reader) link(p *page, e *frontier.Edge) {
	if !isLink(e.Flags) || r.isBoiler(e.To) || e.To == p.id {
		return
	}
	f := r.family(e.To)
	if r.wanted.has(uint32(e.To)) {
		p.open++
	}
	if f == p.family {
		p.inner.add(r.reduced.hash(e.To))
		return
	}
	p.outer.add(r.reduced.hash(e.To))
}

// toggles tells of a few words as values, each in several URLs: what a list is
// sorted by. Its pages lead to each other, each to others of them (?C=N;O=D, ?C=N;O=A).
func (p *pair) toggles() bool {
	return p.numbers == 0 && p.distinct() > 1 && p.distinct() <= leastValues && p.known >= reuse*p.distinct()
}

// leadsNowhere tells of a page of which next to no link leaves the family.
func (p *page) leadsNowhere() bool { return len(p.outer.low) <= 2 }

// isUnlike tells whether any page that was looked at is another one than its base: of lists of one part each, behind which the
// first part is shown again, next to all are the same, and those of two parts have a second one.
func (p *pair) isUnlike() bool {
	return slices.ContainsFunc(p.samples, func(s *sample) bool { return s.base != nil && s.unlike })
}

// decidePages gives a pair the relation that its pages alone show.
func (r *reader) decidePages(p *pair) {
	if p.isEchoed() {
		p.relation, p.counts[same] = AnyValue, p.echoed
		p.proof = [2]string{p.samples[0].url, p.samples[1].url}
		return
	}
	var found []finding
	mute := p.mute()
	if p.isMade() {
		p.decideMade(mute)
		return
	}
	for _, s := range p.samples {
		if s.base == nil {
			continue
		}
		if s.found = comparePages(s.page, s.base, 0); s.found == same && mute == s.base.content {
			s.found = s.page.compareMute(s.base)
		} else if s.found == other && p.toggles() && s.page.leadsNowhere() && s.base.leadsNowhere() && sameContent(s.page, s.base) {
			s.found = same
		}
		s.unlike = s.found == other
		if s.extra {
			continue
		}
		if found = append(found, s.found); s.found == same {
			r.noise.saw(s.page, s.base)
		}
	}
	p.findPaging()
	switch relation := decide(found); {
	case p.alternates*2 >= max(len(found), 1):
		p.relation = Translates
	case relation == NoEffect && !(p.paging && isPagingName(p.name) && p.isUnlike()):
		p.settle(relation, same)
	case p.paging && isPagingName(p.name):
		p.relation = Paginates
	default:
		r.recallSame(p, found)
	}
}
