package crawler

import (
	"slices"
	"time"

	"github.com/portolan-seo/portolan/frontier"
)

// refusal is the outcome of a page that a firewall may have refused. It is
// held until it is known whose word it is: an answer that is well, or a probe,
// shows that the host has refused this page; where the firewall has shut the
// crawl out the page is pending again, to be asked for by the run that it lets
// in. No more are held than a host is asked for until it is parked.
type refusal struct {
	item frontier.Item
	o    *outcome
	x    exchange
}

// suspectTries are the requests for a URL that a firewall seems to have
// answered: asking again seldom helps.
const suspectTries = 2

// hold takes the outcome of a page that a firewall may have refused.
func (s *scheduler) hold(r *report) {
	h := &r.job.pace.health
	h.held = append(h.held, refusal{item: r.job.item, o: r.held, x: r.x})
	s.held++
}

// release lets go what is held of a host once the answer to a later request is
// well.
func (s *scheduler) release(r *report, now time.Time) {
	h := &r.job.pace.health
	if len(h.held) == 0 || h.cause != wellBehaved || r.x.robots || r.x.failed || r.x.blocked() {
		return
	}
	earlier := slices.IndexFunc(h.held, func(f refusal) bool { return !f.x.started.Before(r.x.started) })
	if earlier < 0 {
		earlier = len(h.held)
	}
	s.letGo(h, earlier, true, now)
}

// releaseAll lets go what is held, where nothing else is left to do and no
// probe will show more.
func (s *scheduler) releaseAll(now time.Time) {
	for _, p := range s.paces {
		if h := &p.health; h.cause == wellBehaved || h.givenUp {
			s.letGo(h, len(h.held), false, now)
		}
	}
}

// letGo settles the first n of what is held of a host; well tells that the host
// has answered well since. What was part of a row of refusals that raised
// suspicion, bears a firewall's mark or was refused for long is asked for once
// more. A host that goes on refusing is waited for as it asks for, a page of a
// host that is well is not.
func (s *scheduler) letGo(h *health, n int, well bool, now time.Time) {
	longest := int32(0)
	for _, r := range h.held {
		longest = max(longest, r.x.inRow)
	}
	for i := range h.held[:n] {
		r := &h.held[i]
		tries, limit, soon := r.item.Tries+1, s.c.opts.Limits.Tries, now.Add(s.c.opts.Limits.RetryWait)
		suspicious := r.x.mark.vendor != "" || longest >= blocksToSuspect && !h.shutOut.cleared.Load()
		switch {
		case (suspicious || r.x.longRefusal()) && tries < min(suspectTries, limit):
			r.postpone(tries, soon)
		case r.x.longRefusal() && !well && !r.x.alone && r.x.retryAfter <= maxRetryAfter && tries < limit:
			r.postpone(tries, later(soon, r.x.started.Add(r.x.retryAfter)))
		}
	}
	s.settleHeld(h, n)
}

// postpone makes the outcome one of a page that is to be asked for again.
func (r *refusal) postpone(tries int, due time.Time) {
	*r.o = outcome{kind: outcomeRetry, retry: frontier.Retry{ID: r.item.ID, Tries: tries, Due: due, Status: r.x.status}}
}

func (s *scheduler) settleHeld(h *health, n int) {
	for _, r := range h.held[:n] {
		s.c.outcomes <- r.o
	}
	s.held -= n
	h.held = slices.Delete(h.held, 0, n)
}

// endHeld ends a run: what the host of a firewall has refused is pending
// again, and so is what it may have refused where the run ends before that
// is known.
func (s *scheduler) endHeld(now time.Time) {
	for _, p := range s.paces {
		h := &p.health
		if h.cause == hostShut || h.suspectsFirewall() {
			for i := range h.held {
				h.held[i].postpone(1, now)
			}
		}
		s.settleHeld(h, len(h.held))
	}
}
