package crawler

import (
	"context"
	"net/url"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/fetch"
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
func (w *worker) behindWall(j *job, target string) (o *outcome, walk *cookieWalk) {
	page := j.item.URL
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
			return w.soon(j.item, 1, wait), nil
		}
		if wall = c.newWall(key, named, sets); wall == nil {
			return nil, nil
		}
		return w.soon(j.item, 1, wait), &cookieWalk{page: page, next: target, wall: wall, set: sets}
	case wall.state == wallWalked, wall.state == wallOpen && j.started.Before(wall.opened):
		return w.soon(j.item, 1, wait), nil
	case wall.state == wallOpen:
		if wall.failures++; wall.failures < wallFailures {
			return w.soon(j.item, j.item.Tries+1, wait), nil
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

// startWalk makes the next request of a walk. It tells how long to wait before
// trying again at the latest.
func (s *scheduler) startWalk(now time.Time) (wait time.Duration) {
	for len(s.walks) > 0 && !s.walking && s.running < s.workers {
		w := s.walks[0]
		o, wait, refused := s.mayAsk(w.next, now)
		switch {
		case refused != "":
			s.endWalk(wallVain)
		case wait > 0:
			return wait
		default:
			s.walking = true
			s.start(o, job{origin: o, again: w.next, walk: w}, now)
		}
	}
	return time.Hour
}

// walkOn makes the request of a walk.
func (w *worker) walkOn(ctx context.Context, j job) (*outcome, report) {
	w.Fetcher.Fetch(ctx, &fetch.Request{URL: j.again}, &w.Res)
	w.c.stats.bytes.Add(w.Res.Wire)
	w.useRules()
	r := report{job: j, x: pace.ExchangeOf(&w.Res, time.Now())}
	if target, ok := w.RedirectTarget(j.again); ok && canonical.Host(target) == canonical.Host(j.walk.page) {
		r.walkTo = target
	}
	r.walkSet = len(w.Res.Header["Set-Cookie"]) > 0
	return w.c.outcome(outcomeNothing), r
}

// walked takes the answer of a walk's request.
func (s *scheduler) walked(r *report) {
	s.walking = false
	w := r.job.walk
	w.hops++
	w.set = w.set || r.walkSet
	back := r.walkTo == w.page
	switch {
	case r.x.Failed:
		s.endWalk(wallVain)
	case w.cookies && (back || r.walkTo == "" || w.hops > maxCircle):
		s.c.opts.Log.Info("pages redirect in a circle to who brings no cookie; cookies are accepted", "host", canonical.Host(w.page), "page", w.page)
		s.endWalk(wallOpen)
	case back && w.set:
		s.c.opts.EnableCookies(canonical.HostName(w.page))
		w.cookies, w.next, w.hops = true, w.page, 0
	case !w.cookies && (back || r.walkTo == "" || w.hops+1 >= maxCircle):
		s.endWalk(wallVain)
	default:
		w.next = r.walkTo
	}
}

func (s *scheduler) endWalk(state wallState) {
	s.c.cookies.settle(s.walks[0].wall, state, time.Now())
	s.walks = s.walks[1:]
}
