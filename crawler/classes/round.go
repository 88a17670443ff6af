package classes

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// Fate is what becomes of a URL that waits.
type Fate uint8

// The fates.
const (
	Later   Fate = iota // until others have been read, which tell what it is
	Release             // it is fetched
	Free                // it is fetched as long as the plan lets it be (Plan.Free)
	Sample              // it is fetched, as one of a bounded number that most likely show what others show
	Hold                // it is a view of a page, and not fetched
)

// Round decides which URLs with parameters a crawl fetches next: those that
// are pages by what is known (Plan.Free), and of what is not decided yet some
// lists of each class, all their parts included, those with fewest parameters
// first. Views are held back, but for some by which what was found is confirmed.
//
// First Note is called for all URLs that wait, then Of for each. Of a list
// that is long twice as many parts are released in each round, while it has no end.
type Round struct {
	Plan  *Plan
	c     *Classes
	picks map[*pair]*pick
	held  map[*pair]int
	// focus are the views that are read to see whether a parameter repeats pages, by group; firsts the one that is read of each group of what does.
	focus  map[*pair]map[uint64]*pick
	firsts map[uint64]uint64
	more   map[*pair]*pick // see More
	// spread are the views that are fetched to see what a parameter does in their family
	spread map[*pair]spread
	twins  map[*pair]map[uint64]uint64 // read beside samples, by key
	least  int                         // level of the views whose page is not known
}

// pick are the lists of a class that are fetched next.
type pick struct {
	level int      // parameters that are not free
	lists []uint64 // the lowest keys, sorted
	most  int
}

// leastPick is how many lists of a class are fetched before it is looked at.
const leastPick = maxSamples

const (
	confirmOne  = 50  // of so many views that are held back is fetched
	confirmMost = 200 // of a class

	confirmLevel = 2 // parameters, at most
)

// NewRound begins a round after that which made a plan. Its Plan is whole once all URLs that wait are noted.
func (c *Classes) NewRound(before *Plan) *Round {
	c.early = false
	return &Round{c: c, Plan: c.plan(before), least: 1 << 30, picks: map[*pair]*pick{}, held: map[*pair]int{}, spread: map[*pair]spread{},
		focus: map[*pair]map[uint64]*pick{}, firsts: map[uint64]uint64{}, twins: map[*pair]map[uint64]uint64{}}
}

// Note takes a URL that waits.
func (r *Round) Note(id frontier.ID, url string) {
	if v := r.view(id, url); v.holds() {
		r.held[v.param]++
		r.offerSpread(v.param, id, url)
		return
	}
	if free, part := r.Plan.weigh(url); free {
		r.Plan.lengthen(part)
		return
	}
	level, key, open := r.weigh(url)
	if r.noteRepeats(url, level, open) {
		return
	}
	if len(open) == 0 && !r.isVouched(id, url) && !r.isTested() {
		r.least = min(r.least, level)
	}
	for _, p := range open {
		r.offerTwin(p)
		k := r.picks[p]
		if k == nil {
			k = &pick{level: level, most: r.most(p)}
			r.picks[p] = k
		}
		k.offer(level, key)
	}
}

func (k *pick) offer(level int, key uint64) {
	switch {
	case level > k.level:
		return
	case level < k.level:
		k.level, k.lists = level, k.lists[:0]
	}
	at, found := slices.BinarySearch(k.lists, key)
	if found || at == k.most {
		return
	}
	k.lists = slices.Insert(k.lists, at, key)
	k.lists = k.lists[:min(len(k.lists), k.most)]
}

// Of tells what becomes of a URL that waits. every: nothing else is left to
// fetch, so that it waits no more for a page that it would be a view of.
func (r *Round) Of(id frontier.ID, url string, every bool) Fate {
	if v := r.view(id, url); v.holds() {
		if r.isSpread(v.param, id) || r.confirms(v.param, url) {
			return Sample
		}
		return Hold
	}
	switch {
	case r.isVouched(id, url):
		return Release
	case r.Plan.Free(url):
		return Free
	}
	level, key, open := r.weigh(url)
	if group, place := r.firstOf(url, level, open); place != 0 {
		if r.firsts[group] != place {
			return Later
		}
		if t, known := r.c.targets[group]; known && t.id != frontier.NoID {
			return Sample // the shorter URL of a page that was read
		}
		return Release
	}
	if r.isTested() {
		if r.isFocus() {
			return Sample
		}
		return Later
	}
	if len(open) == 0 && every && level == r.least {
		return Release // a view of no page
	}
	if r.picked(level, key, open) {
		return Release
	}
	return Later
}

// isVouched tells whether a URL is fetched because others link to it. What seems to have no effect
// waits for its samples like all others: once these agree, no link makes a page of it.
func (r *Round) isVouched(id frontier.ID, url string) bool {
	if !r.c.vouched.has(uint32(id)) {
		return false
	}
	a := &r.c.r.addr
	a.read(url)
	s := r.c.r.tree.of(a.family)
	return s == nil || !isTwin(s.look(a))
}

// picked tells whether a list is one of those that are fetched next of a class.
func (r *Round) picked(level int, key uint64, open []*pair) bool {
	return slices.ContainsFunc(open, func(p *pair) bool {
		if r.isTwin(p) {
			return true
		}
		k := r.picks[p]
		if k == nil || k.level != level {
			return false
		}
		_, found := slices.BinarySearch(k.lists, key)
		return found
	})
}

// view gives what a URL is a view of.
func (r *Round) view(id frontier.ID, url string) View {
	return r.c.Of(&frontier.Row{ID: id, URL: url})
}

// holds tells whether a URL is a view by what enough samples show.
func (v View) holds() bool {
	return v.Kind == PastEnd || v.param != nil && v.Kind != Page && v.param.isFirm()
}

// firmSamples are those by which URLs are held back. To judge those that were
// read fewer are enough.
const firmSamples = 6

func (p *pair) isFirm() bool {
	clear := 0
	for finding, n := range p.counts {
		if finding != int(unclear) {
			clear += n
		}
	}
	return clear >= firmSamples || p.settled >= enough || p.relation == Unlisted || p.relation == Repeats || p.relation == AnyValue || p.grows || p.compares || p.vowed
}

// isFree tells whether a parameter lets a URL be fetched by this round's plan.
func (r *Round) isFree(p *pair, q *param) bool {
	if p.relation == Undecided && r.Plan.thin > maxThin {
		return true
	}
	return p.isFree() && !p.defaults[q.value]
}

// confirms tells whether a view is one of those that are fetched all the same:
// not one with many parameters, which such views lead to.
func (r *Round) confirms(p *pair, url string) bool {
	if a := &r.c.r.addr; a.level() > confirmLevel {
		return false
	}
	sum := sha256.Sum256([]byte(url))
	share := uint64(max(confirmOne, r.held[p]/confirmMost))
	return binary.BigEndian.Uint64(sum[:]) < ^uint64(0)/share
}

// weigh gives how many parameters of a URL are not free, the key of the list
// that it is a part of, and the classes that are not decided.
func (r *Round) weigh(url string) (level int, key uint64, open []*pair) {
	a := &r.c.r.addr
	a.read(url)
	s := r.c.r.tree.of(a.family)
	for i := range a.params {
		q := &a.params[i]
		if s.leadsOn(q) {
			continue
		}
		p := s.pair(q.name)
		if p == nil || p.relation == Repeats || r.isFree(p, q) || p.apart != nil && p.apart[a.family16()] {
			continue
		}
		level++
		if p.focus == nil && (p.relation == Undecided || !p.isFirm()) {
			open = append(open, p)
		}
	}
	return level, a.listKey(s), open
}
