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

	queue     []frontier.Item // leased, in order, not yet handed out
	rules     *canonical.Rules
	forms     *canonical.Resolver // of rules
	origins   map[string]*origin
	hosts     *pace.Hosts
	refused   map[*pace.Pace][]refusal // outcomes that are held
	learner   learner
	walks     []*cookieWalk // one after the other
	walking   bool          // a request of the first is under way
	sources   sources
	mentioned bool // URLs known from elsewhere were added

	translations translations

	budget  *traps.Budget
	unknown unknowns
	errands errands

	running    int   // jobs with workers
	held       int   // outcomes that are held: see refusal
	unfetched  int64 // outcomes sent past the workers
	dispatched int64 // outcomes that workers owe or owed

	last        frontier.Rank // up to which URLs are leased
	drained     bool          // the last lease gave nothing, and nothing was committed since
	seen        int64         // committed when the last lease was made
	nextRetry   time.Time     // when a postponed URL falls due
	tooDeep     int           // leased URLs left alone by --max-depth
	noRobots    int           // leased URLs left alone, their robots.txt being unavailable
	unreachable int           // leased URLs left alone, their host being down
	fetched     int           // pages requested in this run
	before      int           // pages requested in earlier runs
}

func newScheduler(fetching context.Context, c *crawl, begun time.Time) *scheduler {
	return &scheduler{
		c:        c,
		fetching: fetching,
		begun:    begun,
		workers:  c.opts.Politeness.Concurrency,
		origins:  map[string]*origin{},
		hosts:    pace.NewHosts(c.opts.Politeness, begun),
		refused:  map[*pace.Pace][]refusal{},
		budget:   traps.NewBudget(c.opts.Limits.Directory, c.spent),
		learner:  learner{c: c},
		before:   int(c.stats.pages.Load()),
		last:     c.firstRank(),
	}
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
		if s.nextRanks(ctx) {
			continue
		}
		if s.exhausted() {
			if s.sweep(ctx) || s.readSources() || s.takeMentions(ctx) || s.askTranslations(ctx) {
				continue
			}
			end, more := s.endOfExhausted(), false
			if end != LimitPages {
				wait, more = s.askUnknown(ctx, now)
				wait = min(wait, s.watchErrands(now))
			}
			if !more && ctx.Err() == nil { // else a pass was cut short
				return s.finish(end, cancel)
			}
		}
		s.urge()
		timer.Reset(wait)
		select {
		case r := <-s.c.done:
			s.finished(time.Now(), r)
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

// lease fills the queue when it runs low.
func (s *scheduler) lease(now time.Time) {
	committed := s.c.committed.Load()
	retryDue := !s.nextRetry.IsZero() && !now.Before(s.nextRetry)
	if len(s.queue) > s.workers || s.drained && committed == s.seen && !retryDue {
		return
	}
	s.seen = committed
	items, next, err := s.leaseDue(4*s.workers, now)
	if err != nil {
		s.c.fail(err)
		return
	}
	s.drained, s.nextRetry = len(items) == 0, next
	s.queue = append(s.queue, items...)
}

// handOut gives jobs to workers until they or the queue are out, and tells
// how long to wait before trying again at the latest.
func (s *scheduler) handOut(now time.Time) time.Duration {
	wait := time.Hour
	if s.drained && !s.nextRetry.IsZero() {
		wait = s.nextRetry.Sub(now)
	}
	wait = min(wait, s.startProbe(now), s.recheckHosts(now), s.startSources(now), s.startTranslations(now), s.startWalk(now))
	kept := s.queue[:0]
	for i, item := range s.queue {
		if s.running >= s.workers {
			kept = append(kept, s.queue[i:]...)
			break
		}
		again, keep := s.consider(item, now)
		wait = min(wait, again)
		if keep {
			kept = append(kept, item)
		}
	}
	s.queue = kept
	if !s.drained && len(kept) <= s.workers {
		return 0 // what was leased needs no wait, and there may be more
	}
	return max(wait, 0)
}

// consider is the one place where a leased URL's fate is decided: rules
// learned since its discovery, limits, robots.txt, pace. keep is true if it
// has to wait, at least for the duration given.
func (s *scheduler) consider(item frontier.Item, now time.Time) (wait time.Duration, keep bool) {
	const forever = time.Hour
	if s.folded(item, now) {
		return forever, false
	}
	if s.learner.holds(item.URL) {
		return forever, true
	}
	if s.deeper(item) {
		s.tooDeep++
		s.leave(item)
		return forever, false
	}
	o := s.origin(item.URL)
	if !s.c.opts.Robots.Ignore {
		ready, ask := o.ready(now)
		if ask {
			return s.askRobots(o, now), true
		}
		if !ready && !(s.c.opts.Robots.Advisory && o.tries > 0) {
			switch o.state {
			case robotsUnavailable:
				s.noRobots++
				s.leave(item)
				return forever, false
			case robotsAsked:
				return forever, true
			}
			return o.retryAt.Sub(now), true
		}
		d := o.decide(item.URL, s.c.opts.Robots)
		if d.Disputed {
			s.c.opts.Log.Warn("robots.txt rule read in two ways; the stricter one is obeyed", "url", item.URL, "line", d.Line, "rule", d.Rule)
		}
		if !d.Allow {
			s.settleUnfetched(s.c.unfetched(item, record.RobotsBlocked, now))
			return forever, false
		}
	}
	if s.quarantined(item) {
		s.leave(item)
		return forever, false
	}
	if s.outOfPages() {
		return forever, true
	}
	if o.pace.GivenUp() {
		s.unreachable++
		s.leave(item)
		return forever, false
	}
	if d, ok := o.pace.Wait(now); !ok {
		return forever, true
	} else if d > 0 {
		return d, true
	}
	s.fetched++
	s.budget.Count(item.URL)
	s.start(o, job{item: item, origin: o}, now)
	return forever, false
}

// leave puts a leased URL aside that this run does not fetch.
func (s *scheduler) leave(item frontier.Item) {
	s.c.mu.Lock()
	defer s.c.mu.Unlock()
	s.c.store.Leave(item.ID)
}

// folded settles a URL whose canonical form has changed since it was found:
// the new form is what may be fetched.
func (s *scheduler) folded(item frontier.Item, now time.Time) bool {
	if rules := s.c.rules.Load(); rules != s.rules {
		s.rules, s.forms = rules, rules.NewResolver()
		s.forms.RememberNothing()
	}
	form := s.forms.Resolve([]byte(item.URL))
	if form.Reason != canonical.OK || string(form.URL) == item.URL {
		return false
	}
	o := s.c.unfetched(item, record.Folded, now)
	o.page.Links = append(o.page.Links, frontier.Link{Key: form.Key, URL: o.keep(form.URL), Flags: frontier.LinkFold})
	o.page.Location = 0
	s.settleUnfetched(o)
	return true
}

func (s *scheduler) deeper(item frontier.Item) bool {
	limit := s.c.opts.Limits.Depth
	switch {
	case limit == 0 || item.Depth == frontier.NoDepth:
		return false
	case limit < 0:
		return item.Depth > 0
	}
	return int(item.Depth) > limit
}

func (s *scheduler) start(o *origin, j job, now time.Time) {
	if j.pace == nil {
		j.pace = o.pace
	}
	j.started = now
	j.pace.Started(now)
	s.startErrand(&j)
	s.running++
	s.dispatched++
	s.c.jobs <- j // never blocks: running < workers = its capacity
}

func (s *scheduler) settleUnfetched(o *outcome) {
	s.unfetched++
	s.c.outcomes <- o
}

// finished takes a worker's report.
func (s *scheduler) finished(now time.Time, r report) {
	s.running--
	o := r.job.origin
	r.x.URL, r.x.Started, r.x.Robots, r.x.Again = r.job.url(), r.job.started, r.job.robots, r.job.item.Tries > 0
	s.endErrand(&r, now)
	r.job.pace.Finished(now, &r.x)
	s.logRequest(&r, now)
	s.c.stats.count(r)
	if r.held != nil {
		s.hold(&r)
	}
	s.release(&r, now)
	if r.job.probe != nil {
		if rule, learned := s.learner.answered(r.job.probe, &r.sketch); learned {
			s.adopt([]canonical.Rule{rule}, now)
		}
	}
	s.learner.suspected(r.suspects)
	if r.walk != nil {
		s.walks = append(s.walks, r.walk)
	}
	switch {
	case r.job.walk != nil:
		s.walked(&r)
	case r.job.unknown != "":
		s.unknownAnswered(r)
	case r.job.look != nil:
		s.looked(r)
	case r.x.Status == 200 && r.job.item.URL != "":
		s.unknown.saw(r.job.item.URL)
	}
	if r.job.source != nil {
		s.sourceAnswered(*r.job.source, r.source, now)
	}
	if r.job.translation != nil {
		s.translationAnswered(r.job.translation, &r.translation, r.x)
	}
	if r.job.robots {
		o.answered(now, r.robots, r.job.hop, s.c.opts.Robots)
		o.pace.AtLeast(o.crawlDelay(s.c.opts.Politeness))
		s.adopt(cleanParams(o), now)
	}
}
