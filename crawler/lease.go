package crawler

import (
	"time"

	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/frontier"
)

// leased is what the scheduler has of the frontier.
type leased struct {
	queue   []frontier.Item // in order, not yet handed out
	last    frontier.Rank   // up to which URLs are leased
	drained bool            // the last lease gave nothing, and nothing was added since
	seen    int64           // committed when the last lease was made
	retry   time.Time       // when a postponed URL falls due
}

// wait tells when more falls due.
func (l *leased) wait(now time.Time) time.Duration {
	if l.drained && !l.retry.IsZero() {
		return l.retry.Sub(now)
	}
	return forever
}

// lease fills the queue when it runs low.
func (s *scheduler) lease(now time.Time) {
	l := &s.leased
	retryDue := !l.retry.IsZero() && !now.Before(l.retry)
	if len(l.queue) > s.workers || s.allLeased() && !retryDue || s.renders.due() {
		return
	}
	l.seen = s.c.committed.Load()
	items, next, err := s.leaseDue(4*s.workers, now)
	if err != nil {
		s.c.fail(err)
		return
	}
	l.drained, l.retry = len(items) == 0, next
	l.queue = append(l.queue, items...)
}

// allLeased reports that the frontier has nothing more to lease before a
// postponed URL falls due, or more is settled.
func (s *scheduler) allLeased() bool {
	return s.leased.drained && s.c.committed.Load() == s.leased.seen
}

// leaseDue leases URLs. What falls due later than any wait is long was
// postponed before the clock was turned back, and is due now.
func (s *scheduler) leaseDue(n int, now time.Time) (items []frontier.Item, next time.Time, err error) {
	items, next, err = s.c.lease(n, s.leased.last, now)
	longest := max(maxRetryWait, pace.MaxRetryAfter, s.c.opts.Limits.RetryWait)
	if err == nil && next.Sub(now) > longest {
		return s.c.lease(n, s.leased.last, next)
	}
	return items, next, err
}
