package pace

import (
	"context"
	"time"

	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// PoliteFetcher is a Fetcher that keeps the ceilings for each host: for the few
// requests that are made before a crawl. It waits before it asks, one request
// at a time, and belongs to one goroutine.
type PoliteFetcher struct {
	fetcher Fetcher
	hosts   *Hosts
	asked   Asked
}

// Asked counts requests that were made before a crawl.
type Asked struct {
	Requests  int
	Robots    int // of them for robots.txt
	Throttled int // answers 429 and 503
	Bytes     int64
}

// NewPoliteFetcher makes a PoliteFetcher of a Fetcher.
func NewPoliteFetcher(f Fetcher, p Politeness) *PoliteFetcher {
	return &PoliteFetcher{fetcher: f, hosts: NewHosts(p, time.Time{})}
}

// Asked tells what was asked for so far.
func (p *PoliteFetcher) Asked() Asked { return p.asked }

// Fetch implements Fetcher.
func (p *PoliteFetcher) Fetch(ctx context.Context, req *fetch.Request, res *fetch.Response) {
	host := p.hosts.Of(req.URL)
	if d, _ := host.Wait(time.Now()); d > 0 {
		timer := time.NewTimer(d)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done(): // the fetcher says so
		}
	}
	started := time.Now()
	host.Started(started)
	(&Sender{p.fetcher, host}).Fetch(ctx, req, res)
	x := ExchangeOf(res, time.Now())
	x.URL, x.Started = req.URL, started
	host.Finished(time.Now(), &x)
	p.count(&x, res.Wire)
}

func (p *PoliteFetcher) count(x *Exchange, bytes int64) {
	if x.Err == record.ErrPrivate {
		return // nobody was asked
	}
	p.asked.Requests++
	p.asked.Bytes += bytes
	if x.URL == canonical.Origin(x.URL)+"/robots.txt" {
		p.asked.Robots++
	}
	if x.AsksForLess() {
		p.asked.Throttled++
	}
}
