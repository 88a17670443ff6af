package audit

import (
	"context"
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// answering knows the hosts that answer: of them a request that runs out of
// time was too much, of others it is no answer. It reads as much of the crawl
// as it is asked for.
type answering struct {
	ctx   context.Context // of reading on
	crawl frontier.Crawl
	next  frontier.ID // rows from here on have not been read
	all   bool        // all have been
	hosts map[string]bool
	last  string // scheme and host of the last row, to its slash
}

// count takes the next row.
func (a *answering) count(row *frontier.Row) {
	a.next = row.ID + 1
	p := row.Page
	if p == nil || p.Outcome != record.Answered || p.Err != record.ErrNone || a.last != "" && strings.HasPrefix(row.URL, a.last) {
		return
	}
	a.last = originOf(row.URL) + "/"
	if a.hosts == nil {
		a.hosts = map[string]bool{}
	}
	a.hosts[hostOf(row.URL)] = true
}

// has tells whether the URL of a request that ran out of time is on a host
// that answers others.
func (a *answering) has(row *frontier.Row) (bool, error) {
	timedOut := row.Page != nil && row.Page.Err == record.ErrTimeout || row.Page == nil && row.Retry != nil && row.Retry.Err == record.ErrTimeout
	if !timedOut {
		return false, nil
	}
	host := hostOf(row.URL)
	if a.hosts[host] || a.all {
		return a.hosts[host], nil
	}
	return a.search(host)
}

// search reads on until a host has answered.
func (a *answering) search(host string) (bool, error) {
	for row, err := range a.crawl.Brief(a.ctx, a.next) {
		if err != nil {
			return false, fmt.Errorf("look for answers of %s: %w", host, err)
		}
		if a.count(row); a.hosts[host] {
			return true, nil
		}
	}
	a.all = true
	return false, nil
}
