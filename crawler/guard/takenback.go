package guard

import (
	"cmp"
	"context"
	"slices"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
)

// known is a URL of the book that the earlier crawl knows.
type known struct {
	id frontier.ID // in that
	at uint32
}

// lostAt finds one in a list in order of ID.
func lostAt(lost []known, id frontier.ID) (uint32, bool) {
	i, found := slices.BinarySearchFunc(lost, id, func(k known, id frontier.ID) int { return cmp.Compare(k.id, id) })
	if !found {
		return 0, false
	}
	return lost[i].at, true
}

// findTakenBack takes URLs for moved that pages named as canonical when the set that stands was made, and name no
// more: those pages are listed, show what they showed, and other pages lead to them. What no page leads to is a
// canonical of the template itself, as it comes and goes.
func (c *Comparison) findTakenBack(ctx context.Context, named []spelling) error {
	if len(named) == 0 {
		return nil
	}
	slices.SortFunc(named, func(a, b spelling) int { return cmp.Or(cmp.Compare(a.form, b.form), cmp.Compare(a.at, b.at)) })
	pages, linked := map[frontier.ID]int{}, map[frontier.ID]bool{} // by the first of those of their form
	for row, err := range c.crawl.Brief(ctx, 0) {
		if err != nil {
			return err
		}
		form := c.book.key(row.URL)
		first, found := slices.BinarySearchFunc(named, form, func(s spelling, form uint64) int { return cmp.Compare(s.form, form) })
		if found && c.code(row.ID) == audit.Listed {
			pages[row.ID] = first
		}
	}
	for e, err := range c.crawl.Graph(ctx, func(frontier.ID) bool { return true }, func(to frontier.ID) bool { _, is := pages[to]; return is }) {
		if err != nil {
			return err
		}
		if e.From != e.To && e.Flags.Clickable() {
			linked[e.To] = true
		}
	}
	for id, first := range pages {
		if !linked[id] {
			continue
		}
		if same, err := c.saidThen(id); err != nil {
			return err
		} else if !same {
			continue
		}
		for i := first; i < min(first+movesToOne, len(named)) && named[i].form == named[first].form; i++ {
			c.fates[named[i].at] = Moved
		}
	}
	return nil
}
