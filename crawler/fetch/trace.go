package fetch

import (
	"context"
	"crypto/tls"
	"errors"
	"net/http/httptrace"
	"sync/atomic"
	"time"
)

// trace notes the moments of one request after the other. The transport
// calls the hooks from its own goroutines, save GetConn and GotConn.
type trace struct {
	hooks httptrace.ClientTrace
	base  time.Time
	// Time since base of the request's moments; 0 = not yet.
	start                   time.Duration
	connected, wrote, first atomic.Int64
	sent                    atomic.Pointer[func()] // tells that it was written; never nil, what it points to may be

	// Of the running exchange.
	end     func() // ends it
	wanted  int    // times that a connection was wanted
	got     int    // times that one was had: requests on the wire
	meter   *meter // of the latest
	granted int64  // to it
	stale   bool   // it had answered others, and may have been closed since
	refused bool   // the exchange was ended, since it went on by itself
}

const (
	maxWanted = 3
	maxGot    = 2
)

func newTrace() *trace {
	t := &trace{base: time.Now()}
	t.hooks.GetConn = func(string) { t.wants() }
	t.hooks.GotConn = t.gets
	t.hooks.WroteRequest = func(info httptrace.WroteRequestInfo) {
		if info.Err != nil {
			return
		}
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
	t.wanted, t.got, t.meter, t.granted, t.stale, t.refused = 0, 0, nil, 0, false, false
	return now
}

var errRepeated = errors.New("server refused the request, or closed the connection before its answer")

// wants takes note that the transport looks for a connection. It may do so
// again where the first one turned out to be closed, as servers do with those
// that are idle; but net/http would go on for ever where a server ends each by
// GOAWAY.
func (t *trace) wants() {
	if t.wanted++; t.wanted > maxWanted {
		t.refuse()
	}
}

// gets takes note of a connection on which the request is about to be written:
// once, or again if the first connection was one kept from earlier answers, and
// this is another. Otherwise net/http would repeat what an HTTP/2 server
// refuses; whether to ask again is for the scheduler to decide. What is written after the exchange was
// ended does not reach the wire: HTTP/2 looks first, and HTTP/1 gets a closed
// connection.
func (t *trace) gets(info httptrace.GotConnInfo) {
	t.mark(&t.connected)
	m := meterOf(info.Conn)
	if t.got++; t.got > 1 && (!t.stale || t.got > maxGot || m == t.meter) || t.refused {
		t.refuse()
		if c, ok := info.Conn.(*tls.Conn); !ok || c.ConnectionState().NegotiatedProtocol != "h2" {
			info.Conn.Close()
		}
		return
	}
	t.meter, t.stale = m, m != nil && m.answered.Load()
	t.granted = m.grant(sparePerAnswer)
}

func (t *trace) refuse() {
	t.refused = true
	t.end()
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
