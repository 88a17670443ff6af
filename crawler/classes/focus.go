package classes

import "slices"

// noteRepeats takes a URL that waits, as weigh has read it last: of what may
// repeat pages some groups are read, of what does a page of each group. It
// reports whether the URL is one of the latter.
func (r *Round) noteRepeats(url string, level int, open []*pair) bool {
	a := &r.c.r.addr
	if r.more != nil {
		for _, p := range tested(r.c.r.tree.of(a.family), a) {
			r.more[p].offer(0, a.key(nil))
		}
	}
	r.eachFocus(func(p *pair, g *group) bool {
		of := r.focus[p]
		if of == nil {
			of = map[uint64]*pick{}
			r.focus[p] = of
		}
		if of[g.key] == nil {
			of[g.key] = &pick{most: groupViews - g.settled}
		}
		if of[g.key].most > 0 {
			of[g.key].offer(0, a.key(nil))
		}
		return false
	})
	group, place := r.firstOf(url, level, open)
	if place != 0 && (r.firsts[group] == 0 || place < r.firsts[group]) {
		r.firsts[group] = place
	}
	return place != 0
}

// More is a Round in which as many views as were read are read of each parameter
// of which it is not known yet whether it repeats pages: where nothing else is
// left by which there would be more of them. nil: there is no such.
func (r *Round) More() *Round {
	more := r.c.NewRound(r.Plan)
	more.more = map[*pair]*pick{}
	for _, p := range r.c.r.tree.all() {
		if p.focus != nil {
			more.more[p] = &pick{most: max(groupViews, p.settled)}
		}
	}
	if len(more.more) == 0 {
		return nil
	}
	return more
}

// isTested tells whether it is not known yet whether a parameter of the URL at
// hand repeats pages.
func (r *Round) isTested() bool {
	a := &r.c.r.addr
	s := r.c.r.tree.of(a.family)
	return len(tested(s, a)) > 0
}

// tested gives the parameters of a URL of which it is not known yet whether they
// repeat pages.
func tested(s *shape, a *address) (list []*pair) {
	if s == nil {
		return nil
	}
	for i := range a.params {
		if p := s.pairs[a.params[i].name]; p != nil && p.focus != nil {
			list = append(list, p)
		}
	}
	if p := s.pairs[anyPath]; p != nil && p.focus != nil && len(a.params) > 0 {
		list = append(list, p)
	}
	return list
}

// eachFocus calls f with the groups that are read which the URL at hand is of,
// until it says true, and tells whether it did.
func (r *Round) eachFocus(f func(*pair, *group) bool) bool {
	a := &r.c.r.addr
	s := r.c.r.tree.of(a.family)
	for _, p := range tested(s, a) {
		key := p.groupKey(a)
		if at := slices.IndexFunc(p.focus, func(g *group) bool { return g.key == key }); at >= 0 && f(p, p.focus[at]) {
			return true
		}
	}
	return false
}

// isFocus tells whether the URL at hand is read to see whether a parameter
// repeats pages.
func (r *Round) isFocus() bool {
	a := &r.c.r.addr
	key := a.key(nil)
	if r.more != nil {
		for _, p := range tested(r.c.r.tree.of(a.family), a) {
			if _, found := slices.BinarySearch(r.more[p].lists, key); found {
				return true
			}
		}
	}
	return r.eachFocus(func(p *pair, g *group) bool {
		k := r.focus[p][g.key]
		if k == nil {
			return false
		}
		_, found := slices.BinarySearch(k.lists, key)
		return found
	})
}

// firstOf gives the group of the URL at hand and its place in it, the shortest
// first; 0 for one that is not free but for what repeats pages.
func (r *Round) firstOf(url string, level int, open []*pair) (group, place uint64) {
	a := &r.c.r.addr
	s := r.c.r.tree.of(a.family)
	if s == nil || len(open) > 0 {
		return 0, 0
	}
	if s.isFirst(a, level) {
		return s.viewKey(a), uint64(len(url))<<48 | hashString(0, url)>>16
	}
	if level > 0 || s.look(a).repeats == nil {
		return 0, 0
	}
	return s.groupKey(a), uint64(len(url))<<48 | hashString(0, url)>>16
}
