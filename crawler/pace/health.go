package pace

import (
	"net/http"
	"sync/atomic"
	"time"

	"github.com/portolan-seo/portolan/frontier/record"
)

// health watches one host for signs that it is down, answers with errors alone, or
// that a firewall has shut us out. Then the host is parked: for 1, 2 and 4 minutes nothing is
// asked but one recheck after each. It asks for the page that answered last,
// so that a broken part of a site is not taken for its end; files, redirects and what is not
// found say nothing of a program that is broken. A host that refuses is asked otherwise, see
// doubt. After the third recheck the host is given up. Where it answers with errors the first
// recheck is made at once: pages that are broken cost no pause.
//
// The scheduler owns it; workers only use shutOut and vain.
type health struct {
	shutOut shutOut
	vain    atomic.Int32 // second tries in a row that were answered with an error, too

	doubt        doubt
	plain        int       // plain refusals in a row, see doubt
	first, again plains    // answers to what was asked for first, and once more
	answered     time.Time // start of the latest request that was answered well
	late         int       // refusals of what was asked for first, a second and more after that
	failures     int       // requests without an answer, in a row
	errors       int       // first answers to URLs with a server's error (5xx) since the last page
	failureLimit int       // failures that park the host
	refusalLimit int       // answers of a firewall that park the host
	errorLimit   int       // errors that park the host
	good         string

	pause   time.Duration // the first of the three
	cause   parkCause     // 0 while the host is well
	round   int
	parks   int        // so far
	until   time.Time  // no request before this
	trying  bool       // the recheck is under way
	ask     []question // of the recheck, the due one first
	givenUp bool
	since   time.Time // of the first answer of the firewall
	last    Exchange  // of the cause
}

type parkCause uint8

const (
	wellBehaved parkCause = iota
	hostDown              // no answers
	hostShut              // a firewall answers
	hostBroken            // errors alone
	hostCloses            // a few plain refusals: is it the host, or a part of the site?
)

func (c parkCause) String() string {
	return [...]string{"is well", "does not answer", "refuses everything", "answers with errors alone", "has refused a few pages"}[c]
}

const (
	failuresToPark = 10
	blocksToPark   = 20
	errorsToPark   = 20 // pages that are broken come in rows, too: of one template, of one folder
	parkRounds     = 3
)

func newHealth(pause time.Duration) health {
	return health{failureLimit: failuresToPark, refusalLimit: blocksToPark, errorLimit: errorsToPark, pause: pause}
}

// shutOut counts answers of a firewall in a row. Workers count, so that each
// knows at once, and all use it at a time.
type shutOut struct {
	run     atomic.Int32
	opened  atomic.Bool // something was answered
	cleared atomic.Bool // it was looked into: the site is open, parts of it are not
	limits  atomic.Bool // plain refusals are for what comes too fast
}

// note takes an answer, and tells whether a firewall may have given it: a
// challenge, or a refusal, of a host that was not looked into; what is plain is looked into
// again and again.
func (s *shutOut) note(x *Exchange) (mayBeRefused bool) {
	switch {
	case x.Failed:
		return false
	case x.Status == http.StatusUnauthorized && !s.opened.Load(): // a host that was never open is no ban
		x.Login = true
		s.run.Store(0)
		return false
	case !x.Blocked():
		s.opened.Store(true)
		s.run.Store(0)
		return false
	}
	x.InRow = s.run.Add(1)
	x.Limited = x.IsPlain() && s.limits.Load()
	return !s.cleared.Load() || x.IsPlain()
}

// excused tells that requests without an answer are a fault of a part of the
// site: a recheck has shown that the host is well.
func (h *health) excused() bool { return h.failureLimit > failuresToPark }

// tookTurn counts an answer by whether its URL was asked for before.
func (h *health) tookTurn(x *Exchange) {
	if x.Again {
		h.again.took(x, h.plain)
		return
	}
	h.first.took(x, h.plain)
	if h.plain > 0 && !h.answered.IsZero() && x.Started.Sub(h.answered) >= slowEnough {
		h.late++
	}
}

// refusesFirst tells that a host refuses whatever it is asked for first, and answers when it is asked once more, be
// it soon or late.
func (h *health) refusesFirst() bool {
	return h.neverFirst() && h.late >= blocksToSuspect && h.again.good >= blocksToSuspect
}

// neverFirst tells that no URL was answered when it was asked for first, but for one: where the crawl starts.
func (h *health) neverFirst() bool { return h.first.good <= 1 }

// suspectsFirewall tells that refusals come in a row and may be meant for us. Where looks
// have shown that a part of the site is closed, plain ones are looked into first.
func (h *health) suspectsFirewall() bool {
	run := h.shutOut.run.Load()
	switch {
	case h.plain > 0 && h.doubt.closed > 0:
		return h.doubt.looked && h.doubt.due()
	case h.plain > 0:
		return run >= blocksToSuspect
	}
	return run >= blocksToSuspect && !h.shutOut.cleared.Load()
}

