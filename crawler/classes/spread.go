package classes

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// What a parameter does in most families of a class it may not do in some: in
// six of 150 categories it chooses another list. Of each family one page is
// compared, too, 200 at most, beside the samples that decide; where it shows
// something else, the parameter specifies in its family.

const (
	maxSpread     = 200
	leastFamilies = 20
	// apartShare: where one family in so many contradicts, the parameter specifies in all.
	apartShare = 10
)

// spread keeps for each family the candidate of lowest rank.
type spread []spreadPage

type spreadPage struct {
	family uint16
	views  int // that were offered
	candidate
}

func (a *address) family16() uint16 { return uint16(mix(a.familyHash())) | 1 }

func (s *spread) find(family uint16) (at int, found bool) {
	return slices.BinarySearchFunc(*s, family, func(p spreadPage, f uint16) int { return int(p.family) - int(f) })
}

func (s *spread) offer(family uint16, c candidate, most int) {
	at, found := s.find(family)
	if found {
		(*s)[at].views++
	}
	switch {
	case found && (*s)[at].rank > c.rank:
		c.url = strings.Clone(c.url)
		(*s)[at].candidate = c
	case !found && at < most:
		c.url = strings.Clone(c.url)
		*s = slices.Insert(*s, at, spreadPage{family, 1, c})
		*s = (*s)[:min(len(*s), most)]
	}
}

func eachSpread(pairs int) int { return min(maxSpread, eachOf(pairs)*2) }

// addSpread makes samples of the pages of families, beside those that decide.
func (p *pair) addSpread(most int, words *lexicon) {
	have := map[frontier.ID]bool{}
	for _, s := range p.samples {
		have[s.id] = true
	}
	for _, c := range p.spread[:min(len(p.spread), most)] {
		if p.in = append(p.in, c.family); !have[c.id] {
			p.samples = append(p.samples, &sample{id: c.id, url: c.url, addr: parse(c.url, words), pair: p, extra: true})
		}
	}
	p.room = len(p.spread) < most
	p.spread = nil
}

// findApart finds the families in which a parameter is no view.
func (r *reader) findApart() {
	for _, p := range r.pairs {
		if p.relation != NoEffect && p.relation != Sorts && p.relation != Narrows || p.grows || p.compares || p.twins {
			continue
		}
		apart, clear := map[uint16]bool{}, map[uint16]bool{}
		for _, s := range p.samples {
			if s.base == nil || s.found == unclear {
				continue
			}
			clear[s.addr.family16()] = true
			if s.found == other {
				apart[s.addr.family16()] = true
			}
		}
		switch {
		case len(apart) == 0 || len(clear) < leastFamilies: // the samples that decide are of all of them
		case len(apart)*apartShare > len(clear):
			p.relation = Specifies
		default:
			p.apart = apart
		}
	}
}

// isView tells whether a parameter sorts, narrows or does nothing.
func (p *pair) isView() bool {
	return p.relation == NoEffect || p.relation == Sorts || p.relation == Narrows
}

// offerSpread takes a view that waits and would be held back: of a family of
// which none was read one is.
func (r *Round) offerSpread(p *pair, id frontier.ID, url string) {
	a := &r.c.r.addr
	if p == nil || !p.isView() || !p.room || p.grows || p.compares || len(p.with) > 0 || a.level() > confirmLevel {
		return
	}
	family := a.family16()
	if _, known := slices.BinarySearch(p.in, family); known {
		return
	}
	sum := sha256.Sum256([]byte(url))
	of := r.spread[p]
	of.offer(family, candidate{rank: uint64(a.level())<<56 | binary.BigEndian.Uint64(sum[:])>>8, id: id}, max(0, maxSpread-len(p.in)))
	r.spread[p] = of
}

// isSpread tells whether a view is that of its family which is read.
func (r *Round) isSpread(p *pair, id frontier.ID) bool {
	of, found := r.spread[p]
	if !found {
		return false
	}
	at, known := of.find(r.c.r.addr.family16())
	return known && of[at].id == id && (!p.vowed || of[at].views >= ownFamily)
}
