package crawler

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/crawler/traps"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// pageTask is the request for a page of the crawl.
type pageTask struct {
	item    frontier.Item
	started time.Time
	under   underID // it is asked for with this session id
	barred  bool    // robots.txt forbids it with one

	held     *outcome    // a firewall may have refused the page: not settled yet
	deadEnd  *outcome    // the page was not there: not settled yet
	again    bool        // it is asked for again for that
	suspects []suspect   // parameters of its links
	walk     *cookieWalk // to begin
}

func (t *pageTask) url() string     { return t.item.URL }
func (t *pageTask) purpose() string { return "" }

func (t *pageTask) ask(ctx context.Context, w *worker) (*outcome, pace.Exchange) {
	x, again := w.requestPage(ctx, &t.item, cmp.Or(t.under.url, t.item.URL))
	if w.Res.Err == record.ErrCanceled {
		return w.c.outcome(outcomeNothing), x
	}
	if again {
		return w.soon(t.item, t.item.Tries+1, 0), x
	}
	tries := t.item.Tries + 1
	if o, walk := w.wantsCookies(t); o != nil {
		t.walk = walk
		return o, x
	}
	limit, mayBeRefused := 0, w.sender.Pace.Refused(&x)
	switch {
	case x.LongRefusal() && (mayBeRefused || x.RetryAfter > pace.MaxRetryAfter):
		// See letGo.
	case x.Limited:
		limit = min(w.c.opts.Limits.Tries, suspectTries)
	case retryable(&w.Res.Exchange):
		if limit = w.c.opts.Limits.Tries; w.sender.Pace.TriesInVain(&x, tries) {
			limit = min(limit, provenTries)
		}
	case x.Vendor != "" && !mayBeRefused:
		limit = min(w.c.opts.Limits.Tries, suspectTries)
	}
	if tries < limit {
		return w.postpone(t.item, tries, x), x
	}
	if x.Vendor != "" {
		w.Res.Outcome, w.Res.ErrText = record.Challenged, x.Challenge()
	}
	w.suspects = nil
	o := w.settleUnchanged(t.item, tries)
	if o == nil {
		o = w.settle(t.item, tries)
	}
	if o.kind == outcomeNothing {
		x.Failed, x.Err = true, record.ErrCanceled
		return o, x
	}
	t.suspects = w.suspects
	t.under.note(&o.page.Record)
	switch {
	case w.room.parsing: // others wait for its room
	case mayBeRefused:
		o = w.c.hold(o)
		t.held = o
	case !t.again && tries < w.c.opts.Limits.Tries && deadEnd(&w.Res.Exchange):
		o = w.c.hold(o)
		t.deadEnd = o
	}
	return o, x
}

func (t *pageTask) answered(s *scheduler, x *pace.Exchange, now time.Time) {
	switch {
	case t.held != nil:
		s.hold(t, x)
	case t.deadEnd != nil && !t.again:
		s.deadEnds.hold(t)
	}
	p := s.hosts.Of(t.item.URL)
	if _, asked := s.refused.again[t.item.ID]; asked || t.item.Tries > 0 && p.Limits() {
		delete(s.refused.again, t.item.ID)
		p.AskedAgain(x)
	}
	if t.again {
		s.deadEnds.answered(t, x)
	}
	s.adopt(s.learner.suspected(t.suspects), now)
	if t.walk != nil {
		s.walks.add(t.walk)
	}
	if record.IsPage(x.Status) {
		s.soft404.saw(t.item.URL)
	}
}

// provenTries of a broken page are enough where a third one helps nobody.
const provenTries = 2

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
	w.c.benches.at(w, func() { w.takeApart(item, o) })
	return o
}

// takeApart makes the outcome of the answer's header and body.
func (w *worker) takeApart(item frontier.Item, o *outcome) {
	rec := &o.page.Record
	parsed := w.parser.Parse(page.Input{
		URL:       item.URL,
		Status:    w.Res.Status,
		Header:    w.Res.Header,
		Body:      w.Res.Body,
		Truncated: w.Res.Truncated,
		Uncoded:   w.Res.Uncoded,
		Now:       w.Res.FetchedAt,
	})
	rec.Facts = parsed.Facts
	if rec.HTML && record.IsPage(rec.Status) {
		rec.Extracted = w.extract.Of(parsed.Source())
	}
	o.seen = traps.PageOf(item, w.rules.Key([]byte(item.URL)), &o.page, w.Res.Body)
	if rec.HTML && record.IsPage(rec.Status) {
		o.lead = w.c.leads.of(item.URL, parsed.Lead)
	}
	o.seen.Sample = item.Rank == rankSample
	w.addLinks(o, item, parsed)
	if w.stopped() { // maybe among the links
		o.kind = outcomeNothing
		return
	}
	w.compare(item.URL, rec)
	w.suspects = w.suspectsOf(item.URL, o)
	rec.Notes = strings.TrimPrefix(rec.Notes+w.folds.notes(item.URL), "\n")
	o.folds = w.folds.take(o.folds)
}
