// Package ask makes single requests that are no page of a crawl: for
// robots.txt, with its redirects, and for the pages by which the start of a
// crawl is found.
package ask

import (
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// CookieTries is how often a page is asked for that redirects to itself: the
// second request gets the cookie, the third one brings it along.
const CookieTries = 3

// Asker makes requests one after the other. Like a Fetcher it belongs to one
// goroutine.
type Asker struct {
	Fetcher  pace.Fetcher
	Resolver *canonical.Resolver
	Res      fetch.Response // the last answer
}

// RedirectTarget gives the canonical form of the URL to which the last answer,
// that of url, redirects; ok is false if it does not.
func (a *Asker) RedirectTarget(url string) (target string, ok bool) {
	if a.Res.Status < 300 || a.Res.Status >= 400 || a.Res.Location == "" {
		return "", false
	}
	if err := a.Resolver.SetBase(url, ""); err != nil {
		return "", false
	}
	r := a.Resolver.Resolve([]byte(a.Res.Location))
	return string(r.URL), r.Reason == canonical.OK
}
