package crawler

import (
	"context"
	"time"

	"github.com/portolan-seo/portolan/crawler/ask"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/crawler/traps"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/robots"
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
	rules    *canonical.Rules
	folds    folds
	tally    tally
	suspects []suspect // of the page at hand
	room     *room
}

func newWorker(c *crawl) *worker {
	rules := c.rules.Load()
	place := &room{reads: c.reads, huge: c.huge}
	s := &pace.Sender{Fetcher: roomy{c.opts.NewFetcher(), place}}
	return &worker{
		Asker:  ask.Asker{Fetcher: s, Resolver: rules.NewResolver()},
		sender: s,
		c:      c,
		parser: newParser(c),
		rules:  rules,
		room:   place,
	}
}

func newParser(c *crawl) *page.Parser {
	return page.NewParser(page.Options{ListAgent: c.opts.ListAgent, Images: c.opts.Images, Videos: c.opts.Videos})
}

// work does jobs until the channel is closed.
func (w *worker) work(ctx context.Context) {
	for j := range w.c.jobs {
		o, r := w.do(ctx, j)
		w.handOver(o)
		if o.huge {
			r.held = nil // others wait for its room
		}
		if r.held == nil {
			w.c.outcomes <- o
		}
		w.c.done <- r
	}
}

// do does one job. A panic on the way is a fault of portolan: the URL is
// settled as such, and the crawl goes on with a worker as good as new.
func (w *worker) do(ctx context.Context, j job) (o *outcome, r report) {
	defer func() {
		if p := recover(); p != nil {
			o, r = w.fault(j, p), report{job: j, x: pace.Exchange{Failed: true}, robots: ask.Answer{Rules: robots.Unavailable(), MaxAge: -1}}
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
	switch {
	case j.probe != nil:
		return w.probe(ctx, j)
	case j.robots:
		return w.fetchRobots(ctx, j)
	case j.unknown != "":
		return w.askUnknown(ctx, j)
	case j.look != nil:
		return w.c.outcome(outcomeNothing), w.readText(ctx, j)
	case j.walk != nil:
		return w.walkOn(ctx, j)
	case j.again != "":
		return w.askAgain(ctx, j)
	case j.source != nil:
		return w.readSource(ctx, j)
	case j.translation != nil:
		return w.askTranslation(ctx, j)
	}
	return w.fetchPage(ctx, j)
}

// askAgain asks for a URL whose record is settled, to see whether its host is
// well.
func (w *worker) askAgain(ctx context.Context, j job) (*outcome, report) {
	w.Fetcher.Fetch(ctx, &fetch.Request{URL: j.again}, &w.Res)
	w.c.stats.bytes.Add(w.Res.Wire)
	return w.c.outcome(outcomeNothing), report{job: j, x: pace.ExchangeOf(&w.Res, time.Now())}
}

// fetchPage makes the one request of a page job.
func (w *worker) fetchPage(ctx context.Context, j job) (*outcome, report) {
	w.Fetcher.Fetch(ctx, &fetch.Request{URL: j.item.URL}, &w.Res)
	w.c.stats.bytes.Add(w.Res.Wire)
	x := pace.ExchangeOf(&w.Res, time.Now())
	if w.Res.Err == record.ErrCanceled {
		return w.c.outcome(outcomeNothing), report{job: j, x: x}
	}
	tries := j.item.Tries + 1
	if o, walk := w.wantsCookies(&j); o != nil {
		return o, report{job: j, x: x, walk: walk}
	}
	limit, mayBeRefused := 0, j.pace.Refused(&x)
	switch {
	case x.LongRefusal() && (mayBeRefused || x.RetryAfter > pace.MaxRetryAfter):
		// See letGo.
	case retryable(&w.Res.Exchange):
		limit = w.c.opts.Limits.Tries
	case x.Vendor != "" && !mayBeRefused:
		limit = min(w.c.opts.Limits.Tries, suspectTries)
	}
	if tries < limit {
		return w.postpone(j.item, tries, x), report{job: j, x: x}
	}
	if x.Vendor != "" {
		w.Res.Outcome, w.Res.ErrText = record.Challenged, x.Challenge()
	}
	w.suspects = nil
	o := w.settle(j.item, tries)
	if o.kind == outcomeNothing {
		x.Failed, x.Err = true, record.ErrCanceled
		return o, report{job: j, x: x}
	}
	r := report{job: j, x: x, suspects: w.suspects}
	if mayBeRefused {
		r.held = o
	}
	return o, r
}

// retryable tells whether the same request may well get another answer soon. A
// broken body is asked for again where it is a page's: of other answers the
// status says all.
func retryable(x *record.Exchange) bool {
	if x.Err.Again() && (x.Status < 300 || x.Outcome != record.Answered) {
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
func (w *worker) postpone(item frontier.Item, tries int, x pace.Exchange) *outcome {
	wait := retryWait(w.c.opts.Limits.RetryWait, tries)
	if x.RetryAfter <= pace.MaxRetryAfter {
		wait = max(wait, x.RetryAfter)
	}
	w.c.opts.Log.Debug("to be asked again", "url", item.URL, "tries", tries, "in", wait.Round(time.Millisecond))
	o := w.c.outcome(outcomeRetry)
	o.retry = frontier.Retry{
		ID:     item.ID,
		Tries:  tries,
		Due:    time.Now().Add(wait),
		Err:    w.Res.Err,
		Status: w.Res.Status,
	}
	return o
}

// stopped reports that the job at hand was cancelled: what is not made of its
// answer yet is left.
func (w *worker) stopped() bool { return w.ctx.Err() != nil }

// settle turns the answer into the outcome of the URL, into nothing if it is
// cancelled on the way.
func (w *worker) settle(item frontier.Item, tries int) *outcome {
	w.useRules()
	o := w.c.outcome(outcomePage)
	o.page.ID = item.ID
	rec := &o.page.Record
	rec.Exchange = w.Res.Exchange
	rec.Tries = tries
	if rec.Outcome != record.Answered {
		rec.Facts = record.Facts{}
		return o
	}
	if w.room.reading {
		w.room.parse()
	}
	if w.stopped() {
		o.kind = outcomeNothing
		return o
	}
	parsed := w.parser.Parse(page.Input{
		URL:       item.URL,
		Status:    w.Res.Status,
		Header:    w.Res.Header,
		Body:      w.Res.Body,
		Truncated: w.Res.Truncated,
		Now:       w.Res.FetchedAt,
	})
	rec.Facts = parsed.Facts
	o.seen = traps.PageOf(item, w.rules.Key([]byte(item.URL)), &o.page, w.Res.Body)
	w.addLinks(o, item, parsed)
	if w.stopped() { // maybe among the links
		o.kind = outcomeNothing
		return o
	}
	w.suspects = w.suspectsOf(item.URL, o)
	o.folds = w.folds.take(o.folds)
	return o
}

// useRules takes the rules learned so far.
func (w *worker) useRules() {
	if rules := w.c.rules.Load(); rules != w.rules {
		w.rules = rules
		w.Resolver.SetRules(rules)
	}
}
