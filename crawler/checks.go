package crawler

import (
	"context"
	"slices"
	"time"

	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Checks says what is asked for besides the pages of a site, once each, when all
// else is exhausted: by HEAD, and by GET where that is refused or finds something
// wrong; by the robots.txt of its own host. Redirects are followed in the same
// way, five at most. What came of it is kept in Meta (frontier.Checked): a crawl that goes on asks for
// none of it again.
type Checks struct {
	Links    bool          // links to other hosts
	Pictures bool          // pictures that pages show; it wants Options.Images
	Gap      time.Duration // between two requests to a host that is not crawled; 0 = 1 s
}

// Bounds of what one crawl asks for.
const (
	MaxChecks      = 100_000
	MaxChecksAHost = 1_000 // of a host that is not crawled

	checkLump     = 100
	checkHops     = 5  // redirects that are followed
	activeChecks  = 64 // hosts at a time: robots.txt files are held of so many
	checkPatience = 10 * time.Minute
)

// checks asks for links to other hosts and for pictures. It belongs to the
// scheduler.
type checks struct {
	modest
	s       *scheduler
	begun   bool
	hosts   map[string]*checkHost // those below
	waiting []*checkHost
	active  []*checkHost
	todo    int // URLs that are to be asked for
	running int
	fresh   []frontier.Checked // not in Meta yet
	lump    int                // number of the next lump
	left    []frontier.CheckedLeft
	changed bool
}

// checkHost is what is left to ask of one host.
type checkHost struct {
	name     string
	own      bool // it is crawled: its pace is the crawl's
	queue    []check
	taken    int // put into queue
	running  int
	refusals int       // in a row
	since    time.Time // it was last asked something, or there was no worker for it
}

// check is a URL to ask for.
type check struct {
	url   string
	note  frontier.Checked
	again bool // it was asked for by HEAD
	hops  int  // redirects that led to it
}

func (q *checks) busy() bool { return q.begun && (q.todo > 0 || q.running > 0) }

func (q *checks) begin(ctx context.Context) (more bool) {
	o := &q.s.c.opts.Checks
	if q.begun || !o.Links && !o.Pictures {
		return false
	}
	q.begun, q.changed = true, true
	q.fill(ctx)
	for _, h := range q.waiting {
		q.todo += len(h.queue)
	}
	q.s.c.opts.Log.Info("links to other hosts and pictures are asked for", "urls", q.todo, "hosts", len(q.waiting))
	return true
}

// next offers what may be asked for now, of a number of hosts in turn.
func (q *checks) next(now time.Time, offer func(task) bool) (wait time.Duration) {
	if !q.busy() {
		return forever
	}
	for len(q.active) < activeChecks && len(q.waiting) > 0 {
		h := q.waiting[0]
		h.since = now
		if !h.own {
			q.s.guest(h.queue[0].url, false)
			q.s.others.Of(h.queue[0].url).AtLeast(q.s.c.opts.Checks.Gap)
		}
		q.waiting, q.active = q.waiting[1:], append(q.active, h)
	}
	for _, h := range q.active {
		for len(h.queue) > 0 && offer(&checkTask{check: h.queue[0], host: h}) {
		}
		switch {
		case h.running > 0 || q.s.running >= q.s.workers:
			h.since = now
		case !h.own && len(h.queue) > 0 && now.Sub(h.since) > checkPatience:
			q.leave(h, "its host wants to be asked hardly ever")
		}
	}
	q.active = slices.DeleteFunc(q.active, func(h *checkHost) bool {
		done := len(h.queue) == 0 && h.running == 0
		if done {
			delete(q.hosts, h.name)
			if !h.own {
				q.s.forgetGuest(h.name)
			}
		}
		return done
	})
	if len(q.active) > 1 { // the next turn begins with another one
		q.active = append(q.active[1:], q.active[0])
	}
	if !q.busy() {
		q.save()
		return 0
	}
	return checkPatience / 60
}

func (q *checks) granted(t task, _ *origin) bool {
	h := t.(*checkTask).host
	h.queue = h.queue[1:]
	h.running++
	q.todo--
	q.running++
	return true
}

// guest tells of a host that is not crawled, and of which something is checked.
func (q *checks) guest(name string) bool {
	h := q.hosts[canonical.Host(name)]
	return h != nil && !h.own
}

// refused notes what may not be asked for. Where no connection to a host can be
// made that is an answer: robots.txt was asked for twice.
func (q *checks) refused(t task, why string) {
	task := t.(*checkTask)
	h := task.host
	h.queue = h.queue[1:]
	q.todo--
	c := task.note
	c.Why = why
	if o := q.s.origins[canonical.Origin(task.check.url)]; why == robotsGone && o != nil && o.lost != record.ErrNone {
		c.Why, c.Err, c.Tries = "", o.lost.String(), o.tries
	}
	q.note(c)
}

// leave asks for no more of a host.
func (q *checks) leave(h *checkHost, why string) {
	q.leftOut(len(h.queue), why)
	q.todo -= len(h.queue)
	h.queue = nil
}

func (q *checks) leftOut(n int, why string) {
	if n == 0 {
		return
	}
	q.changed = true
	for i := range q.left {
		if q.left[i].Why == why {
			q.left[i].N += n
			return
		}
	}
	q.left = append(q.left, frontier.CheckedLeft{N: n, Why: why})
}

// note keeps a result, and writes down those of a full lump.
func (q *checks) note(c frontier.Checked) {
	if q.fresh = append(q.fresh, c); len(q.fresh) == checkLump {
		q.save()
	}
}

func (q *checks) save() {
	meta := q.unsaved()
	if len(meta) == 0 {
		return
	}
	if err := q.s.c.settle(&frontier.Batch{Meta: meta}); err != nil {
		q.s.c.fail(err)
	}
}

// unsaved gives what is to be written down, for Meta, and forgets it.
func (q *checks) unsaved() map[string]string {
	meta := map[string]string{}
	if len(q.fresh) > 0 {
		meta[frontier.CheckedLump(q.lump)] = frontier.ListText(q.fresh)
		q.fresh, q.lump = nil, q.lump+1
	}
	if q.changed {
		left := slices.Clone(q.left)
		if n := q.todo + q.running; n > 0 {
			left = append(left, frontier.CheckedLeft{N: n, Why: "the crawl was stopped before"})
		}
		meta[frontier.MetaCheckedLeft] = frontier.ListText(left)
		q.changed = q.busy()
	}
	return meta
}

// answered takes what came of a URL. What a HEAD says to be wrong, and what it
// is refused, is asked for once more by GET.
func (t *checkTask) answered(s *scheduler, x *pace.Exchange, _ time.Time) {
	q, h := s.checks, t.host
	h.running--
	q.running--
	if h.refusals++; !x.Failed && !x.Blocked() && x.Status < 500 {
		h.refusals = 0
	}
	switch {
	case t.canceled:
		q.leftOut(1, "the crawl was stopped before")
		return
	case !t.done: // a fault of portolan
		t.note.Why = "portolan failed on it"
	case !t.again && t.wantsMore():
		h.queue = slices.Insert(h.queue, 0, check{t.check.url, t.note, true, t.hops})
		q.todo++
		return
	case t.next != "" && t.hops < checkHops && q.follow(t):
		return
	}
	q.note(t.note)
	if !h.own && h.refusals >= maxRefusals {
		q.leave(h, "the last answers of its host were failures or refusals")
	}
}
