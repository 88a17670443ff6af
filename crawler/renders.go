package crawler

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/crawler/opinions"
	"github.com/portolan-seo/portolan/frontier"
)

// renders has the scripts of pages run, once all else is exhausted, or shellsDue pages wait for theirs: of pages
// that say next to nothing without, by samples of their template (opinions). What
// comes of it is another opinion on the page, and leads to more URLs. It belongs
// to the scheduler; tabs, each a goroutine, hand over what they have.
type renders struct {
	modest
	s        *scheduler
	plan     *opinions.Plan
	planned  int64 // shells of this run when a plan last asked for nothing
	queue    []rendering
	working  int
	tried    map[frontier.ID]bool // not to be rendered in this run
	renderer Renderer
	lack     string // why there is no browser
	over     bool   // the run ends
	paused   []*askTask

	ctx    context.Context
	cancel context.CancelFunc
	tabs   sync.WaitGroup

	mu    sync.Mutex // guards what follows
	asks  []*askTask
	ended []*rendering
	sent  map[string]document // of pages that are rendered now, by URL
}

// rendering is a page whose scripts are run, and what came of it.
type rendering struct {
	opinions.Item
	sent *frontier.Row // nil where another URL than one of the crawl is looked at
	// look is called with the text of the rendered page, nil where there is none.
	look func(*lookalike.Text)

	outcome  *outcome
	suspects []suspect
	text     *lookalike.Text
	broken   error // no browser is left
}

const (
	mostPlanned = 5_000 // pages of one plan
	shellsDue   = 1_000 // pages that wait for scripts, and half as many as before, since a plan last asked for nothing, are looked at before more is fetched
)

func newRenders(s *scheduler) *renders {
	r := &renders{s: s, tried: map[frontier.ID]bool{}, sent: map[string]document{}}
	r.ctx, r.cancel = context.WithCancel(s.fetching)
	return r
}

// off tells whether no page is rendered in this run.
func (r *renders) off() bool { return r.s.c.opts.Render.Open == nil || r.over }

func (r *renders) busy() bool { return len(r.queue) > 0 || r.working > 0 }

// due tells that so many pages wait for scripts that these come first: where each leads to the next one all that may
// be fetched is never settled.
func (r *renders) due() bool {
	return !r.off() && r.lack == "" && r.s.c.shells.Load()-r.planned >= max(shellsDue, r.planned/2)
}

// round plans what is to be rendered, once all that was leased is settled.
// It reports whether there is something.
func (r *renders) round(ctx context.Context) (more bool) {
	c := r.s.c
	if r.off() || r.busy() || !c.mayNeedBrowser() {
		return r.busy()
	}
	c.mu.Lock()
	err := c.guarded("look for pages that need a browser", func() (err error) {
		r.plan, err = opinions.Read(ctx, c.store, opinions.Question{
			All: c.opts.Render.All, Key: c.rules.Load().Key, Most: mostPlanned, Lack: r.lack != "",
			Skip: func(id frontier.ID) bool { return r.tried[id] },
		})
		return err
	})
	c.mu.Unlock()
	if err != nil {
		return r.s.unread(ctx, err)
	}
	if len(r.plan.Items) > 0 {
		r.open()
	}
	r.note()
	for _, item := range r.plan.Items {
		r.queue = append(r.queue, rendering{Item: item})
	}
	if !r.busy() {
		r.seen(ctx)
	}
	return r.busy()
}

// seen takes it that scripts have nothing to add to the shells so far, where no sample has shown it: many of one text
// may be the same at any address.
func (r *renders) seen(ctx context.Context) {
	r.planned = r.s.c.shells.Load()
	if r.planned < shellsDue || slices.ContainsFunc(r.plan.Decisions, func(d opinions.Decision) bool { return d.Needs }) {
		return
	}
	if err := r.s.c.seeShells(ctx); err != nil {
		r.s.c.fail(err)
	}
}

// open starts the browser.
func (r *renders) open() {
	if r.renderer != nil || r.lack != "" {
		return
	}
	var err error
	if r.renderer, err = r.s.c.opts.Render.Open(r.ctx, asker{r}); err != nil {
		r.lose(err)
	}
}

// lose goes on without a browser.
func (r *renders) lose(err error) {
	if r.ctx.Err() != nil || r.lack != "" {
		return
	}
	r.lack, r.renderer = err.Error(), nil
	if err := r.s.c.seeShells(r.ctx); err != nil {
		r.s.c.fail(err)
	}
	level := slog.LevelDebug
	if r.s.c.opts.Render.All {
		level = slog.LevelWarn
	}
	r.s.c.opts.Log.Log(r.ctx, level, "no browser, so no page is rendered any more", "cause", err)
}

// note stores what is known of templates.
func (r *renders) note() {
	c, text := r.s.c, frontier.ListText(r.plan.Decisions)
	if c.meta(frontier.MetaRendering) == text && c.meta(frontier.MetaNoBrowser) == r.lack {
		return
	}
	if err := c.settle(&frontier.Batch{Meta: map[string]string{frontier.MetaRendering: text, frontier.MetaNoBrowser: r.lack}}); err != nil {
		c.fail(err)
	}
}

func (r *renders) next(now time.Time, offer func(task) bool) (wait time.Duration) {
	r.settleEnded(now)
	for len(r.queue) > 0 && r.working < max(r.s.c.opts.Render.Tabs, 1) && !r.over {
		next := r.queue[0]
		r.queue = r.queue[1:]
		r.begun(&next)
	}
	return r.serveAsks(now, offer)
}

