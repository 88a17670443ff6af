package crawler

import (
	"context"
	"slices"
	"time"

	"github.com/portolan-seo/portolan/frontier"
)

// maxErrandWait is how long a crawl that has all its pages waits, beyond its
// pace, for requests of its own that bring nothing.
const maxErrandWait = 30 * time.Second

// errands watches what a crawl asks for besides pages and sitemaps: trials of
// parameters, URLs that cannot exist, second looks, translations on other
// hosts. While pages are to be had these wait like any request; once all are
// there, errands that make no progress are given up. It belongs to the
// scheduler.
type errands struct {
	pages   int       // jobs with workers that are none
	since   time.Time // all pages are there, or an errand was answered well; zero while pages are to be had
	given   bool      // URLs that cannot exist are asked for no more
	short   renewable // of probes and sitemaps, which an interrupted run does not wait for
	foreign renewable // of translations
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

// errand reports a job whose answer the crawl can do without.
func (j *job) errand() bool {
	return j.probe != nil || j.unknown != "" || j.look != nil || j.translation != nil
}

// startErrand gives an errand, or a sitemap, the context by which it can be
// given up.
func (s *scheduler) startErrand(j *job) {
	e := &s.errands
	if !j.robots && !j.errand() {
		e.pages++
	}
	switch {
	case j.translation != nil:
		j.ctx = e.foreign.under(s.fetching)
	case j.errand() || j.source != nil:
		j.ctx = e.short.under(s.fetching)
	}
}

// endErrand takes the end of a job.
func (s *scheduler) endErrand(r *report, now time.Time) {
	e := &s.errands
	switch {
	case r.job.robots:
	case !r.job.errand():
		e.pages--
	case !r.x.Failed && !r.x.AsksForLess():
		e.since = now
	}
}

// onlyErrands reports that all pages are there that can be had without the end
// of an errand.
func (s *scheduler) onlyErrands() bool {
	return s.errands.pages == 0 && s.nextRetry.IsZero() && !s.sources.active() &&
		!slices.ContainsFunc(s.queue, func(it frontier.Item) bool { return !s.learner.holds(it.URL) })
}

// watchErrands gives up errands that have made no progress for too long. It
// tells when to look again at the latest.
func (s *scheduler) watchErrands(now time.Time) (wait time.Duration) {
	e := &s.errands
	switch {
	case !s.drained || s.c.committed.Load() != s.seen:
		return time.Hour // there may be pages or not
	case !s.onlyErrands():
		e.since = time.Time{}
		return time.Hour
	}
	if e.since.IsZero() {
		e.since = now
	}
	if left := e.since.Add(maxErrandWait + s.hosts.LeastGap()).Sub(now); left > 0 {
		return left
	}
	e.since = now
	s.dropErrands()
	return 0
}

func (s *scheduler) dropErrands() {
	s.c.opts.Log.Info("requests that only help to judge what was found are given up: they bring no answer", "for", maxErrandWait)
	s.errands.short.end()
	s.errands.foreign.end()
	for t := s.learner.active(); t != nil; t = s.learner.active() {
		s.learner.end(t)
	}
	s.errands.given = true
	s.unknown.done = s.unknown.done || len(s.unknown.answers) > 0
	for _, h := range s.translations.hosts {
		h.leave("no answer came for 30 s")
	}
}

// leave asks for no more pages of the host.
func (h *translationHost) leave(why string) {
	if len(h.queue) > 0 {
		h.Left, h.Why, h.queue = h.Left+len(h.queue), why, nil
	}
}
