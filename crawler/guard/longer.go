package guard

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// leaveLonger takes out moves to the same address with a parameter more, to which no page
// links, where they are many of a set: canonicals and redirects take parameters away. What
// adds one to all addresses at once (?ref=x) is a fault of a template. The list is sorted by end.
func (c *Comparison) leaveLonger(ctx context.Context, list []move) ([]move, error) {
	if len(list) == 0 {
		return nil, nil
	}
	longer := map[frontier.ID]bool{} // ends
	for row, err := range c.crawl.Brief(ctx, 0) {
		if err != nil {
			return nil, err
		}
		i, found := slices.BinarySearchFunc(list, row.ID, func(m move, id frontier.ID) int { return cmp.Compare(m.end, id) })
		if at, known := c.book.find(withoutLast(row.URL)); found && known {
			longer[row.ID] = slices.ContainsFunc(list[i:], func(m move) bool { return m.end == row.ID && m.at == uint32(at) })
		}
	}
	many := func(set uint64) bool {
		n := 0
		for _, m := range list {
			if longer[m.end] && c.book.keys[m.at]&set != 0 {
				n++
			}
		}
		_, of := c.gone(set)
		return heavy(n, of)
	}
	if len(longer) == 0 || !many(inStanding) && !many(inReference) {
		return list, nil
	}
	for e, err := range c.crawl.Graph(ctx, func(frontier.ID) bool { return true }, func(to frontier.ID) bool { return longer[to] }) {
		if err != nil {
			return nil, err
		}
		if e.From != e.To && e.Flags.Clickable() {
			longer[e.To] = false
		}
	}
	return slices.DeleteFunc(list, func(m move) bool { return longer[m.end] }), nil
}

// withoutLast gives a URL without its last parameter.
func withoutLast(url string) string {
	if at := strings.LastIndexAny(url, "?&"); at >= 0 {
		return url[:at]
	}
	return url
}
