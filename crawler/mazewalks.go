package crawler

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// mazeWalks find out whether folders have an end, once all else is fetched: from
// pages that wait in them on to a page that is not known, and so on.
type mazeWalks struct {
	modest
	s      *scheduler
	ask    []classes.Suspect
	path   []string // of the walk at hand, the last one not asked for yet
	tries  int      // for the last one
	asking bool
	seen   frontier.Counts // at the last look
}

const (
	mazeTries     = 3
	mazeBranches  = 50 // links of a page by which a walk may go on
	maxMazeLength = 2000
)

func (q *mazeWalks) busy() bool { return len(q.ask) > 0 }

// begin looks at what is known now: with all else fetched a folder may have turned
// out to be none without end.
func (q *mazeWalks) begin(ctx context.Context) (more bool) {
	c := q.s.c
	counts := c.counts()
	if _, looked := c.mazes.suspects(); !looked || q.s.outOfPages() || counts == q.seen {
		return false
	}
	q.seen = counts
	if err := c.lookForMazes(ctx); err != nil {
		return q.s.unread(ctx, err)
	}
	q.ask, _ = c.mazes.suspects()
	return q.free(ctx) || q.busy()
}

// free has what is held no more fetched.
func (q *mazeWalks) free(ctx context.Context) (more bool) {
	more, err := q.s.c.freeMazes()
	if err != nil {
		return q.s.unread(ctx, err)
	}
	q.s.leased.drained = q.s.leased.drained && !more
	return more
}

func (q *mazeWalks) next(_ time.Time, offer func(task) bool) time.Duration {
	for q.busy() && !q.asking {
		if len(q.path) == 0 {
			q.path, q.tries = []string{q.ask[0].Starts[0]}, 0
		}
		if !offer(&mazeStep{of: q, address: q.path[len(q.path)-1]}) {
			break
		}
	}
	return forever
}

func (q *mazeWalks) granted(task, *origin) bool {
	q.asking, q.tries = true, q.tries+1
	return true
}

func (q *mazeWalks) refused(task, string) { q.decide(false) }

// step goes on from a page to the first of what it leads to that nothing has led
// to before.
func (q *mazeWalks) step(t *mazeStep) {
	if t.failed && q.tries < mazeTries {
		return
	}
	q.tries = 0
	c := q.s.c
	for _, url := range t.links {
		if !classes.Hangs(url, t.address) || slices.Contains(q.path, url) {
			continue
		}
		c.mu.Lock()
		row, err := c.store.Find(url)
		c.mu.Unlock()
		if err != nil {
			c.fail(err)
			return
		}
		if row == nil {
			q.path = append(q.path, url)
			break
		}
	}
	switch {
	case q.path[len(q.path)-1] == t.address:
		q.decide(false)
	case len(q.path) > classes.MazeSteps:
		if q.ask[0].Walk, q.path = t.address, nil; len(q.ask[0].Starts) == 1 {
			q.decide(true)
			return
		}
		q.ask[0].Starts = q.ask[0].Starts[1:]
	}
}

// decide ends the walks through a folder.
func (q *mazeWalks) decide(endless bool) {
	of := q.ask[0].Maze
	if of.Endless = endless; !endless {
		of.Walk = q.path[len(q.path)-1]
	}
	q.ask, q.path, q.tries = q.ask[1:], nil, 0
	if err := q.s.c.noteMaze(of); err != nil {
		q.s.c.fail(err)
		return
	}
	q.seen = frontier.Counts{} // look again
}

// mazeStep asks for a page of a walk, and gives where it leads.
type mazeStep struct {
	of      *mazeWalks
	address string
	links   []string // sorted by hash
	failed  bool     // no answer, or one that says nothing
}

func (t *mazeStep) url() string     { return t.address }
func (t *mazeStep) purpose() string { return "walk through a folder that seems to have no end" }

func (t *mazeStep) ask(ctx context.Context, w *worker) (*outcome, pace.Exchange) {
	o, x := w.get(ctx, t.address)
	t.links, t.failed = nil, w.Res.Outcome != record.Answered || retryable(&w.Res.Exchange)
	if w.Res.Outcome != record.Answered || w.Res.Status != 200 {
		return o, x
	}
	p := w.parser.Parse(page.Input{
		URL: t.address, Status: w.Res.Status, Header: w.Res.Header, Body: w.Res.Body, Truncated: w.Res.Truncated, Now: w.Res.FetchedAt,
	})
	w.useRules()
	if !p.HTML || w.Resolver.SetBase(t.address, p.Charset) != nil {
		return o, x
	}
	w.setBase(t.address, p)
	for i := range p.Links {
		l := &p.Links[i]
		flags, known := linkFlags[l.Kind]
		if flags |= w.relFlags(l, p); !known || !follows(flags) || flags&frontier.Unlinked != 0 || len(t.links) >= mazeBranches {
			continue
		}
		r := w.Resolver.Resolve(l.Href)
		if r.Reason == canonical.OK && len(r.URL) <= maxMazeLength && w.c.opts.Scope.Check(r.URL) == canonical.OK && !w.c.allowed(r.URL) && classes.Hangs(string(r.URL), t.address) {
			t.links = append(t.links, string(r.URL))
		}
	}
	slices.SortFunc(t.links, func(a, b string) int {
		ka, kb := w.rules.Key([]byte(a)), w.rules.Key([]byte(b))
		switch {
		case ka < kb:
			return -1
		case ka > kb:
			return 1
		}
		return strings.Compare(a, b)
	})
	return o, x
}

func (t *mazeStep) answered(*scheduler, *pace.Exchange, time.Time) {
	t.of.asking = false
	t.of.step(t)
}
