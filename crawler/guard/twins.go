package guard

import (
	"cmp"
	"context"
	"slices"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// twin is a URL of either set whose page names another one as canonical.
type twin struct {
	id, of frontier.ID
	at     uint32 // its place in the book
	shows  bool   // text and sketch are known
	text   uint64
	sketch record.Sketch
}

// noteTwin remembers a page that shows what another one shows, and one that names another one, which may show the same: a
// site that has changed its mind about slashes names all of its pages anew.
func (c *Comparison) noteTwin(row *frontier.Row, at int) {
	switch {
	case c.fates[at] != Lost:
	case c.code(row.ID) == audit.DuplicateContent:
		c.again = append(c.again, move{end: row.ID, at: uint32(at)})
	case c.code(row.ID) == audit.CanonicalElsewhere && row.Canonical != frontier.NoID:
		c.twins = append(c.twins, twin{id: row.ID, of: row.Canonical, at: uint32(at)})
	}
}

// movedToTwins gives the URLs whose page is listed under the address that it names as
// canonical, in order of discovery: both show the same.
func (c *Comparison) movedToTwins(ctx context.Context) (list []move, err error) {
	c.twins = slices.DeleteFunc(c.twins, func(t twin) bool { return c.code(t.of) != audit.Listed })
	if len(c.twins) == 0 {
		return nil, nil
	}
	err = c.eachTwin(ctx, func(t *twin) frontier.ID { return t.id }, func(t *twin, p *record.Page) {
		t.shows, t.text, t.sketch = true, p.TextHash, p.Sketch
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(c.twins, func(a, b twin) int { return cmp.Compare(a.of, b.of) })
	err = c.eachTwin(ctx, func(t *twin) frontier.ID { return t.of }, func(t *twin, p *record.Page) {
		here := record.Page{Facts: record.Facts{TextHash: t.text, Sketch: t.sketch}}
		if t.shows && nearText(&here, p) {
			list = append(list, move{end: t.of, at: t.at, named: true})
		}
	})
	return list, err
}

// eachTwin gives the twins, which are sorted by what id gives of them, with the page
// of that number.
func (c *Comparison) eachTwin(ctx context.Context, id func(*twin) frontier.ID, do func(*twin, *record.Page)) error {
	next := 0
	for row, err := range c.crawl.Brief(ctx, 0, frontier.DetailLook) {
		if err != nil {
			return err
		}
		for ; next < len(c.twins) && id(&c.twins[next]) == row.ID; next++ {
			if row.Page != nil {
				do(&c.twins[next], row.Page)
			}
		}
	}
	return nil
}
