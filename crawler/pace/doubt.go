package pace

import (
	"fmt"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

// doubt weighs plain refusals (403, without a firewall's mark and a time to wait): are
// they the site's word on some of its pages, or meant for who asks? Five in a row are
// looked into, or as many with few good answers in between; ten after a first look, and
// so on. Nothing is asked for half a second. Then a URL that was refused is asked for
// again: if it is answered, the host refuses what comes too fast. Else a URL that nobody
// can have asked for before: if it is answered, a part of the site is closed. The page
// that answered last shows neither: firewalls and caches go on serving what they have
// served. Where both are refused no more is known than before, and after the next good
// answer, or at the end of the crawl, it is looked again, after twice the pause.
type doubt struct {
	weight  int      // of refusals, less the good answers since
	closed  int      // looks that have shown a closed part
	vain    int      // looks that have shown nothing, in a row
	looked  bool     // the last look has, and no answer was good since
	odd     bool     // the host refuses what does not exist, too
	second  int      // refused URLs that were asked for once more, none of them answered
	refused Exchange // the latest refusal
}

const (
	plainToLook = 5
	plainWeight = 8 // of a refusal; that of a good answer is 1
	mostLooks   = 6 // after which the next one comes no later
	vainLooks   = 5 // after which it is asked whether the host refuses what does not exist
	lookPause   = time.Second / 2

	blocksToSuspect = 3 // in a row

	secondInVain = 15 // of such URLs show that a host means it
)

// verdict is what an answer has shown of refusals.
type verdict uint8

const (
	nothingShown verdict = iota
	notYetShown          // another question is due
	closedShown          // a part of the site is closed
	limitShown           // the host refuses what comes too fast
)

// took weighs an answer that was not given to a recheck.
func (d *doubt) took(x *Exchange, well bool) {
	switch {
	case well:
		d.weight = max(0, d.weight-1)
	case x.IsPlain() && !x.Limited && !x.Again:
		d.weight += plainWeight
	}
	if !well && !x.Failed {
		d.refused = *x
	}
}

// most is how many refusals are looked into.
func (d *doubt) most() int { return plainToLook << min(d.closed, mostLooks) }

// due tells that so many have come.
func (d *doubt) due() bool { return d.weight >= d.most()*plainWeight }

func (d *doubt) pause() time.Duration { return lookPause << min(d.vain, vainLooks) }

// question is a request that a recheck may make.
type question uint8

const (
	askGood    question = iota // for the page that answered last
	askRefused                 // for a URL that was refused
	askUnknown                 // for one that cannot exist
	askNew                     // for the page that answered last, with a query that is new
	askStill                   // for the URL that was refused, once another one was answered
)

// questions are the requests of a recheck, one after the other until it is known.
func (h *health) questions() []question {
	d := &h.doubt
	switch {
	case h.cause != hostCloses && (h.cause != hostShut || d.refused.AsksForLess()):
		return []question{askGood}
	case h.good == "":
		return []question{askRefused}
	case h.cause == hostShut && d.odd:
		return []question{askNew, askStill}
	case h.cause == hostShut:
		return []question{askNew, askRefused, askUnknown, askStill}
	case d.odd:
		return []question{askRefused, askNew, askStill}
	case d.vain >= vainLooks:
		return []question{askRefused, askUnknown, askNew, askStill}
	}
	return []question{askRefused, askUnknown, askStill}
}

// recheckURL is the URL of the question that is due; where robots.txt forbids it, the page
// that answered last, or, where none ever has, the URL whose failure parked the host.
func (h *health) recheckURL(now time.Time, mayAsk func(url string) bool) string {
	if h.good == "" {
		return h.last.URL
	}
	q := h.ask[0]
	if q == askRefused || q == askStill {
		return h.doubt.refused.URL
	}
	if url := fmt.Sprintf("%s/portolan-%016x", canonical.Origin(h.good), now.UnixNano()); q == askUnknown && mayAsk(url) {
		return url
	}
	mark := "?"
	if strings.Contains(h.good, mark) {
		mark = "&"
	}
	if url := fmt.Sprintf("%s%sportolan-%016x", h.good, mark, now.UnixNano()); q != askGood && mayAsk(url) {
		return url
	}
	return h.good
}

// judge takes the answer to the question that is due, and tells what it shows.
func (h *health) judge(well bool) verdict {
	q := h.ask[0]
	h.ask = h.ask[1:]
	switch {
	case well && (q == askRefused || q == askStill):
		return limitShown
	case q == askStill, well && q == askGood:
		return closedShown
	case well && q == askUnknown:
		h.ask = []question{askStill}
	case well: // askNew
		h.doubt.odd = h.doubt.odd || h.cause == hostCloses
	case q == askUnknown && h.cause == hostShut && h.round == parkRounds-2:
		h.doubt.odd = true
		return closedShown
	case q == askGood || q == askNew || len(h.ask) == 0 || h.ask[0] == askStill:
		return nothingShown
	}
	return notYetShown
}

// AskedAgain takes the second answer to a URL that was refused.
func (p *Pace) AskedAgain(x *Exchange) {
	if !x.Failed && !x.Blocked() {
		p.health.limitShown()
	}
}

// MayAskAgain tells whether another URL of a row of so many plain refusals is to be asked for
// once more, and counts it: where fifteen were in vain the host means it.
func (p *Pace) MayAskAgain(row int32) bool {
	d := &p.health.doubt
	if row < blocksToSuspect && d.weight < blocksToSuspect*plainWeight || d.second >= secondInVain {
		return false
	}
	d.second++
	return true
}

// Limits tells that the host refuses what comes too fast: a page that it has refused
// was answered later.
func (p *Pace) Limits() bool { return p.health.shutOut.limits.Load() }

// Doubts tells that plain refusals may yet turn out to be meant for who asks.
func (p *Pace) Doubts() bool { return p.health.doubt.weight > 0 && !p.Limits() }

// Look has refusals looked into that are left at the end of a crawl, where they are many. It tells
// whether it will be.
func (p *Pace) Look(now time.Time) bool {
	h := &p.health
	if h.cause == wellBehaved && !h.givenUp && h.good != "" && h.doubt.weight >= plainToLook*plainWeight && !p.Limits() {
		h.park(now, hostCloses, h.doubt.refused)
	}
	return h.cause != wellBehaved && !h.givenUp
}

// limitShown takes it that the host refuses what comes too fast.
func (h *health) limitShown() {
	h.shutOut.limits.Store(true)
	h.doubt = doubt{closed: h.doubt.closed, odd: h.doubt.odd, refused: h.doubt.refused}
}

// refusalsShown takes what a look, or a recheck of a host that refuses, has shown.
func (h *health) refusalsShown(v verdict) {
	plain := h.doubt.refused.IsPlain()
	switch {
	case plain && v == limitShown:
		h.limitShown()
	case plain:
		h.doubt.closed++
		h.doubt.weight, h.doubt.vain, h.doubt.looked = 0, 0, false
	case v == closedShown:
		h.shutOut.cleared.Store(true)
	}
}

// secondTry counts pages of a host that refuses what comes too fast, which were refused
// again: many in a row are closed.
func (h *health) secondTry(x *Exchange, well bool) {
	switch d := &h.doubt; {
	case !x.Again || !h.shutOut.limits.Load():
	case well:
		d.second = 0
	case x.Limited:
		if d.second++; d.second >= secondInVain {
			h.shutOut.limits.Store(false)
			d.second = 0
		}
	}
}
