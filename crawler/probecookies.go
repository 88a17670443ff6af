package crawler

import (
	"sync"
	"time"

	"github.com/portolan-seo/portolan/crawler/ask"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// cookieHosts knows the hosts whose pages redirect to themselves until a
// cookie is accepted: a session id in the redirect's target is all that tells
// the two URLs apart. It knows the pages, too, to which others redirect and
// which may redirect back.
type cookieHosts struct {
	mu      sync.Mutex
	hosts   map[string]*cookieHost
	walls   map[string]*cookieWall
	guesses int         // walls whose URL does not name the page
	guess   *cookieWall // the last of them
}

type cookieHost struct {
	first frontier.ID // the page that finds out whether cookies help
	since time.Time   // when it began
	known bool        // it has

	loops int  // redirects of pages to themselves after cookies were accepted
	vain  bool // cookies do not help

	under     map[frontier.ID]underID // pages that are to be asked for with a session id, if cookies do not help
	underVain bool                    // the first of them redirected all the same
	cameUnder bool                    // one of them came
}

// firstWait is how long pages wait for the first one that finds out whether cookies help.
const firstWait = 10 * time.Second

// wantsCookies postpones the page at hand if its answer is such a redirect,
// and worth another request; o is nil if it is not. Where it redirects to
// itself cookies are accepted for its host from now on, or it is asked for as the
// redirect says, see underSession; where it redirects to what may be a wall, walk
// finds out.
func (w *worker) wantsCookies(t *pageTask) (o *outcome, walk *cookieWalk) {
	url, tries, enable := t.item.URL, t.item.Tries+1, w.c.opts.EnableCookies
	if w.Res.Status < 300 || w.Res.Status >= 400 {
		if record.IsPage(w.Res.Status) && (t.item.Tries > 0 || t.under.url != "") {
			w.c.cookies.came(t)
		}
		return nil, nil
	}
	w.useRules()
	target, ok := w.RedirectTarget(url)
	switch {
	case !ok:
		return nil, nil
	case target != url && w.awaitsTrial(t, target):
		return w.soon(t.item, 1, w.c.opts.Limits.RetryWait), nil
	case target != url && enable == nil:
		return nil, nil
	case target != url:
		return w.behindWall(t, target)
	}
	h := w.c.cookies.of(canonical.HostName(url), enable)
	w.c.cookies.mu.Lock()
	defer w.c.cookies.mu.Unlock()
	if h.since.IsZero() {
		h.first, h.since = t.item.ID, time.Now()
	}
	if !h.known && h.first != t.item.ID && time.Since(h.since) < firstWait {
		h.keepUnder(t.item, &w.Res)
		return w.soon(t.item, t.item.Tries, w.c.opts.Limits.RetryWait), nil
	}
	if tries > 1 {
		h.loops++
	}
	h.vain = h.vain || enable == nil || tries >= ask.CookieTries || h.loops > 2*w.c.opts.Politeness.Concurrency
	if h.vain {
		h.known = true
		return w.underSession(t, h), nil
	}
	return w.soon(t.item, tries, 0), nil
}

// of gives what is known of a host, whose cookies are accepted from then on, where
// enable is not nil.
func (c *cookieHosts) of(host string, enable func(string)) *cookieHost {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.hosts == nil {
		c.hosts = map[string]*cookieHost{}
	}
	if c.hosts[host] == nil {
		c.hosts[host] = &cookieHost{}
		if enable != nil {
			enable(host)
		}
	}
	return c.hosts[host]
}

// soon returns a URL to the frontier, due after a wait.
func (w *worker) soon(item frontier.Item, tries int, wait time.Duration) *outcome {
	o := w.c.outcome(outcomeRetry)
	o.retry = frontier.Retry{ID: item.ID, Tries: tries, Due: time.Now().Add(wait), Status: w.Res.Status}
	return o
}
