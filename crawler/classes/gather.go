package classes

import (
	"context"
	"slices"

	"github.com/portolan-seo/portolan/crawler/filter"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// gather makes the tree with what there is at each shape, and picks samples.
func (r *reader) gather(ctx context.Context) error {
	r.families = make([]uint16, 0, r.crawl.Counts().Known)
	r.tree.keepStates(r.addr.words.Paths)
	var last []byte // the family before
	var at *node
	for row, err := range r.crawl.Brief(ctx, 0, r.contentIfProven()...) {
		if err != nil {
			return err
		}
		a, page := &r.addr, isPage(row)
		a.read(row.URL)
		h := mix(a.familyHash())
		r.families = append(r.families, uint16(h)|1) // as familyNumber
		if a.leadsBack() || isOfAnswer(row) {
			r.back.add(uint32(row.ID))
		}
		if !ours(row) {
			continue
		}
		if at == nil || a.family != string(last) {
			at, last = r.tree.add(a.family), append(last[:0], a.family...)
		}
		r.tree.see(row, a, at, page)
		if err := r.sawGrowth(row, a, at.shape); err != nil {
			return err
		}
		if page && len(a.params) > 0 && len(r.proven) > 0 {
			at.shape.sawText(a, row, r.anywhere(row))
		}
		if page && len(a.params) == 0 {
			r.plain.offer(candidate{rank: h, id: row.ID}, mostSamples)
		}
	}
	r.name()
	r.mergeStates()
	r.tree.mergeSiblings()
	r.pick()
	return nil
}

// isOfAnswer tells of an action whose URL carries a token: the next answer for the same page has another one.
func isOfAnswer(row *frontier.Row) bool {
	return row.Reason == frontier.FilterEffect && filter.HasToken([]byte(row.URL))
}

// isBoiler tells of links that say nothing of the page on which they stand: menus and footers, those that carry
// its own address, to come back to it, and actions with a token.
func (r *reader) isBoiler(id frontier.ID) bool { return r.boiler[id] || r.back.has(uint32(id)) }

// leadsBack tells of a URL that carries the address of a page of its own site.
func (a *address) leadsBack() bool {
	return slices.ContainsFunc(a.params, func(p param) bool { return isOwnAddress(p.value, canonical.Origin(a.family)) })
}

// name gives the shapes their patterns.
func (r *reader) name() {
	r.tree.each(func(path string, n *node) { n.shape.pattern = path })
}

// pick makes samples of the candidates of those pairs that may be decided.
// Where there are many pairs each has fewer samples.
func (r *reader) pick() {
	all, few := r.tree.all(), 0
	r.countShared(all)
	for _, p := range all {
		switch {
		case p.fetched >= leastSamples:
		case p.fetched > 0 && few < mostShared && r.isShared(p):
			few++
		default:
			continue
		}
		r.pairs = append(r.pairs, p)
	}
	each := eachOf(len(r.pairs))
	r.pairs = r.pairs[:min(len(r.pairs), maxCompare/each)]
	for _, p := range r.pairs {
		for _, c := range p.candidates.list[:min(len(p.candidates.list), each)] {
			p.samples = append(p.samples, &sample{id: c.id, url: c.url, addr: parse(c.url, r.addr.words), pair: p})
		}
		p.candidates = lowest{}
		p.addSpread(min(maxSpread, each*2), r.addr.words)
	}
}

// findBoiler finds the links that stand on more than half of a hundred pages
// without parameters: menus and footers.
func (r *reader) findBoiler(ctx context.Context) error {
	if len(r.pairs) == 0 || len(r.plain.list) < leastSamples {
		return nil
	}
	of := map[frontier.ID]bool{}
	for _, c := range r.plain.list {
		of[c.id] = true
	}
	on := map[frontier.ID]int{}
	for e, err := range r.crawl.Graph(ctx, func(from frontier.ID) bool { return of[from] }) {
		if err != nil {
			return err
		}
		if isLink(e.Flags) {
			on[e.To]++
		}
	}
	for id, n := range on {
		if n*2 > len(of) {
			r.boiler[id] = true
		}
	}
	return nil
}
