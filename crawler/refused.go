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
// in. What is refused plainly is held as long as it may be meant for who asks.
type refusal struct {
	item frontier.Item
	o    *outcome
	x    pace.Exchange
}

// refusals are what is held of each host, and which of the pages that were held are asked
// for once more to see whether they are refused again.
type refusals struct {
	held  map[*pace.Pace][]refusal
	again map[frontier.ID]onceMore
}

// onceMore is a page that is asked for once more, and until when its answer is waited for.
type onceMore struct {
	pace  *pace.Pace
	until time.Time
}

// waits tells that an answer is to come to a page of a host that is asked for once more.
func (r *refusals) waits(p *pace.Pace, now time.Time) bool {
	for _, m := range r.again {
		if m.pace == p && now.Before(m.until) {
			return true
		}
	}
	return false
}

func (r *refusals) count() (n int) {
	for _, held := range r.held {
		n += len(held)
	}
	return n
}

const (
	// suspectTries are the requests for a URL that a firewall seems to have
	// answered: asking again seldom helps.
	suspectTries = 2

	muchTried = 5 // times the limit of tries, where a host refuses for a time, or at random

	maxHeld = 400 // pages of a host
)

// hold takes the outcome of a page that a firewall may have refused.
func (s *scheduler) hold(t *pageTask, x *pace.Exchange) {
	p := s.hosts.Of(t.item.URL)
	s.refused.held[p] = append(s.refused.held[p], refusal{item: t.item, o: t.held, x: *x})
	if n := len(s.refused.held[p]) - maxHeld; n > 0 {
		s.settleHeld(p, n)
	}
}

// release lets go what is held of a host once the answer to a later request is
// well.
func (s *scheduler) release(p *pace.Pace, x *pace.Exchange, now time.Time) {
	if len(s.refused.held[p]) == 0 || !p.Well() || x.Robots || x.Failed || x.Blocked() {
		return
	}
	s.letGo(p, true, now, func(r *refusal) bool {
		return r.x.Started.Before(x.Started) && !(r.x.IsPlain() && p.Doubts())
	})
}

// releaseAll lets go what is held, where nothing else is left to do and no
// probe will show more.
func (s *scheduler) releaseAll(now time.Time) {
	for p := range s.refused.held {
		if p.GivenUp() || !p.Look(now) {
			s.letGo(p, false, now, func(*refusal) bool { return true })
		}
	}
}

// letGo settles those of what is held of a host that are to go; well tells that the host
// has answered well since. What was part of a row of refusals that raised
// suspicion, bears a firewall's mark or was refused for long is asked for once
// more, and what was refused for coming too fast until its tries are used up. A host that goes
// on refusing is waited for as it asks for, a page of a host that is well is not.
func (s *scheduler) letGo(p *pace.Pace, well bool, now time.Time, goes func(*refusal) bool) {
	held, longest := s.refused.held[p], int32(0)
	for _, r := range held {
		longest = max(longest, r.x.InRow)
	}
	some := s.askSome(p, held, longest, now, goes)
	n := 0
	for i := range held {
		r, asked := &held[i], false
		if goes(r) {
			_, asked = s.refused.again[r.item.ID]
		}
		switch {
		case !goes(r), some && !asked && r.unsure(p):
			continue
		case !asked:
			s.judgeHeld(p, r, longest, well, now)
		}
		held[n], held[i] = held[i], held[n]
		n++
	}
	s.settleHeld(p, n)
}

// unsure tells of a page that was refused plainly, and once, by a host that is not known to refuse what comes too fast.
func (r *refusal) unsure(p *pace.Pace) bool {
	return r.x.IsPlain() && !p.Limits() && r.item.Tries+1 < suspectTries
}

// askSome has some of the pages that are unsure asked for once more, spread over all that are to go, and tells
// that the others are held until these are answered.
func (s *scheduler) askSome(p *pace.Pace, held []refusal, longest int32, now time.Time, goes func(*refusal) bool) bool {
	if s.outOfPages() || s.c.opts.Limits.Tries < suspectTries {
		return false
	}
	if s.refused.waits(p, now) {
		return true
	}
	var unsure []*refusal
	for i := range held {
		if r := &held[i]; goes(r) && r.unsure(p) {
			unsure = append(unsure, r)
		}
	}
	due := now.Add(s.c.opts.Limits.RetryWait)
	n := p.MayAskAgain(longest, len(unsure))
	for i := range n {
		r := unsure[i*len(unsure)/n]
		s.refused.again[r.item.ID] = onceMore{p, due.Add(maxErrandWait)}
		r.postpone(r.item.Tries+1, due)
	}
	return n > 0
}

// judgeHeld makes an outcome that is let go one of a page to be asked for again, where it is.
func (s *scheduler) judgeHeld(p *pace.Pace, r *refusal, longest int32, well bool, now time.Time) {
	tries, limit, soon := r.item.Tries+1, s.c.opts.Limits.Tries, now.Add(s.c.opts.Limits.RetryWait)
	suspicious := r.x.Vendor != "" || !r.x.IsPlain() && p.Suspicious(longest)
	switch {
	case r.x.IsPlain() && p.Limits():
		if tries < muchTried*limit && (p.LimitedSince(&r.x) || tries < p.TriesToTell()) {
			r.postpone(tries, soon)
		}
	case r.x.IsPlain(): // see askSome
	case (suspicious || r.x.LongRefusal()) && tries < min(suspectTries, limit):
		r.postpone(tries, soon)
	case r.x.LongRefusal() && !well && !r.x.Alone && r.x.RetryAfter <= pace.MaxRetryAfter && tries < limit:
		r.postpone(tries, later(soon, r.x.Started.Add(r.x.RetryAfter)))
	}
}

// postpone makes the outcome one of a page that is to be asked for again.
func (r *refusal) postpone(tries int, due time.Time) {
	*r.o = outcome{kind: outcomeRetry, retry: frontier.Retry{ID: r.item.ID, Tries: tries, Due: due, Status: r.x.Status}}
}

func (s *scheduler) settleHeld(p *pace.Pace, n int) {
	held := s.refused.held[p]
	for _, r := range held[:n] {
		s.c.outcomes <- r.o
	}
	if s.refused.held[p] = slices.Delete(held, 0, n); n == len(held) {
		delete(s.refused.held, p)
	}
}

// endHeld ends a run: what the host of a firewall has refused is pending
// again, and so is what it may have refused where the run ends before that
// is known.
func (s *scheduler) endHeld(now time.Time) {
	for p, held := range s.refused.held {
		for i := range held {
			if p.Shut() || p.SuspectsFirewall() || held[i].x.IsPlain() && (p.Limits() || p.Doubts() || !p.Well()) {
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
