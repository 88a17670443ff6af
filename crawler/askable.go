package crawler

import (
	"fmt"
	"time"

	"github.com/portolan-seo/portolan/robots"
)

// mayAsk decides on a request that is no page's, as consider does on pages:
// robots.txt of its origin, health and pace of its host. refused says why it
// may never be made; otherwise it has to wait, at least for the duration
// given, where that is not 0.
func (s *scheduler) mayAsk(url string, now time.Time) (o *origin, wait time.Duration, refused string) {
	o = s.origin(url)
	if !s.c.opts.Robots.Ignore {
		if wait, ready := s.robotsReady(o, now); !ready && !(s.c.opts.Robots.Advisory && o.tries > 0) {
			if o.state != robotsUnavailable {
				return o, max(wait, time.Millisecond), ""
			}
			return o, 0, "its robots.txt is unavailable"
		}
		if d := o.decide(url, s.c.opts.Robots); !d.Allow {
			return o, 0, forbidden(d, "")
		}
	}
	if o.pace.GivenUp() {
		return o, 0, "its host does not answer"
	}
	d, ok := o.pace.Wait(now)
	if !ok {
		d = time.Hour
	}
	return o, d, ""
}

// forbidden puts a refusal of robots.txt into words; agent is "" for our own.
func forbidden(d robots.Decision, agent string) string {
	if agent != "" {
		agent = " to " + agent
	}
	return fmt.Sprintf("robots.txt forbids it%s, line %d: %s", agent, d.Line, d.Rule)
}

// robotsReady tells whether robots.txt of an origin can be asked, and asks for
// it where it has to.
func (s *scheduler) robotsReady(o *origin, now time.Time) (wait time.Duration, ready bool) {
	ready, ask := o.ready(now)
	switch {
	case ready:
		return 0, true
	case ask && s.running < s.workers:
		return s.askRobots(o, now), false
	case o.state == robotsWaiting:
		return o.retryAt.Sub(now), false
	}
	return time.Hour, false
}
