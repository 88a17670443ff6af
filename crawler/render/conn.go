package render

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// conn speaks the DevTools protocol with a browser over one of chromedp's
// transports. chromedp's own sessions keep a copy of every document and queue
// every event; here a session gets only the events it asks for, at once, so
// that a page which floods us costs no memory and holds up no other.
type conn struct {
	transport chromedp.Transport
	next      atomic.Int64
	lost      chan struct{} // closed when the browser says no more

	mu       sync.Mutex
	calls    map[int64]chan *cdproto.Message
	sessions map[target.SessionID]handlers
}

// handlers are what a session does on events, by their names. They run one
// after the other in the goroutine that reads, and must neither wait nor call.
type handlers map[string]func(params jsonv2.Value)

// errLost is returned by calls that the browser did not live to answer.
var errLost = errors.New("the browser is gone")

func newConn(t chromedp.Transport) *conn {
	c := &conn{
		transport: t, lost: make(chan struct{}),
		calls: map[int64]chan *cdproto.Message{}, sessions: map[target.SessionID]handlers{},
	}
	go c.read()
	return c
}

// read hands on what comes, until the transport is closed.
func (c *conn) read() {
	defer close(c.lost)
	for {
		m := new(cdproto.Message)
		if err := c.transport.Read(context.Background(), m); err != nil {
			var cut *jsonv2.SyntacticError
			if errors.As(err, &cut) {
				continue // too long, see limited
			}
			return
		}
		c.mu.Lock()
		answered, on := c.calls[m.ID], c.sessions[m.SessionID][string(m.Method)]
		delete(c.calls, m.ID)
		c.mu.Unlock()
		switch {
		case answered != nil:
			answered <- m
		case on != nil:
			on(m.Params)
		}
	}
}

// session is one target of the browser, or the browser itself.
type session struct {
	conn *conn
	id   target.SessionID
}

// listen sets what the session does on events; nil ends it.
func (s session) listen(on handlers) {
	s.conn.mu.Lock()
	defer s.conn.mu.Unlock()
	if on == nil {
		delete(s.conn.sessions, s.id)
		return
	}
	s.conn.sessions[s.id] = on
}

// post sends a command and gives a function that waits for its result.
func post[P, R any](s session, command cdp.Command[P, R], params P) func(context.Context) (R, error) {
	var result R
	fail := func(err error) func(context.Context) (R, error) {
		return func(context.Context) (R, error) { return result, fmt.Errorf("%s: %w", command.Method, err) }
	}
	text, err := jsonv2.Marshal(params, chromedp.DefaultMarshalOptions)
	if err != nil {
		return fail(err)
	}
	c, id, answered := s.conn, s.conn.next.Add(1), make(chan *cdproto.Message, 1)
	c.mu.Lock()
	c.calls[id] = answered
	c.mu.Unlock()
	m := &cdproto.Message{ID: id, SessionID: s.id, Method: cdproto.MethodType(command.Method), Params: text}
	if err := c.transport.Write(context.Background(), m); err != nil {
		c.forget(id)
		return fail(errLost)
	}
	return func(ctx context.Context) (R, error) {
		select {
		case <-ctx.Done():
			c.forget(id)
			return fail(ctx.Err())(ctx)
		case <-c.lost:
			return fail(errLost)(ctx)
		case m := <-answered:
			if m.Error != nil {
				return fail(m.Error)(ctx)
			}
			if err := jsonv2.Unmarshal(m.Result, &result, chromedp.DefaultUnmarshalOptions); err != nil {
				return fail(err)(ctx)
			}
			return result, nil
		}
	}
}

// call sends a command and waits for its result.
func call[P, R any](ctx context.Context, s session, command cdp.Command[P, R], params P) (R, error) {
	return post(s, command, params)(ctx)
}

func (c *conn) forget(id int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.calls, id)
}

// on makes a handler of an event.
func on[E any](event cdp.Event[E], do func(E), in handlers) {
	in[event.Method] = func(params jsonv2.Value) {
		var e E
		if jsonv2.Unmarshal(params, &e, chromedp.DefaultUnmarshalOptions) == nil {
			do(e)
		}
	}
}

// maxMessage is how long a message of the browser may be. Longer ones are cut,
// and so are no messages.
const maxMessage = 64 << 20

// limited is a browser's pipe on which no message is longer than maxMessage;
// each ends with a zero byte.
type limited struct {
	io.ReadCloser
	length int
}

func (l *limited) Read(b []byte) (int, error) {
	for {
		n, err := l.ReadCloser.Read(b)
		kept := 0
		for _, c := range b[:n] {
			l.length++
			if c == 0 {
				l.length = 0
			}
			if l.length <= maxMessage {
				b[kept] = c
				kept++
			}
		}
		if kept > 0 || err != nil {
			return kept, err
		}
	}
}
