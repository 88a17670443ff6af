package start

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/publicsuffix"

	"github.com/portolan-seo/portolan/crawler/ask"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// fetchWithCookies asks again for a page that redirects to itself: the second
// answer sets the cookie, the third request brings it along.
func (r *Resolver) fetchWithCookies(ctx context.Context, url string) *fetch.Response {
	res := r.fetch(ctx, url)
	for range ask.CookieTries - 1 {
		if target, ok := r.asker.RedirectTarget(url); r.EnableCookies == nil || !ok || target != url {
			break
		}
		r.EnableCookies(canonical.HostName(url))
		res = r.fetch(ctx, url)
		if target, ok := r.asker.RedirectTarget(url); !ok || target != url {
			r.needsCookies(canonical.HostName(url))
		}
	}
	return res
}

// tryCookies asks once more for a start that redirects to a page that stands
// before the site or only sends back to it, as a browser would: the start and, within its domain,
// that page set their cookies, and the last request brings them along.
func (r *Resolver) tryCookies(ctx context.Context, start *Start) {
	wall := start.home.target
	if r.EnableCookies == nil || wall == "" || !page.IsWall(start.URL, wall) && !r.leadsBack(ctx, start.URL, wall) {
		return
	}
	r.EnableCookies(canonical.HostName(start.URL))
	r.fetch(ctx, start.URL)
	if sameDomain(canonical.HostName(start.URL), canonical.HostName(wall)) && r.mayFetch(ctx, wall) == nil {
		r.EnableCookies(canonical.HostName(wall))
		r.fetch(ctx, wall)
	}
	again := r.variant(ctx, start.URL)
	if !again.answered || again.status >= 400 || again.target == wall || again.target != "" && page.IsWall(start.URL, again.target) {
		return
	}
	start.home = again
	r.needsCookies(canonical.HostName(start.URL))
	start.Notes = append(start.Notes, fmt.Sprintf("%s redirects to %s whoever brings no cookie, search engines too; cookies of %s are accepted", start.URL, wall, canonical.HostName(start.URL)))
}

// leadsBack tells of a page of the same host, to which the start redirects,
// that it redirects to the start again: it is there to set a cookie.
func (r *Resolver) leadsBack(ctx context.Context, start, target string) bool {
	if target == start || canonical.Origin(target) != canonical.Origin(start) || r.mayFetch(ctx, target) != nil {
		return false
	}
	r.fetch(ctx, target)
	back, ok := r.asker.RedirectTarget(target)
	return ok && back == start
}

// sameDomain tells whether two hosts can share cookies.
func sameDomain(a, b string) bool {
	domain, err := publicsuffix.EffectiveTLDPlusOne(a)
	return a == b || err == nil && (b == domain || strings.HasSuffix(b, "."+domain))
}

func (r *Resolver) needsCookies(host string) {
	if !slices.Contains(r.cookieHosts, host) {
		r.cookieHosts = append(r.cookieHosts, host)
	}
}

// wallError says what stands before the site, and what leads past it.
func wallError(from, to string) error {
	return fmt.Errorf("%w: %s redirects to %s, also when tried with cookies\n"+
		"to get past it: --cookie-file FILE sends the cookies of a browser that was let in; --cookies %s accepts those of the site", ErrWall, from, to, canonical.HostName(from))
}
