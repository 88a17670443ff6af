package guard

import (
	"context"
	"iter"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// away is a URL of the set that stands, or of the reference, that leads its
// visitors elsewhere.
type away struct {
	at   uint32 // its place in the book
	id   frontier.ID
	to   frontier.ID // where it leads at once
	page uint64      // key of its own page, the query aside
	move bool        // for good
}

// readFates tells of each URL what the crawl's verdict comes to. What may have
// moved counts as lost until findMoves.
func (c *Comparison) readFates(ctx context.Context) (err error) {
	if c.codes, err = c.crawl.Codes(ctx); err != nil {
		return err
	}
	c.stood = make(idSet, len(c.codes)/64+1)
	c.dead = make(idSet, len(c.book.keys)/64+1)
	carried, stop := iter.Pull2(c.crawl.Having(ctx, uint8(audit.ListedCarried)))
	defer stop()
	for row, err := range c.crawl.Brief(ctx, 0) {
		if err != nil {
			return err
		}
		code := c.code(row.ID)
		reason := code
		if code == audit.ListedCarried {
			v, err, _ := carried()
			if err != nil {
				return err
			}
			reason = audit.CarriedFor(v)
		}
		at, ok := c.book.find(row.URL)
		if !ok {
			if c.newOrphan(row) {
				c.orphans++
			}
			c.noteElsewhere(code, row)
			continue
		}
		if c.origin == "" {
			c.origin = strings.Clone(canonical.Origin(row.URL))
		}
		if row.Sources&frontier.FromPrevious != 0 {
			c.marks[at] |= isNoted
		}
		if audit.MayCarry(code, row.Page) {
			c.marks[at] |= mayCarry
		}
		c.fates[at] = c.fate(code, reason, row)
		if c.fates[at] == Kept {
			c.stood.put(row.ID)
		}
		c.noteLost(code, row, at)
		if c.fates[at] == Lost && code == audit.HTTP4xx {
			c.dead.put(frontier.ID(at))
		}
		c.noteUnread(code, at)
		c.noteStart(row, at)
		c.noteTwin(row, at)
		if c.fates[at] == Kept && row.Sources == frontier.FromPrevious && row.Via == frontier.NoID && c.book.keys[at]&inStanding != 0 {
			c.unlinked = append(c.unlinked, row.ID)
		}
		if row.Location != frontier.NoID && row.Page != nil && (row.Page.Outcome == record.Answered || row.Page.Outcome == record.Folded) {
			c.away = append(c.away, away{uint32(at), row.ID, row.Location, c.book.key(withoutQuery(row.URL)), moves(code, row.Page)})
		}
	}
	c.Unlinked = len(c.unlinked)
	return nil
}

// noteLost counts what the set that stands loses by verdict; by noindex, which nothing moves,
// with the first URL.
func (c *Comparison) noteLost(code audit.Code, row *frontier.Row, at int) {
	if c.fates[at] != Lost || c.book.keys[at]&(inStanding|isAccepted) != inStanding {
		return
	}
	if c.LostAs[code]++; code != audit.NoIndexMeta && code != audit.NoIndexHeader {
		return
	}
	if c.NoIndex++; c.NoIndex == 1 {
		c.NoIndexURL = strings.Clone(row.URL)
	}
}

// noteUnread counts what could not be read of the set that stands, whether it stays
// for a while or not.
func (c *Comparison) noteUnread(code audit.Code, at int) {
	unread := c.fates[at] == Carried
	switch code {
	case audit.Denied, audit.HTTP5xx, audit.NetworkError, audit.Throttled, audit.Challenged, audit.RedirectWall:
		unread = unread || c.fates[at] == Lost
	}
	if unread && c.book.keys[at]&(inStanding|isAccepted) == inStanding {
		c.Unread++
	}
}

func (c *Comparison) code(id frontier.ID) audit.Code {
	if int(id) >= len(c.codes) {
		return audit.NoVerdict
	}
	return audit.Code(c.codes[id])
}

// fate gives the fate of a URL with a verdict; of a carried one reason is the
// verdict that it would have by itself.
func (c *Comparison) fate(code, reason audit.Code, row *frontier.Row) Fate {
	switch {
	case code == audit.Listed, code == audit.ListedUnverified:
		return Kept
	case code == audit.ListedCarried && limited(reason):
		return Kept // the user has set the limit, and it stays for now
	case code == audit.ListedCarried:
		return Carried
	case c.o.Own != nil && c.o.Own(code, row):
		return Own
	}
	return Lost
}

// limited reports deferrals by limits, which the user has set.
func limited(c audit.Code) bool {
	switch c {
	case audit.LimitPages, audit.LimitDepth, audit.LimitPrefix, audit.LimitTime, audit.LimitBytes, audit.LimitMemory, audit.LimitDisk:
		return true
	}
	return false
}

// moves tells whether a URL has another one for good.
func moves(code audit.Code, p *record.Page) bool {
	switch code {
	case audit.Redirect:
		return !audit.Temporary(p.Status)
	case audit.DuplicateSession, audit.DuplicateTracking, audit.DuplicateSchemeHost, audit.DuplicateCleanParam, audit.DuplicateVariant:
		return true
	}
	return false
}

// idSet holds IDs below 64 times its length.
type idSet []uint64

func (s idSet) put(id frontier.ID) {
	if int(id/64) < len(s) {
		s[id/64] |= 1 << (id % 64)
	}
}

func (s idSet) has(id frontier.ID) bool { return int(id/64) < len(s) && s[id/64]&(1<<(id%64)) != 0 }
