package crawler

import (
	"time"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

func (s *scheduler) origin(url string) *origin {
	name := canonical.Origin(url)
	o := s.origins[name]
	if o == nil {
		o = &origin{name: name}
		o.pace = s.hosts.Of(name)
		if file := s.c.opts.Robots.File; file != nil && !s.c.opts.elsewhere(name) {
			o.fixed(file, s.c.opts.Robots)
			o.pace.AtLeast(o.crawlDelay(s.c.opts.Politeness))
			s.adopt(cleanParams(o), time.Now())
		}
		s.origins[name] = o
	}
	return o
}

// askRobots starts the fetch of an origin's robots.txt when the pace allows.
func (s *scheduler) askRobots(o *origin, now time.Time) time.Duration {
	hop := o.hop
	if hop.URL == "" {
		hop.URL = o.name + "/robots.txt"
	}
	p := s.hosts.Of(hop.URL)
	d, ok := p.Wait(now)
	if !ok {
		return time.Hour
	}
	if d > 0 {
		return d
	}
	if o.state != robotsKnown {
		o.state = robotsAsked
	} else {
		o.expires = now.Add(robotsMaxAge) // asked once; the answer sets it
	}
	s.start(o, job{origin: o, robots: true, hop: hop, pace: p}, now)
	return time.Hour
}

// waitsForRobots reports a queued URL whose robots.txt is to be asked again:
// it may yet be settled without a request.
func (s *scheduler) waitsForRobots() bool {
	for _, item := range s.queue {
		if s.origin(item.URL).state == robotsWaiting {
			return true
		}
	}
	return false
}
