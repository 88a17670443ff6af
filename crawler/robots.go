package crawler

import (
	"context"
	"time"

	"github.com/portolan-seo/portolan/crawler/ask"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/robots"
)

// robotsTask is one request of those that an origin's robots.txt takes.
type robotsTask struct {
	origin *origin
	hop    ask.Hop
	answer ask.Answer
}

func (t *robotsTask) url() string     { return t.hop.URL }
func (t *robotsTask) purpose() string { return "robots.txt" }

// ask makes the request. A copy goes to the committer, unless a redirect leads
// further.
func (t *robotsTask) ask(ctx context.Context, w *worker) (*outcome, pace.Exchange) {
	answer, file, x := w.Robots(ctx, t.origin.name, t.hop)
	o := w.c.outcome(outcomeRobots)
	if w.Res.Err == record.ErrCanceled || answer.Next != "" {
		o.kind = outcomeNothing
	}
	o.robots, t.answer = file, answer
	return o, x
}

func (t *robotsTask) answered(s *scheduler, x *pace.Exchange, now time.Time) {
	o := t.origin
	o.lost = record.ErrNone
	if t.hop.Count == 0 && (x.Err == record.ErrDNS || x.Err == record.ErrConnect) {
		o.lost = x.Err
	}
	o.answered(now, t.answer, t.hop, s.robotsPolicy(o.name))
	if o.lost != record.ErrNone && o.state == robotsWaiting && s.checks.guest(o.name) {
		o.lostCheck(now, s.c.opts.Limits.RetryWait)
	}
	s.c.noteListing(o)
	s.keepDelay(o)
	s.adopt(cleanParams(o), now)
}

// keepDelay keeps the Crawl-delay of an origin, and tells of it where the user
// may want another.
func (s *scheduler) keepDelay(o *origin) {
	d := o.crawlDelay(s.c.opts.Politeness)
	o.pace.AtLeast(d)
	if d <= o.delay || s.c.opts.Politeness.CrawlDelay > 0 || s.guests[canonical.Host(o.name)] {
		return
	}
	o.delay = d
	if asked, _ := o.agent.CrawlDelay(); asked > d {
		s.c.opts.Log.Warn("robots.txt asks for more time between two requests than anybody waits; --crawl-delay sets another", "origin", o.name, "asked", asked, "kept", d)
		return
	}
	s.c.opts.Log.Info("robots.txt asks for time between two requests; --crawl-delay sets another", "origin", o.name, "delay", d)
}

// origin gives the origin of a URL, with its robots.txt and the pace of its
// host.
func (s *scheduler) origin(url string) *origin {
	name := canonical.Origin(url)
	o := s.origins[name]
	if o == nil {
		o = &origin{name: name, pace: s.paceOf(name)}
		if file := s.c.opts.Robots.File; file != nil && !s.c.opts.elsewhere(name) && !s.guests[canonical.Host(name)] {
			o.fixed(file, s.c.opts.Robots)
			s.keepDelay(o)
			s.adopt(cleanParams(o), time.Now())
		}
		s.origins[name] = o
	}
	return o
}

// robotsReady tells whether robots.txt of an origin can be asked, and has it
// fetched where it has to be; of a copy that has grown old, too.
func (s *scheduler) robotsReady(o *origin, now time.Time) (wait time.Duration, ready bool) {
	ready, fetch := o.ready(now)
	switch {
	case fetch && s.running < s.workers:
		wait = s.fetchRobots(o, now)
		return wait, ready && wait == forever // it is on its way
	case ready:
		return 0, true
	case o.state == robotsWaiting:
		return o.retryAt.Sub(now), false
	}
	return forever, false
}

// fetchRobots starts the fetch of an origin's robots.txt when the pace allows.
func (s *scheduler) fetchRobots(o *origin, now time.Time) (wait time.Duration) {
	hop := o.hop
	if hop.URL == "" {
		hop.URL = o.name + "/robots.txt"
	}
	if s.guests[canonical.Host(o.name)] {
		s.guest(hop.URL, true) // where a redirect leads to another host
	}
	p := s.paceOf(hop.URL)
	d, ok := p.Wait(now)
	if !ok {
		return forever
	}
	if d > 0 {
		return d
	}
	if o.state != robotsKnown {
		o.state = robotsAsked
	} else {
		o.expires = now.Add(robotsMaxAge) // asked once; the answer sets it
	}
	none := ask.Answer{Rules: robots.Unavailable(), MaxAge: -1}
	s.start(o, job{task: &robotsTask{origin: o, hop: hop, answer: none}, pace: p, robots: true}, now)
	return forever
}

// waitsForRobots reports a queued URL whose robots.txt is to be asked again:
// it may yet be settled without a request.
func (s *scheduler) waitsForRobots() bool {
	for _, item := range s.leased.queue {
		if s.origin(item.URL).state == robotsWaiting {
			return true
		}
	}
	return false
}
