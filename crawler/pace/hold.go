package pace

import (
	"fmt"
	"net/http"
	"time"
)

// MaxRetryAfter caps what a Retry-After header may ask for.
const MaxRetryAfter = 10 * time.Minute

// hold is what a Retry-After header does to its host: nothing is asked of it
// for so long. The header of one URL may not be meant for all: of a long wait
// only the beginning is kept in any case, a minute, or two after a 429, which
// is meant for who asks and not for what is asked for. Then one request for
// another URL is made: if it is answered well the wait is over, else the next
// one follows after twice the time. So does the first one of the next hold, if
// no good answer came in between: then the header is meant for all.
type hold struct {
	until time.Time     // asked for by the host
	trial time.Time     // no request before this
	wait  time.Duration // before the trial; 0 = answers are good

	status int           // of the answer that asked
	asks   time.Duration // what it asked for
}

// text says what a host asks for, where that is long; "" else.
func (h *hold) text(now time.Time) string {
	if h.asks < longHold || !now.Before(h.until) {
		return ""
	}
	return fmt.Sprintf("answers %d and asks to be left alone for %s (Retry-After)", h.status, h.asks.Round(time.Second))
}

// Closed is a host that asks to be left alone for long, and has answered nothing well
// since; zero for others.
type Closed struct {
	Status int           // of the answer that asked
	For    time.Duration // of its Retry-After header
}

// Closed tells whether the host is.
func (p *Pace) Closed() Closed {
	if h := &p.hold; h.wait > 0 && h.asks >= longHold {
		return Closed{h.status, h.asks}
	}
	return Closed{}
}

// longHold is a wait that people should be told of.
const longHold = time.Minute

// patience is how much of a Retry-After is kept in any case.
func (x *Exchange) patience() time.Duration {
	if x.Status == http.StatusTooManyRequests {
		return 2 * time.Minute
	}
	return time.Minute
}

// LongRefusal reports an answer that asks for a longer wait than is kept in any
// case.
func (x *Exchange) LongRefusal() bool { return x.AsksForLess() && x.RetryAfter > x.patience() }

// asked takes an answer that asks for less.
func (h *hold) asked(now time.Time, x *Exchange) {
	if x.RetryAfter <= 0 {
		return
	}
	switch {
	case !now.Before(h.until) && h.wait > 0:
		h.wait = min(2*h.wait, MaxRetryAfter)
	case !now.Before(h.until):
		h.wait = x.patience()
	case !x.Started.Before(h.trial): // the trial, which moves the end no further
		h.wait *= 2
		h.trial = earlier(h.until, now.Add(h.wait))
		return
	}
	h.status, h.asks = x.Status, x.RetryAfter
	h.until = later(h.until, now.Add(min(x.RetryAfter, MaxRetryAfter)))
	h.trial = earlier(h.until, now.Add(h.wait))
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// tries reports that one request may be made, and no more.
func (h *hold) tries(now time.Time) bool { return now.Before(h.until) && !now.Before(h.trial) }

// well takes a good answer.
func (h *hold) well(now time.Time, x *Exchange) {
	if h.tries(now) && !x.Started.Before(h.trial) {
		h.until = now
	}
	if !now.Before(h.until) {
		h.wait = 0
	}
}
