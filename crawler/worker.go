package crawler

import (
	"context"
	"time"

	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// worker fetches and parses, one job at a time. It owns its fetcher, parser
// and caches; it never sleeps, retries or touches the store.
type worker struct {
	asker
	c      *crawl
	parser *page.Parser
	rules  *canonical.Rules
	folds  folds
}

func newWorker(c *crawl) *worker {
	rules := c.rules.Load()
	return &worker{
		asker:  asker{fetcher: c.opts.NewFetcher(), resolver: rules.NewResolver()},
		c:      c,
		parser: page.NewParser(page.Options{ListAgent: c.opts.ListAgent}),
		rules:  rules,
	}
}

// work does jobs until the channel is closed.
func (w *worker) work(ctx context.Context) {
	for j := range w.c.jobs {
		var r report
		if j.robots {
			r = w.fetchRobots(ctx, j)
		} else {
			r = w.fetchPage(ctx, j)
		}
		w.c.done <- r
	}
}

// fetchPage makes the one request of a page job and sends its outcome to the
// committer.
func (w *worker) fetchPage(ctx context.Context, j job) report {
	w.fetcher.Fetch(ctx, &fetch.Request{URL: j.item.URL}, &w.res)
	w.c.stats.bytes.Add(w.res.Wire)
	x := exchangeOf(&w.res, time.Now())
	if w.res.Err == page.ErrCanceled {
		w.c.outcomes <- w.c.outcome(outcomeNothing)
		return report{job: j, x: x}
	}
	tries := j.item.Tries + 1
	if again := retryable(&w.res.Exchange); again && tries < w.c.opts.Limits.Tries {
		w.c.outcomes <- w.postpone(j.item, tries, x)
		return report{job: j, x: x}
	}
	w.c.outcomes <- w.settle(j.item, tries)
	return report{job: j, x: x}
}

// retryable tells whether the same request may well get another answer soon.
func retryable(x *page.Exchange) bool {
	switch x.Err {
	case page.ErrDNS, page.ErrConnect, page.ErrTimeout, page.ErrReset, page.ErrTruncated, page.ErrProtocol:
		return true
	}
	switch x.Status {
	case 408, 425, 429, 500, 502, 503, 504, 507, 520, 521, 522, 523, 524:
		return true
	}
	return false
}

// postpone returns a URL to the frontier, due after a wait that grows with
// each try, or after what Retry-After asks for.
func (w *worker) postpone(item frontier.Item, tries int, x exchange) *outcome {
	wait := w.c.opts.Limits.RetryWait
	for range tries - 1 {
		wait *= 6
	}
	wait = max(wait, min(x.retryAfter, maxRetryAfter))
	o := w.c.outcome(outcomeRetry)
	o.retry = frontier.Retry{
		ID:     item.ID,
		Tries:  tries,
		Due:    time.Now().Add(wait),
		Err:    w.res.Err,
		Status: w.res.Status,
	}
	return o
}

// settle turns the answer into the outcome of the URL.
func (w *worker) settle(item frontier.Item, tries int) *outcome {
	if rules := w.c.rules.Load(); rules != w.rules {
		w.rules = rules
		w.resolver.SetRules(rules)
	}
	o := w.c.outcome(outcomePage)
	o.page.ID = item.ID
	rec := &o.page.Record
	rec.Exchange = w.res.Exchange
	rec.Tries = tries
	if rec.Outcome != page.Answered {
		rec.Facts = page.Facts{}
		return o
	}
	parsed := w.parser.Parse(page.Input{
		URL:       item.URL,
		Status:    w.res.Status,
		Header:    w.res.Header,
		Body:      w.res.Body,
		Truncated: w.res.Truncated,
		Now:       w.res.FetchedAt,
	})
	rec.Facts = parsed.Facts
	w.addLinks(o, item, parsed)
	o.folds = w.folds.take(o.folds)
	return o
}

func exchangeOf(res *fetch.Response, now time.Time) exchange {
	return exchange{
		status:     res.Status,
		failed:     res.Outcome != page.Answered,
		ttfb:       res.TTFB,
		retryAfter: retryAfter(res.Header.Get("Retry-After"), now),
	}
}
