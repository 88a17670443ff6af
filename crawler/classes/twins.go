package classes

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// A shop may lead to its products by ?from=list&pos=3 alone: the page without
// such a parameter is never met. Then the same page with another value of it is
// what a sample is compared with. So is a page whose text is that of its base, but
// not its links: what others bought changes from request to request. It can show
// that the parameter has no effect, and nothing else.

const (
	// leastTwins, each with a text of its own, show the same page for two values.
	leastTwins = firmSamples
	// mostTwins of them are looked for.
	mostTwins = maxSamples
	// twinTries: of a page so many addresses are asked for, until two are pages.
	twinTries = 4
	// mostKin links to pages of the same shape, beside the same text, may be others.
	mostKin = 12
	// maxTwinLinks of them are read in all.
	maxTwinLinks = 50_000
)

// twins are addresses that differ by a parameter, and those that come with it.
type twins struct {
	value   string  // of the sample
	pages   []*page // that were read, those of lowest hash
	waits   int     // with another value
	settled int
}

// isOrphan tells of a parameter that is not decided, whose values name no states,
// and of whose samples next to none has a base, or all have the text of it.
func (p *pair) isOrphan() bool {
	return len(p.samples) > 0 && p.mayHaveTwins() && !p.paging && !p.saysPart() && p.hasNoOther()
}

func (p *pair) mayHaveTwins() bool {
	return p.relation == Undecided && p.tokens*2 <= p.known && !strings.Contains(p.name, beside)
}

// hasNoOther tells of samples with few bases, or such as have the same text.
func (p *pair) hasNoOther() bool {
	based, alike := 0, 0
	for _, s := range p.samples {
		if s.base == nil || s.extra {
			continue
		}
		if based++; sameContent(s.page, s.base) {
			alike++
		}
	}
	return based < leastSamples || alike == based
}

// twinKey names what a URL is without the parameter, what stands in for it, and
// what has no effect.
func (p *pair) twinKey(a *address) uint64 {
	return a.key(func(name string) bool {
		return bare(name) == bare(p.name) || slices.Contains(p.peers, bare(name)) || p.shape.idle(name)
	})
}

// compareTwins finds out which of the parameters without bases have no effect:
// each by itself, then together with those that never stand without it, nor it
// without them, then with all of its class, where a page is met with one of them
// or another. One that has none may show twins of another.
func (r *reader) compareTwins(ctx context.Context) error {
	made := slices.DeleteFunc(slices.Clone(r.pairs), func(p *pair) bool { return !p.isMade() })
	if err := r.reduceMade(ctx, made, NoEffect, AnyValue, Undecided); err != nil {
		return err
	}
	defer func() { r.reduced = reduced{} }()
	shapes := map[frontier.ID]*shape{}
	for with := alone; with <= together; with++ {
		orphans := r.orphans(with)
		if len(orphans) == 0 {
			continue
		}
		groups, err := r.findTwins(ctx, orphans, shapes)
		if err != nil {
			return err
		}
		more := false
		for _, p := range orphans {
			more = r.decideTwins(p, groups[p], with) || more
		}
		if r.mark(); more {
			with = alone - 1
		}
	}
	return nil
}

// What parameters are looked at with.
const (
	alone = iota
	bundled
	together
)

// orphans gives those parameters, with those that they are looked at with, but
// for such as wait for twins.
func (r *reader) orphans(with int) (list []*pair) {
	of := map[*shape][]string{}
	for _, p := range r.pairs {
		if with == alone {
			p.wants = nil
		}
		if p.peers = nil; len(p.wants) == 0 && p.isOrphan() && !p.matters && !r.isState(p.shape.pattern, p.name) {
			list = append(list, p)
			of[p.shape] = append(of[p.shape], bare(p.name))
		}
	}
	for _, p := range list {
		for _, name := range of[p.shape] {
			if with == together || with == bundled && p.isBound(name) {
				p.peers = append(p.peers, name)
			}
		}
	}
	return list
}

// isBound tells whether a parameter and another one stand in no URL by themselves.
func (p *pair) isBound(name string) bool {
	if !slices.Contains(p.with, name) {
		return false
	}
	for _, q := range [...]*pair{p.shape.pairs[name], p.shape.pairs[name+first]} {
		if q != nil && !slices.Contains(q.with, bare(p.name)) {
			return false
		}
	}
	return true
}

