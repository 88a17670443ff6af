package retold

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// someShare: a page that leads to more than one in ten less of a kind of pages than another one is a list of some of these.
const someShare = 10

// mostOpeners are the pages that lead to what pages of a class have led to first, as far as they are looked at: as many
// as those of a class and more.
const mostOpeners = 1000

// lead is where a link leads.
type lead struct {
	url   string
	via   frontier.ID
	kind  uint64
	known bool // as a page, or not read
}

// leads are the URLs that links lead to.
type leads struct {
	*Site
	links map[frontier.ID][]frontier.ID // of pages, ascending
	forms map[[2]frontier.ID]bool       // a page names another one as its form in another language, or the like
	rows  map[frontier.ID]lead
}

// read reads those that are asked for.
func (l *leads) read(ctx context.Context, ids map[frontier.ID]bool) error {
	delete(ids, frontier.NoID)
	return l.Rows(ctx, slices.Sorted(maps.Keys(ids)), func(row *frontier.Row) {
		l.rows[row.ID] = lead{strings.Clone(row.URL), row.Via, l.Kind(row.URL), row.Page == nil && row.Reason == frontier.Undecided || l.Listable(row)}
	})
}

// readLinks reads where the samples of some classes lead, and what led there first.
func (s *Site) readLinks(ctx context.Context, list []*Class) (*leads, error) {
	l := &leads{Site: s, links: map[frontier.ID][]frontier.ID{}, forms: map[[2]frontier.ID]bool{}, rows: map[frontier.ID]lead{}}
	for _, c := range list {
		for _, r := range c.list {
			l.links[r.view], l.links[r.page] = nil, nil
		}
	}
	to, via := map[frontier.ID]bool{}, map[frontier.ID]bool{}
	for e, err := range s.Graph(ctx, func(from frontier.ID) bool { _, is := l.links[from]; return is }) {
		if err != nil {
			return nil, err
		}
		if e.Flags.Kind() == frontier.LinkAlternate {
			l.forms[[2]frontier.ID{e.From, e.To}] = true
		}
		if list, is := l.links[e.From]; is && isLink(e) && (len(list) == 0 || list[len(list)-1] != e.To) {
			l.links[e.From], to[e.To] = append(list, e.To), true
		}
	}
	if err := l.read(ctx, to); err != nil {
		return nil, err
	}
	for _, row := range l.rows {
		if !to[row.via] {
			via[row.via] = true
		}
	}
	return l, l.read(ctx, via)
}

// withSameLinks gives the classes whose pages lead nowhere else than their pages do, but to what is known without
// them, and not to each other.
func (s *Site) withSameLinks(ctx context.Context, list []*Class) (kept []*Class, err error) {
	l, err := s.readLinks(ctx, list)
	if err != nil {
		return nil, err
	}
	opened := map[frontier.ID]*Class{} // by pages of the class first
	for _, c := range list {
		if c.leadsBack(l, opened) {
			kept = append(kept, c)
		}
	}
	return l.withoutNew(ctx, kept, opened)
}

// withoutNew gives the classes of which all that their pages have led to first is known without them.
func (l *leads) withoutNew(ctx context.Context, list []*Class, opened map[frontier.ID]*Class) ([]*Class, error) {
	if len(opened) == 0 {
		return list, nil
	}
	from := map[frontier.ID][]frontier.ID{}
	more := map[frontier.ID]bool{}
	for e, err := range l.Graph(ctx, anyone, func(to frontier.ID) bool { return opened[to] != nil }) {
		if err != nil {
			return nil, err
		}
		if opened[e.To] != nil && isLink(e) && len(from[e.To]) < mostOpeners {
			from[e.To], more[e.From] = append(from[e.To], e.From), true
		}
	}
	if err := l.read(ctx, more); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(list, func(c *Class) bool {
		for id, by := range opened {
			if by == c && !slices.ContainsFunc(from[id], func(page frontier.ID) bool { return !c.Has(l.rows[page].url) }) {
				return true
			}
		}
		return false
	}), nil
}

// leadsBack tells whether the samples lead to what their pages lead to, of each kind to all of it or to none, and not
// to each other; opened takes what pages of the class have led to first.
func (c *Class) leadsBack(l *leads, opened map[frontier.ID]*Class) bool {
	on := map[frontier.ID]int{} // menus and the like stand on most
	for _, r := range c.list {
		for _, to := range l.links[r.page] {
			on[to]++
		}
	}
	for _, r := range c.list {
		if l.forms[[2]frontier.ID{r.view, r.page}] || l.forms[[2]frontier.ID{r.page, r.view}] {
			return false
		}
		own, others := l.links[r.view], l.links[r.page]
		r.leads = [2]int{len(own), len(others)}
		value, _ := c.by.value(r.url)
		kept, lost := map[uint64]int{}, map[uint64]int{}
		for _, to := range own {
			lead := l.rows[to]
			other, within := c.by.value(lead.url)
			_, shared := slices.BinarySearch(others, to)
			switch {
			case within && other != value && !isPart(other, value):
				return false
			case to == r.page || within:
			case shared && on[to]*2 <= len(c.list):
				kept[lead.kind]++
			case !shared && lead.known && c.Has(l.rows[lead.via].url):
				opened[to] = c
			}
		}
		for _, to := range others {
			if _, shared := slices.BinarySearch(own, to); !shared && to != r.page && on[to]*2 <= len(c.list) && l.rows[to].known {
				lost[l.rows[to].kind]++
			}
		}
		for kind, n := range kept {
			if lost[kind] > 1 && lost[kind]*someShare > n+lost[kind] {
				return false
			}
		}
	}
	return true
}

// withMoreLeaders gives the classes to whose pages nothing leads but the pages that these say again. Where more does,
// as the lists of an archive, it may not lead to both, more has to lead to what is said again, and that leads to twice
// as much: versions of a page have as many links to them, and as many on them.
func (s *Site) withMoreLeaders(ctx context.Context, list []*Class) ([]*Class, error) {
	led := map[frontier.ID]int{}
	of, told := map[frontier.ID]frontier.ID{}, map[frontier.ID][]frontier.ID{} // what each view says again, and the views of each
	for _, c := range list {
		for _, r := range c.list {
			led[r.view], led[r.page] = 0, 0
			of[r.view] = r.page
			told[r.page] = append(told[r.page], r.view)
		}
	}
	others, both := map[frontier.ID]bool{}, map[frontier.ID]bool{} // views to which other pages lead, and lead to what they say, too
	here, from := map[frontier.ID]bool{}, frontier.NoID
	for e, err := range s.Graph(ctx, anyone, func(to frontier.ID) bool { _, is := led[to]; return is }) {
		if err != nil {
			return nil, err
		}
		if !isLink(e) {
			continue
		}
		if e.From != from {
			clear(here)
			from = e.From
		}
		led[e.To]++
		here[e.To] = true
		if page, is := of[e.To]; is && page != from {
			others[e.To] = true
			both[e.To] = both[e.To] || here[page]
		}
		for _, view := range told[e.To] {
			both[view] = both[view] || here[view] && e.To != from
		}
	}
	return slices.DeleteFunc(list, func(c *Class) bool {
		listed, beside, views, pages, own, all := 0, 0, 0, 0, 0, 0
		for _, r := range c.list {
			views, pages, own, all = views+led[r.view], pages+led[r.page], own+r.leads[0], all+r.leads[1]
			if others[r.view] {
				listed++
			}
			if both[r.view] {
				beside++
			}
		}
		return listed > 0 && (pages*4 <= views*5 || own*2 > all || beside*someShare > len(c.list))
	}), nil
}
