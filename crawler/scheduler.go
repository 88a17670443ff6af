package crawler

import (
	"context"
	"time"

	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/crawler/traps"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// scheduler decides what is fetched and when. It alone waits.
type scheduler struct {
	c        *crawl
	fetching context.Context // of the workers
	begun    time.Time
	workers  int

	leased  leased
	forms   forms
	origins map[string]*origin
	hosts   *pace.Hosts
	others  *pace.Hosts // of guests: hosts that pages need, and that are not crawled
	guests  map[string]bool
	budget  *traps.Budget
	pages   pageCounts

	errands      []*standing // those below, and others
	learner      *learner
	mentions     *mentions
	translations *translations
	checks       *checks
	walks        *cookieWalks
	soft404      *soft404
	deadEnds     *deadEnds
	renders      *renders
	rounds       rounds
	rereadings   *rereadings
	stacked      stacked
	patience     patience

	running int   // jobs with workers
	owed    int64 // outcomes that the committer has or will have
	refused refusals
}

// pageCounts counts pages that were requested, and leased URLs left alone.
type pageCounts struct {
	before      int // requested in earlier runs
	fetched     int // requested in this run
	tooDeep     int // left alone by --max-depth
	noRobots    int // left alone, their robots.txt being unavailable
	unreachable int // left alone, their host being down
}

func newScheduler(fetching context.Context, c *crawl, begun time.Time) *scheduler {
	s := &scheduler{
		c:        c,
		fetching: fetching,
		begun:    begun,
		workers:  c.opts.Politeness.Concurrency,
		leased:   leased{last: c.firstRank()},
		origins:  map[string]*origin{},
		hosts:    pace.NewHosts(c.opts.Politeness, begun),
		others:   pace.NewHosts(c.opts.Politeness, begun),
		guests:   map[string]bool{},
		budget:   traps.NewBudget(c.opts.Limits.Directory, c.spent),
		pages:    pageCounts{before: int(c.stats.pages.Load())},
		learner:  newLearner(c),
		refused:  refusals{held: map[*pace.Pace][]refusal{}, again: map[frontier.ID]onceMore{}},
	}
	s.mentions, s.translations, s.walks, s.soft404 = &mentions{s: s}, &translations{s: s}, &cookieWalks{s: s}, newSoft404(s)
	s.checks, s.deadEnds, s.rereadings = &checks{s: s}, &deadEnds{s: s}, &rereadings{s: s}
	s.renders = newRenders(s)
	s.rounds.s = s
	if !c.opts.NoCrawl {
		s.errands = newErrands(s)
	}
	return s
}

// schedule runs until the crawl has ended, and says why. When it returns, no
// worker holds a job. cancel aborts requests in flight.
func (s *scheduler) schedule(ctx context.Context, cancel context.CancelFunc) End {
	tick := time.NewTicker(progressEvery)
	defer tick.Stop()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		now := time.Now()
		if end := s.stopped(ctx, now); end != "" {
			return s.finish(end, cancel)
		}
		s.lease(now)
		wait := min(s.handOut(now), s.watchErrands(now))
		if s.nextRanks(ctx) || s.onlyLongRetries(now) && (s.deadEnds.begin(ctx) || s.rounds.next(ctx)) {
			continue
		}
		if s.renders.due() && len(s.leased.queue) == 0 && s.idle() {
			s.renders.round(ctx)
			continue
		}
		if s.exhausted() {
			if s.deadEnds.begin(ctx) || s.renders.round(ctx) || s.rounds.next(ctx) || s.beginErrands(ctx) {
				continue
			}
			if ctx.Err() == nil { // else a pass was cut short
				return s.finish(s.endOfExhausted(), cancel)
			}
		}
		s.urge()
		timer.Reset(wait)
		select {
		case r := <-s.c.done:
			s.finished(time.Now(), &r)
		case <-s.c.progress:
		case <-timer.C:
		case <-tick.C:
			s.report(time.Now())
		case <-s.c.opts.Drain:
		case <-s.c.failed:
		case <-ctx.Done():
		}
	}
}

// scheduleGuarded is schedule; a panic in it fails the crawl and leaves the
// jobs in flight to the workers.
func (s *scheduler) scheduleGuarded(ctx context.Context, cancel context.CancelFunc) (end End) {
	end = Failed
	defer s.renders.close()
	err := s.c.guarded("decide what to fetch next", func() error {
		end = s.schedule(ctx, cancel)
		return nil
	})
	if err != nil {
		s.c.fail(err)
		cancel()
	}
	return end
}

// stopped gives the reason to stop now, "" if there is none.
func (s *scheduler) stopped(ctx context.Context, now time.Time) End {
	limits := s.c.opts.Limits
	select {
	case <-s.c.failed:
		return Failed
	case <-ctx.Done():
		return Interrupted
	case <-s.c.opts.Drain:
		return Interrupted
	default:
	}
	switch {
	case s.hosts.ShutOut():
		return ShutOut
	case limits.Time > 0 && now.Sub(s.begun) >= limits.Time:
		return LimitTime
	case limits.Bytes > 0 && s.c.stats.bytes.Load() >= limits.Bytes:
		return LimitBytes
	case limits.Memory > 0 && s.c.stats.memory.Load() >= limits.Memory:
		return LimitMemory
	case limits.Disk > 0 && s.c.stats.disk.Load() >= limits.Disk:
		return LimitDisk
	}
	return ""
}

