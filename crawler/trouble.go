package crawler

import (
	"encoding/json"
	"time"

	"github.com/portolan-seo/portolan/frontier"
)

// recheckHosts asks hosts that are parked whether they are well again, and
// tells how long to wait before trying again at the latest.
func (s *scheduler) recheckHosts(now time.Time) (wait time.Duration) {
	for s.running < s.workers {
		url, wait := s.hosts.Recheck(now)
		if url == "" {
			return wait
		}
		s.start(s.origin(url), job{origin: s.origin(url), again: url}, now)
	}
	return time.Hour
}

// trouble is what the run has to tell of hosts, for Meta. What earlier runs
// met of firewalls stays: their answers are still in the records.
func (s *scheduler) trouble() map[string]string {
	before, err := frontier.List[frontier.Firewall](s.c.meta(frontier.MetaFirewall))
	if err != nil {
		s.c.opts.Log.Warn("earlier firewalls are forgotten", "cause", err)
	}
	meta := map[string]string{
		frontier.MetaDown:       frontier.ListText(s.hosts.Downs()),
		frontier.MetaFirewall:   frontier.ListText(append(before, s.hosts.Firewalls()...)),
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
