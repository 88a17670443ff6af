package pace

import (
	"net/http"
	"time"
)

// strainKind is how the pace takes a sign of strain.
type strainKind struct {
	factor float64       // by which fewer requests go, further apart
	most   time.Duration // of the pause that it adds between two starts
	lasts  bool          // where it comes back, a slower pace is kept
}

// strainKinds: requests without an answer and errors of the server say less of
// the pace than what asks for less, so that a site of which a part is broken is
// crawled all the same.
var strainKinds = [strains]strainKind{
	askedForLess: {2, maxSlow, true},
	refuses:      {2, maxSlow, true},
	silent:       {2, 2 * time.Second, false},
	fails:        {1.5, 2 * time.Second, true},
	slower:       {1.5, maxSlow, true},
}

const (
	// maxSlow caps the pause that strain alone adds between two starts.
	maxSlow = 10 * time.Second

	leastSlow = 100 * time.Millisecond // of such a pause while the trouble lasts

	maxSlowAgain = 2 * time.Second // where a URL fails again: it tells of itself

	// manyRefused is a share of answers 503 from which on these ask for less:
	// below it a part of the site may be out of order.
	manyRefused = 0.1

	// wellAgain is the number of good answers that bring back the former pace.
	wellAgain = 10

	// backSoon is within how many good answers after that a sign of strain
	// shows that the former pace is too much.
	backSoon = 100

	// maxPatience is the most good answers at a slower pace that is kept
	// before a quicker one is tried.
	maxPatience = 320

	// slowEnough is a time between two requests from which on a site that
	// fails as often as before does not fail because of the pace.
	slowEnough = time.Second
	enough     = 3 * wellAgain   // answers at such a pace
	maxVague   = 4 * time.Second // pause that is kept before that is known
)

// trouble is what a pace remembers of signs of strain.
type trouble struct {
	good   int           // good answers since the last sign
	former float64       // requests in flight that were allowed before
	began  time.Duration // between starts, when trouble came to a site that was well
	rest   time.Duration // pause that is kept once the site is well

	before   time.Duration // rest before a quicker pace was tried, 0 if none is
	patience int           // good answers before the next one is tried

	quick, slow answers // by the time between starts
	faster, at  plains  // answers at the pace that was kept before, and at this one
	pointless   bool    // as many plain refusals came at both: a slower pace is for nothing
	refused     float64 // share of the last answers, of some thirty

	hurt   time.Time     // the first refusal of the trouble at hand
	cost   time.Duration // from there on until an answer was good
	since  time.Time     // when the former pace was brought back
	starts int           // of requests, since then
	gap    time.Duration
}

// answers counts good answers, signs of strain that came after one, and errors of the
// server.
type answers struct{ good, signs, errors int }

func (t *answers) halve() {
	if t.good > 4*backSoon {
		t.good, t.signs, t.errors = t.good/2, t.signs/2, t.errors/2
	}
}

func noTrouble(begun time.Time) trouble {
	return trouble{good: wellAgain + backSoon, former: 1, patience: wellAgain, since: begun}
}

// helpless reports that a pace of a second and more between requests was
// tried for some time, and signs of strain come at least half as often as at a
// quicker one.
func (t *trouble) helpless() bool {
	slow, quick := t.slow.good+t.slow.signs, t.quick.good+t.quick.signs
	return slow >= enough && 2*t.slow.signs*quick >= t.quick.signs*slow
}

// brokenAnyway reports the same of errors of the server: a part of the site is broken.
func (t *trouble) brokenAnyway() bool {
	slow, quick := t.slow.good+t.slow.errors, t.quick.good+t.quick.errors
	return slow >= enough && 2*t.slow.errors*quick >= t.quick.errors*slow
}

// failed takes an error of the server. Where a pace of a second and more was for
// nothing, a small pause is kept: pages that are broken cost work, too.
func (p *Pace) failed(now time.Time, x *Exchange) {
	p.answers().errors++
	if !p.trouble.brokenAnyway() {
		p.backOff(now, x, fails)
		return
	}
	p.slow = min(max(p.slow, leastSlow), max(leastSlow, p.trouble.rest))
	p.notBefore = later(p.notBefore, now.Add(p.slow))
}

// answers gives the counts of the pace at hand.
func (p *Pace) answers() *answers {
	if p.least+p.slow >= slowEnough {
		return &p.trouble.slow
	}
	return &p.trouble.quick
}

// backOff lets fewer requests go, further apart. What was asked before the
// last back-off says nothing about the pace since: several answers to one
// burst are one sign.
func (p *Pace) backOff(now time.Time, x *Exchange, why strain) {
	p.trouble.refused += (1 - p.trouble.refused) / 32
	if x.Started.Before(p.cutAt) {
		return
	}
	kind := &strainKinds[why]
	if p.trouble.good > 0 {
		p.troubleBegins(now, x, why)
	}
	p.cutAt, p.trouble.good = now, 0
	p.slowed[why]++
	p.why = why
	p.limit = max(1, p.limit/kind.factor)
	pause := max(leastSlow, time.Duration(float64(p.least+p.slow)*kind.factor)-p.least, p.trouble.gap)
	most := kind.most
	if x.Again {
		most = min(most, maxSlowAgain)
	}
	if x.Limited {
		most = min(most, p.mostForRefusal())
	}
	p.slow = max(p.slow, min(most, pause))
	p.notBefore = later(p.notBefore, now.Add(p.slow))
}

