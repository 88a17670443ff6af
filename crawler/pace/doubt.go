package pace

import (
	"math"
	"slices"
	"time"
)

// doubt weighs plain refusals (403 or 401, without a firewall's mark and a time to wait): are
// they the site's word on some of its pages, or meant for who asks? Five in a row are
// looked into, or as many with few good answers in between, or three times as many single
// ones; twice as many after a look that has shown a closed part. What was refused is held until then.
type doubt struct {
	weight  int      // of refusals, less the good answers since
	count   int      // of refusals
	fresh   int      // pages that were answered since refusals last came in a row
	open    bool     // some came in a row, or were judged by what a cache may have answered
	refused Exchange // the latest refusal
	plain   []string // URLs of the latest plain ones

	closed  int       // looks that have shown a closed part, since a limit was shown
	vague   int       // of them, those that a cache may have shown
	part    bool      // others have
	told    bool      // the last look has, and nothing was refused since
	vain    int       // looks that have shown nothing, in a row
	looked  bool      // the last look has, and no answer was good since
	limit   time.Time // when a limit was shown
	odd     bool      // the host refuses what does not exist, too
	sure    bool      // no cache can have answered in the look at hand
	weak    bool      // it is by a new query that the look at hand has shown something
	nowhere bool      // a look was refused what cannot exist
	single  bool      // the host refuses single requests, however slowly they come
	row     int       // plain refusals in a row
	second  int       // refused URLs that were asked for once more, none of them answered
}

const (
	plainToLook  = 5
	plainWeight  = 8 // of a refusal; that of a good answer is 1
	singleToLook = 3 // times as many single ones
	mostLooks    = 6 // after which the next one comes no later

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
	openAgain            // an answer is good after a look that has shown nothing
)

// took weighs an answer that was not given to a recheck, the plain refusals up to it in a row.
func (d *doubt) took(x *Exchange, well bool, row int) {
	switch {
	case well:
		d.weight, d.nowhere = max(0, d.weight-1), false
		if x.isPage() && !x.Again && !x.Cached {
			d.fresh++
		}
	case x.IsPlain() && (x.Limited || !x.Again):
		d.weight += plainWeight
		d.count++
		if d.told = false; row >= blocksToSuspect {
			d.open, d.fresh = true, 0
		}
	}
	if !well && !x.Failed {
		d.refused = *x
	}
	d.row = row
	if x.IsPlain() && !slices.Contains(d.plain, x.URL) {
		d.plain = append(d.plain, x.URL)
		d.plain = d.plain[max(0, len(d.plain)-plainToLook):]
	}
}

// most is how many refusals are looked into: no more after looks that a cache may have answered, but for those that are
// believed.
func (d *doubt) most() int { return plainToLook << min(d.closed-min(d.vague, vainLooks), mostLooks) }

// due tells that so many have come.
func (d *doubt) due() bool {
	if d.single {
		return d.row >= plainToLook<<singleToLook
	}
	return d.weight >= d.most()*plainWeight || d.count >= min(singleToLook*d.most(), plainToLook<<mostLooks)
}

// AskedAgain takes the second answer to a URL that was refused.
func (p *Pace) AskedAgain(x *Exchange) {
	switch {
	case x.Failed || x.Blocked():
	case p.Limits():
		p.health.doubt.limit = later(p.health.doubt.limit, x.Started)
	default:
		p.health.limitShown(x.Started)
	}
}

// MayAskAgain tells how many of n URLs, of a row of so many plain refusals or judged by a look, are to be asked for
// once more, and counts them: where fifteen were in vain the host means it.
func (p *Pace) MayAskAgain(row int32, n int) int {
	d := &p.health.doubt
	if row < blocksToSuspect && d.weight < blocksToSuspect*plainWeight && d.closed == 0 {
		return 0
	}
	n = min(n, max(0, secondInVain-d.second))
	d.second += n
	return n
}

// LimitedSince tells that the host was found to refuse what comes too fast after a request was made.
func (p *Pace) LimitedSince(x *Exchange) bool {
	return p.Limits() && x.Started.Before(p.health.doubt.limit)
}

// Limits tells that the host refuses what comes too fast: a page that it has refused
// was answered later.
func (p *Pace) Limits() bool { return p.health.shutOut.limits.Load() }

// The chance that is left that what a host has refused is taken for closed: where it refuses at random, and where it is
// asked no faster than it wants.
const (
	missedAtRandom = 1e-4
	missedInPace   = 1e-2
)

// TriesToTell is how many requests for a URL show that it is closed, where the host refuses as many as of those that
// were asked for first.
func (p *Pace) TriesToTell() int {
	first, missed := &p.health.first, missedInPace
	if p.trouble.pointless {
		missed = missedAtRandom
	}
	share := float64(first.refused) / float64(max(1, first.good+first.refused))
	return max(2, int(math.Ceil(math.Log(missed)/math.Log(min(share, 0.9)))))
}

// Doubts tells that plain refusals may yet turn out to be meant for who asks.
func (p *Pace) Doubts() bool {
	return !p.trouble.pointless && (p.health.doubt.count > 0 || p.health.doubt.open)
}

// limitShown takes it that the host refuses what comes too fast.
func (h *health) limitShown(now time.Time) {
	h.shutOut.limits.Store(true)
	d := &h.doubt
	*d = doubt{odd: d.odd, single: d.single, row: d.row, refused: d.refused, plain: d.plain, limit: now}
}

// refusalsShown takes what a look, or a recheck of a host that refuses, has shown.
func (h *health) refusalsShown(now time.Time, v verdict) {
	d := &h.doubt
	plain := h.cause == hostCloses || d.refused.IsPlain()
	switch {
	case plain && v == limitShown:
		h.limitShown(now)
	case plain:
		d.closed++
		d.weight, d.count, d.vain, d.looked = 0, 0, 0, false
		d.part = d.part || !d.weak
		d.told, d.open = true, h.cause == hostCloses && !d.sure
		if d.open {
			d.weight = plainWeight
		}
	case v == closedShown:
		h.shutOut.cleared.Store(true)
	}
}
