package audit

import (
	"strings"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
)

// answering knows the hosts that answer: of them a request that runs out of
// time was too much, of others it is no answer.
type answering struct {
	hosts map[string]bool
	last  string // scheme and host of the last row, to its slash
}

// count takes a row of the first pass.
func (a *answering) count(row *frontier.Row) {
	p := row.Page
	if p == nil || p.Outcome != page.Answered || p.Err != page.ErrNone || a.last != "" && strings.HasPrefix(row.URL, a.last) {
		return
	}
	a.last = originOf(row.URL) + "/"
	if a.hosts == nil {
		a.hosts = map[string]bool{}
	}
	a.hosts[strings.Clone(hostOf(row.URL))] = true
}

// has tells whether the URL of a request that ran out of time is on a host
// that answers others.
func (a *answering) has(row *frontier.Row) bool {
	timedOut := row.Page != nil && row.Page.Err == page.ErrTimeout || row.Page == nil && row.Retry != nil && row.Retry.Err == page.ErrTimeout
	return timedOut && a.hosts[hostOf(row.URL)]
}
