package crawler

import (
	"context"
	"fmt"
)

// freeHeld has URLs fetched to which a page leads, too, that is not the same at
// any address.
func (c *crawl) freeHeld(ctx context.Context) (more bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.echoes.mu.Lock()
	defer c.echoes.mu.Unlock()
	if len(c.echoes.held)+len(c.echoes.dates) == 0 {
		return false, nil
	}
	list, err := c.echoes.set.Free(ctx, c.store, c.echoes.held, c.echoes.dates)
	if err != nil {
		return false, fmt.Errorf("look for other links to what is held back: %w", err)
	}
	return len(list) > 0, c.store.Return(list...)
}

// recountEchoes counts pages by the links that are stored. It tells whether there
// are questions, and what is to be noted.
func (c *crawl) recountEchoes(ctx context.Context) (more bool, news string, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := &c.echoes
	e.mu.Lock()
	defer e.mu.Unlock()
	e.set.Watch(c.quarantine.Load().Holds)
	if err := e.set.Recount(ctx, c.store); err != nil {
		return false, "", err
	}
	more = e.set.AskLoops()
	if len(e.held)+len(e.dates) > 0 {
		more = e.set.AskDates() || more
	}
	return more, e.news(), nil
}
