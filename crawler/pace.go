package crawler

import (
	"net/http"
	"time"

	"github.com/portolan-seo/portolan/crawler/page"
)

// pace decides when the next request to one host may start. It begins with
// one request in flight, allows more while answers stay quick and good, and
// slows down when the site shows strain: additive increase, multiplicative
// decrease (RFC 5681 does the same for TCP). Ceilings are never exceeded. It
// knows no clock but the times it is given.
type pace struct {
	ceiling int           // requests in flight at most
	least   time.Duration // between two starts, by rate, delay and Crawl-delay

	limit     float64       // requests in flight allowed now, 1..ceiling
	slow      time.Duration // added between starts after signs of strain
	strained  time.Duration // between starts when the site last asked for less
	spacing   time.Duration // between starts lately, a moving mean
	inFlight  int
	last      time.Time // the latest start
	notBefore time.Time // no start before this, by Retry-After or a back-off
	cutAt     time.Time // the latest back-off

	outbox  outbox
	latency latencyWatch
	health  health
	slowed  [strains]int // back-offs, by what showed strain
}

const (
	// rateMargin widens the gap between starts, so that a server that sees
	// requests arrive unevenly still counts no more than the rate in a second.
	rateMargin = 1.05

	// maxSlow caps the pause that strain alone adds between two starts.
	maxSlow = 30 * time.Second

	// maxSlowByFailure caps the pause that requests without an answer and
	// errors of the server add: they say less of the pace than 429 and 503 do,
	// so that it is not remembered either, and a site of which a part is broken
	// is to be crawled all the same.
	maxSlowByFailure = 2 * time.Second

	// lateSlack is a time to first byte that says nothing of the way there.
	lateSlack = 10 * time.Millisecond

	// maxRetryAfter caps what a Retry-After header may ask for.
	maxRetryAfter = 10 * time.Minute
)

// newPace begins at begun, which counts as a start: the site may have been
// asked something just before.
func newPace(p Politeness, begun time.Time) *pace {
	least := p.Delay
	if p.Rate > 0 {
		least = max(least, time.Duration(rateMargin*float64(time.Second)/p.Rate))
	}
	return &pace{ceiling: max(p.Concurrency, 1), least: least, limit: 1, last: begun, health: newHealth(p.Park)}
}

// atLeast raises the least time between two starts to d, from the latest
// start on.
func (p *pace) atLeast(d time.Duration) { p.least = max(p.least, d) }

// wait tells how long to wait before the next start; ok is false where only
// the end of a request in flight can help.
func (p *pace) wait(now time.Time) (d time.Duration, ok bool) {
	if p.inFlight >= int(p.limit) {
		return 0, false
	}
	d, probe, ok := p.health.parked(now)
	d = max(d, p.next().Sub(now), 0)
	if p.least > 0 && p.outbox.unsent.Load() > 0 {
		d = max(d, lookAgain)
	}
	return d, ok && !probe
}

// lookAgain is the wait for a request that is started and not yet on its way.
const lookAgain = 2 * time.Millisecond

func (p *pace) next() time.Time {
	return later(p.notBefore, later(p.last, p.outbox.last()).Add(p.least+p.slow))
}

func (p *pace) started(now time.Time) {
	p.inFlight++
	p.outbox.unsent.Add(1)
	p.spacing += (min(now.Sub(p.last), maxSlow) - p.spacing) / 8
	p.last = now
}

// exchange is what pace needs to know of a finished request.
type exchange struct {
	url        string
	started    time.Time
	status     int
	failed     bool // no answer
	err        page.ErrClass
	robots     bool  // of robots.txt, which says nothing of pages
	mark       mark  // of a firewall, zero if the answer bears none
	inRow      int32 // refusals that a firewall may have given, this the last of them
	ttfb       time.Duration
	retryAfter time.Duration
}

// asksForLess reports an answer by which a server says that it is asked too
// much (RFC 6585 4, RFC 9110 15.6.4).
func (x *exchange) asksForLess() bool {
	return x.status == http.StatusTooManyRequests || x.status == http.StatusServiceUnavailable
}

func (p *pace) finished(now time.Time, x exchange) {
	p.inFlight--
	p.mayHaveComeLate(&x)
	p.health.took(now, x)
	switch {
	case x.asksForLess():
		p.backOff(now, x.started, askedForLess, 2, maxSlow)
		p.notBefore = later(p.notBefore, now.Add(min(x.retryAfter, maxRetryAfter)))
	case x.failed && (p.health.excused() || !x.showsStrain()):
		// The host is well, as its probe has shown, or it was not asked too much.
	case p.health.suspectsFirewall():
		p.backOff(now, x.started, refuses, 2, maxSlow)
	case x.failed:
		p.backOff(now, x.started, silent, 2, maxSlowByFailure)
	case x.status >= 500:
		p.backOff(now, x.started, fails, 1.5, maxSlowByFailure)
	case p.latency.rose(x.ttfb, p.limit <= 1):
		p.backOff(now, x.started, slower, 1.5, maxSlow)
	default:
		p.speedUp()
	}
}

// mayHaveComeLate moves the latest start to where its answer, the later than
// usual, shows that it may have come to the server: held up on the way, it
// would be counted there together with the next one.
func (p *pace) mayHaveComeLate(x *exchange) {
	if p.least == 0 || p.last.After(x.started) {
		return
	}
	if late := x.ttfb - max(p.latency.base, lateSlack); late > 0 {
		p.last = later(p.last, x.started.Add(min(late, p.least)))
	}
}

// showsStrain tells, of a request without an answer, whether the server may
// have been asked too much: what is no HTTP, cannot be unpacked or may not be
// reached is no sooner answered by asking less.
func (x *exchange) showsStrain() bool {
	switch x.err {
	case page.ErrProtocol, page.ErrInflate, page.ErrTLS, page.ErrDNS, page.ErrPrivate:
		return false
	}
	return true
}

// backOff lets fewer requests go, further apart: it adds a pause of at most
// most between starts. What was asked before the last back-off says nothing
// about the pace since: several answers to one burst are one sign.
func (p *pace) backOff(now, started time.Time, why strain, factor float64, most time.Duration) {
	if started.Before(p.cutAt) {
		return
	}
	p.cutAt = now
	p.slowed[why]++
	p.limit = max(1, p.limit/factor)
	if most == maxSlow {
		p.strained = max(p.least, p.spacing)
	}
	pause := max(100*time.Millisecond, time.Duration(float64(p.least+p.slow)*factor)-p.least, p.spacing)
	p.slow = max(p.slow, min(most, pause))
	p.notBefore = later(p.notBefore, now.Add(p.slow))
}

// speedUp takes a good answer: a little faster, and only very slowly once
// near the pace at which the site asked for less.
func (p *pace) speedUp() {
	p.limit = min(float64(p.ceiling), p.limit+1/p.limit)
	if p.least+p.slow > p.strained*5/4 {
		p.slow -= p.slow / 8
	} else {
		p.slow -= p.slow / 64
	}
	if p.slow < 5*time.Millisecond {
		p.slow = 0
	}
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