// begun has a page rendered, or takes what an earlier crawl knows of it where
// there is no browser.
func (r *renders) begun(p *rendering) {
	c := r.s.c
	if p.look == nil {
		c.mu.Lock()
		row, err := c.store.Row(p.ID)
		c.mu.Unlock()
		switch {
		case err != nil:
			c.fail(err)
			return
		case row == nil || row.Page == nil:
			return
		}
		p.sent = row
	}
	if r.renderer == nil {
		if p.look != nil {
			p.look(nil)
		} else if r.tried[p.ID] = true; c.opts.Before.HasRenderings() {
			r.recall(p, "")
		}
		return
	}
	r.working++
	r.tabs.Go(func() {
		newTab(r).render(p)
		r.mu.Lock()
		r.ended = append(r.ended, p)
		r.mu.Unlock()
		r.s.c.nudge()
	})
}

// settleEnded settles what tabs have handed over.
func (r *renders) settleEnded(now time.Time) {
	r.mu.Lock()
	ended := r.ended
	r.ended = nil
	r.mu.Unlock()
	for _, p := range ended {
		r.working--
		switch {
		case p.broken != nil:
			if r.lose(p.broken); r.ctx.Err() == nil && p.look == nil {
				r.queue = append(r.queue, rendering{Item: p.Item}) // for what an earlier crawl knows
			} else if p.look != nil {
				p.look(nil)
			}
		case p.look != nil:
			p.look(p.text)
		case p.outcome == nil:
		case p.outcome.rendered.Rendering.Failure != "" && r.recall(p, p.outcome.rendered.Rendering.Failure):
			r.s.c.reuse(p.outcome)
		default:
			r.s.adopt(r.s.learner.suspected(p.suspects), now)
			r.s.settleUnfetched(p.outcome)
		}
	}
}

// lookAt has a URL rendered that is none of the crawl; look is called in the
// scheduler's goroutine.
func (r *renders) lookAt(url string, look func(*lookalike.Text)) {
	r.queue = append(r.queue, rendering{Item: opinions.Item{ID: frontier.NoID, URL: url}, look: look})
}

// usable tells whether there is a browser at work, and pages that it shows
// otherwise: so that others can be looked at with it.
func (r *renders) usable() bool {
	return r.renderer != nil && !r.over && slices.ContainsFunc(r.plan.Decisions, func(d opinions.Decision) bool { return d.Differ > 0 })
}

// close ends the rendering: pages at work are left to the next run.
func (r *renders) close() {
	if r.over {
		return
	}
	r.queue = nil
	r.over = true
	r.cancel()
	r.refuseAsks()
	r.tabs.Wait()
	if r.renderer != nil {
		r.renderer.Close()
	}
	r.settleEnded(time.Now())
}

// keepRest takes what an earlier crawl knows of the pages that a run did not get
// to render before its limit: they are not to be judged as shells meanwhile.
func (r *renders) keepRest(ctx context.Context) {
	if r.s.c.opts.Render.Open == nil || !r.s.c.opts.Before.HasRenderings() {
		return
	}
	r.over, r.renderer, r.lack = false, nil, cmp.Or(r.lack, "the run came to its limit")
	for r.allSettled() && r.round(ctx) {
		for _, p := range r.queue {
			r.begun(&p)
		}
		r.queue = nil
	}
	r.over = true
}

// allSettled waits until all that was found is stored, of which plans are made.
func (r *renders) allSettled() bool {
	for !r.s.settled() && !r.s.c.hasFailed() {
		r.s.urge()
		<-r.s.c.progress
	}
	return !r.s.c.hasFailed()
}

// left tells how many pages are still to be rendered, as far as is known.
func (r *renders) left() int { return len(r.queue) + r.working }

// mayNeedBrowser tells whether there may be pages that need one. Of what
// earlier runs have settled nothing is known.
func (c *crawl) mayNeedBrowser() bool {
	return c.opts.Render.All || c.shells.Load() > 0 || c.resumed
}

// second tells of a page that is judged by what it is with its scripts run.
func (c *crawl) second(o *outcome) bool {
	return c.opts.Render.Open != nil && opinions.IsShell(&o.page.Record.Facts)
}

// nudge has the scheduler look again.
func (c *crawl) nudge() {
	select {
	case c.progress <- struct{}{}:
	default:
	}
}

// recall settles what an earlier crawl knows of a page with its scripts run, if
// it is still sent as it was then, or as a shell.
func (r *renders) recall(p *rendering, failure string) bool {
	c := r.s.c
	o := c.outcome(outcomeRendered)
	was := &o.rendered
	sent := &p.sent.Page.Facts
	then := c.opts.Before.Rendering(p.URL, was)
	if then == nil || !opinions.IsShell(sent) && then.Content != sent.Content {
		c.reuse(o)
		return false
	}
	was.ID, was.Depth = p.ID, p.Depth
	facts := was.Record.Facts
	was.Record = *p.sent.Page
	was.Record.Facts = facts
	was.Rendering.Marks = addMark(was.Rendering.Marks, opinions.MarkKept)
	if failure != "" {
		was.Rendering.Marks = addMark(was.Rendering.Marks, opinions.MarkFailed+failure)
	}
	o.page = was.Settled
	r.s.settleUnfetched(o)
	return true
}
