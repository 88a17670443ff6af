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

// idle tells whether a parameter of a shape has no effect.
func (s *shape) idle(name string) bool {
	p := s.pairs[name]
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
	return p != q && q != nil && q.relation == Paginates // page=1
}

func (s *shape) hasIdle() bool {
	for _, p := range s.pairs {
		if p.relation == NoEffect {
			return true
		}
	}
	return false
}

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
	lists := map[uint64]*list{}
	r.reduced = reduced{}
	for _, p := range open {
		for _, s := range p.samples {
			if s.base == nil {
				continue
			}
			s.list = r.listOf(lists, s.addr.key(p.shape.aside), s.page)
			under := func(name string) bool { return name == p.name || p.shape.aside(name) }
			if key := s.addr.key(under); s.addr.key(func(n string) bool { return n == p.name }) == keyOf(s.base) {
				s.under = r.listOf(lists, key, s.base)
			} else {
				s.under = r.listOf(lists, s.addr.key(func(name string) bool { return p.bundle(name) || p.shape.aside(name) }), s.base)
			}
		}
	}
	parts := map[frontier.ID]*list{}
	for row, err := range r.crawl.Brief(ctx, 0) {
		if err != nil {
			return err
		}
		if !ours(row) {
			continue
		}
		a := parse(row.URL)
		s := r.tree.of(a.family)
		if s == nil {
			continue
		}
		if s.hasIdle() && len(r.reduced.ids) < maxReduced {
			r.reduced.ids = append(r.reduced.ids, row.ID)
			r.reduced.keys = append(r.reduced.keys, uint32(a.key(s.idle)))
		}
		if l := lists[a.key(s.aside)]; l != nil {
			l.known++
			if isPage(row) && len(parts) < maxParts {
				l.read++
				parts[row.ID] = l
			}
		}
	}
	for e, err := range r.crawl.Graph(ctx) {
		if err != nil {
			return err
		}
		if l := parts[e.From]; l != nil && isLink(e.Flags) && !r.boiler[e.To] && r.family(e.To) != l.family {
			l.links.add(r.reduced.hash(e.To))
		}
	}
	for _, p := range open {
		r.decideLists(p)
	}
	return nil
}

func keyOf(p *page) uint64 {
	a := parse(p.url)
	return a.key(nil)
}

func (r *reader) listOf(lists map[uint64]*list, key uint64, p *page) *list {
	l := lists[key]
	if l == nil {
		l = &list{family: p.family}
		lists[key] = l
	}
	return l
}

// whole tells whether nothing of a sample's list is unread. A first part that
// is shorter than that of the base is all that there is.
func (s *sample) whole(r *reader) bool {
	return s.list.known == s.list.read || len(s.page.outer.low)+max(r.noise, 1) < len(s.base.outer.low)
}

// settleTranslations finds parameters that seem to sort pages which are no
// lists in parts: they have the same links and other words or prices. A
// parameter that translates in one place does so everywhere.
func settleTranslations(pairs []*pair) {
	names := map[string]bool{}
	for _, p := range pairs {
		if p.relation == Sorts && p.counts[equal] > 0 && !p.shape.isList() {
			names[p.name] = true
		}
		if p.relation == Translates {
			names[p.name] = true
		}
	}
	for _, p := range pairs {
		if names[p.name] && (p.relation == Sorts || p.relation == Undecided || p.relation == Translates) {
			p.relation = Translates
			p.findDefaults()
		}
	}
}

// leastDefaults are the samples that show a value to be the one that is meant
// where none is given.
const leastDefaults = 2

// findDefaults finds the values with which pages are the same as without.
func (p *pair) findDefaults() {
	n := map[string][2]int{}
	for _, s := range p.samples {
		if s.base == nil || s.found == unclear {
			continue
		}
		count := n[s.value(p.name)]
		count[0]++
		if s.found == same {
			count[1]++
		}
		n[s.value(p.name)] = count
	}
	p.defaults = map[string]bool{}
	for value, count := range n {
		p.defaults[value] = count[0] >= leastDefaults && count[1]*20 >= count[0]*19
	}
}

func (s *sample) value(name string) string {
	for _, p := range s.addr.params {
		if p.name == name {
			return p.value
		}
	}
	return ""
}

// decideLists gives a pair its relation by its lists.
func (r *reader) decideLists(p *pair) {
	var found []finding
	for _, s := range p.samples {
		if s.base == nil {
			continue
		}
		if s.found != same {
			s.found = compareLists(s.list, s.under, s.whole(r), r.noise)
		}
		found = append(found, s.found)
	}
	relation := decide(found)
	if relation == NoEffect {
		relation = Sorts
	}
	if relation == Narrows && p.known < reuse*p.distinct() {
		relation = Specifies
	}
	by := [...][]finding{Narrows: {part}, Sorts: {equal, same}, Cumulative: {wider}, Specifies: {other}, Translates: {equal}}
	p.settle(relation, by[relation]...)
}
