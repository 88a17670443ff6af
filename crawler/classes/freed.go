package classes

import (
	"context"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// Free gives those of URLs that were held which a page links to that is not the
// same at any address, though another one was the first to; but of folders that such pages
// close only those of which few are left. Of dates, held as part of a calendar, it gives those which
// a page links to that is part of none. Of a calendar that shows any date it gives those near to a date with something in it.
// They are held no more, and leave held and dates.
func (e *Echoes) Free(ctx context.Context, crawl Facts, held, dates map[frontier.ID]bool) (list []frontier.ID, err error) {
	real := func(from frontier.ID) bool {
		return !e.pages.has(uint32(from)) && !e.tokens.again.has(uint32(from))
	}
	list, beyond, err := e.freeDates(crawl, held, dates)
	if err != nil {
		return nil, err
	}
	closed, left := map[frontier.ID]uint64{}, map[uint64]int{}
	for id := range held {
		row, err := crawl.Row(id)
		if err != nil {
			return nil, err
		}
		if e.closes(row.URL) {
			closed[id] = folderKey(row.URL)
			left[closed[id]]++
		}
	}
	for edge, err := range crawl.Graph(ctx, real, func(to frontier.ID) bool { return held[to] || dates[to] }) {
		if err != nil {
			return nil, err
		}
		from, dated := e.dated[edge.From]
		if dated && from.isEmpty() && (dates[edge.To] || beyond.has(uint32(edge.To))) {
			continue
		}
		dated = dated && from.own != 0
		if !(held[edge.To] || dates[edge.To] && !dated) || !isLink(edge.Flags) || edge.Flags&frontier.Unlinked != 0 || left[closed[edge.To]] > closeFolder {
			continue
		}
		e.freed.add(uint32(edge.To))
		delete(held, edge.To)
		delete(dates, edge.To)
		list = append(list, edge.To)
	}
	return list, nil
}

// freeDates gives what was held of calendars that show any date and is near to something; beyond is what is not.
func (e *Echoes) freeDates(crawl Facts, held, dates map[frontier.ID]bool) (list []frontier.ID, beyond bits, err error) {
	if !e.endless {
		return nil, nil, nil
	}
	for _, of := range [...]map[frontier.ID]bool{held, dates} {
		for id := range of {
			row, err := crawl.Row(id)
			if err != nil {
				return nil, nil, err
			}
			switch {
			case !e.ShowsAnyDate(row.URL):
			case e.isBeyond(row.Via, row.URL):
				beyond.add(uint32(id))
			default:
				e.freed.add(uint32(id))
				delete(of, id)
				list = append(list, id)
			}
		}
	}
	return list, beyond, nil
}

// IsFreed tells of what Free gave.
func (e *Echoes) IsFreed(id frontier.ID) bool { return e.freed.has(uint32(id)) }

// IsDate tells of a URL with a date.
func (e *Echoes) IsDate(url string) bool { return isDated(url[len(canonical.Origin(url)):]) }
