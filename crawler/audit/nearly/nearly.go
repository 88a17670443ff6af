package nearly

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Pages are those that are compared. It takes some 80 bytes each.
type Pages struct {
	Room  int // for pages, made at once with the first one
	list  []page
	kinds map[uint64]*kind
}

// pairs are the bins of a print, as record.Print.Pairs gives them.
type pairs [record.PrintBins / 2]byte

type page struct {
	id    frontier.ID
	print pairs
	like  uint32 // place in list of one of its group, its own for none
	near  uint32 // of the first one that it was found to be nearly the same as, its own for none
}

const (
	// Of the bins that two texts have of their own there are so many at least, and
	// one in so many differs at most: of their words some 94 in 100 are the same.
	leastOwn = 40
	mayVary  = 9

	// Texts that are nearly the same have one of the bands of bins in common. With so
	// many others of its band a page is compared at most.
	bandPairs   = 4 // as compareBand reads them
	mostLeaders = 8
)

// Add takes a page; those without a print are not compared.
func (p *Pages) Add(id frontier.ID, url string, print record.Print) {
	if bins, ok := print.Pairs(); ok {
		if p.list == nil {
			p.list = make([]page, 0, p.Room)
		}
		p.list = append(p.list, page{id: id, print: bins})
		p.count(url, (*pairs)(&bins))
	}
}

// Groups calls give for each page that has another nearly like it: with that one,
// and with one of its group, the same for all, which the page itself may have little in
// common with, since a group goes on from each to the next. It forgets the pages.
func (p *Pages) Groups(give func(id, near, group frontier.ID)) {
	p.strike(p.shared())
	// Which page of a band leads must not hang on the order in which a crawl came to them.
	slices.SortFunc(p.list, func(a, b page) int { return cmp.Or(bytes.Compare(a.print[:], b.print[:]), cmp.Compare(a.id, b.id)) })
	for i := range p.list {
		p.list[i].like, p.list[i].near = uint32(i), uint32(i)
	}
	order := make([]uint64, len(p.list))
	for from := 0; from < len(pairs{}); from += bandPairs {
		p.compareBand(order, from)
	}
	for i := range p.list {
		if near := p.list[i].near; near != uint32(i) {
			give(p.list[i].id, p.list[near].id, p.list[p.first(uint32(i))].id)
		}
	}
	*p = Pages{}
}

// compareBand compares pages that have the same in a band of bins. order is room
// for all pages: the band of each, then its place in list.
func (p *Pages) compareBand(order []uint64, from int) {
	for i := range order {
		order[i] = uint64(binary.BigEndian.Uint32(p.list[i].print[from:]))<<32 | uint64(i)
	}
	slices.Sort(order)
	leaders := make([]uint32, 0, mostLeaders)
	for i, at := range order {
		if i > 0 && at>>32 != order[i-1]>>32 {
			leaders = leaders[:0]
		}
		leaders = p.follow(uint32(at), leaders)
	}
}

// follow joins a page with the first of the leaders that it is nearly like. If there
// is none it becomes one itself.
func (p *Pages) follow(at uint32, leaders []uint32) []uint32 {
	for _, leader := range leaders {
		a, b := p.first(leader), p.first(at)
		if a == b {
			return leaders
		}
		if like(&p.list[leader].print, &p.list[at].print) {
			p.list[max(a, b)].like = min(a, b)
			p.pair(leader, at)
			p.pair(at, leader)
			return leaders
		}
	}
	if len(leaders) < mostLeaders {
		leaders = append(leaders, at)
	}
	return leaders
}

// pair notes of a page that another is nearly the same, if none is yet.
func (p *Pages) pair(at, other uint32) {
	if p.list[at].near == at {
		p.list[at].near = other
	}
}

// first gives the page of a group that stands for it.
func (p *Pages) first(at uint32) uint32 {
	for p.list[at].like != at {
		p.list[at].like = p.list[p.list[at].like].like
		at = p.list[at].like
	}
	return at
}

// like tells whether two texts are nearly the same by what they have of their own.
// Eight bytes, sixteen bins of three bits, are compared at a time.
func like(a, b *pairs) bool {
	const lowest = 0x0909090909090909 // bits of bins
	own, differ := 0, 0
	for i := 0; i < len(a); i += 8 {
		x, y := binary.LittleEndian.Uint64(a[i:]), binary.LittleEndian.Uint64(b[i:])
		either, other := x|y, x^y
		own += bits.OnesCount64((either | either>>1 | either>>2) & lowest)
		differ += bits.OnesCount64((other | other>>1 | other>>2) & lowest)
	}
	return own >= leastOwn && differ*mayVary <= own
}
