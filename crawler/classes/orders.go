package classes

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// A list may be met in some order alone: what narrows it is linked as ?owner=ann&order=id
// and ?owner=ann&order=date. Of its orders one stands for all where the list without one
// is not known: the shortest URL, as everywhere.

// leastOrders of one list are the heads of its columns.
const leastOrders = 3

// isOrder tells of a page that shows a list in some order or number, and nothing else of it: at
// moments and in states lists have other entries.
func (c *Classes) isOrder(s *shape, row *frontier.Row) bool {
	if s == nil || !s.does.has(Sorts) || row.Page.Canonical == record.CanonicalOther {
		return false
	}
	v := s.look(&c.r.addr)
	return v.sorts != nil && !v.moment && v.repeats == nil && !c.r.isState(s.pattern, v.sorts.name)
}

// order is what a view sorts.
type order struct {
	program string
	list    uint64
}

// withoutHeads gives what vouches for views but for the heads of columns: a program without
// parameters (/query) shows the list that it leads to in several orders (/query?status=open&order=id).
func (c *Classes) withoutHeads(ctx context.Context, from []vouching, orders map[frontier.ID]order) (kept []vouching, err error) {
	type listOn struct {
		page frontier.ID
		list uint64
	}
	heads := map[listOn]int{}
	for _, v := range from {
		if o, sorts := orders[v.view]; sorts {
			heads[listOn{v.page, o.list}]++
		}
	}
	maps.DeleteFunc(heads, func(_ listOn, n int) bool { return n < leastOrders })
	programs := map[frontier.ID]string{}
	for on := range heads {
		programs[on.page] = ""
	}
	err = c.r.eachOf(ctx, slices.Sorted(maps.Keys(programs)), func(row *frontier.Row) {
		c.r.addr.read(row.URL)
		programs[row.ID] = program(c.r.addr.family)
	})
	for _, v := range from {
		o, sorts := orders[v.view]
		if !sorts || heads[listOn{v.page, o.list}] == 0 || programs[v.page] != o.program {
			kept = append(kept, v)
		}
	}
	return kept, err
}

// program gives the path of a family that a front controller shows.
func program(family string) string {
	path, _, _ := strings.Cut(family, ";")
	return strings.Clone(path)
}
