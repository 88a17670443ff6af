package crawler

import (
	"context"
	"time"
)

// exhausted reports that nothing more can happen: no job is running, nothing
// waits to be settled, and the frontier has nothing that may be fetched.
func (s *scheduler) exhausted() bool {
	if !s.idle() {
		return false
	}
	if len(s.queue) > 0 {
		if !s.outOfPages() || s.waitsForRobots() {
			return false
		}
	} else if !s.drained || s.c.committed.Load() != s.seen || !s.nextRetry.IsZero() {
		return false
	}
	if s.held > 0 {
		s.releaseAll(time.Now())
		return false
	}
	return true
}

// idle reports that no job is running or about to, and nothing waits to be
// settled.
func (s *scheduler) idle() bool {
	return s.running == 0 && s.learner.active() == nil && !s.sources.active() && !s.translations.active() && len(s.walks) == 0 &&
		s.c.committed.Load() == s.owed()
}

// owed counts the outcomes that were sent to the committer.
func (s *scheduler) owed() int64 { return s.dispatched + s.unfetched - int64(s.held) }

func (s *scheduler) outOfPages() bool {
	limit := s.c.opts.Limits.Pages
	return limit > 0 && s.before+s.fetched >= limit
}

func (s *scheduler) endOfExhausted() End {
	switch {
	case len(s.queue) > 0:
		return LimitPages
	case s.noRobots > 0:
		return RobotsUnavailable
	case len(s.budget.List()) > 0:
		return LimitPrefix
	case s.unreachable > 0:
		return Unreachable
	case s.tooDeep > 0:
		return LimitDepth
	}
	return Complete
}

// urge asks the committer not to wait for more when all jobs are done and the
// queue is empty: only what it holds can bring new URLs.
func (s *scheduler) urge() {
	if s.running > 0 || s.c.committed.Load() == s.owed() {
		return
	}
	select {
	case s.c.hungry <- struct{}{}:
	default:
	}
}

// finish waits for the jobs in flight: for the grace period, then they are
// cancelled. Probes and sitemaps of an interrupted run are at once.
func (s *scheduler) finish(end End, cancel context.CancelFunc) End {
	if end == Interrupted {
		s.errands.short.end()
	}
	grace := time.NewTimer(s.c.opts.Grace)
	defer grace.Stop()
	for s.running > 0 {
		select {
		case r := <-s.c.done:
			s.finished(time.Now(), r)
		case <-grace.C:
			cancel()
		}
	}
	s.endHeld(time.Now())
	s.report(time.Now())
	return end
}