// findTwins reads the twins of the samples of pairs. shapes are kept from call to call.
func (r *reader) findTwins(ctx context.Context, orphans []*pair, shapes map[frontier.ID]*shape) (map[*pair]map[uint64]*twins, error) {
	of, all, families := map[*shape][]*pair{}, map[*pair]map[uint64]*twins{}, &familySet{}
	for _, p := range orphans {
		of[p.shape] = append(of[p.shape], p)
		all[p] = map[uint64]*twins{}
		for _, s := range p.samples {
			families.add(&s.addr)
			all[p][p.twinKey(&s.addr)] = &twins{value: p.valueIn(&s.addr)}
		}
	}
	byID, a := map[frontier.ID]*page{}, &r.addr
	for row, err := range r.crawl.Brief(ctx, 0, frontier.DetailContent, frontier.TextsPass) {
		if err != nil {
			return nil, err
		}
		if !r.mayHave(families, row.ID) || !ours(row) {
			continue
		}
		a.read(row.URL)
		for _, p := range of[r.tree.of(a.family)] {
			if t := all[p][p.twinKey(a)]; t != nil && row.Page != nil && r.anywhere(row) {
				continue // it comes at any address
			} else if t != nil && row.Page != nil {
				t.see(row, r.family(row.ID), byID)
			} else if t != nil && p.valueIn(a) != t.value {
				t.waits++
			}
		}
	}
	return all, r.linkTwins(ctx, byID, shapes)
}

// linkTwins reads the links of pages, those to pages of their own shape apart.
// shapes are those of targets that are known already.
func (r *reader) linkTwins(ctx context.Context, byID map[frontier.ID]*page, shapes map[frontier.ID]*shape) error {
	var edges []frontier.Edge
	var asked []frontier.ID
	read := 0
	for e, err := range r.crawl.Graph(ctx, func(from frontier.ID) bool { return byID[from] != nil }) {
		if err != nil {
			return err
		}
		if !isLink(e.Flags) || read == maxTwinLinks {
			continue
		}
		if read++; r.isBoiler(e.To) || e.To == e.From {
			continue
		}
		if _, known := shapes[e.To]; !known {
			shapes[e.To] = nil
			asked = append(asked, e.To)
		}
		edges = append(edges, *e)
	}
	slices.Sort(asked)
	shapeOf := func(url string) *shape {
		r.addr.read(url)
		return r.tree.of(r.addr.family)
	}
	err := r.eachOf(ctx, asked, func(row *frontier.Row) { shapes[row.ID] = shapeOf(row.URL) })
	if err != nil {
		return err
	}
	last, from := (*page)(nil), (*shape)(nil)
	for i := range edges {
		p := byID[edges[i].From]
		if p != last {
			last, from = p, shapeOf(p.url)
		}
		if to := shapes[edges[i].To]; from != to {
			r.link(p, &edges[i])
		} else if to != nil {
			p.kin.add(r.reduced.hash(edges[i].To))
		}
	}
	return nil
}

// see takes one of the addresses.
func (t *twins) see(row *frontier.Row, family uint16, byID map[frontier.ID]*page) {
	if t.settled++; !isPage(row) {
		return
	}
	p := byID[row.ID]
	if p == nil {
		p = &page{id: row.ID, url: strings.Clone(row.URL), family: family, content: row.Page.Content, own: row.Page.ContentOwn}
	}
	at, _ := slices.BinarySearchFunc(t.pages, p, func(x, y *page) int {
		return cmp.Compare(mix(hashString(0, x.url)), mix(hashString(0, y.url)))
	})
	if at == mostOfTwins {
		return
	}
	byID[row.ID] = p
	t.pages = slices.Insert(t.pages, at, p)
	t.pages = t.pages[:min(len(t.pages), mostOfTwins)]
}

// mostOfTwins are compared with each other.
const mostOfTwins = 12

