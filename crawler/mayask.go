package crawler

import (
	"fmt"
	"time"

	"github.com/portolan-seo/portolan/frontier/canonical"

	"github.com/portolan-seo/portolan/robots"
)

// Why a request may never be made, besides the words of a robots.txt.
const (
	robotsGone = "its robots.txt is unavailable"
	hostGone   = "its host does not answer well"
)

// mayAsk decides on a request: by robots.txt of its origin, health and pace of
// its host. refused says why it may never be made; otherwise it has to wait, at
// least for the duration given, where that is not 0.
func (s *scheduler) mayAsk(url string, now time.Time) (o *origin, wait time.Duration, refused string) {
	o = s.origin(url)
	wait, refused = s.robotsAllow(o, url, now)
	if wait == 0 && refused == "" {
		wait, refused = hostAllows(o, now)
	}
	return o, wait, refused
}

// robotsAllow is the part of mayAsk that asks robots.txt, and has it fetched
// where it has to be.
func (s *scheduler) robotsAllow(o *origin, url string, now time.Time) (wait time.Duration, refused string) {
	opts := s.robotsPolicy(url)
	if opts.Ignore {
		return 0, ""
	}
	if wait, ready := s.robotsReady(o, now); !ready && !(opts.Advisory && o.tries > 0) {
		if o.state == robotsUnavailable {
			return 0, robotsGone
		}
		return max(wait, time.Millisecond), ""
	}
	d := o.decide(url, opts)
	if d.Disputed {
		s.c.opts.Log.Warn("robots.txt rule read in two ways; the stricter one is obeyed", "url", url, "line", d.Line, "rule", d.Rule)
	}
	if !d.Allow {
		return 0, forbidden(d, "")
	}
	return 0, ""
}

// robotsPolicy says how robots.txt is taken for a URL.
func (s *scheduler) robotsPolicy(url string) Robots {
	opts := s.c.opts.Robots
	if s.guests[canonical.Host(url)] { // what the user says of the site's robots.txt does not hold there
		opts.Ignore, opts.Advisory = false, false
	}
	return opts
}

// hostAllows is the part of mayAsk that asks health and pace of the host.
func hostAllows(o *origin, now time.Time) (wait time.Duration, refused string) {
	if o.pace.GivenUp() {
		return 0, hostGone
	}
	d, ok := o.pace.Wait(now)
	if !ok {
		d = forever
	}
	return d, ""
}

// forbidden puts a refusal of robots.txt into words; agent is "" for our own.
func forbidden(d robots.Decision, agent string) string {
	if agent != "" {
		agent = " to " + agent
	}
	return fmt.Sprintf("robots.txt forbids it%s, line %d: %s", agent, d.Line, d.Rule)
}
