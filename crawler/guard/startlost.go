package guard

import (
	"context"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
)

// noteStart remembers the start page, if the set that stands lists it.
func (c *Comparison) noteStart(row *frontier.Row, at int) {
	if row.Sources&frontier.FromStart != 0 && c.book.keys[at]&(inStanding|isAccepted) == inStanding {
		c.start, c.startAt, c.startURL = row.ID, at, strings.Clone(row.URL)
	}
}

// findStart tells of a start page that is lost. A home page that leads on for
// good, or for so long that it is no longer carried, to a page that is listed
// has been moved by somebody; so has one that names as canonical a page which
// shows the same. Whatever else takes it away, a canonical on a staging copy or a
// redirect to a notice of maintenance, is next to never meant.
func (c *Comparison) findStart(context.Context) error {
	if c.start == frontier.NoID || c.fates[c.startAt] != Lost {
		return nil
	}
	if c.ends != nil && c.listsEnd(c.start) {
		return nil
	}
	moved, err := c.showsElsewhere(c.start)
	if err == nil && !moved {
		c.Start = c.startURL
	}
	return err
}

// showsElsewhere tells whether a page that is listed, and that the verdict of
// another one points to, shows the same.
func (c *Comparison) showsElsewhere(id frontier.ID) (bool, error) {
	v, err := c.crawl.VerdictOf(id)
	if err != nil || v.Target == frontier.NoID || c.code(v.Target) != audit.Listed {
		return false, err
	}
	here, err := c.crawl.Row(id)
	if err != nil {
		return false, err
	}
	there, err := c.crawl.Row(v.Target)
	return err == nil && here != nil && there != nil && here.Page != nil && there.Page != nil && nearText(here.Page, there.Page), err
}
