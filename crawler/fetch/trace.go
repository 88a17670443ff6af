package fetch

import (
	"context"
	"net/http/httptrace"
	"sync/atomic"
	"time"
)

// trace notes the moments of one request after the other. The transport
// calls the hooks from its own goroutines.
type trace struct {
	hooks httptrace.ClientTrace
	base  time.Time
	// Time since base of the request's moments; 0 = not yet.
	start                   time.Duration
	connected, wrote, first atomic.Int64
	sent                    atomic.Pointer[func()] // tells that it was written; never nil, what it points to may be
}

func newTrace() *trace {
	t := &trace{base: time.Now()}
	t.hooks.GotConn = func(httptrace.GotConnInfo) { t.mark(&t.connected) }
	t.hooks.WroteRequest = func(httptrace.WroteRequestInfo) {
		t.mark(&t.wrote)
		if sent := t.sent.Load(); *sent != nil {
			(*sent)()
		}
	}
	t.hooks.GotFirstResponseByte = func() { t.mark(&t.first) }
	return t
}

// begin forgets the last request, and gives the wall clock's time.
func (t *trace) begin(sent func()) time.Time {
	now := time.Now()
	t.sent.Store(&sent)
	t.start = now.Sub(t.base)
	t.connected.Store(0)
	t.wrote.Store(0)
	t.first.Store(0)
	return now
}

func (t *trace) mark(at *atomic.Int64) { at.Store(max(1, int64(time.Since(t.base)))) }

func (t *trace) attach(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &t.hooks)
}

// finish sets the times of the exchange, from the moment the request was
// on its way, or from the start where it never was.
func (t *trace) finish(res *Response) {
	sent := t.start
	if wrote := time.Duration(t.wrote.Load()); wrote > 0 {
		sent = wrote
	}
	res.Total = time.Since(t.base) - sent
	if first := time.Duration(t.first.Load()); first > 0 {
		res.TTFB = max(0, first-sent)
	}
}
