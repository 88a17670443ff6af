package classes

import (
	"context"

	"github.com/portolan-seo/portolan/frontier"
)

// findEchoes finds the pages that are the same at any address, and what only
// they lead to. It takes two passes more where there are such.
func (c *Classes) findEchoes(ctx context.Context) error {
	e := NewEchoes()
	if err := c.eachRead(ctx, func(row *frontier.Row) {
		if p := row.Page; p != nil {
			e.See(row.ID, row.Via, row.URL, p.ContentOwn, p.Title)
		}
	}); err != nil || !e.known {
		return err
	}
	// Now that all are counted, those are known that came before there were many.
	for _, t := range e.texts {
		t.found = 0
	}
	for _, p := range e.patterns {
		p.found = 0
	}
	e.pages = nil
	if err := c.eachRead(ctx, func(row *frontier.Row) { e.mark(row) }); err != nil {
		return err
	}
	return c.eachRead(ctx, func(row *frontier.Row) {
		switch {
		case row.Sources&^frontier.FromLink != 0:
		case row.Page != nil && e.pages.has(uint32(row.ID)) && e.isEndless(row):
			c.echoes.add(uint32(row.ID))
		case row.Page == nil && row.Via != frontier.NoID && e.pages.has(uint32(row.Via)):
			c.behind.add(uint32(row.ID))
		}
	})
}

// eachRead gives the URLs that wait, and the pages that were read.
func (c *Classes) eachRead(ctx context.Context, see func(*frontier.Row)) error {
	for row, err := range c.r.crawl.Brief(ctx, 0, frontier.DetailContent, frontier.DetailLook) {
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
	if row.Page == nil || row.Page.ContentOwn == 0 {
		return
	}
	own := row.Page.ContentOwn
	t, p := e.texts[own], e.pattern(row.URL)
	if closed := t != nil && t.closed(); !closed && !p.closed(own) {
		return
	}
	e.pages.add(uint32(row.ID))
	if row.Via == frontier.NoID || !e.pages.has(uint32(row.Via)) {
		return
	}
	if t != nil {
		t.found++
	}
	if p != nil {
		p.found++
	}
}

// isEndless tells whether a page is one of those that were found on each other.
func (e *Echoes) isEndless(row *frontier.Row) bool {
	own := row.Page.ContentOwn
	t := e.texts[own]
	return t != nil && t.endless() || e.pattern(row.URL).endless(own)
}
