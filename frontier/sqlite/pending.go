package sqlite

import (
	"cmp"
	"container/heap"
	"slices"
	"time"

	"github.com/portolan-seo/portolan/frontier"
)

// pending knows which URLs wait to be leased. It grows with what is out of
// the ordinary, not with the site: URLs in order of discovery are spans of
// ids, one list a rank and depth, and six bits each.
type pending struct {
	line   bitset  // URLs that wait in the spans of a level
	aside  bitset  // URLs that wait in back
	ranks  rankSet // of every known URL
	levels []level // ascending by rank, then depth
	back   backHeap
	delays delayHeap

	found []frontier.ID // scratch of waiting
}

// level holds what was discovered in one rank at one depth. Spans may take in
// ids that do not wait there: line, ranks and the row's own depth decide.
type level struct {
	place
	spans []span
	// rows are those read ahead from the front of the spans.
	rows []frontier.Item
}

// place is where URLs wait: rank, then depth.
type place struct {
	rank  frontier.Rank
	depth uint16
}

func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(p.rank, q.rank), cmp.Compare(p.depth, q.depth))
}

type span struct{ from, to frontier.ID } // from ≤ id < to

// maxGap is how many ids of other URLs a span may take in before another is
// opened: it bounds both the spans' memory and the rows read in vain.
const maxGap = 8

// add makes a new URL, whose rank is set, wait at its depth; ids must ascend.
func (p *pending) add(id frontier.ID, depth uint16) {
	p.line.set(id)
	l := p.level(place{p.ranks.of(id), depth})
	l.spans = addSpan(l.spans, span{id, id + 1})
}

// addSpan appends to spans that ascend.
func addSpan(spans []span, s span) []span {
	if n := len(spans); n > 0 && (s.from <= spans[n-1].to || s.from-spans[n-1].to <= maxGap) {
		spans[n-1].to = max(spans[n-1].to, s.to)
		return spans
	}
	return append(spans, s)
}

func (p *pending) level(at place) *level {
	i, ok := slices.BinarySearchFunc(p.levels, at, func(l level, at place) int { return l.compare(at) })
	if !ok {
		p.levels = slices.Insert(p.levels, i, level{place: at})
	}
	return &p.levels[i]
}

// waits tells whether a URL waits in a level.
func (p *pending) waits(id frontier.ID, l *level) bool {
	return p.line.has(id) && p.ranks.of(id) == l.rank
}

// putAside makes a URL wait out of line, in its rank.
func (p *pending) putAside(id frontier.ID, depth uint16) {
	p.line.clear(id)
	p.aside.set(id)
	heap.Push(&p.back, backItem{place{p.ranks.of(id), depth}, id})
}

// sooner gives a URL that is known another place, if it waits: what it left
// behind in back comes later than that, and is void by then.
func (p *pending) sooner(id frontier.ID, depth uint16) {
	if p.line.has(id) || p.aside.has(id) {
		p.putAside(id, depth)
	}
}

// first gives what waits first out of line in the ranks up to last.
func (p *pending) first(last frontier.Rank) (backItem, bool) {
	for len(p.back) > 0 && !p.aside.has(p.back[0].id) {
		heap.Pop(&p.back)
	}
	if len(p.back) == 0 || p.back[0].rank > last {
		return backItem{}, false
	}
	return p.back[0], true
}

// keepAhead is the number of levels that keep rows read ahead.
const keepAhead = 4

// unread gives back what was read ahead of the levels after so many.
func (p *pending) unread(keep int) {
	for i := keep; i < len(p.levels); i++ {
		if l := &p.levels[i]; len(l.rows) > 0 {
			l.spans = slices.Insert(l.spans, 0, span{l.rows[0].ID, l.rows[len(l.rows)-1].ID + 1})
			l.rows = nil
		}
	}
}

// backHeap holds URLs that wait out of line: released ones, those that a
// followed link reached later, and those that a seed made sooner. Only the
// first entry of a URL whose bit in aside is set counts.
type backHeap []backItem

type backItem struct {
	place
	id frontier.ID
}

func (b backItem) before(c backItem) bool {
	return cmp.Or(b.compare(c.place), cmp.Compare(b.id, c.id)) < 0
}

func (h backHeap) Len() int           { return len(h) }
func (h backHeap) Less(i, j int) bool { return h[i].before(h[j]) }
func (h backHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *backHeap) Push(x any)        { *h = append(*h, x.(backItem)) }
func (h *backHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// delay is a postponed URL.
type delay struct {
	due   int64 // milliseconds since 1970
	id    frontier.ID
	tries uint16
}

type delayHeap []delay

func (h delayHeap) Len() int { return len(h) }
func (h delayHeap) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(h[i].due, h[j].due), cmp.Compare(h[i].id, h[j].id)) < 0
}
func (h delayHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *delayHeap) Push(x any)   { *h = append(*h, x.(delay)) }
func (h *delayHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// popDue takes the longest due postponed URL, if one is due.
func (p *pending) popDue(now time.Time) (delay, bool) {
	if len(p.delays) == 0 || p.delays[0].due > now.UnixMilli() {
		return delay{}, false
	}
	return heap.Pop(&p.delays).(delay), true
}

// nextDue is the time when the first postponed URL falls due, zero if none is.
func (p *pending) nextDue() time.Time {
	if len(p.delays) == 0 {
		return time.Time{}
	}
	return frontier.Milli(time.UnixMilli(p.delays[0].due))
}
