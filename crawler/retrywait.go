package crawler

import (
	"time"
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
