package crawler

import (
	"time"

	"github.com/portolan-seo/portolan/crawler/ask"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/robots"
)

// origin is scheme://host[:port]: the unit of robots.txt (RFC 9309 2.3).
type origin struct {
	name    string // scheme://host[:port]
	state   robotsState
	agent   *robots.Agent
	listing *robots.Agent // of rules, where a page that is rendered asked
	rules   *robots.Rules

	hop     ask.Hop   // the request for robots.txt to make next, zero for the first
	tries   int       // of robots.txt, since it was last had
	retryAt time.Time // no request for robots.txt before this
	expires time.Time // ask again from then on

	delay time.Duration // by Crawl-delay, as it was told of

	lost record.ErrClass // why there was no connection when robots.txt was asked for last: ErrDNS, ErrConnect or ErrNone
	pace *pace.Pace
}

type robotsState uint8

const (
	robotsUnknown     robotsState = iota // ask for it
	robotsAsked                          // a worker is at it
	robotsWaiting                        // unavailable; ask again at retryAt
	robotsKnown                          // agent decides
	robotsUnavailable                    // unavailable in all tries: nothing is fetched
)

const (
	robotsTries  = 3
	robotsMaxAge = 24 * time.Hour // RFC 9309 2.4
	robotsMinAge = 10 * time.Minute
)

// ready tells whether robots.txt can be asked about a URL now; ask is true
// where it has to be fetched first.
func (o *origin) ready(now time.Time) (ready, ask bool) {
	switch o.state {
	case robotsKnown:
		if !now.Before(o.expires) {
			return true, true // the old copy serves meanwhile
		}
		return true, false
	case robotsUnknown:
		return false, true
	case robotsWaiting:
		return false, !now.Before(o.retryAt)
	}
	return false, false
}

// decide asks robots.txt about a URL. An advisory one, had or not, forbids
// nothing.
func (o *origin) decide(url string, opts Robots) robots.Decision {
	if opts.Advisory {
		return robots.Decision{Allow: true}
	}
	return o.agent.Test(url)
}

// answered takes a fetched robots.txt. An unavailable one is asked for again
// after growing waits; in the end nothing of this origin is fetched, since
// "undefined status" must be read as complete disallow (RFC 9309 2.3.1.4). A
// copy had before stays in use. One that forbids nothing is asked for once.
func (o *origin) answered(now time.Time, a ask.Answer, hop ask.Hop, opts Robots) {
	if a.Next != "" {
		o.hop = ask.Hop{URL: a.Next, Count: hop.Count + 1}
		if o.state == robotsAsked {
			o.state = robotsUnknown
		} else {
			o.expires = now
		}
		return
	}
	o.hop = ask.Hop{}
	if !a.Rules.Unavailable() {
		o.state, o.tries, o.rules = robotsKnown, 0, a.Rules
		o.agent, o.listing = a.Rules.Agent(opts.Agent, robots.RFC9309), nil
		age := robotsMaxAge
		if a.MaxAge >= 0 {
			age = min(max(a.MaxAge, robotsMinAge), robotsMaxAge)
		}
		o.expires = now.Add(age)
		return
	}
	o.tries++
	wait := opts.Wait
	for range o.tries - 1 {
		wait *= 4
	}
	if a.RetryAfter <= pace.MaxRetryAfter { // longer than that is no time to wait for
		wait = max(wait, a.RetryAfter)
	}
	switch {
	case o.rules != nil:
		o.state, o.expires = robotsKnown, now.Add(max(wait, robotsMinAge))
	case o.tries < robotsTries && !a.Final && !opts.Ignore && !opts.Advisory:
		o.state, o.retryAt = robotsWaiting, now.Add(wait)
	default:
		o.state = robotsUnavailable
	}
}

// lostCheck is for a host to which there was no connection, and that nothing
// but a check is for: it is tried once more, soon.
func (o *origin) lostCheck(now time.Time, wait time.Duration) {
	if o.tries > 1 {
		o.state = robotsUnavailable
		return
	}
	o.retryAt = now.Add(min(wait, o.retryAt.Sub(now)))
}

// fixed takes rules that stand in for the live file and never expire.
func (o *origin) fixed(file []byte, opts Robots) {
	o.state, o.rules = robotsKnown, robots.Parse(file)
	o.agent = o.rules.Agent(opts.Agent, robots.RFC9309)
	o.expires = time.Unix(1<<40, 0)
}

// crawlDelay gives the pause that robots.txt and the options ask for.
func (o *origin) crawlDelay(opts Politeness) time.Duration {
	switch {
	case opts.CrawlDelay > 0:
		return opts.CrawlDelay
	case opts.CrawlDelay < 0 || o.agent == nil:
		return 0
	}
	d, _ := o.agent.CrawlDelay()
	return min(d, pace.MaxCrawlDelay)
}
