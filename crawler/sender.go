package crawler

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/portolan-seo/portolan/crawler/fetch"
)

// outbox knows when the requests to a host really went out: a request that is
// started may wait for a processor, a connection or a handshake, and would
// come to the site together with the next one. The scheduler reads it; the
// workers and the transport write, at any time.
type outbox struct {
	unsent  atomic.Int32              // started, and not yet on their way
	latest  atomic.Pointer[time.Time] // when one was last written, nil before the first
	repeats atomic.Int32              // written once more by the transport, and not yet waited for
}

// last gives the time of the latest request, the zero time before the first.
// Those that were written once more count as if they had waited for their turn,
// least after the one before.
func (b *outbox) last(least time.Duration) time.Time {
	if t := b.latest.Load(); t != nil {
		return t.Add(time.Duration(b.repeats.Load()) * least)
	}
	return time.Time{}
}

// sender is a worker's Fetcher. It tells the pace of the host that is asked
// when each request goes out.
type sender struct {
	Fetcher
	pace *pace // of the job at hand
}

// Fetch implements Fetcher.
func (s *sender) Fetch(ctx context.Context, req *fetch.Request, res *fetch.Response) {
	box := &s.pace.outbox
	var out atomic.Bool
	gone := func() {
		if !out.Swap(true) {
			box.unsent.Add(-1)
		}
	}
	req.Sent = func() {
		now := time.Now()
		if out.Load() {
			box.repeats.Add(1)
		}
		box.latest.Store(&now)
		gone()
	}
	defer gone() // it may never have been sent
	s.Fetcher.Fetch(ctx, req, res)
}