// decideTwins tells whether a parameter was found to have no effect. Of one of
// which too little is known its class wants twins of the samples.
func (r *reader) decideTwins(p *pair, groups map[uint64]*twins, with int) bool {
	alike, proof := 0, [2]string{}
	texts := map[uint64]bool{}
	wants := map[uint64]string{}
	for key, t := range groups {
		x, others := p.compared(t, r.addr.words)
		for _, y := range others {
			if !areTwins(x, y) {
				p.matters = with == alone
				return false
			}
			texts[x.own] = true
			if alike++; proof[0] == "" || shorter(y.url, proof[0]) {
				proof = [2]string{y.url, x.url}
			}
		}
		if len(others) == 0 && t.waits > 0 && t.settled < twinTries {
			wants[key] = t.value
		}
	}
	least := leastTwins
	if p.isMade() && alike >= leastSamples && r.isIdleElsewhere(p) {
		least = 1
	}
	if s := r.known[p.testKey()]; len(texts) < least && s.Twins && s.With == with {
		alike = s.Clear
	} else if len(texts) < least {
		p.want(wants)
		return false
	}
	for _, q := range [...]*pair{p, p.shape.pairs[p.name+first]} { // where it is 0 or 1, too
		if q != nil && q.relation == Undecided {
			q.relation, q.twins, q.twinsWith, q.proof, q.counts[same], q.wants = NoEffect, true, with, proof, alike, nil
		}
	}
	return true
}

// isIdleElsewhere tells of names that are made up and were found to have no effect in
// another class of the site: who makes them up does so everywhere.
func (r *reader) isIdleElsewhere(p *pair) bool {
	origin := canonical.Origin(p.shape.pattern)
	return slices.ContainsFunc(r.pairs, func(q *pair) bool {
		return q.relation == NoEffect && q.name == p.name && canonical.Origin(q.shape.pattern) == origin
	})
}

// areTwins tells whether two pages are the same but for a box.
func areTwins(x, y *page) bool {
	own, others, both := x.kin.compare(&y.kin)
	return max(own, others) <= mostKin && comparePages(x, y, both) == same
}

// want notes of which samples twins are to be read.
func (p *pair) want(values map[uint64]string) {
	p.wants = map[uint64]string{}
	for _, key := range slices.Sorted(maps.Keys(values))[:min(len(values), mostTwins)] {
		p.wants[key] = values[key]
	}
}

// compared gives one of the pages, and those with another value of the parameter.
func (p *pair) compared(t *twins, words *lexicon) (x *page, others []*page) {
	value := ""
	for i, y := range t.pages {
		a := parse(y.url, words)
		if v := p.valueIn(&a); i == 0 {
			x, value = y, v
		} else if v != value {
			others = append(others, y)
		}
	}
	return x, others
}

func (p *pair) valueIn(a *address) string {
	for i := range a.params {
		if bare(a.params[i].name) == bare(p.name) {
			return a.params[i].value
		}
	}
	return ""
}

// offerTwin takes a URL that waits, as weigh has read it last: a twin of a
// sample that has none yet is read.
func (r *Round) offerTwin(p *pair) {
	if len(p.wants) == 0 {
		return
	}
	a := &r.c.r.addr
	key := p.twinKey(a)
	if value, wanted := p.wants[key]; !wanted || p.valueIn(a) == value {
		return
	}
	k := r.twins[p]
	if k == nil {
		k = map[uint64]uint64{}
		r.twins[p] = k
	}
	place := a.key(nil)
	if have, known := k[key]; !known || place < have {
		k[key] = place
	}
}

// isTwin tells whether the URL at hand is such a twin.
func (r *Round) isTwin(p *pair) bool {
	a := &r.c.r.addr
	return len(p.wants) > 0 && r.twins[p][p.twinKey(a)] == a.key(nil)
}

// isOpen tells of a URL with a parameter of which twins are to be read, or nothing is known yet, unless it names states.
func (r *reader) isOpen(s *shape, a *address) bool {
	return slices.ContainsFunc(a.params, func(q param) bool {
		p := s.pairs[q.name]
		return p != nil && (len(p.wants) > 0 || p.settled < leastSamples && p.mayHaveTwins() && !s.leadsOn(&q) && !r.isState(s.pattern, p.name))
	})
}

// isOfTwins tells of a URL with a parameter that has no effect: of those
// that differ by it alone one stands for all where the page without it is not known.
func (s *shape) isOfTwins(a *address) bool {
	return s.does.has(NoEffect) && isTwin(s.look(a))
}

func isTwin(v sight) bool { return v.idle != nil && v.idle.relation == NoEffect }

// isFirst tells of a URL that waits for nothing but to be the first of its twins.
func (s *shape) isFirst(a *address, level int) bool {
	if !s.isOfTwins(a) {
		return false
	}
	for i := range a.params {
		if s.idle(a.params[i].name) {
			level--
		}
	}
	return level == 0
}
