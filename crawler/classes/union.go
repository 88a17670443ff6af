package classes

import (
	"context"

	"github.com/portolan-seo/portolan/frontier"
)

// list is a list as the union of its parts.
type list struct {
	family uint16
	parts  map[uint64]partOfList // by key, without what has no effect
	open   int                   // links to URLs of which it is not known yet what is the same
	full   int                   // parts with more links than pages have by chance
	end    uint32                // the first part past the end that was read; 0: none was
	sums   map[uint32]uint32     // the lowest number of the parts with links of this sum
	links  set
}

// partOfList is a part of a list that a link has led to.
type partOfList struct {
	number uint32 // 0 for the first one, and for what has none
	read   bool
}

// know takes a part. Of its spellings one that is read is enough.
func (l *list) know(key uint64, number uint32, read bool) {
	if l.parts == nil {
		l.parts = map[uint64]partOfList{}
	}
	l.parts[key] = partOfList{number, read || l.parts[key].read}
}

// complete tells whether no part is unread, but for those past the end.
func (l *list) complete() bool { return l.unread() == 0 }

// unread counts the parts that were not read, but for those past the end.
func (l *list) unread() (n int) {
	for _, p := range l.parts {
		if !p.read && (l.end == 0 || p.number <= l.end) {
			n++
		}
	}
	return n
}

// readPart is a part of a list that was read.
type readPart struct {
	of     *list
	number uint32
	box    int // of its class
}

// unite gives the lists the links of their parts, but for what stands on parts
// past the end: boxes that change from request to request.
func (r *reader) unite(ctx context.Context, parts map[frontier.ID]readPart) error {
	asked := func(from frontier.ID) bool { return parts[from].of != nil }
	at, links := frontier.NoID, []uint32(nil)
	for e, err := range r.crawl.Graph(ctx, asked) {
		if err != nil {
			return err
		}
		if e.From != at {
			parts[at].add(links, r.noise.links())
			at, links = e.From, links[:0]
		}
		if isLink(e.Flags) && !r.isBoiler(e.To) && r.family(e.To) != parts[at].of.family {
			links = append(links, r.reduced.hash(e.To))
			if r.wanted.has(uint32(e.To)) {
				parts[at].of.open++
			}
		}
	}
	parts[at].add(links, r.noise.links())
	return nil
}

// add takes the links of a part.
func (p readPart) add(links []uint32, noise int) {
	l := p.of
	switch {
	case l == nil:
		return
	case p.box > 0 && p.number > 1 && l.lacks(links) <= p.box:
		l.ends(p.number) // an earlier part, and another box
		return
	case len(links) > noise:
		l.full++
		l.again(p.number, links)
	case p.number > 1:
		l.ends(p.number)
		return
	}
	for _, h := range links {
		l.links.add(h)
	}
}

// lacks estimates how many links no part has that was added before; ids follow the way through the parts.
func (l *list) lacks(links []uint32) int {
	n, known := 0, 0
	for _, h := range links {
		if l.links.over && h > l.links.low[maxLinks-1] {
			continue
		}
		if known++; !l.links.has(h) {
			n++
		}
	}
	if known < leastSamples {
		return len(links)
	}
	return n * len(links) / known
}

// again notes a part past the end that is an earlier one once more.
func (l *list) again(number uint32, links []uint32) {
	sum := uint32(0)
	for _, h := range links {
		sum += h
	}
	if l.sums == nil {
		l.sums = map[uint32]uint32{}
	}
	before, known := l.sums[sum]
	if known && before != number {
		l.ends(max(before, number, 2))
	}
	if !known || number < before {
		l.sums[sum] = number
	}
}

// ends notes a part past the end.
func (l *list) ends(number uint32) {
	if l.end == 0 || number < l.end {
		l.end = number
	}
}