// troubleBegins notes the pace to come back to: that which was, or where the
// same trouble is back soon, a slower one.
func (p *Pace) troubleBegins(now time.Time, x *Exchange, why strain) {
	t := &p.trouble
	kind := &strainKinds[why]
	if t.gap = p.least + p.slow; t.good >= wellAgain {
		t.gap = max(t.gap, min(now.Sub(t.since)/time.Duration(max(t.starts, 1)), maxSlow))
		if t.former, t.began = p.limit, t.gap; why == refuses {
			t.hurt = now
		}
		if why == slower {
			t.former = max(1, p.limit/kind.factor)
		}
	}
	if !kind.lasts {
		return
	}
	seen := p.answers()
	seen.signs++
	vague := x.Status == http.StatusServiceUnavailable || why == fails
	switch {
	case x.Limited && t.before == 0 && p.mayBeURL(), x.Again && !x.Limited,
		t.good >= wellAgain+backSoon && t.before == 0, vague && t.refused < manyRefused:
	case vague && t.helpless():
		t.rest, t.before = 0, 0 // a slower pace is for nothing
	case t.before > 0:
		t.rest, t.before, t.at = t.before, 0, plains{}
		t.patience = min(2*t.patience, maxPatience)
	case x.Limited && (t.at.asMany(&t.faster) || t.helpless() || t.gap >= slowEnough && t.at.single()):
		t.rest, t.pointless, p.health.doubt.single = 0, true, true
	case x.Limited && t.at.vague():
	default:
		most := maxSlow
		if vague {
			most = min(maxVague, kind.most)
		}
		t.faster, t.at = t.at, plains{}
		t.rest = max(t.rest, min(2*t.gap-p.least, most))
		t.former = max(1, t.former/2)
	}
}

// mostForRefusal is the longest pause for a plain refusal of a host that refuses what comes too fast: a limit lets
// one through each second. Longer ones are for what may be a ban, as a look has shown.
func (p *Pace) mostForRefusal() time.Duration {
	switch d := &p.health.doubt; {
	case p.trouble.pointless || d.part:
		return max(p.trouble.rest, leastSlow)
	case !d.looked:
		return max(p.trouble.rest, slowEnough)
	}
	return maxSlow
}

// mayBeURL tells that a plain refusal may tell of the URL alone, though the host refuses what comes too fast.
func (p *Pace) mayBeURL() bool {
	return p.trouble.pointless || p.health.doubt.part || p.health.doubt.vague > 0
}

// limitFound takes the good answer that shows that a host refuses what comes too fast: half the pace is kept at which
// that began, if not a slower one is already, or all are for nothing. How far it was slowed down meanwhile was for
// nothing, where the host shuts out for a time.
func (p *Pace) limitFound(now time.Time) {
	t := &p.trouble
	if t.pointless {
		t.pointless = t.at.few()
	}
	if p.health.refusesFirst() {
		t.rest, t.pointless = 0, true
	}
	p.health.doubt.single = t.pointless
	if t.rest <= t.began && !t.pointless && !(t.rest > 0 && t.at.few()) {
		t.rest = min(max(2*t.began-p.least, leastSlow), maxSlow)
		t.former = max(1, t.former/2)
		t.faster, t.at = plains{}, plains{} // a limit may let through a burst first
	}
	t.before, t.good = 0, wellAgain
	t.wellSince(now)
	p.slow, p.limit = t.rest, t.former
	p.notBefore = now.Add(p.slow)
}

// speedUp takes a good answer: the first ones after trouble halve the pause,
// the tenth brings back the former pace. Where a slower one is kept, a quicker
// one is tried after some time, and the more seldom the more often that was in
// vain.
func (p *Pace) speedUp(now time.Time, x *Exchange) {
	t, seen := &p.trouble, p.answers()
	seen.good++
	seen.halve()
	t.refused -= t.refused / 32
	if x.Started.Before(p.cutAt) {
		return
	}
	t.good++
	p.hold.well(now, x)
	if p.latency.slowPart {
		p.slow, t.rest, t.before = 0, 0, 0 // a slower pace was for nothing
	}
	p.limit = min(float64(p.ceiling), p.limit+1/p.limit)
	switch {
	case t.good < wellAgain:
		p.slow = max(p.slow/2, t.rest)
	case t.good == wellAgain:
		p.slow, p.limit = t.rest, max(p.limit, t.former)
		t.wellSince(now)
	case t.rest > 0 && (t.good-wellAgain)%t.patience == 0 && now.Sub(t.since) >= t.cost:
		t.tryQuicker()
		p.slow = t.rest
	}
}

// wellSince notes that the trouble is over, and what it has cost: a host that shuts out for long is not tried with a
// quicker pace before all went well for twice as long.
func (t *trouble) wellSince(now time.Time) {
	if !t.hurt.IsZero() {
		t.cost = max(t.cost, 2*now.Sub(t.hurt))
	}
	t.since, t.starts, t.hurt = now, 0, time.Time{}
}

func (t *trouble) tryQuicker() {
	if t.before > 0 { // the last time it went well
		t.patience = max(t.patience/2, wellAgain)
	}
	t.before, t.at = t.rest, plains{}
	if t.rest = t.rest * 3 / 4; t.before > slowEnough {
		t.rest = t.before / 2
	}
	if t.rest < 5*time.Millisecond {
		t.rest, t.before = 0, 0
	}
}
