package crawler

import (
	"net/http"
	"time"

	"github.com/portolan-seo/portolan/frontier/record"
)

// pace decides when the next request to one host may start. It begins with
// one request in flight, allows more while answers stay quick and good, and
// slows down when the site shows strain: additive increase, multiplicative
// decrease (RFC 5681 does the same for TCP). Ten good answers bring back the
// pace that was before. Ceilings are never exceeded. It knows no clock but the
// times it is given.
type pace struct {
	ceiling int           // requests in flight at most
	least   time.Duration // between two starts, by rate, delay and Crawl-delay

	limit     float64       // requests in flight allowed now, 1..ceiling
	slow      time.Duration // added between starts after signs of strain
	inFlight  int
	last      time.Time // the latest start
	notBefore time.Time // no start before this, by a back-off
	cutAt     time.Time // the latest back-off

	trouble trouble
	hold    hold
	outbox  outbox
	latency latencyWatch
	health  health
	slowed  [strains]int // back-offs, by cause
}

const (
	// rateMargin widens the gap between starts, so that a server that sees
	// requests arrive unevenly still counts no more than the rate in a second.
	rateMargin = 1.05

	// lateSlack is a time to first byte that says nothing of the way there.
	lateSlack = 10 * time.Millisecond
)

// newPace begins at begun, which counts as a start: the site may have been
// asked something just before.
func newPace(p Politeness, begun time.Time) *pace {
	least := p.Delay
	if p.Rate > 0 {
		least = max(least, time.Duration(rateMargin*float64(time.Second)/p.Rate))
	}
	return &pace{ceiling: max(p.Concurrency, 1), least: least, limit: 1, last: begun, trouble: noTrouble(begun), health: newHealth(p.Park)}
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
	if p.hold.tries(now) && p.inFlight > 0 {
		return 0, false
	}
	d = max(d, p.next().Sub(now), 0)
	if p.least > 0 && p.outbox.unsent.Load() > 0 {
		d = max(d, lookAgain)
	}
	return d, ok && !probe
}

// lookAgain is the wait for a request that is started and not yet on its way.
const lookAgain = 2 * time.Millisecond

func (p *pace) next() time.Time {
	return later(later(p.notBefore, p.hold.trial), later(p.last, p.outbox.last(p.least)).Add(p.least+p.slow))
}

func (p *pace) started(now time.Time) {
	p.inFlight++
	p.outbox.unsent.Add(1)
	p.outbox.repeats.Store(0)
	p.trouble.starts++
	p.last = now
}

// exchange is what pace needs to know of a finished request.
type exchange struct {
	url        string
	started    time.Time
	status     int
	failed     bool // no answer
	err        record.ErrClass
	robots     bool  // of robots.txt, which says nothing of pages
	again      bool  // the URL was asked for before, in vain
	alone      bool  // and others were answered well since: it tells of itself
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
		p.backOff(now, &x, askedForLess)
		if !x.alone {
			p.hold.asked(now, &x)
		}
	case x.failed && (p.health.excused() || !x.showsStrain()):
		// The host is well, as its probe has shown, or it was not asked too much.
	case p.health.suspectsFirewall():
		p.backOff(now, &x, refuses)
	case x.failed:
		p.backOff(now, &x, silent)
	case x.status >= 500:
		p.backOff(now, &x, fails)
	case p.latency.rose(x.ttfb, p.limit <= 1 || p.least+p.slow > x.ttfb):
		p.backOff(now, &x, slower)
	default:
		p.speedUp(now, &x)
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
	case record.ErrCanceled, record.ErrProtocol, record.ErrInflate, record.ErrTLS, record.ErrDNS, record.ErrPrivate:
		return false
	}
	return true
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
