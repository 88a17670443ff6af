package classes

import (
	"cmp"
	"slices"
)

// A shop that is asked for a part past the end may show the last one once more,
// beside a box of what others look at, which is another one at each request: its
// text is a new one, and so are some of its links.

const (
	// maxPartSets parts have their links compared; what comes later is a page.
	maxPartSets = 20_000
	// leastShown entries are those of the part before, and not those of the first one.
	leastShown = 2
)

// shownAgain adds the parts that have the entries of the part before them: links that the first part has not, as boxes that
// stand on all parts do, and no more of their own than boxes have. Of a list the first part has more. boxes is how many of
// these links change from request to request.
func (l *partLists) shownAgain(b *bits, boxes int) {
	if boxes == 0 {
		return // another text is another page
	}
	slices.SortFunc(l.list, func(x, y partPage) int {
		return cmp.Or(cmp.Compare(x.key, y.key), cmp.Compare(x.number, y.number), cmp.Compare(x.id, y.id))
	})
	for parts := range chunks(l.list, func(p partPage) uint64 { return p.key }) {
		if len(parts) < 3 || parts[0].number > 1 || parts[0].set == nil || parts[1].set == nil {
			continue
		}
		if own, _, _ := parts[0].set.compare(parts[1].set); own <= boxes {
			continue // no list: what differs may be a box
		}
		before := parts[0]
		for _, p := range parts[1:] {
			if p.number <= before.number {
				continue
			}
			if before.number > parts[0].number && p.shows(&before, &parts[0], boxes) {
				b.add(uint32(p.id))
			}
			before = p
		}
	}
}

// shows tells whether a part has the entries of another one.
func (p *partPage) shows(before, start *partPage, boxes int) bool {
	if p.set == nil || before.set == nil || p.set.over || before.set.over {
		return false
	}
	shown := 0
	for _, h := range p.set.low {
		if before.set.has(h) && !start.set.has(h) {
			shown++
		}
	}
	own, others, _ := p.set.compare(before.set)
	return shown >= leastShown && own <= boxes && others <= boxes
}
