package classes

import (
	"context"

	"github.com/portolan-seo/portolan/frontier"
)

// datedPage is a page of a pattern.
type datedPage struct {
	id, via frontier.ID
	month   int  // of its date, counted; 0: none
	day     bool // its URL has a day, too
	waits   bool // a URL without a date was found on it, and is not read
	p       *echoPattern
	own     uint64
	leads   bool // to a page of another pattern, or of none, that has a text of its own; or a page of none leads to it
}

// wet takes a page that a page of another pattern has led to, and that has a
// text of its own: that one is not empty, whatever its own text is.
func (e *Echoes) wet(via frontier.ID, p *echoPattern) {
	d, known := e.dated[via]
	if via == frontier.NoID || !known || d.leads || d.p == p || d.p.loop {
		return
	}
	d.leads = true
	e.dated[via] = d
	e.fill(d)
	if d.own == 0 {
		d.p.mute--
	}
	n := d.p.texts[d.own]
	switch {
	case n == 0:
		return
	case n == leastEcho:
		d.p.pages -= leastEcho
	case n > leastEcho:
		d.p.pages--
	}
	d.p.texts[d.own] = n - 1
	e.dry.remove(uint32(via))
	e.pages.remove(uint32(via))
}

// Recount counts the pages of patterns anew, with their links as they are
// stored, now that all are known: in which order answers came makes no
// difference then.
func (e *Echoes) Recount(ctx context.Context, crawl Facts) error {
	if len(e.patterns) == 0 {
		return nil
	}
	list, wet, err := e.readDated(ctx, crawl)
	if err != nil {
		return err
	}
	for id, d := range e.dated {
		if e.pages.has(uint32(id)) && !e.isProven(d.own) {
			e.pages.remove(uint32(id))
		}
	}
	for _, p := range e.patterns {
		p.texts, p.pages, p.found = map[uint64]int{}, 0, 0
	}
	at := make(map[frontier.ID]*datedPage, len(list))
	for i := range list {
		at[list[i].id] = &list[i]
		if list[i].own != 0 {
			list[i].p.see(list[i].own)
		}
	}
	own := func(id frontier.ID) bool { // it has a text of its own
		d := at[id]
		return d == nil && wet.has(uint32(id)) || d != nil && d.own != 0 && d.p.texts[d.own] < leastEcho
	}
	on := map[frontier.ID][]*datedPage{} // pages with a link to each that were found elsewhere
	back := map[frontier.ID]int{}        // how many were found there: of a month all days but those on either side
	for edge, err := range crawl.Graph(ctx, func(from frontier.ID) bool { return at[from] != nil }) {
		if err != nil {
			return err
		}
		d, to := at[edge.From], at[edge.To]
		if edge.To == d.via {
			back[edge.To]++
		} else if isLink(edge.Flags) && !d.p.loop && (to == nil || to.p != d.p) && (own(edge.To) || e.endless && to != nil && !to.p.loop && !to.p.isEndless()) && len(on[edge.To]) <= mostSharing {
			on[edge.To] = append(on[edge.To], d)
		}
	}
	for to, from := range on {
		for _, d := range from {
			d.leads = d.leads || len(from) <= mostSharing && back[to] <= mostSharing
		}
	}
	e.countDry(list)
	if len(e.barren) == 0 && !e.endless {
		return nil
	}
	named, err := e.leadFromElsewhere(ctx, crawl, at)
	if named {
		e.countDry(list)
	}
	return err
}

// leadFromElsewhere notes as pages of their own what seems to be part of a calendar without end, or of folders that come again,
// and a page with another text leads to that is none: dates of a course in a list of them.
func (e *Echoes) leadFromElsewhere(ctx context.Context, crawl Facts, at map[frontier.ID]*datedPage) (found bool, err error) {
	texts := map[uint64]bool{}
	for id, d := range at {
		if d.own != 0 && (e.barren.has(uint32(id)) || d.isEmpty()) {
			texts[d.own] = true
		}
	}
	var same bits
	for row, err := range crawl.Brief(ctx, 0, frontier.DetailContent) {
		if err != nil {
			return false, err
		}
		if isPage(row) && texts[row.Page.ContentOwn] {
			same.add(uint32(row.ID))
		}
	}
	elsewhere := func(from frontier.ID) bool {
		if d := at[from]; d != nil && (d.own != 0 || d.isEmpty()) {
			return false
		}
		return !e.pages.has(uint32(from)) && !same.has(uint32(from))
	}
	for edge, err := range crawl.Graph(ctx, elsewhere, func(to frontier.ID) bool { return at[to] != nil }) {
		if err != nil {
			return false, err
		}
		if at[edge.From] != nil && at[edge.To].p.isEndless() {
			continue
		}
		if d := at[edge.To]; d != nil && !d.leads && isLink(edge.Flags) && edge.Flags&frontier.Unlinked == 0 {
			d.leads, found = true, true
		}
	}
	return found, nil
}

// mostSharing pages of a calendar may lead to the same event, for it to be one
// of theirs.
const mostSharing = 3

// readDated gives the pages of patterns, and which others were read.
func (e *Echoes) readDated(ctx context.Context, crawl Facts) (list []datedPage, others bits, err error) {
	var waits bits
	for row, err := range crawl.Brief(ctx, 0, frontier.DetailContent) {
		if err != nil {
			return nil, nil, err
		}
		if row.Page == nil && row.Via != frontier.NoID && ours(row) && e.pattern(row.URL) == nil {
			waits.add(uint32(row.Via))
		}
		if !ours(row) || row.Page == nil || !isPage(row) {
			continue
		}
		if p := e.pattern(row.URL); p == nil {
			others.add(uint32(row.ID))
		} else if len(list) < maxPartPages && (row.Page.ContentOwn != 0 || !p.loop && !isShell(&row.Page.Facts)) {
			month, day := monthOf(row.URL)
			list = append(list, datedPage{id: row.ID, via: row.Via, month: month, day: day, p: p, own: row.Page.ContentOwn})
		}
	}
	for i := range list {
		list[i].waits = waits.has(uint32(list[i].id))
	}
	return list, others, nil
}

func (e *Echoes) isProven(own uint64) bool {
	t := e.texts[own]
	return t != nil && t.proven
}

// countDry counts the pages that lead to nothing of their own.
func (e *Echoes) countDry(list []datedPage) {
	for _, p := range e.patterns {
		p.texts, p.pages, p.found, p.mute = map[uint64]int{}, 0, 0, 0
	}
	for _, d := range list {
		if e.barren.has(uint32(d.id)) && !e.isProven(d.own) {
			e.pages.remove(uint32(d.id))
		}
	}
	e.dated = make(map[frontier.ID]datedPage, len(list))
	for _, d := range list {
		switch e.dated[d.id] = d; {
		case d.leads:
		case d.own == 0:
			d.p.mute++
		default:
			d.p.see(d.own)
		}
	}
	e.refill()
	e.dry = nil
	for _, d := range list {
		if !d.leads && d.p.texts[d.own] >= leastEcho {
			e.dry.add(uint32(d.id))
		}
	}
	for _, d := range list {
		if e.dry.has(uint32(d.id)) && d.via != frontier.NoID && e.dry.has(uint32(d.via)) {
			d.p.found++
		}
	}
	e.barren = nil
	for _, d := range list {
		if d.isEmpty() {
			e.barren.add(uint32(d.id))
			continue
		}
		if !d.leads && d.p.texts[d.own] > 1 && d.p.pages >= d.p.least && d.p.found >= d.p.need {
			e.barren.add(uint32(d.id))
			e.pages.add(uint32(d.id))
			e.known = true
		}
	}
}
