package crawler

import (
	"context"
	"time"

	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Gentle is a Fetcher that keeps the ceilings for each host: for the few
// requests that are made before a crawl. It waits before it asks, one request
// at a time.
type Gentle struct {
	fetcher    Fetcher
	politeness Politeness
	paces      map[string]*pace // by host
	asked      Asked
}

// Asked counts requests that were made before a crawl.
type Asked struct {
	Requests  int
	Robots    int // of them for robots.txt
	Throttled int // answers 429 and 503
	Bytes     int64
}

// Gently makes a Gentle of a Fetcher.
func Gently(f Fetcher, p Politeness) *Gentle {
	return &Gentle{fetcher: f, politeness: p, paces: map[string]*pace{}}
}

// Asked tells what was asked for so far.
func (g *Gentle) Asked() Asked { return g.asked }

// Fetch implements Fetcher.
func (g *Gentle) Fetch(ctx context.Context, req *fetch.Request, res *fetch.Response) {
	host := canonical.Host(req.URL)
	p := g.paces[host]
	if p == nil {
		p = newPace(g.politeness, time.Time{})
		g.paces[host] = p
	}
	if d, _ := p.wait(time.Now()); d > 0 {
		timer := time.NewTimer(d)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done(): // the fetcher says so
		}
	}
	started := time.Now()
	p.started(started)
	(&sender{g.fetcher, p}).Fetch(ctx, req, res)
	x := exchangeOf(res, time.Now())
	x.url, x.started = req.URL, started
	p.finished(time.Now(), x)
	g.count(&x, res.Wire)
}

func (g *Gentle) count(x *exchange, bytes int64) {
	if x.err == record.ErrPrivate {
		return // nobody was asked
	}
	g.asked.Requests++
	g.asked.Bytes += bytes
	if x.url == canonical.Origin(x.url)+"/robots.txt" {
		g.asked.Robots++
	}
	if x.asksForLess() {
		g.asked.Throttled++
	}
}
