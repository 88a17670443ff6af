package guard

import (
	"context"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// leaveUnlinked takes out moves to canonicals that are new to the set that stands, that no sitemap of the
// site names, and to which no page leads but others of them, where they are many of a set: a
// site that has moved leads to its pages. A slash more or less at the end of addresses is
// believed, unless a sitemap of the site names the ones before. The list is sorted by end.
func (c *Comparison) leaveUnlinked(ctx context.Context, list []move) ([]move, error) {
	if !c.manyOf(list, func(m *move) bool { return m.named }) {
		return list, nil
	}
	ends := map[frontier.ID]bool{}
	for _, m := range list {
		if m.named {
			ends[m.end] = true
		}
	}
	linked := map[frontier.ID]bool{}
	for e, err := range c.crawl.Graph(ctx, func(from frontier.ID) bool { return !ends[from] }, func(to frontier.ID) bool { return ends[to] }) {
		if err != nil {
			return nil, err
		}
		if e.Flags.Clickable() {
			linked[e.To] = true
		}
	}
	stated, slashed := map[uint32]bool{}, map[frontier.ID]uint32{} // in the site's own sitemap; ends that are believed
	for row, err := range c.crawl.Brief(ctx, 0) {
		if err != nil {
			return nil, err
		}
		at, listed := c.book.find(row.URL)
		if listed && row.Sources&frontier.FromSitemap != 0 {
			stated[uint32(at)] = true
		}
		if !ends[row.ID] {
			continue
		}
		if listed && c.book.keys[at]&inStanding != 0 || linked[row.ID] || row.Sources&frontier.FromSitemap != 0 {
			delete(ends, row.ID)
		} else if old, known := c.book.find(otherSlash(row.URL)); known {
			slashed[row.ID] = uint32(old)
		}
	}
	gone := func(m *move) bool {
		at, slash := slashed[m.end]
		return m.named && ends[m.end] && (!slash || at != m.at || stated[at])
	}
	if !c.manyOf(list, gone) {
		return list, nil
	}
	return slices.DeleteFunc(list, func(m move) bool { return gone(&m) }), nil
}

// otherSlash gives a URL without the slash at its end, or with one.
func otherSlash(url string) string {
	if bare, cut := strings.CutSuffix(url, "/"); cut {
		return bare
	}
	return url + "/"
}

// manyOf tells of moves that are as many of a set as are too much to be lost.
func (c *Comparison) manyOf(list []move, is func(*move) bool) bool {
	for _, set := range []uint64{inStanding, inReference} {
		_, of := c.gone(set)
		n := 0
		for i := range list {
			if is(&list[i]) && c.book.keys[list[i].at]&set != 0 {
				n++
			}
		}
		if heavy(n, of) {
			return true
		}
	}
	return false
}
