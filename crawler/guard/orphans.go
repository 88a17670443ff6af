package guard

import (
	"cmp"
	"context"
	"slices"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
)

// orphanFlood are the orphans that may come at once, however small the set is.
const orphanFlood = 100

// newOrphan tells whether a URL is listed now, of which only the site's own
// sitemaps know: no source of the user's names it, neither set lists it, and as
// far as its row tells no links lead there from the start.
func (c *Comparison) newOrphan(row *frontier.Row) bool {
	if c.code(row.ID) != audit.Listed || row.Depth != frontier.NoDepth || row.Sources&frontier.Named != frontier.FromSitemap || !c.in(row.URL) {
		return false
	}
	_, old := c.book.find(row.URL)
	return !old
}

// findOrphans finds a site's sitemap that has been taken over, or that lists what
// is none of the site's: more URLs come at once than there are others, that it alone
// names, and to which no way leads from the start. Those that the crawl of the set
// that stands knew, and did not list, are no news.
func (c *Comparison) findOrphans(ctx context.Context) error {
	if c.o.Earlier == nil || c.o.Widened || !c.flooded(c.orphans) {
		return nil
	}
	orphans, err := c.unledOrphans(ctx)
	if err != nil || !c.flooded(len(orphans)) {
		return err
	}
	for row, err := range c.o.Earlier.Brief(ctx, 0) {
		if err != nil {
			return err
		}
		key := c.book.key(row.URL)
		if at, known := slices.BinarySearchFunc(orphans, key, func(o orphan, key uint64) int { return cmp.Compare(o.key, key) }); known {
			orphans[at].known = true
		}
	}
	orphans = slices.DeleteFunc(orphans, func(o orphan) bool { return o.known })
	if !c.flooded(len(orphans)) {
		return nil
	}
	c.Orphans = len(orphans)
	slices.SortFunc(orphans, func(a, b orphan) int { return cmp.Compare(a.id, b.id) })
	return c.nameOrphans(ctx, orphans)
}

// orphan is a URL that is listed for the first time.
type orphan struct {
	key   uint64
	id    frontier.ID
	known bool // to the earlier crawl
}

// flooded reports so many orphans that most of what would be listed is such.
func (c *Comparison) flooded(orphans int) bool {
	return orphans > orphanFlood && 2*orphans > c.Listed
}

// unledOrphans gives the new orphans to which no way leads from the start, by key.
func (c *Comparison) unledOrphans(ctx context.Context) (list []orphan, err error) {
	clicks, err := audit.ReadClicks(ctx, c.crawl)
	if err != nil {
		return nil, err
	}
	for row, err := range c.crawl.Brief(ctx, 0) {
		if err != nil {
			return nil, err
		}
		if _, led := clicks.Of(row.ID); !led && c.newOrphan(row) {
			list = append(list, orphan{key: c.book.key(row.URL), id: row.ID})
		}
	}
	slices.SortFunc(list, func(a, b orphan) int { return cmp.Compare(a.key, b.key) })
	return list, nil
}

// nameOrphans counts the orphans, which are sorted by ID, by template.
func (c *Comparison) nameOrphans(ctx context.Context, orphans []orphan) error {
	each := func(do func(url string)) error {
		left := orphans
		for row, err := range c.crawl.Brief(ctx, 0) {
			if err != nil {
				return err
			}
			if len(left) > 0 && row.ID == left[0].id {
				do(row.URL)
				left = left[1:]
			}
		}
		return nil
	}
	f := &finder{c: c, of: map[string]int{}, causes: map[causeKey]*Cause{}}
	if err := each(func(url string) { f.templates.Add(url, false) }); err != nil {
		return err
	}
	err := each(func(url string) {
		f.of[f.templates.Of(url).Pattern]++
		f.add(url, "are new, the site's own sitemap alone names them, and no links lead there from the start page", LooksUnclear, Kept)
	})
	c.OrphanCauses = f.list()
	return err
}
