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
// ids, one list a depth, and one bit each.
type pending struct {
	fresh  bitset  // URLs in the levels' spans that wait
	levels []level // ascending by depth
	back   backHeap
	delays delayHeap
}

// level holds what was discovered at one depth. Spans may take in ids that
// do not wait there: fresh and the row's own depth decide.
type level struct {
	depth uint16
	spans []span
	// rows are those read ahead from the front of the spans.
	rows []frontier.Item
}

type span struct{ from, to frontier.ID } // from ≤ id < to

// maxGap is how many ids of other URLs a span may take in before another is
// opened: it bounds both the spans' memory and the rows read in vain.
const maxGap = 8

// add makes a new URL wait at its depth; ids must ascend.
func (p *pending) add(id frontier.ID, depth uint16) {
	p.fresh.set(id)
	l := p.level(depth)
	if n := len(l.spans); n > 0 && id-l.spans[n-1].to <= maxGap {
		l.spans[n-1].to = id + 1
		return
	}
	l.spans = append(l.spans, span{id, id + 1})
}

func (p *pending) level(depth uint16) *level {
	i, ok := slices.BinarySearchFunc(p.levels, depth, func(l level, d uint16) int { return cmp.Compare(l.depth, d) })
	if !ok {
		p.levels = slices.Insert(p.levels, i, level{depth: depth})
	}
	return &p.levels[i]
}

// keepAhead is the number of levels that keep rows read ahead.
const keepAhead = 4

// unread gives back what was read ahead of the deeper levels.
func (p *pending) unread() {
	for i := keepAhead; i < len(p.levels); i++ {
		if l := &p.levels[i]; len(l.rows) > 0 {
			l.spans = slices.Insert(l.spans, 0, span{l.rows[0].ID, l.rows[len(l.rows)-1].ID + 1})
			l.rows = nil
		}
	}
}

// backHeap holds URLs that wait out of line: released ones, and those that a
// followed link reached later.
type backHeap []backItem

type backItem struct {
	depth uint16
	id    frontier.ID
}

func (b backItem) before(c backItem) bool {
	return b.depth < c.depth || b.depth == c.depth && b.id < c.id
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
	depth uint16
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

// bitset holds one bit an id.
type bitset []uint64

func (b *bitset) set(id frontier.ID) {
	for int(id>>6) >= len(*b) {
		*b = append(*b, 0)
	}
	(*b)[id>>6] |= 1 << (id & 63)
}

func (b bitset) has(id frontier.ID) bool {
	return int(id>>6) < len(b) && b[id>>6]&(1<<(id&63)) != 0
}

func (b bitset) clear(id frontier.ID) {
	if b.has(id) {
		b[id>>6] &^= 1 << (id & 63)
	}
}
