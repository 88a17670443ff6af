package pace

import (
	"time"
)

// Politeness holds the ceilings; the crawl starts below them and slows down
// by itself.
type Politeness struct {
	Concurrency int           // requests in flight a host; 0 = 5
	Rate        float64       // requests a second a host; 0 = no ceiling
	Delay       time.Duration // least time between two starts
	// CrawlDelay says what Crawl-delay of robots.txt means: negative ignores
	// it, positive replaces it, 0 obeys it.
	CrawlDelay time.Duration
	// Park is the first pause of a host that does not answer, or answers
	// with a firewall; the second is twice, the third four times as long.
	// 0 = 1 min.
	Park time.Duration
}

// Pace decides when the next request to one host may start. It begins with
// one request in flight, allows more while answers stay quick and good, and
// slows down when the site shows strain: additive increase, multiplicative
// decrease (RFC 5681 does the same for TCP). Ten good answers bring back the
// pace that was before. Ceilings are never exceeded. It knows no clock but the
// times it is given.
type Pace struct {
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
	why     strain       // of the latest one
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
func newPace(p Politeness, begun time.Time) *Pace {
	least := p.Delay
	if p.Rate > 0 {
		least = max(least, time.Duration(rateMargin*float64(time.Second)/p.Rate))
	}
	return &Pace{ceiling: max(p.Concurrency, 1), least: least, limit: 1, last: begun, trouble: noTrouble(begun), health: newHealth(p.Park)}
}

// MaxCrawlDelay is the longest Crawl-delay that is kept: longer ones are
// mistakes, such as milliseconds.
const MaxCrawlDelay = MaxRetryAfter

// AtLeast raises the least time between two starts to d, from the latest
// start on.
func (p *Pace) AtLeast(d time.Duration) { p.least = max(p.least, d) }

// Wait tells how long to wait before the next start; ok is false where only
// the end of a request in flight can help.
func (p *Pace) Wait(now time.Time) (d time.Duration, ok bool) {
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

func (p *Pace) next() time.Time {
	return later(later(p.notBefore, p.hold.trial), later(p.last, p.outbox.last(p.least)).Add(p.least+p.slow))
}

// Started notes that a request to the host begins; each has to be followed by
// Finished.
func (p *Pace) Started(now time.Time) {
	p.inFlight++
	p.outbox.unsent.Add(1)
	p.outbox.repeats.Store(0)
	p.trouble.starts++
	p.last = now
}

// Finished takes the end of a request. It fills in whether it stands alone.
func (p *Pace) Finished(now time.Time, x *Exchange) {
	x.Alone = x.Again && p.trouble.good > 0
	p.inFlight--
	p.mayHaveComeLate(x)
	shown := p.health.took(now, *x)
	p.trouble.at.took(x, p.health.plain)
	if shown == closedShown { // it was slowed down for nothing
		p.slow, p.limit, p.notBefore = p.trouble.rest, max(p.limit, p.trouble.former), now
	}
	switch {
	case shown == notYetShown, shown == closedShown:
	case shown == limitShown:
		p.limitFound(now)
	case shown == openAgain:
		p.slow = max(p.trouble.rest, min(p.slow, slowEnough))
	case x.Limited:
		p.backOff(now, x, refuses)
	case x.AsksForLess():
		p.backOff(now, x, askedForLess)
		if !x.Alone {
			p.hold.asked(now, x)
		}
	case x.Failed && (p.health.excused() || !x.showsStrain()):
		// The host is well, as its probe has shown, or it was not asked too much.
	case p.health.suspectsFirewall():
		p.backOff(now, x, refuses)
	case x.Failed:
		p.backOff(now, x, silent)
	case x.Status >= 500:
		p.failed(now, x)
	case p.latency.rose(x.TTFB, p.limit <= 1 || p.least+p.slow > x.TTFB):
		p.backOff(now, x, slower)
	default:
		p.speedUp(now, x)
	}
}

// mayHaveComeLate moves the latest start to where its answer, the later than
// usual, shows that it may have come to the server: held up on the way, it
// would be counted there together with the next one.
func (p *Pace) mayHaveComeLate(x *Exchange) {
	if p.least == 0 || p.last.After(x.Started) {
		return
	}
	if late := x.TTFB - max(p.latency.base, lateSlack); late > 0 {
		p.last = later(p.last, x.Started.Add(min(late, p.least)))
	}
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
