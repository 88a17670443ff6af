package classes

import (
	"slices"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// sight is what the parameters of a URL come to.
type sight struct {
	idle, sorts *pair
	moment      bool // what sorts names moments
	narrows     *pair
	unlisted    *pair
	repeats     *pair
	narrowed    int // values
	part        *pair
	number      uint32 // of the part
}

func (s *shape) look(a *address) (v sight) {
	if s.repeatsPaths() && len(a.params) > 0 {
		v.repeats = s.pairs[anyPath]
	}
	for _, p := range a.params {
		pr := s.pairs[p.name]
		if pr == nil || pr.apart != nil && pr.apart[a.family16()] {
			continue
		}
		switch pr.relation {
		case NoEffect, AnyValue:
			v.idle = pr
		case Translates:
			if pr.defaults[p.value] {
				v.idle = pr
			}
		case Sorts:
			v.sorts, v.moment = pr, v.moment || pr.moments
		case Repeats:
			v.repeats = pr
		case Unlisted:
			v.unlisted = pr
		case Narrows:
			v.narrows = pr
			v.narrowed += pr.valuesOf(&p)
		case Paginates:
			if pr.defaults[p.value] {
				v.idle = pr
				continue
			}
			v.part = pr
			if n, err := strconv.Atoi(p.value); err == nil {
				v.number = uint32(n)
			}
		}
	}
	if len(s.closed) > 0 && s.closed[a.form()] != nil {
		v.unlisted = s.closed[a.form()]
	}
	if v.repeats != nil && s.isStateAlone(a) {
		v.repeats = nil
	}
	return v
}

// isStateAlone tells of what a front controller shows of a state and of nothing
// else: ?a=commit;h=…. There are as many as states; two that differ in figures
// and names alone seem to be the same by their contents.
func (s *shape) isStateAlone(a *address) bool {
	if !s.isFront() || s.repeatsPaths() {
		return false
	}
	return !slices.ContainsFunc(a.params, func(q param) bool {
		p := s.pairs[q.name]
		return p == nil || p.relation != Repeats && !s.isView(q.name) && p.distinct() > 1
	})
}

// isFront tells of what a front controller shows: its parameters name pages.
func (s *shape) isFront() bool { return strings.IndexByte(s.pattern, ';') >= 0 }

// isView tells whether a parameter makes a view.
func (s *shape) isView(name string) bool {
	p := s.pairs[name]
	return p.makesView() || s.isConstant(p)
}

func (p *pair) makesView() bool {
	return p != nil && (p.relation == NoEffect || p.relation == Sorts || p.relation == AnyValue)
}

// isConstant tells of a parameter of one value that never stands without one that
// makes a view: what forms send along (datecut=0&prefix=0&sortby=views).
func (s *shape) isConstant(p *pair) bool {
	return p != nil && (p.relation == Undecided || p.relation == Cumulative) && p.distinct() == 1 && slices.ContainsFunc(p.with, func(name string) bool {
		return s.pairs[name].makesView() || s.pairs[name+first].makesView()
	})
}

func (s *shape) isPart(name string) bool {
	p := s.pairs[name]
	return p != nil && p.relation == Paginates
}

// viewKey names the page that a URL is a view of.
func (s *shape) viewKey(a *address) uint64 {
	kept := s.withoutDefaults(a)
	return kept.key(s.isView)
}

// listKey names the list that a URL shows some of.
func (s *shape) listKey(a *address) uint64 {
	kept := s.withoutDefaults(a)
	return kept.key(s.isFacet)
}

// wholeKey names the list that a URL is a part of, in its own order and size.
func (s *shape) wholeKey(a *address) uint64 {
	kept := s.withoutDefaults(a)
	return kept.key(func(name string) bool { return s.isView(name) || s.isPart(name) })
}

// groupKey names what a URL is without what repeats pages.
func (s *shape) groupKey(a *address) uint64 {
	kept := s.withoutDefaults(a)
	if s.repeatsPaths() {
		kept.family = s.pattern
	}
	return kept.key(func(name string) bool {
		p := s.pairs[name]
		return s.isView(name) || p != nil && p.relation == Repeats
	})
}

// repeatsPaths tells of a shape that shows the same page for a state, whatever
// path is asked for.
func (s *shape) repeatsPaths() bool {
	p := s.pairs[anyPath]
	return p != nil && p.relation == Repeats
}

// withoutDefaults gives an address without values that change nothing.
func (s *shape) withoutDefaults(a *address) address {
	isDefault := func(p param) bool {
		pr := s.pairs[p.name]
		return pr != nil && pr.defaults[p.value]
	}
	kept := address{family: a.family, params: a.params}
	if slices.ContainsFunc(a.params, isDefault) {
		kept.params = slices.DeleteFunc(slices.Clone(a.params), isDefault)
	}
	return kept
}

// IsPart tells whether a URL is the second part of a list or a later one. A
// parameter of which too little is known counts by its name.
func (c *Classes) IsPart(row *frontier.Row) bool {
	if !ours(row) || !c.r.addr.words.mayBeView(row.URL) {
		return false
	}
	a := &c.r.addr
	a.read(row.URL)
	s := c.r.tree.of(a.family)
	return slices.ContainsFunc(a.params, func(q param) bool {
		p := s.pair(q.name)
		return q.value != "0" && q.value != "1" && s.leadsOn(&q) && (p == nil || p.relation == Paginates || p.relation == Undecided)
	})
}

// isList tells whether there are lists: with parts, or that are narrowed.
func (s *shape) isList() bool { return s.does&(1<<Paginates|1<<Narrows|1<<Cumulative) != 0 }

// isFacet tells whether a parameter chooses among what a list has.
func (s *shape) isFacet(name string) bool {
	p := s.pairs[name]
	return p != nil && p.relation >= NoEffect && p.relation < Translates || s.aside(name)
}
