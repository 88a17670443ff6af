package retold

import (
	"context"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// crossShare: one in so many may lead to another one all the same, by what a writer has put into a text.
const crossShare = 50

// member is a page that may be of a class.
type member struct {
	Again
	via   frontier.ID
	value string // of its address, or of what it is a part of
	part  bool
	title uint64
	alone bool // of a part: none but pages with this value lead to it
	led   bool // its page leads to it, or the page that it is a part of
}

// fold gives the page that each page of the classes says again. A part of one is told by its page's part, or by
// its title where only what it is a part of leads to it.
func (s *Site) fold(ctx context.Context, list []*Class) (map[frontier.ID]Again, []*Class, error) {
	found, err := s.members(ctx, list)
	if err != nil {
		return nil, nil, err
	}
	crossed := map[*Class]int{}
	for e, err := range s.Graph(ctx, anyone, func(to frontier.ID) bool { return found[to] != nil }) {
		if err != nil {
			return nil, nil, err
		}
		from, to := found[e.From], found[e.To]
		switch {
		case to == nil || !isLink(e):
		case e.From == to.Page:
			to.led = true
		case from == nil || from.In != to.In:
			to.alone = false
		case from.value != to.value:
			crossed[to.In]++
		default:
			to.led = to.led || to.part
		}
	}
	for _, m := range found {
		m.In.Known++
	}
	again := map[frontier.ID]Again{}
	for id, m := range found {
		if crossed[m.In]*crossShare <= m.In.Known && (m.led || m.alone) {
			again[id] = m.Again
		}
	}
	var kept []*Class
	for _, c := range list {
		if c.Known > 0 && crossed[c]*crossShare <= c.Known {
			c.Sample, c.Page, c.list = c.list[0].url, c.list[0].of, nil
			kept = append(kept, c)
		}
	}
	return again, kept, nil
}

// place is a value in a class.
type place struct {
	in    *Class
	value string
}

// members gives the pages that may be of the classes by their addresses, and those that pages of these have led to
// first, under the same title: parts.
func (s *Site) members(ctx context.Context, list []*Class) (map[frontier.ID]*member, error) {
	found, pages := map[frontier.ID]*member{}, map[place]frontier.ID{}
	var order []frontier.ID
	for row, err := range s.Brief(ctx, 0, frontier.DetailLook, frontier.TextsPass) {
		if err != nil {
			return nil, err
		}
		if !s.Read(row) || len(found)+len(pages) >= maxRetold {
			continue
		}
		m := &member{Again: Again{Page: frontier.NoID}, via: row.Via}
		for _, c := range list {
			if value, is := c.of.value(row.URL); is && s.IsPage(row) {
				if _, known := pages[place{c, value}]; !known || s.Listable(row) {
					pages[place{c, strings.Clone(value)}] = row.ID
				}
			}
			if value, is := c.by.value(row.URL); is && m.In == nil {
				m.In, m.value = c, strings.Clone(value)
			}
		}
		if via := found[row.Via]; m.In == nil && via != nil {
			m.In = via.In
		}
		if m.In != nil && s.mayAsk(row) && s.IsPage(row) {
			m.title = hash(1, WithoutNumbers(row.Page.Title))
			found[row.ID], order = m, append(order, row.ID)
		}
	}
	values := map[place]bool{}
	for _, id := range order {
		m := found[id]
		page, known := pages[place{m.In, m.value}]
		switch via := found[m.via]; {
		case known && page != id:
			m.Page = page
		case via != nil && via.Page != frontier.NoID && via.title == m.title:
			m.Again, m.value, m.part, m.alone = via.Again, via.value, true, true
		default:
			delete(found, id)
			continue
		}
		values[place{m.In, m.value}] = true
	}
	for _, m := range found {
		for i := range len(m.value) {
			if kindOf(m.value[i]) == 0 && values[place{m.In, m.value[:i]}] {
				m.value, m.part = m.value[:i], true
				break
			}
		}
	}
	return found, nil
}