// took takes the end of a request, and tells what that has shown of refusals.
func (h *health) took(now time.Time, x Exchange) verdict {
	if x.Robots || x.Err == record.ErrCanceled {
		return nothingShown
	}
	if x.Failed {
		h.failures++
	} else {
		h.failures = 0
	}
	switch {
	case x.isPage():
		if h.errors = 0; !h.trying {
			h.good = x.URL
		}
		if x.Again {
			h.vain.Store(0)
		}
	case x.isBroken() && !x.Again:
		h.errors++
	}
	blocks := int(h.shutOut.run.Load())
	if !x.Failed && x.Blocked() && (blocks <= 1 || h.since.IsZero()) {
		h.since = x.Started
	}
	well := !x.Failed && !x.Blocked()
	if well {
		h.shutOut.run.Store(0) // an errand's answer counts, too
	}
	if h.plain++; !x.IsPlain() {
		h.plain = 0
	}
	if !h.trying {
		h.doubt.took(&x, well, h.plain)
		h.tookTurn(&x)
	}
	if well {
		h.answered = later(h.answered, x.Started)
	}
	if well && (x.Status == 200 || x.Status == 304) && h.good == "" {
		h.good = x.URL
	}
	switch {
	case h.givenUp:
	case h.trying:
		return h.tried(now, well && !(h.cause == hostBroken && x.isBroken()), x)
	case well && h.errors >= h.errorLimit && h.cause == wellBehaved:
		h.park(now, hostBroken, x)
	case well && h.doubt.looked && h.cause == wellBehaved:
		h.park(now, hostCloses, h.doubt.refused)
		return openAgain
	case well && h.doubt.open && h.doubt.fresh >= enoughFresh && h.cause == wellBehaved:
		h.park(now, hostCloses, h.doubt.refused)
		h.until = now // it shows pages as before
	case well && h.cause != hostCloses:
		h.cause = wellBehaved
	case well || h.cause != wellBehaved:
	case h.plain > 0 && h.good != "" && !h.doubt.looked:
		if h.doubt.due() {
			h.park(now, hostCloses, x)
		}
	case blocks >= h.refusalLimit:
		h.park(now, hostShut, x)
	case h.failures >= h.failureLimit:
		h.park(now, hostDown, x)
	}
	return nothingShown
}

func (h *health) park(now time.Time, cause parkCause, x Exchange) {
	h.cause, h.round, h.last = cause, 0, x
	h.doubt.sure, h.doubt.weak = false, false
	h.ask = h.questions()
	switch cause {
	case hostBroken:
		h.until = now
	case hostCloses:
		h.until = now.Add(h.doubt.pause())
	default:
		h.until = now.Add(h.pause)
		h.parks++
	}
}

// tried takes an answer of the recheck. A host that is well after all is asked
// on, with more patience: what failed is a part of it.
func (h *health) tried(now time.Time, well bool, x Exchange) verdict {
	h.trying = false
	shown := h.judge(well, &x)
	switch shown {
	case notYetShown:
		return notYetShown
	case nothingShown:
		h.stillNot(now, x)
		return nothingShown
	}
	switch h.cause {
	case hostShut:
		h.refusalLimit *= 2
	case hostBroken:
		h.errorLimit *= 2
	case hostDown:
		h.failureLimit *= 2
	}
	if h.cause == hostShut || h.cause == hostCloses {
		h.refusalsShown(now, shown)
	} else {
		shown = nothingShown
	}
	h.cause, h.failures, h.errors, h.plain = wellBehaved, 0, 0, 0
	h.shutOut.run.Store(0)
	return shown
}

// stillNot takes it that the host is not well, or that nothing is known of its refusals.
func (h *health) stillNot(now time.Time, x Exchange) {
	x.URL, h.last = h.last.URL, x
	h.ask = h.questions()
	if h.cause == hostCloses {
		h.doubt.looked = true
		if h.doubt.vain++; h.doubt.vain > vainLooks {
			h.park(now, hostShut, h.doubt.refused)
			return
		}
		h.cause = wellBehaved
		return
	}
	if h.round++; h.round >= parkRounds {
		h.givenUp = true
		return
	}
	if h.cause == hostBroken && h.round == 1 {
		h.parks++
	}
	h.until = now.Add(h.pause << h.round)
}

// parked tells how long the host is to be left alone: ok is false while its
// recheck is under way. recheck is true when the time for it has come.
func (h *health) parked(now time.Time) (wait time.Duration, recheck, ok bool) {
	switch {
	case h.cause == wellBehaved:
		return 0, false, true
	case h.trying:
		return 0, false, false
	case now.Before(h.until):
		return h.until.Sub(now), false, true
	}
	return 0, true, true
}

// Refused counts an answer, and tells whether a firewall may have given it: a
// challenge or a refusal, of a host that was not looked into. It may be called
// by any goroutine.
func (p *Pace) Refused(x *Exchange) bool { return p.health.shutOut.note(x) }

// vainToStop second tries show that pages of a host are broken for longer than a try.
const vainToStop = 20

// TriesInVain takes an answer to which another try may follow, and tells that it would
// be in vain: twenty second ones in a row were, each with a server's error (5xx). It may
// be called by any goroutine.
func (p *Pace) TriesInVain(x *Exchange, tries int) bool {
	vain := &p.health.vain
	switch {
	case !x.isBroken():
		return false
	case tries == 2:
		vain.Add(1)
	}
	return vain.Load() >= vainToStop
}

// GivenUp reports a host that is asked for nothing more in this run.
func (p *Pace) GivenUp() bool { return p.health.givenUp }

// Well reports a host that is not parked.
func (p *Pace) Well() bool { return p.health.cause == wellBehaved }

// Shut reports a host that is parked since a firewall answers for it.
func (p *Pace) Shut() bool { return p.health.cause == hostShut }

// SuspectsFirewall tells that refusals come in a row and may be meant for us.
func (p *Pace) SuspectsFirewall() bool { return p.health.suspectsFirewall() }

// Suspicious tells whether a row of so many refusals, not all of them plain, may have been meant for
// us.
func (p *Pace) Suspicious(row int32) bool {
	return row >= blocksToSuspect && !p.health.shutOut.cleared.Load()
}
