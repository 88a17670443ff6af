package crawler

import (
	"context"
	"time"

	"github.com/portolan-seo/portolan/crawler/fetch"
)

// Gently gives a Fetcher that keeps the ceilings of p for each host: for the
// few requests that are made before a crawl. It waits before it asks, one
// request at a time.
func Gently(f Fetcher, p Politeness) Fetcher {
	return &gentle{fetcher: f, politeness: p, paces: map[string]*pace{}}
}

type gentle struct {
	fetcher    Fetcher
	politeness Politeness
	paces      map[string]*pace // by host
}

func (g *gentle) Fetch(ctx context.Context, req *fetch.Request, res *fetch.Response) {
	host := hostKey(originOf(req.URL))
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
}
