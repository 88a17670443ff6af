package classes

import (
	"context"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// reduced maps URLs to what they are without the parameters that have no
// effect, in shapes that have such.
type reduced struct {
	ids  []frontier.ID // ascending
	keys []uint32
}

const maxReduced = 500_000 // URLs; what comes later stands for itself

func (r *reduced) hash(id frontier.ID) uint32 {
	if at, found := slices.BinarySearch(r.ids, id); found {
		return r.keys[at]
	}
	return uint32(mix(uint64(id) + 1))
}

// idle tells whether a parameter of a shape has no effect. Where it is 0 or 1, and
// too little is known of that, it does what it does elsewhere.
func (s *shape) idle(name string) bool {
	p := s.pairs[name]
	if p == nil || p.relation == Undecided && bare(name) != name {
		p = s.pairs[bare(name)]
	}
	return p != nil && p.relation == NoEffect
}

// aside tells whether a parameter makes no list another one: it paginates or
// has no effect.
func (s *shape) aside(name string) bool {
	p := s.pairs[name]
	if p != nil && (p.relation == Paginates || p.relation == NoEffect || p.relation == Cumulative) {
		return true
	}
	q := s.pairs[bare(name)]
	return p != q && (q != nil && q.relation == Paginates || q == nil && isPagingName(bare(name))) // page=1
}

func (s *shape) hasIdle() bool { return s.does.has(NoEffect) }

const maxParts = 200_000 // of lists

// compareLists finds out which parameters sort, narrow or add. Where one adds,
// lists are longer than they seemed: the others are compared once more.
func (r *reader) compareLists(ctx context.Context) error {
	open := slices.DeleteFunc(slices.Clone(r.pairs), func(p *pair) bool { return p.relation != Undecided })
	for len(open) > 0 {
		if err := r.compareUnions(ctx, open); err != nil {
			return err
		}
		before := len(open)
		open = slices.DeleteFunc(open, (*pair).adds)
		if len(open) == before {
			break
		}
		for _, p := range open {
			p.reopen()
		}
	}
	r.mark()
	settleNarrowing(r.pairs)
	settleTranslations(r.pairs)
	return nil
}

// adds tells whether most of the samples show more than their base.
func (p *pair) adds() bool {
	return p.relation == Cumulative && p.counts[wider]*2 >= p.counts[same]+p.counts[equal]+p.counts[part]+p.counts[wider]+p.counts[other]
}

// reopen forgets what lists have shown of a pair.
func (p *pair) reopen() {
	p.relation, p.counts, p.proof = Undecided, [other + 1]int{}, [2]string{}
	for _, s := range p.samples {
		if s.found != same {
			s.found = unclear
		}
	}
}

func (r *reader) compareUnions(ctx context.Context, open []*pair) error {
	r.reduced, r.wanted = reduced{}, nil
	r.mark()
	parts, err := r.findParts(ctx, r.listsOf(open))
	if err != nil {
		return err
	}
	if err := r.unite(ctx, parts); err != nil {
		return err
	}
	for _, p := range open {
		r.decideLists(p)
	}
	return nil
}

// listsOf gives samples and bases their lists, and these by key.
func (r *reader) listsOf(open []*pair) map[uint64]*list {
	lists := map[uint64]*list{}
	for _, p := range open {
		for _, s := range p.samples {
			if s.base == nil {
				continue
			}
			s.list = listOf(lists, s.addr.key(p.shape.aside), s.page)
			under := func(name string) bool { return name == p.name || p.shape.aside(name) }
			switch base := r.keyOf(s.base); {
			case s.addr.key(func(n string) bool { return n == p.name }) == base:
			case s.addr.key(p.together) == base:
				under = func(name string) bool { return p.together(name) || p.shape.aside(name) }
			default:
				under = func(name string) bool { return p.bundle(name) || p.shape.aside(name) }
			}
			s.under = listOf(lists, s.addr.key(under), s.base)
		}
	}
	return lists
}

// findParts gives the lists by their parts that were read.
func (r *reader) findParts(ctx context.Context, lists map[uint64]*list) (map[frontier.ID]readPart, error) {
	parts, a := map[frontier.ID]readPart{}, &r.addr
	for row, err := range r.crawl.Brief(ctx, 0, frontier.TextsPass) {
		if err != nil {
			return nil, err
		}
		if !ours(row) {
			continue
		}
		a.read(row.URL)
		s := r.tree.of(a.family)
		if s == nil {
			continue
		}
		r.reduce(row.ID, a, s)
		if l := lists[a.key(s.aside)]; l != nil {
			number, read := s.look(a).number, isPage(row) && len(parts) < maxParts
			l.know(a.key(s.idle), number, read)
			if read {
				parts[row.ID] = readPart{l, number, s.box}
			}
		}
	}
	return parts, nil
}

// reduce notes what a URL is without what has no effect, and whether that is known.
func (r *reader) reduce(id frontier.ID, a *address, s *shape) {
	if s.hasIdle() && len(r.reduced.ids) < maxReduced {
		r.reduced.ids = append(r.reduced.ids, id)
		r.reduced.keys = append(r.reduced.keys, uint32(a.key(s.idle)))
	}
	if r.isOpen(s, a) {
		r.wanted.add(uint32(id))
	}
}

func (r *reader) keyOf(p *page) uint64 {
	a := parse(p.url, r.addr.words)
	return a.key(nil)
}

func listOf(lists map[uint64]*list, key uint64, p *page) *list {
	l := lists[key]
	if l == nil {
		l = &list{family: p.family}
		lists[key] = l
	}
	return l
}

// whole tells whether nothing of a sample's list is unread. A first part that
// is shorter than that of the base is all that there is, though it may name a next one.
func (s *sample) whole(r *reader) bool {
	return s.list.unread() <= 1 && (s.list.complete() || len(s.page.outer.low)+max(r.noise.links(), 1) < len(s.base.outer.low))
}

// lacksSome tells of lists that seem to be the same as their bases, but for what
// boxes differ in, most of which lack some of the base's links and have none of
// their own: where boxes differ, each has some. They are what is in stock, where
// nearly all is.
func (p *pair) lacksSome() bool {
	lacking, whole := 0, 0
	for _, s := range p.samples {
		if s.base == nil || s.found != equal {
			continue
		}
		whole++
		own, others, both := s.list.links.compare(&s.under.links)
		if own == 0 && others*boxShare > both && s.list.complete() && s.under.complete() {
			lacking++
		}
	}
	return lacking >= leastSamples && lacking*2 > whole
}

// takesSome tells of lists that are too short to be compared by themselves, twenty of which have some of their base's links, lack
// some, and have none of their own. Boxes that change would have.
func (p *pair) takesSome() bool {
	some, own := 0, 0
	for _, s := range p.samples {
		if s.base == nil || !s.list.complete() || !s.under.complete() {
			continue
		}
		switch more, others, both := s.list.links.compare(&s.under.links); {
		case more > 0:
			own++
		case others > 0 && both > 0:
			some++
		}
	}
	return some >= maxSamples && own*20 <= some
}

// showsWhole tells whether most lists have all links of their base.
func (p *pair) showsWhole(found []finding) bool {
	whole, some := 0, 0
	for _, f := range found {
		switch f {
		case same, equal, wider:
			whole++
		case part, other:
			some++
		}
	}
	return whole > some
}

// isSize tells of numbers by which some lists show less than their bases, and
// others more: how many entries they have.
func (p *pair) isSize(found []finding) bool {
	lists := slices.DeleteFunc(slices.Clone(found), func(f finding) bool { return f == unclear })
	others := slices.DeleteFunc(slices.Clone(lists), func(f finding) bool { return f != other })
	return p.numeric() && len(lists) >= firmSamples && len(others)*20 <= len(lists)
}

// decideLists gives a pair its relation by its lists.
func (r *reader) decideLists(p *pair) {
	if p.isSecond(r.noise.links()) {
		p.settleSecond()
		return
	}
	var found []finding
	unlike := 0 // pages, of which no list shows more
	for _, s := range p.samples {
		if s.base == nil {
			continue
		}
		if s.found != same {
			s.found = compareLists(s.list, s.under, s.whole(r), r.noise.links())
		}
		if s.found == other && (s.page.nothing || max(s.list.open, s.under.open) > noise) {
			s.found = unclear // what stands where there is nothing is a box; or until it is known which of the links are the same
		}
		if s.extra {
			continue
		}
		if s.unlike && s.found == unclear {
			unlike++
		}
		found = append(found, s.found)
	}
	relation := decide(found)
	switch {
	case relation == NoEffect && unlike*20 > len(found):
		relation = Undecided // one value is the page as it is shown without any: a size, a colour
	case relation == NoEffect:
		relation = Sorts
	}
	if relation == Sorts && p.lacksSome() || relation == Undecided && p.takesSome() {
		relation = Narrows
	}
	if relation == Specifies && p.isSize(found) || relation == Cumulative && p.saysOrder() {
		relation = Sorts // a list whose other parts have other addresses
	}
	if relation == Narrows && p.ends(sizeNames) && p.numeric() && p.showsWhole(found) {
		relation = Sorts
	}
	switch few := p.known < reuse*p.distinct() && p.places*5 < p.known*4; {
	case relation == Narrows && few && r.isState(p.shape.pattern, p.name):
		relation = Sorts // the list as it was, or from there on
	case relation == Narrows && few:
		relation = Specifies
	}
	by := [...][]finding{Narrows: {part, equal}, Sorts: {equal, same, part, wider}, Cumulative: {wider}, Specifies: {other}, Translates: {equal}}
	p.settle(relation, by[relation]...)
	r.recallList(p)
}
