package pace

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

// A look into plain refusals: nothing is asked for half a second. Then a URL that was refused is asked for
// again: if it is answered, the host refuses what comes too fast. Else a URL that nobody
// can have asked for before: if it is answered, a part of the site is closed. Hosts that
// refuse what does not exist, too, are asked for three queued pages, of other folders where there are such, or, where
// none is left or one is refused, for the page that answered last, with a query that is new. A cache
// may have answered for these while the host refuses all else: so after a query the next pause is twice
// as long, and once ten pages were answered, or at the end of the crawl, refused ones are asked for again before they
// are settled. That is all that is asked where ten pages were answered in between.
// The page that answered last shows nothing: firewalls and caches go on serving what they have
// served. Where what cannot exist was refused in one look and is not in a later one, the host has refused all
// for a time. Where all are refused no more is known than before, and after the next good
// answer, or at the end of the crawl, it is looked again, after twice the pause.
const (
	lookPause   = time.Second / 2
	enoughFresh = 10 // pages that are answered show that a host shows what is new
	vainLooks   = 5  // after which the host is left alone; as many vague ones are believed
)

// pause is how long nothing is asked before a look.
func (d *doubt) pause() time.Duration {
	if d.vague > vainLooks {
		return lookPause
	}
	return lookPause << min(max(d.vain, d.vague), vainLooks)
}

// question is a request that a recheck may make.
type question uint8

const (
	askGood    question = iota // for the page that answered last
	askRefused                 // for a URL that was refused
	askUnknown                 // for one that cannot exist
	askFresh                   // for a page that is queued, and was not asked for
	askNew                     // for the page that answered last, with a query that is new
	askSame                    // for the one that was asked for last
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
	case d.fresh >= enoughFresh:
		d.sure = true
		return []question{askRefused, askRefused, askStill}
	}
	if h.neverFirst() {
		return []question{askRefused, askSame, askUnknown, askFresh, askFresh, askFresh, askNew, askStill}
	}
	return []question{askRefused, askUnknown, askFresh, askFresh, askFresh, askNew, askStill}
}

// recheckURL is the URL of the question that is due; where robots.txt forbids it, the page
// that answered last, or, where none ever has, the URL whose failure parked the host.
func (h *health) recheckURL(now time.Time, mayAsk func(url string) bool, fresh func(refused string) string) string {
	if h.good == "" {
		return h.last.URL
	}
	unknown, mark := fmt.Sprintf("%s/portolan-%016x", canonical.Origin(h.good), now.UnixNano()), "?"
	if strings.Contains(h.good, mark) {
		mark = "&"
	}
	query := fmt.Sprintf("%s%sportolan-%016x", h.good, mark, now.UnixNano())
	if h.ask[0] == askUnknown && !mayAsk(unknown) && h.cause == hostCloses {
		h.ask = h.ask[1:]
	}
	if h.ask[0] == askFresh {
		if url := fresh(h.doubt.refused.URL); url != "" {
			return url
		}
		h.ask = []question{askNew, askStill}
	}
	if h.ask[0] == askNew && !mayAsk(query) && h.cause == hostCloses {
		h.ask = []question{askRefused}
	}
	switch q := h.ask[0]; {
	case q == askRefused || q == askStill:
		return h.doubt.again()
	case q == askSame && len(h.doubt.plain) > 0:
		return h.doubt.plain[0]
	case q == askSame:
		return h.doubt.refused.URL
	case q == askUnknown && mayAsk(unknown):
		return unknown
	case q != askGood && mayAsk(query):
		return query
	}
	return h.good
}

// judge takes the answer to the question that is due, and tells what it shows.
func (h *health) judge(well bool, x *Exchange) verdict {
	q, d := h.ask[0], &h.doubt
	h.ask = h.ask[1:]
	if q == askUnknown && x.IsPlain() {
		d.nowhere = true
	}
	switch {
	case well && q == askUnknown && d.nowhere:
		return limitShown
	case well && (q == askRefused || q == askSame || q == askStill):
		h.again.good++
		return limitShown
	case q == askStill, well && q == askGood:
		return closedShown
	case well && q == askUnknown:
		h.ask, d.sure = []question{askStill}, true
	case q == askFresh && (!well || x.Cached):
		h.ask = []question{askNew, askStill}
	case q == askFresh && h.ask[0] == askNew:
		h.ask, d.odd = []question{askStill}, true
	case q == askFresh:
	case q == askNew && h.cause == hostCloses && well && (!x.Cached || d.vain >= vainLooks):
		d.odd, d.weak = true, true
		d.vague++
	case q == askNew && h.cause == hostShut && well:
	case q == askUnknown && h.cause == hostShut && h.round == parkRounds-2:
		d.odd = true
		return closedShown
	case q == askGood || q == askNew || len(h.ask) == 0 || q == askUnknown && h.ask[0] == askStill:
		return nothingShown
	}
	return notYetShown
}

// again gives one of the latest URLs that were refused, each time another one.
func (d *doubt) again() string {
	last := len(d.plain) - 1
	if last < 0 {
		return d.refused.URL
	}
	url := d.plain[last]
	d.plain = slices.Insert(d.plain[:last:last], 0, url)
	return url
}

// Look has refusals looked into that are left at the end of a crawl, where they are many, in a row, or those of
// a host that refuses what comes too fast. It tells whether it will be.
func (p *Pace) Look(now time.Time) bool {
	h, d := &p.health, &p.health.doubt
	many := d.weight >= plainToLook*plainWeight || d.weight > 0 && p.Limits() || d.open
	if h.cause == wellBehaved && !h.givenUp && h.good != "" && many && !(d.told && (!d.weak || d.vague > vainLooks)) {
		h.park(now, hostCloses, d.refused)
	}
	return h.cause != wellBehaved && !h.givenUp
}
