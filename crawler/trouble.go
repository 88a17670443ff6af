package crawler

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"github.com/portolan-seo/portolan/frontier"
)

// tryParked starts the probes of parked hosts for which the time has come,
// and tells how long to wait before trying again at the latest.
func (s *scheduler) tryParked(now time.Time) (wait time.Duration) {
	wait = time.Hour
	for _, p := range s.paces {
		h := &p.health
		if h.cause == wellBehaved || h.givenUp {
			continue
		}
		left, probe, ok := h.parked(now)
		switch {
		case !ok || probe && (s.running >= s.workers || p.inFlight > 0):
		case !probe:
			wait = min(wait, left)
		case p.next().After(now):
			wait = min(wait, p.next().Sub(now))
		default:
			h.trying = true
			url := h.probeURL()
			s.start(s.origin(url), job{origin: s.origin(url), again: url}, now)
		}
	}
	return wait
}

// probeURL is the page that answered last, or, where none ever has, the URL
// whose failure parked the host.
func (h *health) probeURL() string {
	if h.good != "" {
		return h.good
	}
	return h.last.url
}

// shutOut reports that a firewall has not opened in all probes.
func (s *scheduler) shutOut() bool {
	for _, p := range s.paces {
		if p.health.givenUp && p.health.cause == hostShut {
			return true
		}
	}
	return false
}

// parkedHost names the host that is parked longest, nil if none is.
func (s *scheduler) parkedHost() (host string, h *health) {
	for name, p := range s.paces {
		if p.health.cause != wellBehaved && !p.health.givenUp && (h == nil || p.health.until.After(h.until)) {
			host, h = name, &p.health
		}
	}
	return host, h
}

// downs gives the hosts that were given up because they do not answer.
func (s *scheduler) downs() []frontier.Down {
	var list []frontier.Down
	for host, p := range s.paces {
		if h := &p.health; h.givenUp && h.cause == hostDown {
			list = append(list, frontier.Down{Host: host, Err: h.last.err.String()})
		}
	}
	slices.SortFunc(list, func(a, b frontier.Down) int { return cmp.Compare(a.Host, b.Host) })
	return list
}

// firewalls gives the hosts whose firewall ended the crawl.
func (s *scheduler) firewalls() []frontier.Firewall {
	var list []frontier.Firewall
	for host, p := range s.paces {
		h := &p.health
		if !h.givenUp || h.cause != hostShut {
			continue
		}
		list = append(list, frontier.Firewall{
			Host: host, Vendor: h.last.mark.vendor, Proof: h.last.mark.proof, Status: h.last.status,
			Since: h.since.UTC().Truncate(time.Millisecond), Example: h.last.url,
		})
	}
	slices.SortFunc(list, func(a, b frontier.Firewall) int { return cmp.Compare(a.Host, b.Host) })
	return list
}

// trouble is what the run has to tell of hosts, for Meta. What earlier runs
// met of firewalls stays: their answers are still in the records.
func (s *scheduler) trouble() map[string]string {
	before, err := frontier.List[frontier.Firewall](s.c.meta(frontier.MetaFirewall))
	if err != nil {
		s.c.opts.Log.Warn("earlier firewalls are forgotten", "cause", err)
	}
	meta := map[string]string{
		frontier.MetaDown:       frontier.ListText(s.downs()),
		frontier.MetaFirewall:   frontier.ListText(append(before, s.firewalls()...)),
		frontier.MetaQuarantine: frontier.ListText(append(s.c.traps.List(), s.budget.List()...)),
	}
	if s.unknown.done {
		meta[frontier.MetaUnknown] = frontier.ListText(s.unknown.answers)
		meta[frontier.MetaSecondLook] = frontier.ListText(s.unknown.looks.results)
	}
	return meta
}

// receiptText is the receipt as Meta keeps it.
func receiptText(r Receipt) string {
	text, err := json.Marshal(r)
	if err != nil {
		return "" // cannot be: numbers and durations
	}
	return string(text)
}
