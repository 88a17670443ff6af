package crawler

import (
	"context"

	"github.com/portolan-seo/portolan/crawler/pathforms"
	"github.com/portolan-seo/portolan/frontier"
)

// learnForms shows what a batch has settled to the ledger of spellings. Where one
// begins to hold, what waits in it is held back; where one ceases to, it is
// released. The committer calls it.
func (c *crawl) learnForms(ctx context.Context, outcomes []*outcome) error {
	if !c.learns() {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, o := range outcomes {
		if o.kind != outcomePage || o.seen.Settled == nil || c.second(o) {
			continue
		}
		p := &o.page
		s := pathforms.Sight{URL: o.seen.URL, Page: &p.Record}
		if p.Location >= 0 {
			s.Redirect = string(p.Links[p.Location].URL)
		}
		if p.Canonical >= 0 {
			s.Canonical = string(p.Links[p.Canonical].URL)
		}
		if err := c.ledger.Saw(s, c.store); err != nil {
			return err
		}
	}
	if !c.ledger.Changed() || ctx.Err() != nil {
		return nil
	}
	if err := c.store.Settle(&frontier.Batch{Meta: map[string]string{frontier.MetaForms: c.ledger.Text()}}); err != nil {
		return err
	}
	return c.holdSpelled(ctx)
}

// holdSpelled gives what waits the ranks that the ledger has for it. What a source names is fetched
// in any case.
func (c *crawl) holdSpelled(ctx context.Context) (err error) {
	var failed error
	err = c.store.Rerank(ctx, frontier.RankPage, func(item *frontier.Item) frontier.Rank {
		url := []byte(item.URL)
		switch {
		case item.Rank == frontier.RankPage && item.Via != frontier.NoID && c.spelled(url):
			details, err := c.store.Sources(item.ID)
			if err != nil {
				failed = err
			}
			if err == nil && len(details) == 0 {
				return rankHeld
			}
		case item.Rank == rankHeld && !c.spelled(url) && c.ledger.Ended(item.URL):
			return c.viewRank(url)
		}
		return item.Rank
	})
	if err == nil {
		err = failed
	}
	if ctx.Err() != nil {
		return nil // ranks are given again when the crawl goes on
	}
	return err
}

// spelled tells whether a URL is a spelling of another one that need not be
// asked for.
func (c *crawl) spelled(url []byte) bool {
	if !c.learns() || !c.ledger.Any() {
		return false
	}
	_, holds := c.ledger.Holds(string(url))
	if !holds || c.allowed(url) {
		return false
	}
	c.waits = true
	return true
}

// askSpelled releases what is held as the spelling of another URL which is not
// known, or was not read as a page.
func (c *crawl) askSpelled(ctx context.Context) (released int, err error) {
	if !c.ledger.Any() {
		return 0, nil
	}
	held, err := c.ledger.Held(ctx, c.store)
	if err != nil {
		return 0, err
	}
	err = c.store.Rerank(ctx, rankWait, func(item *frontier.Item) frontier.Rank {
		if c.spelled([]byte(item.URL)) {
			if _, found := held.Of(item.URL); !found {
				released++
				return rankView
			}
		}
		return item.Rank
	})
	return released, err
}
