package crawler

import (
	"encoding/json"
	"maps"

	"github.com/portolan-seo/portolan/frontier"
)

// trouble is what the run has to tell of hosts, for Meta. What earlier runs
// met of firewalls stays as long as their answers are in the records: until one
// has come to its end, which has asked for all again.
func (s *scheduler) trouble(end End) map[string]string {
	before, err := frontier.List[frontier.Firewall](s.c.meta(frontier.MetaFirewall))
	if err != nil {
		s.c.opts.Log.Warn("earlier firewalls are forgotten", "cause", err)
	}
	if end == Complete {
		before = nil
	}
	meta := map[string]string{
		frontier.MetaDown:       frontier.ListText(s.hosts.Downs()),
		frontier.MetaLimits:     frontier.ListText(s.hosts.Limits()),
		frontier.MetaFirewall:   frontier.ListText(append(before, s.hosts.Firewalls()...)),
		frontier.MetaQuarantine: frontier.ListText(append(s.c.traps.List(), s.budget.List()...)),
	}
	maps.Copy(meta, s.soft404.found())
	maps.Copy(meta, s.translations.unsaved())
	maps.Copy(meta, s.checks.unsaved())
	return meta
}

// keepLimits keeps the pauses that an earlier run of the crawl has found.
func (s *scheduler) keepLimits() {
	list, err := frontier.List[frontier.Limit](s.c.meta(frontier.MetaLimits))
	if err != nil {
		s.c.opts.Log.Warn("earlier limits are forgotten", "cause", err)
	}
	s.hosts.Keep(list)
}

// receiptText is the receipt as Meta keeps it.
func receiptText(r Receipt) string {
	text, err := json.Marshal(r)
	if err != nil {
		return "" // cannot be: numbers and durations
	}
	return string(text)
}
