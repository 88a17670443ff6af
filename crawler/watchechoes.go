package crawler

import (
	"context"
	"fmt"
	"sync"

	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// echoes are the pages that are the same at any address. The committer sees
// them, the scheduler asks.
type echoes struct {
	mu  sync.Mutex
	set *classes.Echoes
}

// openEchoes sees the pages of earlier runs.
func (c *crawl) openEchoes() error {
	c.echoes.set = classes.NewEchoes()
	if !c.learns() || c.store.Counts().Settled == 0 {
		return nil
	}
	for row, err := range c.store.Brief(context.Background(), 0, frontier.DetailContent, frontier.DetailLook) {
		if err != nil {
			return fmt.Errorf("read pages that were fetched: %w", err)
		}
		if p := row.Page; isEchoPage(p) {
			c.echoes.set.See(row.ID, row.Via, row.URL, p.ContentOwn, p.Title)
		}
	}
	return nil
}

func isEchoPage(p *record.Page) bool {
	return p != nil && p.Outcome == record.Answered && p.Status == 200 && p.HTML
}

// sawEcho shows a page that is to be settled.
func (c *crawl) sawEcho(o *outcome) {
	if o.kind != outcomePage || !c.learns() || !isEchoPage(&o.page.Record) {
		return
	}
	c.echoes.mu.Lock()
	defer c.echoes.mu.Unlock()
	r := &o.page.Record
	c.echoes.set.See(o.page.ID, o.seen.Via, o.seen.URL, r.ContentOwn, r.Title)
}

// echoHolds tells of a URL that only such a page has led to.
func (c *crawl) echoHolds(item frontier.Item) bool {
	if !c.learns() || c.allowed([]byte(item.URL)) || c.listed([]byte(item.URL)) {
		return false
	}
	c.echoes.mu.Lock()
	defer c.echoes.mu.Unlock()
	return c.echoes.set.Holds(item.Via, item.URL)
}
