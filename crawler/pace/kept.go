package pace

import (
	"cmp"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// Limits gives the hosts that refuse what comes too fast, and the pause that is kept for it.
func (h *Hosts) Limits() []frontier.Limit {
	var list []frontier.Limit
	for host, p := range h.paces {
		if pause := max(p.trouble.rest, p.trouble.before); pause > 0 && p.Limits() {
			list = append(list, frontier.Limit{Host: host, Pause: pause})
		}
	}
	slices.SortFunc(list, func(a, b frontier.Limit) int { return cmp.Compare(a.Host, b.Host) })
	return list
}

// Keep keeps the pauses that an earlier run has found.
func (h *Hosts) Keep(list []frontier.Limit) {
	for _, l := range list {
		p := h.Of("https://" + l.Host)
		p.health.shutOut.limits.Store(true)
		p.trouble.rest = min(l.Pause, maxSlow)
		p.slow = p.trouble.rest
	}
}
