package classes

import (
	"cmp"
	"context"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// openings are the URLs that the pages of classes alone have led to, outside of them.
type openings struct{ all, unread map[*pair]int }

// opened counts openings; is tells which pages count, but, if given, which URLs do not.
// What is not to be listed itself opens what it leads to; what waits since it may be a view, or is left since
// its like has no end, opens nothing.
func (r *reader) opened(ctx context.Context, is func(*pair, *param) bool, but func(a, via *address) bool) (*openings, error) {
	var in reach
	opened := map[frontier.ID][]*pair{} // URLs, with the classes of the page on which they were found
	passed := map[frontier.ID][]*pair{} // the same of those that are not to be listed
	unread := map[frontier.ID]bool{}
	endless, err := r.quarantine()
	if err != nil {
		return nil, err
	}
	var via *frontier.Row // of the URL before: pages name many that are new
	for row, err := range r.crawl.Brief(ctx, 0, frontier.TextsPass) {
		if err != nil {
			return nil, err
		}
		if !ours(row) {
			continue
		}
		if len(r.pairsOf(row.URL, is)) > 0 {
			in.within.add(uint32(row.ID))
			continue
		}
		in.follow(row)
		by := passed[row.Via]
		if row.Via == frontier.NoID || len(by) == 0 && !in.within.has(uint32(row.Via)) || len(opened) >= maxOpened {
			continue
		}
		if but != nil || len(by) == 0 {
			if via == nil || via.ID != row.Via {
				if via, err = r.crawl.Row(row.Via); err != nil {
					return nil, err
				}
			}
			if but != nil {
				url, from := parse(row.URL, r.addr.words), parse(via.URL, r.addr.words)
				if but(&url, &from) {
					continue
				}
			}
			if len(by) == 0 {
				by = r.pairsOf(via.URL, is)
			}
		}
		switch {
		case row.Page == nil && (r.waits(row.URL) || endless.has(row.URL)):
		case row.Page != nil && !mayBeListed(row) && len(passed) < maxOpened:
			passed[row.ID] = by
		default:
			opened[row.ID], unread[row.ID] = by, row.Page == nil
		}
	}
	if err := r.forgetLinked(ctx, opened, &in); err != nil {
		return nil, err
	}
	count := openings{map[*pair]int{}, map[*pair]int{}}
	for id, list := range opened {
		for _, p := range list {
			if count.all[p]++; unread[id] {
				count.unread[p]++
			}
		}
	}
	return &count, nil
}

// pairsOf gives some of the classes of a URL.
func (r *reader) pairsOf(url string, is func(*pair, *param) bool) (list []*pair) {
	a := &r.addr
	a.read(url)
	s := r.tree.of(a.family)
	for i := range a.params {
		if p := s.pair(a.params[i].name); p != nil && is(p, &a.params[i]) {
			list = append(list, p)
		}
	}
	return list
}

// waits tells that a URL waits since it may be a view, or of a class of which nothing was to be listed so far.
func (r *reader) waits(url string) bool {
	a := &r.addr
	a.read(url)
	s := r.tree.of(a.family)
	for i := range a.params {
		if p := s.pair(a.params[i].name); p != nil && (!p.isFree() || p.listable == 0 && p.settled > 0) {
			return true
		}
	}
	return false
}

// reach are the URLs of some classes, and those behind: found on the pages of these first, or on such as were.
type reach struct{ within, behind bits }

// follow takes a URL outside the classes, in order of ID.
func (in *reach) follow(row *frontier.Row) {
	if row.Via != frontier.NoID && (in.within.has(uint32(row.Via)) || in.behind.has(uint32(row.Via))) {
		in.behind.add(uint32(row.ID))
	}
}

// maxBehind are the links between URLs behind some classes that are followed: 8 MB.
const maxBehind = 1 << 20

type step struct{ from, to uint32 }

// forgetLinked drops URLs that are reached without the pages of some classes, too: from pages that are not behind them,
// or from such as are reached so. What they opened may lead to each other.
func (r *reader) forgetLinked(ctx context.Context, opened map[frontier.ID][]*pair, in *reach) error {
	if len(opened) == 0 {
		return nil
	}
	var steps []step
	var reached []uint32
	outside := func(id frontier.ID) bool { return !in.within.has(uint32(id)) }
	counts := func(id frontier.ID) bool { _, is := opened[id]; return is || in.behind.has(uint32(id)) }
	for e, err := range r.crawl.Graph(ctx, outside, counts) {
		if err != nil {
			return err
		}
		if !isLink(e.Flags) || e.From == e.To {
			continue
		}
		switch behind := in.behind.has(uint32(e.To)); {
		case !in.behind.has(uint32(e.From)):
			if delete(opened, e.To); behind {
				in.behind.remove(uint32(e.To))
				reached = append(reached, uint32(e.To))
			}
		case behind && len(steps) < maxBehind:
			steps = append(steps, step{uint32(e.From), uint32(e.To)})
		}
	}
	slices.SortFunc(steps, func(a, b step) int { return cmp.Compare(a.from, b.from) })
	for len(reached) > 0 {
		id := reached[len(reached)-1]
		reached = reached[:len(reached)-1]
		delete(opened, frontier.ID(id))
		at, _ := slices.BinarySearchFunc(steps, id, func(s step, id uint32) int { return cmp.Compare(s.from, id) })
		for ; at < len(steps) && steps[at].from == id; at++ {
			if to := steps[at].to; in.behind.has(to) {
				in.behind.remove(to)
				reached = append(reached, to)
			}
		}
	}
	return nil
}
