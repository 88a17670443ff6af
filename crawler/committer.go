package crawler

import (
	"strconv"
	"time"

	"github.com/portolan-seo/portolan/frontier"
)

const (
	maxBatch    = 500                    // outcomes in one transaction
	commitEvery = 100 * time.Millisecond // at the latest
)

// commit settles outcomes in batches until the channel is closed: when 500
// have come, when the oldest has waited 100 ms, or when the scheduler has
// nothing else to do.
func (c *crawl) commit() {
	var (
		batch []*outcome
		timer = time.NewTimer(commitEvery)
	)
	timer.Stop()
	defer timer.Stop()
	for {
		select {
		case o, ok := <-c.outcomes:
			if !ok {
				c.commitBatch(batch)
				return
			}
			if batch = append(batch, o); len(batch) == 1 {
				timer.Reset(commitEvery)
			}
			if len(batch) < maxBatch {
				continue
			}
		case <-c.hungry:
			batch = c.takeWaiting(batch)
		case <-timer.C:
		}
		timer.Stop()
		c.commitBatch(batch)
		batch = batch[:0]
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
func (c *crawl) commitBatch(outcomes []*outcome) {
	if len(outcomes) == 0 {
		return
	}
	if !c.hasFailed() {
		b := c.batchOf(outcomes)
		err := c.guarded("look for endless patterns of URLs", func() error { return c.watchTraps(outcomes, b) })
		if err == nil {
			err = c.settle(b)
		}
		if err != nil {
			c.fail(err)
		}
	}
	jobs := 0
	for _, o := range outcomes {
		if !o.part {
			jobs++
		}
		select {
		case c.free <- o:
		default:
		}
	}
	c.committed.Add(int64(jobs))
	select {
	case c.progress <- struct{}{}:
	default:
	}
}

func (c *crawl) batchOf(outcomes []*outcome) *frontier.Batch {
	b := &frontier.Batch{Pages: make([]frontier.Settled, 0, len(outcomes))}
	var fetched int
	for _, o := range outcomes {
		switch o.kind {
		case outcomePage:
			b.Pages = append(b.Pages, o.page)
			fetched += min(o.page.Record.Tries, 1)
		case outcomeRetry:
			b.Retries = append(b.Retries, o.retry)
		case outcomeRobots:
			b.Robots = append(b.Robots, o.robots)
		case outcomeSeeds:
			b.Seeds = append(b.Seeds, o.seeds...)
		}
		b.Folds = append(b.Folds, o.folds...)
	}
	if fetched > 0 {
		total := c.stats.pages.Add(int64(fetched))
		b.Meta = map[string]string{MetaFetched: strconv.FormatInt(total, 10)}
	}
	return b
}
