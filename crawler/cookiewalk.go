package crawler

import (
	"context"
	"net/url"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// A cookie wall sends who brings no cookie round in a circle: a page redirects
// to it, it sets a cookie and redirects back. A walk finds that out: it
// follows the redirects from the page, and where they lead back to it and have
// set a cookie, once more with cookies accepted. Then the pages that wait for
// it are asked for again.
type cookieWalk struct {
	page    string // that redirects to the wall
	next    string // is to be asked for
	wall    *cookieWall
	hops    int  // made on this round
	cookies bool // they are accepted: the second round
	set     bool // an answer has set a cookie
}

// cookieWall is what is known of the target of redirects, by its URL without
// the query. cookieHosts.mu guards it.
type cookieWall struct {
	state    wallState
	opened   time.Time // when the walk ended well
	failures int       // pages that redirected since
}

type wallState uint8

const (
	wallWalked wallState = iota // a walk is under way
	wallOpen                    // cookies were accepted
	wallVain                    // no circle, or cookies do not help
)

const (
	maxWalls   = 64 // walls that are looked into
	maxGuesses = 8  // of them, those whose URL does not name the page
	maxCircle  = 3  // redirects that lead back

	wallFailures = 3
)

// behindWall postpones a page that redirects to target, if a cookie wall may
// stand before it; walk is set where that is to be found out. Signs are the
// page's URL in the query of the target, and an answer that sets a cookie.
// Requests made before the end of the walk do not count as tries.
func (w *worker) behindWall(t *pageTask, target string) (o *outcome, walk *cookieWalk) {
	page := t.item.URL
	if canonical.Host(page) != canonical.Host(target) {
		return nil, nil
	}
	wait := w.c.opts.Limits.RetryWait
	sets := len(w.Res.Header["Set-Cookie"]) > 0
	c := &w.c.cookies
	c.mu.Lock()
	defer c.mu.Unlock()
	own, _, _ := strings.Cut(page, "?")
	key, _, _ := strings.Cut(target, "?")
	wall := c.walls[key]
	switch {
	case c.walls[own] != nil:
		return nil, nil // it is a wall itself
	case wall == nil:
		named := leadsBack(page, target)
		if !named && sets && c.guess != nil && c.guess.state == wallWalked {
			return w.soon(t.item, 1, wait), nil
		}
		if wall = c.newWall(key, named, sets); wall == nil {
			return nil, nil
		}
		return w.soon(t.item, 1, wait), &cookieWalk{page: page, next: target, wall: wall, set: sets}
	case wall.state == wallWalked, wall.state == wallOpen && t.started.Before(wall.opened):
		return w.soon(t.item, 1, wait), nil
	case wall.state == wallOpen:
		if wall.failures++; wall.failures < wallFailures {
			return w.soon(t.item, t.item.Tries+1, wait), nil
		}
		wall.state = wallVain
	}
	return nil, nil
}

// newWall gives nil where nothing speaks for a wall, or too many were looked
// into.
func (c *cookieHosts) newWall(key string, named, sets bool) *cookieWall {
	switch {
	case len(c.walls) == maxWalls, !named && (!sets || c.guesses == maxGuesses):
		return nil
	case c.walls == nil:
		c.walls = map[string]*cookieWall{}
	}
	wall := &cookieWall{}
	c.walls[key] = wall
	if !named {
		c.guesses++
		c.guess = wall
	}
	return wall
}

// leadsBack tells whether a parameter of target is the URL of the page, or its
// path.
func leadsBack(page, target string) bool {
	p, err := url.Parse(page)
	if err != nil {
		return false
	}
	t, err := url.Parse(target)
	if err != nil {
		return false
	}
	values, _ := url.ParseQuery(t.RawQuery) // what cannot be read names no page
	for _, list := range values {
		for _, v := range list {
			if v == page || v == p.RequestURI() || p.RawQuery == "" && v == p.Path {
				return true
			}
		}
	}
	return false
}

func (c *cookieHosts) settle(wall *cookieWall, state wallState, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	wall.state, wall.opened = state, now
}

// cookieWalks makes the requests of walks, one walk after the other.
type cookieWalks struct {
	modest
	s      *scheduler
	walks  []*cookieWalk
	asking bool // a request of the first is under way
}

func (q *cookieWalks) add(w *cookieWalk) { q.walks = append(q.walks, w) }
func (q *cookieWalks) busy() bool        { return len(q.walks) > 0 }

func (q *cookieWalks) next(_ time.Time, offer func(task) bool) (wait time.Duration) {
	for len(q.walks) > 0 && !q.asking && offer(&walkTask{walk: q.walks[0], address: q.walks[0].next}) {
	}
	return forever
}

func (q *cookieWalks) granted(task, *origin) bool {
	q.asking = true
	return true
}

func (q *cookieWalks) refused(task, string) { q.end(wallVain) }

func (q *cookieWalks) end(state wallState) {
	q.s.c.cookies.settle(q.walks[0].wall, state, time.Now())
	q.walks = q.walks[1:]
}

// walkTask is one request of a walk.
type walkTask struct {
	walk    *cookieWalk
	address string
	to      string // it redirects to this URL of the same host
	set     bool   // the answer sets a cookie
}

func (t *walkTask) url() string     { return t.address }
func (t *walkTask) purpose() string { return "a page that wants cookies" }

func (t *walkTask) ask(ctx context.Context, w *worker) (*outcome, pace.Exchange) {
	o, x := w.get(ctx, t.address)
	w.useRules()
	if target, ok := w.RedirectTarget(t.address); ok && canonical.Host(target) == canonical.Host(t.walk.page) {
		t.to = target
	}
	t.set = len(w.Res.Header["Set-Cookie"]) > 0
	return o, x
}

func (t *walkTask) answered(s *scheduler, x *pace.Exchange, _ time.Time) {
	q, w := s.walks, t.walk
	q.asking = false
	w.hops++
	w.set = w.set || t.set
	back := t.to == w.page
	switch {
	case x.Failed:
		q.end(wallVain)
	case w.cookies && (back || t.to == "" || w.hops > maxCircle):
		s.c.opts.Log.Info("pages redirect in a circle to who brings no cookie; cookies are accepted", "host", canonical.Host(w.page), "page", w.page)
		q.end(wallOpen)
	case back && w.set:
		s.c.opts.EnableCookies(canonical.HostName(w.page))
		w.cookies, w.next, w.hops = true, w.page, 0
	case !w.cookies && (back || t.to == "" || w.hops+1 >= maxCircle):
		q.end(wallVain)
	default:
		w.next = t.to
	}
}
