package crawler

import (
	"time"

	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/frontier"
)

// maxRetryWait caps the wait between two tries, where that before the second
// is not longer.
const maxRetryWait = time.Hour

// retryWait is the wait after a number of tries: six times as long with each.
func retryWait(first time.Duration, tries int) time.Duration {
	wait := first
	for range tries - 1 {
		if wait >= maxRetryWait/6 {
			return max(maxRetryWait, first)
		}
		wait *= 6
	}
	return wait
}

// leaseDue leases URLs. What falls due later than any wait is long was
// postponed before the clock was turned back, and is due now.
func (s *scheduler) leaseDue(n int, now time.Time) (items []frontier.Item, next time.Time, err error) {
	items, next, err = s.c.lease(n, s.last, now)
	longest := max(maxRetryWait, pace.MaxRetryAfter, s.c.opts.Limits.RetryWait)
	if err == nil && next.Sub(now) > longest {
		return s.c.lease(n, s.last, next)
	}
	return items, next, err
}
