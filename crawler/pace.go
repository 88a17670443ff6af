package crawler

import (
	"net/http"
	"time"
)

// pace decides when the next request to one host may start. It begins with
// one request in flight, allows more while answers stay quick and good, and
// slows down when the site shows strain: additive increase, multiplicative
// decrease. Ceilings are never exceeded. It knows no clock but the times it
// is given.
type pace struct {
	ceiling int           // requests in flight at most
	least   time.Duration // between two starts, by rate, delay and Crawl-delay

	limit    float64       // requests in flight allowed now, 1..ceiling
	slow     time.Duration // added between starts after signs of strain
	inFlight int
	next     time.Time // no start before this
	streak   int       // failures in a row

	base    time.Duration // time to first byte when the crawl began
	samples int
	recent  time.Duration // moving mean of the same

	backOffs int
}

// rateMargin widens the gap between starts, so that a server that sees
// requests arrive unevenly still counts no more than the rate in a second.
const rateMargin = 1.05

const maxSlow = 30 * time.Second

func newPace(p Politeness, crawlDelay time.Duration) *pace {
	least := max(p.Delay, crawlDelay)
	if p.Rate > 0 {
		least = max(least, time.Duration(rateMargin*float64(time.Second)/p.Rate))
	}
	return &pace{ceiling: max(p.Concurrency, 1), least: least, limit: 1}
}

// atLeast raises the least time between two starts to d.
func (p *pace) atLeast(d time.Duration) { p.least = max(p.least, d) }

// wait tells how long to wait before the next start; ok is false where only
// the end of a request in flight can help.
func (p *pace) wait(now time.Time) (d time.Duration, ok bool) {
	if p.inFlight >= int(p.limit) {
		return 0, false
	}
	return max(0, p.next.Sub(now)), true
}

func (p *pace) started(now time.Time) {
	p.inFlight++
	if gap := p.least + p.slow; gap > 0 {
		p.next = later(p.next, now.Add(gap))
	}
}

// exchange is what pace needs to know of a finished request.
type exchange struct {
	status     int
	failed     bool // no answer
	ttfb       time.Duration
	retryAfter time.Duration
}

func (p *pace) finished(now time.Time, x exchange) {
	p.inFlight--
	switch {
	case x.status == http.StatusTooManyRequests || x.status == http.StatusServiceUnavailable:
		p.backOff(now, 2)
		p.next = later(p.next, now.Add(min(x.retryAfter, maxRetryAfter)))
	case x.failed:
		p.streak++
		p.backOff(now, 2)
		return
	case x.status >= 500:
		p.backOff(now, 1.5)
	default:
		p.good(now, x.ttfb)
	}
	p.streak = 0
}

// maxRetryAfter caps what a Retry-After header may ask for.
const maxRetryAfter = 10 * time.Minute

// backOff lets fewer requests go, further apart.
func (p *pace) backOff(now time.Time, factor float64) {
	p.backOffs++
	p.limit = max(1, p.limit/factor)
	if p.slow == 0 {
		p.slow = max(100*time.Millisecond, p.least/2)
	} else {
		p.slow = min(maxSlow, time.Duration(float64(p.slow)*factor))
	}
	p.next = later(p.next, now.Add(p.slow))
}

// good takes a good answer: a little faster, unless answers have become
// slower than twice what they were at the start.
func (p *pace) good(now time.Time, ttfb time.Duration) {
	const learn = 10
	p.samples++
	if p.samples <= learn {
		p.base += (ttfb - p.base) / time.Duration(p.samples)
		p.recent = p.base
	} else {
		p.recent += (ttfb - p.recent) / 16
	}
	if p.samples > learn && p.recent > 2*p.base+50*time.Millisecond {
		if p.limit > 1 {
			p.limit = max(1, p.limit*0.9)
		}
		return
	}
	p.limit = min(float64(p.ceiling), p.limit+1/p.limit)
	p.slow -= p.slow / 8
	if p.slow < 10*time.Millisecond {
		p.slow = 0
	}
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