// handOut gives jobs to workers until they or the queue are out, and tells
// how long to wait before trying again at the latest.
func (s *scheduler) handOut(now time.Time) time.Duration {
	l := &s.leased
	wait := l.wait(now)
	for _, e := range s.errands {
		wait = min(wait, s.serve(e, now))
	}
	kept := l.queue[:0]
	for i, item := range l.queue {
		if s.running >= s.workers {
			kept = append(kept, l.queue[i:]...)
			break
		}
		again, keep := s.consider(item, now)
		wait = min(wait, again)
		if keep {
			kept = append(kept, item)
		}
	}
	l.queue = kept
	if !l.drained && len(kept) <= s.workers {
		return 0 // what was leased needs no wait, and there may be more
	}
	return max(wait, 0)
}

// start hands a job to a worker.
func (s *scheduler) start(o *origin, j job, now time.Time) {
	j.origin, j.started = o, now
	if j.pace == nil {
		j.pace = o.pace
	}
	if e := j.errand; e != nil && (e.optional || e.brief) {
		j.ctx = e.requests.under(s.fetching)
	}
	j.pace.Started(now)
	s.patience.started(&j)
	s.running++
	s.owed++
	s.c.stats.requests++
	s.c.jobs <- j // never blocks: running < workers = its capacity
}

// settleUnfetched sends an outcome to the committer past the workers.
func (s *scheduler) settleUnfetched(o *outcome) {
	s.owed++
	s.c.outcomes <- o
}

// finished takes a worker's report.
func (s *scheduler) finished(now time.Time, r *report) {
	s.running--
	j, x := &r.job, &r.x
	x.URL, x.Started, x.Robots, x.Again = j.url(), j.started, j.robots, j.again
	s.patience.ended(j, x, now)
	j.pace.Finished(now, x)
	s.logRequest(r, now)
	if !s.guests[canonical.Host(x.URL)] || x.Err == record.ErrPrivate { // what others answer says nothing of the site
		s.c.stats.count(x)
	}
	s.release(j.pace, x, now)
	j.answered(s, x, now)
}

// exhausted reports that nothing more can happen: no job is running, nothing
// waits to be settled, and the frontier has nothing that may be fetched.
func (s *scheduler) exhausted() bool {
	switch {
	case !s.idle():
		return false
	case len(s.leased.queue) > 0 && (!s.outOfPages() || s.waitsForRobots()):
		return false
	case len(s.leased.queue) == 0 && !(s.allLeased() && s.leased.retry.IsZero()):
		return false
	case s.refused.count() > 0:
		s.releaseAll(time.Now())
		return false
	}
	return true
}

// idle reports that no job is running or about to, and nothing waits to be
// settled.
func (s *scheduler) idle() bool {
	return s.running == 0 && !s.busyWith(true) && s.settled()
}

// settled reports that all outcomes that the committer was sent are settled.
func (s *scheduler) settled() bool {
	return s.c.committed.Load() == s.owed-int64(s.refused.count()+s.deadEnds.unsettled())
}

// outOfPages reports that no more pages may be requested.
func (s *scheduler) outOfPages() bool { return s.c.opts.Limits.Pages > 0 && s.pagesLeft() <= 0 }

// pagesLeft is how many pages the limit of pages leaves.
func (s *scheduler) pagesLeft() int {
	return s.c.opts.Limits.Pages - s.pages.before - s.pages.fetched
}

func (s *scheduler) endOfExhausted() End {
	switch {
	case len(s.leased.queue) > 0, s.outOfPages() && s.rounds.due():
		return LimitPages
	case s.pages.noRobots > 0:
		return RobotsUnavailable
	case s.c.opts.NoCrawl:
		return NotCrawled
	case len(s.budget.List()) > 0:
		return LimitPrefix
	case s.pages.unreachable > 0:
		return Unreachable
	case s.pages.tooDeep > 0:
		return LimitDepth
	}
	return Complete
}

// urge asks the committer not to wait for more when all jobs are done and the
// queue is empty: only what it holds can bring new URLs.
func (s *scheduler) urge() {
	if s.running > 0 || s.settled() {
		return
	}
	select {
	case s.c.hungry <- struct{}{}:
	default:
	}
}

// finish waits for the jobs in flight: for the grace period, then they are
// cancelled. Those that an interrupted run does not wait for are at once.
func (s *scheduler) finish(end End, cancel context.CancelFunc) End {
	if end == Interrupted {
		for _, e := range s.errands {
			if e.brief {
				e.requests.end()
			}
		}
	}
	s.renders.close()
	grace := time.NewTimer(s.c.opts.Grace)
	defer grace.Stop()
	for s.running > 0 {
		select {
		case r := <-s.c.done:
			s.finished(time.Now(), &r)
		case <-grace.C:
			cancel()
		}
	}
	s.endHeld(time.Now())
	s.deadEnds.end()
	if end != Interrupted && end != Failed && end != Complete {
		s.renders.keepRest(context.Background())
	}
	s.report(time.Now())
	return end
}

// nextRanks opens the later ranks once the first are exhausted, retries that
// wait aside. Before that mentions begin, so that listed URLs to which no link
// has led come first. It reports whether it did.
func (s *scheduler) nextRanks(ctx context.Context) bool {
	if s.leased.last == s.c.lastLeased() || !s.idle() || len(s.leased.queue) > 0 || !s.allLeased() {
		return false
	}
	if s.refused.count() > 0 {
		s.releaseAll(time.Now()) // it may be asked for again
		return false
	}
	if !s.c.opts.NoCrawl {
		s.mentions.begin(ctx)
	}
	s.leased.last, s.leased.drained = s.c.lastLeased(), false
	return true
}
