package crawler

import (
	"slices"
	"time"

	"github.com/portolan-seo/portolan/crawler/pace"
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
	x    pace.Exchange
}

// refusals are what is held of each host.
type refusals map[*pace.Pace][]refusal

func (r refusals) count() (n int) {
	for _, held := range r {
		n += len(held)
	}
	return n
}

// suspectTries are the requests for a URL that a firewall seems to have
// answered: asking again seldom helps.
const suspectTries = 2

// hold takes the outcome of a page that a firewall may have refused.
func (s *scheduler) hold(t *pageTask, x *pace.Exchange) {
	p := s.hosts.Of(t.item.URL)
	s.refused[p] = append(s.refused[p], refusal{item: t.item, o: t.held, x: *x})
}

// release lets go what is held of a host once the answer to a later request is
// well.
func (s *scheduler) release(p *pace.Pace, x *pace.Exchange, now time.Time) {
	held := s.refused[p]
	if len(held) == 0 || !p.Well() || x.Robots || x.Failed || x.Blocked() {
		return
	}
	earlier := slices.IndexFunc(held, func(f refusal) bool { return !f.x.Started.Before(x.Started) })
	if earlier < 0 {
		earlier = len(held)
	}
	s.letGo(p, earlier, true, now)
}

// releaseAll lets go what is held, where nothing else is left to do and no
// probe will show more.
func (s *scheduler) releaseAll(now time.Time) {
	for p, held := range s.refused {
		if p.Well() || p.GivenUp() {
			s.letGo(p, len(held), false, now)
		}
	}
}

// letGo settles the first n of what is held of a host; well tells that the host
// has answered well since. What was part of a row of refusals that raised
// suspicion, bears a firewall's mark or was refused for long is asked for once
// more. A host that goes on refusing is waited for as it asks for, a page of a
// host that is well is not.
func (s *scheduler) letGo(p *pace.Pace, n int, well bool, now time.Time) {
	held, longest := s.refused[p], int32(0)
	for _, r := range held {
		longest = max(longest, r.x.InRow)
	}
	for i := range held[:n] {
		r := &held[i]
		tries, limit, soon := r.item.Tries+1, s.c.opts.Limits.Tries, now.Add(s.c.opts.Limits.RetryWait)
		suspicious := r.x.Vendor != "" || p.Suspicious(longest)
		switch {
		case (suspicious || r.x.LongRefusal()) && tries < min(suspectTries, limit):
			r.postpone(tries, soon)
		case r.x.LongRefusal() && !well && !r.x.Alone && r.x.RetryAfter <= pace.MaxRetryAfter && tries < limit:
			r.postpone(tries, later(soon, r.x.Started.Add(r.x.RetryAfter)))
		}
	}
	s.settleHeld(p, n)
}

// postpone makes the outcome one of a page that is to be asked for again.
func (r *refusal) postpone(tries int, due time.Time) {
	*r.o = outcome{kind: outcomeRetry, retry: frontier.Retry{ID: r.item.ID, Tries: tries, Due: due, Status: r.x.Status}}
}

func (s *scheduler) settleHeld(p *pace.Pace, n int) {
	held := s.refused[p]
	for _, r := range held[:n] {
		s.c.outcomes <- r.o
	}
	if s.refused[p] = slices.Delete(held, 0, n); n == len(held) {
		delete(s.refused, p)
	}
}

// endHeld ends a run: what the host of a firewall has refused is pending
// again, and so is what it may have refused where the run ends before that
// is known.
func (s *scheduler) endHeld(now time.Time) {
	for p, held := range s.refused {
		if p.Shut() || p.SuspectsFirewall() {
			for i := range held {
				held[i].postpone(1, now)
			}
		}
		s.settleHeld(p, len(held))
	}
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
