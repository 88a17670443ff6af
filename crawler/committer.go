package crawler

import (
	"context"
	"strconv"
	"time"

	"github.com/portolan-seo/portolan/frontier"
)

const (
	maxBatch    = 500                    // outcomes in one transaction
	maxLinks    = 10_000                 // links in one transaction, those of the last page excepted
	mediaRoom   = 64                     // bytes of pictures and videos that count as a link
	maxKept     = 64 << 10               // bytes of an outcome that is used again
	maxFree     = 100                    // outcomes that wait to be used again: as many as maxLinks makes of common pages
	commitEvery = 100 * time.Millisecond // at the latest
)

// commit settles outcomes in batches until the channel is closed: when 500
// have come, or one that takes megabytes, or many links; when the oldest has
// waited 100 ms, or when the scheduler has nothing else to do. Where ctx ends the
// plan is no longer looked at anew.
func (c *crawl) commit(ctx context.Context) {
	var (
		batch []*outcome
		links int
		timer = time.NewTimer(commitEvery)
	)
	timer.Stop()
	defer timer.Stop()
	for {
		select {
		case o, ok := <-c.outcomes:
			if !ok {
				c.commitBatch(ctx, batch)
				return
			}
			if batch = append(batch, o); len(batch) == 1 {
				timer.Reset(commitEvery)
			}
			if links += len(o.page.Links) + (len(o.page.Record.Images)+len(o.page.Record.Videos))/mediaRoom; len(batch) < maxBatch && links < maxLinks && !o.huge {
				continue
			}
		case <-c.hungry:
			batch = c.takeWaiting(batch)
		case <-timer.C:
		}
		timer.Stop()
		c.commitBatch(ctx, batch)
		clear(batch) // what is not used again is held no longer
		batch, links = batch[:0], 0
	}
}

// takeWaiting adds what lies in the channel, without waiting for more.
func (c *crawl) takeWaiting(batch []*outcome) []*outcome {
	for len(batch) < maxBatch {
		select {
		case o, ok := <-c.outcomes:
			if !ok {
				return batch
			}
			batch = append(batch, o)
		default:
			return batch
		}
	}
	return batch
}

// commitBatch settles what was collected. After a failure of the store it
// settles nothing more: what is not settled stays pending.
func (c *crawl) commitBatch(ctx context.Context, outcomes []*outcome) {
	if len(outcomes) == 0 {
		return
	}
	if !c.hasFailed() {
		b := c.batchOf(outcomes)
		err := c.guarded("look for endless patterns of URLs", func() error { return c.watchTraps(outcomes, b) })
		if err == nil {
			err = c.settle(b)
		}
		if err == nil {
			err = c.learnForms(ctx, outcomes)
		}
		if err == nil {
			err = c.revise(ctx)
		}
		if err == nil {
			err = c.watchMazes(ctx)
		}
		if err != nil {
			c.fail(err)
		}
		clear(c.pages)
	}
	jobs, huge := 0, false
	for _, o := range outcomes {
		if !o.part {
			jobs++
		}
		huge = huge || o.huge
		c.reuse(o)
	}
	if huge {
		clear(outcomes)
		c.leaveRoom()
	}
	c.committed.Add(int64(jobs))
	select {
	case c.progress <- struct{}{}:
	default:
	}
}

// reuse keeps an outcome for another page, unless it is one of a page so big
// that it would hold much memory for nothing.
func (c *crawl) reuse(o *outcome) {
	if cap(o.arena) > maxKept || cap(o.page.Links) > maxKept/64 {
		return
	}
	select {
	case c.free <- o:
	default:
	}
}

func (c *crawl) batchOf(outcomes []*outcome) *frontier.Batch {
	b := &frontier.Batch{Pages: c.pages[:0]}
	var fetched int
	for _, o := range outcomes {
		switch o.kind {
		case outcomePage:
			b.Pages = append(b.Pages, o.page)
			if c.second(o) {
				c.shells.Add(1)
			}
			fetched += min(o.page.Record.Tries, 1)
			c.cut.add(o)
			c.leads.add(frontier.Lead{URL: o.seen.URL, Text: o.lead})
			c.compared.add(o)
		case outcomeRendered:
			o.rendered.Settled = o.page
			b.Rendered = append(b.Rendered, o.rendered)
			c.leads.add(frontier.Lead{URL: o.seen.URL, Text: o.lead})
		case outcomeRetry:
			b.Retries = append(b.Retries, o.retry)
		case outcomeRobots:
			b.Robots = append(b.Robots, o.robots)
		case outcomeSeeds:
			b.Seeds = append(b.Seeds, o.seeds...)
		}
		b.Folds = append(b.Folds, o.folds...)
	}
	c.pages = b.Pages
	b.Meta = map[string]string{}
	if fetched > 0 {
		total := c.stats.pages.Add(int64(fetched))
		b.Meta[MetaFetched] = strconv.FormatInt(total, 10)
	}
	c.cut.note(b.Meta)
	c.leads.note(b.Meta)
	c.compared.note(b.Meta)
	return b
}
