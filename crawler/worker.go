package crawler

import (
	"context"
	"time"

	"github.com/portolan-seo/portolan/crawler/ask"
	"github.com/portolan-seo/portolan/crawler/extract"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// worker fetches and parses, one job at a time. It owns its fetcher, parser
// and caches; it never sleeps, retries or touches the store. It waits for the
// committer alone.
type worker struct {
	ask.Asker
	ctx      context.Context // of the job at hand
	sender   *pace.Sender    // the Asker's fetcher
	c        *crawl
	parser   *page.Parser
	extract  *extract.Set // what the user asks for, nil for nothing
	rules    *canonical.Rules
	folds    folds
	tally    tally
	suspects []suspect            // of the page at hand
	places   map[linkedPlace]bool // to which its links lead
	room     *room
	apart    bool    // the bench of the page at hand stays with it, see waitForRoom
	earlier  earlier // of the page at hand

	fetchable fetchable
}

func newWorker(c *crawl) *worker {
	rules := c.rules.Load()
	place := &room{reads: c.reads, huge: c.huge}
	s := &pace.Sender{Fetcher: roomy{c.opts.NewFetcher(), place}}
	return &worker{
		Asker:   ask.Asker{Fetcher: s, Resolver: rules.NewResolver()},
		sender:  s,
		c:       c,
		parser:  newParser(c),
		extract: c.opts.Extract.Clone(),
		rules:   rules,
		places:  map[linkedPlace]bool{},
		room:    place,
	}
}

func newParser(c *crawl) *page.Parser {
	return page.NewParser(page.Options{ListAgent: c.opts.ListAgent, Images: c.opts.Images, Candidates: c.opts.Checks.Pictures, Videos: c.opts.Videos, Articles: c.opts.Articles})
}

// work does jobs until the channel is closed.
func (w *worker) work(ctx context.Context) {
	for j := range w.c.jobs {
		o, x := w.do(ctx, j)
		w.handOver(o)
		if !o.held {
			w.c.outcomes <- o
		}
		w.c.done <- report{j, x}
	}
}

// do does one job. A panic on the way is a fault of portolan: the URL is
// settled as such, and the crawl goes on with a worker as good as new.
func (w *worker) do(ctx context.Context, j job) (o *outcome, x pace.Exchange) {
	defer func() {
		if p := recover(); p != nil {
			o, x = w.fault(j, p), pace.Exchange{Failed: true}
			had := w.room
			*w = *newWorker(w.c)
			w.room.reading, w.room.parsing = had.reading, had.parsing
		}
	}()
	w.sender.Pace = j.pace
	if j.ctx != nil {
		ctx = j.ctx
	}
	w.ctx = ctx
	return j.ask(ctx, w)
}

// request makes a request. The answer is in Res.
func (w *worker) request(ctx context.Context, req *fetch.Request) pace.Exchange {
	w.Fetcher.Fetch(ctx, req, &w.Res)
	w.c.stats.bytes.Add(w.Res.Wire)
	w.c.noteCertificate(req.URL, w.Res.Certificate)
	return pace.ExchangeOf(&w.Res, time.Now())
}

// get asks for a URL of which nothing is to be settled.
func (w *worker) get(ctx context.Context, url string) (*outcome, pace.Exchange) {
	return w.c.outcome(outcomeNothing), w.request(ctx, &fetch.Request{URL: url})
}

// stopped reports that the job at hand was cancelled: what is not made of its
// answer yet is left.
func (w *worker) stopped() bool { return w.ctx.Err() != nil }

// useRules takes the rules learned so far.
func (w *worker) useRules() {
	if rules := w.c.rules.Load(); rules != w.rules {
		w.rules = rules
		w.Resolver.SetRules(rules)
	}
}
