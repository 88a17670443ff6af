package crawler

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/frontier"
)

// mazes are the folders that may have no end. The committer looks for them,
// the scheduler leaves aside what lies deeper in them until all else is fetched,
// and then walks through them.
type mazes struct {
	mu      sync.Mutex
	found   *classes.Mazes // by the last look
	known   []classes.Maze // that were walked through
	settled int            // when the last look was made
	held    map[frontier.ID]bool
}

// openMazes goes on with what earlier runs found out.
func (c *crawl) openMazes() (err error) {
	c.mazes.known, err = classes.ReadMazes(c.store.Meta(frontier.MetaMazes))
	return err
}

// watchMazes looks for folders without end while more URLs wait than a third of those that are known,
// whenever half as many again are settled as at the last look.
func (c *crawl) watchMazes(ctx context.Context) error {
	counts := c.counts()
	m := &c.mazes
	m.mu.Lock()
	due := counts.Settled >= max(m.settled+m.settled/2, firstMazeLook) && 2*counts.Pending >= counts.Settled
	m.mu.Unlock()
	if !due || !c.learns() || ctx.Err() != nil {
		return nil
	}
	err := c.guarded("look for folders without end", func() error { return c.lookForMazes(ctx) })
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// firstMazeLook is made once so many URLs are settled.
const firstMazeLook = 1000

// lookForMazes looks at all that is known.
func (c *crawl) lookForMazes(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := &c.mazes
	m.mu.Lock()
	defer m.mu.Unlock()
	found, err := classes.FindMazes(ctx, c.store, m.known)
	if err != nil {
		return err
	}
	m.found, m.settled = found, c.store.Counts().Settled
	return nil
}

// mazeHolds tells of a URL that lies deeper in a folder that has no end, or may
// have none, and that links alone name.
func (s *scheduler) mazeHolds(item frontier.Item) bool {
	m, url := &s.c.mazes, []byte(item.URL)
	m.mu.Lock()
	holds := m.found.Holds(item.ID, item.Via, item.URL)
	m.mu.Unlock()
	if !holds || s.c.allowed(url) || s.c.listed(url) || s.c.isNamed(item.ID) {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.held == nil {
		m.held = map[frontier.ID]bool{}
	}
	m.held[item.ID] = true
	return true
}

// suspects gives the folders that are to be walked through by the last look.
func (m *mazes) suspects() (list []classes.Suspect, looked bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.found == nil {
		return nil, false
	}
	return m.found.Ask, true
}

// freeMazes has URLs fetched that are held no more.
func (c *crawl) freeMazes() (more bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := &c.mazes
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []frontier.ID
	for id := range m.held {
		row, err := c.store.Row(id)
		if err != nil {
			return false, fmt.Errorf("free what lies in folders with an end: %w", err)
		}
		if !m.found.Holds(id, row.Via, row.URL) {
			list = append(list, id)
		}
	}
	for _, id := range list {
		delete(m.held, id)
	}
	slices.Sort(list)
	return len(list) > 0, c.store.Return(list...)
}

// noteMaze notes what walks through a folder have found.
func (c *crawl) noteMaze(of classes.Maze) error {
	c.mazes.mu.Lock()
	c.mazes.known = append(c.mazes.known, of)
	text := classes.MazesText(c.mazes.known)
	c.mazes.mu.Unlock()
	if of.Endless {
		c.opts.Log.Warn("a part of the site seems to have no end and is not fetched any further: each page leads to more that nothing else leads to",
			"pattern", of.Pattern, "read", of.Pages, "walked_to", of.Walk)
	}
	return c.settle(&frontier.Batch{Meta: map[string]string{frontier.MetaMazes: text}})
}
