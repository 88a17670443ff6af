package crawler

import (
	"context"
	"fmt"

	"github.com/portolan-seo/portolan/frontier"
)

// chained are the URLs of this run that are held back as those of a chain. They are the scheduler's.
type chained struct{ held, freed map[frontier.ID]bool }

// chainHolds tells whether a URL in a pattern that is closed stays so: of a chain only what its own pages have led to
// first, until another page is found that does (see freeChained).
func (c *crawl) chainHolds(item frontier.Item) bool {
	chain := c.quarantine.Load().Chain(item.URL)
	if chain == nil || item.Via == frontier.NoID {
		return true
	}
	if c.chained.freed[item.ID] {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if via, err := c.store.Row(item.Via); err == nil && !chain.Has(via) {
		return false
	}
	if c.chained.held == nil {
		c.chained = chained{map[frontier.ID]bool{}, map[frontier.ID]bool{}}
	}
	c.chained.held[item.ID] = true
	return true
}

// freeChained has URLs fetched that were held back as those of a chain, and to which others lead, too: which of them was
// the first is a matter of the order of answers.
func (c *crawl) freeChained(ctx context.Context) (more bool, err error) {
	if len(c.chained.held) == 0 {
		return false, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	all := func(frontier.ID) bool { return true }
	from := map[frontier.ID][]frontier.ID{}
	for e, err := range c.store.Graph(ctx, all, func(to frontier.ID) bool { return c.chained.held[to] }) {
		if err != nil {
			return false, fmt.Errorf("look for other links to what is held back: %w", err)
		}
		if e.Flags.Kind() <= frontier.LinkIFrame && e.Flags&frontier.Unlinked == 0 {
			from[e.To] = append(from[e.To], e.From)
		}
	}
	for to, pages := range from {
		outside, err := c.outsideChain(to, pages)
		if err != nil {
			return false, err
		}
		if !outside {
			continue
		}
		delete(c.chained.held, to)
		c.chained.freed[to] = true
		if err := c.store.Return(to); err != nil {
			return false, err
		}
		more = true
	}
	return more, nil
}

// outsideChain tells whether a page that is none of the chain of a URL leads to it.
func (c *crawl) outsideChain(to frontier.ID, pages []frontier.ID) (bool, error) {
	row, err := c.store.Row(to)
	if err != nil {
		return false, err
	}
	chain := c.quarantine.Load().Chain(row.URL)
	for _, id := range pages {
		page, err := c.store.Row(id)
		if err != nil {
			return false, err
		}
		if chain != nil && !chain.Has(page) {
			return true, nil
		}
	}
	return false, nil
}
