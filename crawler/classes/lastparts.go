package classes

import (
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// The last part of a list may have two entries and no word, as others have: what stands on it is what no other part of its
// list shows, and, if any other list does, one of its family that shows more of its entries (the list without a filter). A box
// shows what is in any list.

// boxesOf tells which of the parts of one content have the links of a box: those of several lists have them, or another part
// of their list is there, too, with others: it has one last part, which may be shown again past the end.
func boxesOf(group []partPage) func(*partPage) bool {
	first, again := map[uint64]partPage{}, map[uint64]bool{} // by list
	lists := map[uint32]map[uint64]bool{}                    // by links
	for _, p := range group {
		if before, known := first[p.key]; !known {
			first[p.key] = p
		} else if before.number != p.number && before.sum != p.sum {
			again[p.key] = true
		}
		if lists[p.sum] == nil {
			lists[p.sum] = map[uint64]bool{}
		}
		lists[p.sum][p.whole] = true
	}
	return func(p *partPage) bool { return again[p.key] || len(lists[p.sum]) >= leastEmpty }
}

// mostShowing lists with a link are kept.
const mostShowing = 256

// withoutEntries adds those of some parts with few links of which at most half are entries of their lists.
func (l *partLists) withoutEntries(doubted []partPage, b *bits) {
	if len(doubted) == 0 {
		return
	}
	in, lists := map[frontier.ID]bool{}, map[uint64]set{} // what other parts of their lists show
	showing := map[uint32][]uint64{}                      // lists with a link, with their families
	for _, p := range doubted {
		in[p.id], lists[p.key] = true, set{}
		for _, h := range p.set.all() {
			showing[h] = nil
		}
	}
	for _, p := range l.list {
		if own, asked := lists[p.key]; asked && !in[p.id] {
			for _, h := range p.set.all() {
				own.add(h)
				showing[h] = nil
			}
			lists[p.key] = own
		}
	}
	for _, p := range l.list {
		if in[p.id] || b.has(uint32(p.id)) {
			continue
		}
		for _, h := range p.set.all() {
			if on, asked := showing[h]; asked && len(on) < mostShowing && !slices.Contains(on, p.within()) {
				showing[h] = append(on, p.within())
			}
		}
	}
	for _, p := range doubted {
		own, entries := lists[p.key], 0
		alike := map[uint64]int{} // links of the list that others show
		for _, h := range own.low {
			for _, on := range showing[h] {
				alike[on]++
			}
		}
		for _, h := range p.set.all() {
			on := showing[h]
			if !slices.Contains(on, p.within()) && (len(on) == 0 || slices.ContainsFunc(on, func(of uint64) bool { return of>>48 == uint64(p.family) && alike[of] > noise })) {
				entries++
			}
		}
		if entries*2 <= len(p.set.all()) {
			b.add(uint32(p.id))
		}
	}
}

// within names the list of a part, and its family.
func (p *partPage) within() uint64 { return uint64(p.family)<<48 | p.key>>16 }
