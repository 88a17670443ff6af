package pace

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/portolan-seo/portolan/crawler/fetch"
)

// Fetcher makes one request and takes its answer: one hop, no retry, no
// waiting. Whatever the site does is told in the Response. A Fetcher belongs
// to one worker; what it puts into the Response is valid until its next call.
type Fetcher interface {
	Fetch(ctx context.Context, req *fetch.Request, res *fetch.Response)
}

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

// Sender is a Fetcher that tells the pace of the host that is asked when each
// request goes out.
type Sender struct {
	Fetcher
	Pace *Pace // of the host that is asked next
}

// Fetch implements Fetcher.
func (s *Sender) Fetch(ctx context.Context, req *fetch.Request, res *fetch.Response) {
	box := &s.Pace.outbox
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
