package crawler

import (
	"net"
	"strings"
	"sync"
	"time"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// cookieTries is how often a page is asked for that redirects to itself: the
// second request gets the cookie, the third one brings it along.
const cookieTries = 3

// cookieHosts knows the hosts whose pages redirect to themselves until a
// cookie is accepted: a session id in the redirect's target is all that tells
// the two URLs apart.
type cookieHosts struct {
	mu    sync.Mutex
	hosts map[string]*cookieHost
}

type cookieHost struct {
	loops int  // redirects of pages to themselves after cookies were accepted
	vain  bool // cookies do not help
}

// wantsCookies tells whether the answer at hand is such a redirect, and the
// page is worth another request. Cookies are accepted for its host from now
// on.
func (w *worker) wantsCookies(url string, tries int) bool {
	enable := w.c.opts.EnableCookies
	if enable == nil || w.res.Status < 300 || w.res.Status >= 400 {
		return false
	}
	w.useRules()
	if target, ok := w.redirectTarget(url); !ok || target != url {
		return false
	}
	h := w.c.cookies.of(nameOf(url), enable)
	w.c.cookies.mu.Lock()
	defer w.c.cookies.mu.Unlock()
	if tries > 1 {
		h.loops++
	}
	h.vain = h.vain || tries >= cookieTries || h.loops > 2*w.c.opts.Politeness.Concurrency
	return !h.vain
}

// of gives what is known of a host, whose cookies are accepted from then on.
func (c *cookieHosts) of(host string, enable func(string)) *cookieHost {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.hosts == nil {
		c.hosts = map[string]*cookieHost{}
	}
	if c.hosts[host] == nil {
		c.hosts[host] = &cookieHost{}
		enable(host)
	}
	return c.hosts[host]
}

// nameOf gives the host of a URL without its port.
func nameOf(url string) string {
	_, host, _, _ := canonical.Split([]byte(url))
	if name, _, err := net.SplitHostPort(string(host)); err == nil {
		return name
	}
	return strings.Trim(string(host), "[]")
}

// soon returns a URL to the frontier, due at once.
func (w *worker) soon(item frontier.Item, tries int) *outcome {
	o := w.c.outcome(outcomeRetry)
	o.retry = frontier.Retry{ID: item.ID, Tries: tries, Due: time.Now(), Status: w.res.Status}
	return o
}
