package classes

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// findEchoes finds the pages that are the same at any address, and what only
// they lead to. It takes two passes more where there are such.
func (c *Classes) findEchoes(ctx context.Context) error {
	if c.r.crawl.Meta(frontier.MetaEchoes) == "" {
		return nil
	}
	proofs, err := ReadProofs(c.r.crawl.Meta(frontier.MetaEchoes))
	if err != nil {
		return err
	}
	e := NewEchoes(proofs...)
	e.TakeFresh(strings.Fields(c.r.crawl.Meta(frontier.MetaFresh)))
	c.fresh.proven = e.Fresh()
	traps, err := c.r.quarantine()
	if err != nil {
		return err
	}
	if err := traps.read(ctx, c.r.crawl); err != nil {
		return err
	}
	e.trapped = traps.has
	if err := c.eachRead(ctx, e.See); err != nil {
		return err
	}
	if err := e.Recount(ctx, c.r.crawl); err != nil {
		return err
	}
	if e.known {
		if err := c.markEchoes(ctx, e); err != nil {
			return err
		}
	}
	if err := c.markSessions(ctx, &e.tokens); err != nil || !e.twins.any {
		return err
	}
	return c.findCopies(ctx, &e.twins, traps)
}

// markSessions finds what was not read since it is a page that was, under another session in its path, or what such a page
// leads to.
func (c *Classes) markSessions(ctx context.Context, t *tokens) error {
	if !t.any() {
		return nil
	}
	return c.eachRead(ctx, func(row *frontier.Row) {
		if row.Page == nil && !isNamed(row) && row.Via != frontier.NoID && (t.holds(row.Via, row.URL) || t.isCopy(row.URL)) {
			c.sessions.add(uint32(row.ID))
		}
	})
}

// quarantines are the endless patterns that were found while crawling.
type quarantines struct {
	list   []quarantined
	stacks *frontier.Stacks
}

type quarantined struct {
	frontier.Quarantine
	match *regexp.Regexp
}

func (r *reader) quarantine() (traps quarantines, err error) {
	list, err := frontier.List[frontier.Quarantine](r.crawl.Meta(frontier.MetaQuarantine))
	if err != nil {
		return traps, err
	}
	for _, q := range list {
		m, err := q.Match()
		if err != nil {
			return traps, err
		}
		traps.list = append(traps.list, quarantined{q, m})
	}
	traps.stacks, err = frontier.NewStacks(list)
	return traps, err
}

// read takes the URLs of a crawl, for holdsRead.
func (traps *quarantines) read(ctx context.Context, crawl Facts) error {
	return traps.stacks.Read(ctx, crawl)
}

// has tells whether a URL is part of one.
func (traps quarantines) has(url string) bool {
	return slices.ContainsFunc(traps.list, func(q quarantined) bool { return q.match.MatchString(url) })
}

// holdsRead tells of a page that is not listed, though it was read: it stands for none that is the same.
func (traps quarantines) holdsRead(row *frontier.Row) bool {
	return slices.ContainsFunc(traps.list, func(q quarantined) bool {
		return q.HoldsRead(row.Sources) && q.match.MatchString(row.URL) && !(q.Rest != "" && traps.stacks.Stands(row.URL))
	})
}

// markEchoes finds echoes once all pages are counted: those are known now that
// came before there were many.
func (c *Classes) markEchoes(ctx context.Context, e *Echoes) error {
	e.pages = nil
	if err := c.eachRead(ctx, func(row *frontier.Row) { e.mark(row) }); err != nil {
		return err
	}
	stands := standings{}
	err := c.eachRead(ctx, func(row *frontier.Row) {
		switch {
		case row.Page != nil && e.pages.has(uint32(row.ID)) && e.isShell(row):
			c.shells.add(uint32(row.ID))
			stands.take(row, e)
		case isNamed(row):
		case row.Page != nil && e.pages.has(uint32(row.ID)) && e.isEndless(row):
			c.echoes.add(uint32(row.ID))
			if e.ShowsAnyDate(row.URL) {
				c.dates.add(uint32(row.ID))
			}
			if e.stands(row) {
				stands.take(row, e)
			}
		case row.Page == nil && row.Via != frontier.NoID && (e.pages.has(uint32(row.Via)) || e.closes(row.URL) || e.isBeyond(row.Via, row.URL)):
			c.behind.add(uint32(row.ID))
		}
	})
	for _, s := range stands {
		c.echoes.remove(uint32(s.id))
		c.shells.remove(uint32(s.id))
		c.standsForAny(&s)
	}
	return err
}

// stands tells whether a page may stand for those that are the same: not an
// empty month, of which another one is read in each crawl.
func (e *Echoes) stands(row *frontier.Row) bool {
	return e.isProven(e.anywhere(row)) || repeated(row.URL[len(canonical.Origin(row.URL)):]) != ""
}

// standing is the page that stands for all of the same text: of those that
// another page has led to, which are fetched in any order of answers, that with
// the shortest URL, of these the first bytewise.
type standing struct {
	id     frontier.ID
	url    string
	behind bool // a page that is the same at any address has led to it
}

// standings are those by text.
type standings map[uint64]standing

func (all standings) take(row *frontier.Row, e *Echoes) {
	own := e.anywhere(row)
	behind := row.Via != frontier.NoID && e.pages.has(uint32(row.Via))
	if s, known := all[own]; !known || s.behind && !behind || s.behind == behind && shorter(row.URL, s.url) {
		all[own] = standing{row.ID, strings.Clone(row.URL), behind}
	}
}

// isShell tells of a page that waits for scripts, and comes at any address.
func (e *Echoes) isShell(row *frontier.Row) bool {
	return isShell(&row.Page.Facts) && e.isProven(TextOf(&row.Page.Facts))
}

// findCopies finds pages that are those of other addresses, which are listed.
func (c *Classes) findCopies(ctx context.Context, twins *copies, traps quarantines) (err error) {
	paths := samePaths{}
	if err := c.eachRead(ctx, func(row *frontier.Row) {
		if c.Of(row).Kind == Page && !traps.holdsRead(row) {
			twins.add(row, c.r)
			if row.Page != nil {
				paths.see(c.r, row)
			}
		}
	}); err != nil || len(twins.pages) < 2 && len(paths) == 0 {
		return err
	}
	if err := twins.setApart(ctx, c.r.crawl); err != nil {
		return err
	}
	if c.copies, err = twins.fold(ctx, c.r.crawl); err == nil {
		paths.fold(c.copies)
		err = c.keepLists(ctx)
	}
	return err
}

// eachRead gives the URLs that wait, and the pages that were read.
func (c *Classes) eachRead(ctx context.Context, see func(*frontier.Row)) error {
	for row, err := range c.r.crawl.Brief(ctx, 0, frontier.DetailContent, frontier.DetailLook, frontier.DetailText, frontier.TextsPass) {
		if err != nil {
			return err
		}
		if ours(row) && (row.Page == nil || isPage(row)) {
			see(row)
		}
	}
	return nil
}

// mark takes a page that was counted, in order of ID: pages are known before
// those that they lead to.
func (e *Echoes) mark(row *frontier.Row) {
	if row.Page != nil && e.isEndless(row) {
		e.pages.add(uint32(row.ID))
	}
}

// isEndless tells whether a page is the same at any address.
func (e *Echoes) isEndless(row *frontier.Row) bool {
	return e.isProven(e.anywhere(row)) || e.barren.has(uint32(row.ID))
}
