package classes

import (
	"slices"
	"strconv"
	"strings"
)

// Free tells whether a URL is to be fetched without a further look: it has no
// parameters, or only such as lead to another page or the next part of a list
// that is not too long, and at most one that narrows a list.
func (p *Plan) Free(url string) bool {
	if !p.addr.words.mayBeView(url) {
		return true
	}
	free, part := p.weigh(url)
	return free && (part.number <= firstParts*part.step || part.number <= p.parts[part.list])
}

// Bounded tells of a part of a list that is not followed without end by this
// plan: one of the first, or of a list of which the end is looked for.
func (p *Plan) Bounded(url string) bool {
	if !p.addr.words.mayBeView(url) {
		return false
	}
	a := parse(url, p.addr.words)
	s := p.tree.of(a.family)
	var part listPart
	known := false
	for i := range a.params {
		if q := &a.params[i]; s.leadsOn(q) {
			part.step = 1
			part.take(q)
			pr := s.pair(q.name)
			known = known || pr != nil && pr.relation == Paginates
		}
	}
	return known || part.number <= firstParts*part.step && part.step > 0
}

// firstParts are those of a list that are fetched without a look at whether it
// has an end.
const firstParts = 5

// maxLong is how many long lists are told apart.
const maxLong = 10_000

// lengthen takes a part of a list that waits: of the list, all are fetched up
// to twice the number of the first that does.
func (p *Plan) lengthen(part listPart) {
	if part.number <= firstParts*part.step {
		return
	}
	have, known := p.parts[part.list]
	if !known && len(p.parts) < maxLong || known && 2*part.number < have {
		p.parts[part.list] = 2 * part.number
	}
}

// listPart is a part of a list.
type listPart struct {
	list   uint64 // its key
	number int
	step   int // from part to part: more than one where entries are counted
}

// weigh tells whether a URL is free but for being a part of a long list.
func (p *Plan) weigh(url string) (free bool, part listPart) {
	a := &p.addr
	a.read(url)
	s, narrowed := p.tree.of(a.family), 0
	part.step = 1
	for i := range a.params {
		q := &a.params[i]
		if s.leadsOn(q) {
			part.take(q)
			continue
		}
		switch pr := s.pair(q.name); {
		case pr == nil, pr.defaults[q.value]:
			return false, part
		case pr.relation == Narrows:
			narrowed += pr.valuesOf(q)
		}
	}
	if part.number > firstParts {
		part.list = a.listKey(s)
	}
	return narrowed <= 1, part
}

func (l *listPart) take(q *param) {
	if n, err := strconv.Atoi(q.value); err == nil && n > l.number {
		l.number = n
	}
	if offsets[bare(q.name)] {
		l.step = 8
	}
}

// offsets are parameters that count entries.
var offsets = map[string]bool{"start": true, "offset": true}

// listKey names the list that a URL is a part of.
func (a *address) listKey(s *shape) uint64 {
	h := a.familyHash()
	for i := range a.params {
		if q := &a.params[i]; !s.leadsOn(q) {
			h += q.hash()
		}
	}
	return mix(h)
}

func (s *shape) pair(name string) *pair {
	if s == nil {
		return nil
	}
	return s.pairs[name]
}

// leadsOn tells of a parameter that leads to the next part of a list: by what
// is known of it, or else by its name.
func (s *shape) leadsOn(q *param) bool {
	p := s.pair(q.name)
	return p != nil && p.relation == Paginates || isPagingName(bare(q.name)) && isDigits(q.value) && (p == nil || p.relation != NoEffect)
}

// values counts those of a parameter that may have several.
func values(p *param) int {
	n := 1 + strings.Count(p.value, ",") + strings.Count(p.value, "%2C")
	if p.name == anotherTag {
		n++ // the one before it
	}
	return n
}

// maxThin is how many rounds may bring less than one in fifty of what was
// fetched before. After these, what is not decided is fetched: a calendar that leads from
// month to month would take a round for each.
const maxThin = 8

// enough is how many answered URLs of a class show that it cannot be decided:
// then all of it is fetched.
const enough = 100

// enoughUnlisted is that of a class of which nothing may be listed so far.
const enoughUnlisted = 200

// isFree tells whether a parameter is one whose URLs are fetched, each as a
// page or as a part of a list.
func (p *pair) isFree() bool {
	if p.focus != nil || p.leadsBack || p.waits {
		return false // until it is known whether it repeats pages; what redirects elsewhere waits for a round
	}
	switch p.relation {
	case Specifies, Paginates, Cumulative, Translates:
		return true
	case Undecided:
		return p.settled >= enough && (!p.mayBeUnlisted() || p.settled >= enoughUnlisted)
	}
	return false
}

// plan gives what is known now, after another plan.
func (c *Classes) plan(before *Plan) *Plan {
	plan := &Plan{parts: map[uint64]int{}, thin: before.thin, settled: c.r.crawl.Counts().Settled, urls: c.r.crawl.Counts().Known, tested: c.r.tested, known: c.r.known}
	plan.addr.words = c.r.addr.words
	tests := slices.ContainsFunc(c.r.tree.all(), func(p *pair) bool { return p.focus != nil })
	if grown := plan.settled - before.settled; !tests && grown > 0 && grown < max(leastPick, plan.settled/50) {
		plan.thin++
	}
	impatient := plan.thin > maxThin
	kept := len(c.r.addr.words.Paths) > 0 // what is not free there is not looked for among the names beside it
	c.r.tree.each(func(path string, n *node) {
		to := &shape{pattern: path, pairs: map[string]*pair{}}
		if p := n.shape.pairs[anyPath]; p != nil && (p.focus != nil || p.relation == Repeats) {
			if kept {
				plan.tree.put(path).shape = to
			}
			return
		}
		for name, p := range n.shape.pairs {
			switch {
			case p.focus != nil:
			case p.relation == Narrows || p.relation == Paginates:
				to.add(p.relation, []string{name})
				to.pairs[name].grows, to.pairs[name].compares = p.grows, p.compares
			case p.isFree() || impatient && p.relation == Undecided:
				to.add(Specifies, []string{name})
				to.pairs[name].defaults = p.defaults
			}
		}
		if len(to.pairs) > 0 || kept {
			plan.tree.put(path).shape = to
		}
	})
	return plan
}
