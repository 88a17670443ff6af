package crawler

import (
	"fmt"

	"github.com/portolan-seo/portolan/crawler/traps"
	"github.com/portolan-seo/portolan/frontier"
)

// watchTraps shows the pages of a batch to the trap detector, and adds to the
// batch what it has put in quarantine.
func (c *crawl) watchTraps(outcomes []*outcome, b *frontier.Batch) error {
	for _, o := range outcomes {
		c.sawEcho(o, b)
		if (o.kind == outcomePage && !c.second(o) || o.kind == outcomeRendered) && o.seen.Settled != nil && !c.bounded(o.seen.URL) { // it was answered
			c.traps.Saw(&o.seen)
		}
	}
	c.stackTalk.trade(c.traps)
	added, changed := c.traps.Changed()
	if !changed {
		return nil
	}
	for _, q := range added {
		c.opts.Log.Warn("a pattern of URLs seems to have no end and is not fetched any further", "kind", q.Kind, "pattern", q.Pattern,
			"fetched", q.Fetched, "examples", q.Examples, "take_back", "--allow-pattern 're:"+q.Expr+"'")
	}
	q, err := traps.Compile(c.traps.List(), c.opts.AllowPattern)
	if err != nil {
		return fmt.Errorf("compile the quarantine: %w", err)
	}
	c.quarantine.Store(q)
	b.Note(frontier.MetaQuarantine, frontier.ListText(c.traps.List()))
	return nil
}

// openTraps goes on with what earlier runs put in quarantine.
func (c *crawl) openTraps() error {
	before, err := frontier.List[frontier.Quarantine](c.store.Meta(frontier.MetaQuarantine))
	if err != nil {
		return fmt.Errorf("read the quarantine: %w", err)
	}
	c.spent = before
	c.traps = traps.New(c.opts.Scope, c.opts.AllowPattern, before)
	if c.learns() {
		c.traps.Asks()
	}
	q, err := traps.Compile(c.traps.List(), c.opts.AllowPattern)
	c.quarantine.Store(q)
	return err
}

// quarantined tells whether a leased URL is left alone, as part of a trap or
// because its directory's budget is spent. The start is fetched in any case,
// and what is listed, or what a sitemap or the user names, is part of no trap.
func (s *scheduler) quarantined(item frontier.Item) bool {
	if item.Via == frontier.NoID && item.Depth == 0 {
		return false
	}
	if item.Rank != frontier.RankFirst && s.c.echoHolds(item) {
		return true
	}
	if item.Rank != frontier.RankFirst && s.mazeHolds(item) {
		return true
	}
	trapped := item.Rank != frontier.RankFirst && s.c.quarantine.Load().Holds(item.URL) && !s.c.listed([]byte(item.URL)) && !s.c.bounded(item.URL) && !s.c.isNamed(item.ID) && s.stackHolds(item) && s.c.trapHolds(item)
	return trapped || s.budget.Spent(item.URL)
}

// trapHolds tells whether a URL in a pattern that is closed stays so, for what leads to it.
func (c *crawl) trapHolds(item frontier.Item) bool {
	if dated, holds := c.dateHolds(item); dated || !holds {
		return holds
	}
	return c.chainHolds(item)
}

// isNamed tells whether a sitemap or the user names a URL.
func (c *crawl) isNamed(id frontier.ID) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	row, err := c.store.Row(id)
	return err == nil && row.Sources&frontier.Named != 0
}
