package crawler

import (
	"context"
	"slices"
	"time"

	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/frontier"
)

// errand is whoever wants something besides the pages that are known: requests
// made for its own sake, or a pass over what is known once that is exhausted.
// All its methods are called in the scheduler's goroutine.
type errand interface {
	// next offers the requests that are wanted now, the best first. Offer gives
	// true for one that is dealt with (granted or refused was called), false for
	// one that cannot be made now and is to be offered again. wait is the time
	// after which next is to be called at the latest, whatever was offered.
	next(now time.Time, offer func(task) bool) (wait time.Duration)

	// granted is called just before t is made; false takes it back.
	granted(t task, o *origin) bool

	// refused tells that t may never be made, and why.
	refused(t task, why string)

	// begin is called when nothing else is left to do. It reports whether there
	// may be more to do now.
	begin(ctx context.Context) (more bool)

	// busy keeps the crawl from ending.
	busy() bool

	// giveUp ends an errand that is optional: no answers come.
	giveUp()
}

// modest is an errand that wants nothing. Errands embed it and say what they
// do want.
type modest struct{}

func (modest) next(time.Time, func(task) bool) time.Duration { return forever }
func (modest) granted(task, *origin) bool                    { return true }
func (modest) refused(task, string)                          {}
func (modest) begin(context.Context) bool                    { return false }
func (modest) busy() bool                                    { return false }
func (modest) giveUp()                                       {}

// standing is an errand as the scheduler keeps it.
type standing struct {
	errand
	optional bool // the crawl can do without its answers
	brief    bool // a run that is stopped does not wait for its requests
	requests renewable
	grant    func(task) bool // what serve has the errand call, made once
	now      time.Time       // of the last serve
	wait     time.Duration   // till its requests may be made
}

// newErrands lists all errands. In this order their requests go out, ahead of
// pages, and they begin once all else is exhausted, but for mentions, which begin
// before later ranks do (nextRanks).
func newErrands(s *scheduler) []*standing {
	return []*standing{
		{errand: s.learner, optional: true, brief: true},
		{errand: &hostRechecks{s: s, shown: map[frontier.ID]bool{}}},
		{errand: s.deadEnds, brief: true},
		{errand: &sweep{s: s}},
		{errand: &sources{s: s}, brief: true},
		{errand: s.renders, brief: true},
		{errand: s.mentions},
		{errand: s.translations, optional: true},
		{errand: s.walks},
		{errand: &echoQuestions{s: s}, optional: true, brief: true},
		{errand: &stackQuestions{s: s}, optional: true, brief: true},
		{errand: s.rereadings, optional: true, brief: true},
		{errand: &mazeWalks{s: s}, brief: true},
		{errand: s.soft404, optional: true, brief: true},
		{errand: &s.soft404.rechecks, optional: true, brief: true},
		{errand: s.checks, brief: true},
	}
}

// forever is a wait for something else.
const forever = time.Hour

// serve has the requests of an errand made that may be made now. It tells how
// long to wait before trying again at the latest.
func (s *scheduler) serve(e *standing, now time.Time) (wait time.Duration) {
	if s.running >= s.workers {
		return forever
	}
	if e.grant == nil {
		e.grant = func(t task) bool { return s.grant(e, t) }
	}
	e.now, e.wait = now, forever
	latest := e.next(now, e.grant)
	return min(e.wait, latest)
}

// grant has a request of an errand made if it may be made now. It tells whether
// the next one is worth asking for.
func (s *scheduler) grant(e *standing, t task) bool {
	if s.running >= s.workers {
		return false
	}
	o, again, why := s.mayAsk(t.url(), e.now)
	switch {
	case why != "":
		e.refused(t, why)
	case again > 0:
		e.wait = min(e.wait, again)
		return false
	case e.granted(t, o):
		s.start(o, job{task: t, errand: e}, e.now)
	}
	return true
}

// beginErrands has the first errand begin that has more to do.
func (s *scheduler) beginErrands(ctx context.Context) (more bool) {
	return slices.ContainsFunc(s.errands, func(e *standing) bool { return e.begin(ctx) })
}

// busyWith reports that one of the errands is busy: of all, or of those that
// the crawl cannot do without.
func (s *scheduler) busyWith(optional bool) bool {
	return slices.ContainsFunc(s.errands, func(e *standing) bool { return (optional || !e.optional) && e.busy() })
}

// renewable is a context that can be cancelled, and is made anew after that.
type renewable struct {
	ctx    context.Context
	cancel context.CancelFunc
}

func (r *renewable) under(parent context.Context) context.Context {
	if r.ctx == nil || r.ctx.Err() != nil {
		r.ctx, r.cancel = context.WithCancel(parent)
	}
	return r.ctx
}

func (r *renewable) end() {
	if r.cancel != nil {
		r.cancel()
	}
}

// maxErrandWait is how long a crawl that has all its pages waits, beyond its
// pace, for requests of its own that bring nothing.
const maxErrandWait = 30 * time.Second

// patience watches errands that the crawl can do without. While pages are to be
// had they wait like any request; once all are there, errands that make no
// progress are given up.
type patience struct {
	pages int       // jobs in flight that the crawl cannot do without
	since time.Time // all pages are there, or an errand was answered well; zero while pages are to be had
}

func (p *patience) started(j *job) {
	if !j.robots && !j.optional() {
		p.pages++
	}
}

func (p *patience) ended(j *job, x *pace.Exchange, now time.Time) {
	switch {
	case j.robots:
	case !j.optional():
		p.pages--
	case !x.Failed && !x.AsksForLess():
		p.since = now
	}
}

// onlyErrands reports that all pages are there that can be had without the end
// of an errand.
func (s *scheduler) onlyErrands() bool {
	return s.patience.pages == 0 && s.leased.retry.IsZero() && !s.busyWith(false) &&
		!slices.ContainsFunc(s.leased.queue, func(it frontier.Item) bool { return !s.learner.holds(it.URL) })
}

// watchErrands gives up errands that have made no progress for too long. It
// tells when to look again at the latest.
func (s *scheduler) watchErrands(now time.Time) (wait time.Duration) {
	p := &s.patience
	switch {
	case !s.allLeased():
		return forever // there may be pages or not
	case !s.onlyErrands():
		p.since = time.Time{}
		return forever
	}
	if p.since.IsZero() {
		p.since = now
	}
	if left := p.since.Add(maxErrandWait + s.hosts.LeastGap()).Sub(now); left > 0 {
		return left
	}
	p.since = now
	s.dropErrands()
	return 0
}

func (s *scheduler) dropErrands() {
	s.c.opts.Log.Info("requests that only help to judge what was found are given up: they bring no answer", "for", maxErrandWait)
	for _, e := range s.errands {
		if e.optional {
			e.requests.end()
			e.giveUp()
		}
	}
}
