package crawl

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/crawler/start"
	"github.com/portolan-seo/portolan/crawler/typedurl"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// resolve finds the start of the crawl.
func (r *crawlRun) resolve(ctx context.Context) error {
	rules, err := r.opts.Identity()
	if err != nil {
		return err
	}
	if r.origins, err = typedurl.Origins(rules, r.Typed); err != nil {
		return err
	}
	origin, host := typedurl.Origin(rules, r.Typed)
	r.reach = r.opts.Net.ReachOf(ctx, append([]string{host}, r.opts.TypedHosts()...)...)
	client, err := r.newClient(r.opts.Net.FetchOptions(r.origins))
	if err != nil {
		return err
	}
	defer client.Close()
	r.resolver = client
	if err := r.checkHosts(origin, host); err != nil {
		return err
	}
	if origin == r.opts.AsOrigin {
		return exit.Usagef("--as %s is the very site that is to be crawled", r.opts.As)
	}
	if r.opts.NoCrawl {
		r.Start = &start.Start{URL: r.opts.PlaceOf()}
		return nil
	}
	polite := pace.NewPoliteFetcher(client.NewFetcher(), r.politeness())
	resolver := start.Resolver{
		Fetcher:   polite,
		Identity:  r.stagingIdentity(origin),
		Robots:    r.robots(),
		ListAgent: r.opts.ListAgent,
		Scheme:    r.opts.FixedScheme(),
		Host:      r.wantedHost(host),
		Fixed:     r.opts.AsOrigin != "",

		EnableCookies: client.EnableCookies,
	}
	r.Start, err = resolver.Resolve(ctx, r.Typed)
	r.asked = polite.Asked()
	switch {
	case errors.Is(err, start.ErrNoURL):
		return exit.Usagef("%w, such as https://www.example.com/", err)
	case err != nil:
		if ctx.Err() == nil {
			r.noteUnbegun(host, err)
		}
		return exit.Failf("%w%s", err, r.startHint(err))
	}
	r.becomeProduction()
	return nil
}

// siteOrigins are the origins that may see credentials during the crawl: the
// one that is crawled, if the user typed it. A site that leads from https to
// http gets none: they would go in the open.
func (r *crawlRun) siteOrigins() []string {
	if at := r.ServedAt(); !slices.Contains(r.origins, at) && !slices.Contains(r.opts.ScopeOrigins(), at) {
		if r.Unsent = r.opts.Net.HasCredentials(); r.Unsent {
			r.p.Log.Warn("no credentials are sent to " + at + ", which is not what was typed; to send them: portolan " + at + "/")
		}
		return nil
	}
	return []string{r.Scope.Scheme + "://" + r.Scope.Host}
}

func (r *crawlRun) robots() crawler.Robots {
	return crawler.Robots{Ignore: r.opts.NoRobots, Advisory: r.opts.Staging, Agent: r.opts.RobotsAgent, File: r.opts.RobotsText,
		Wait: max(min(3*r.opts.RetryIn, 15*time.Second), time.Millisecond)}
}

// draw derives the sitemap's URL and the scope from the resolved start.
func (r *crawlRun) draw() {
	r.MapURL = r.opts.SitemapForm
	if r.MapURL == "" {
		r.MapURL = site.MapURL(r.Start.URL, r.opts.FileName())
	}
	r.Scope = r.opts.ScopeForm
	if r.opts.Scope == "" {
		r.Scope, _ = canonical.ScopeOf(r.MapURL) // a canonical form always has one
	}
	if r.opts.ScopeOpen {
		r.Scope.Scheme, _, _ = strings.Cut(r.Start.URL, "://")
	}
	for _, note := range r.Start.Notes {
		r.p.Log.Warn(note)
	}
	if r.Scope.Check([]byte(r.Start.URL)) == canonical.ScopePath {
		r.p.Log.Warn("the start lies outside of what is to be listed: it is read for its links, and not listed", "start", r.Start.URL, "listed", r.Scope.String())
	}
	if r.Start.URL != r.Typed {
		r.p.Inform(fmt.Sprintf("%s is crawled as %s", r.Typed, r.Start.URL), "start", "typed", r.Typed, "url", r.Start.URL)
	}
	r.p.Inform(fmt.Sprintf("Crawling %s and all below it; to be listed in %s", r.Scope, r.MapURL),
		"scope", "prefix", r.Scope.String(), "sitemap", r.MapURL)
}

// newClient makes a client for the site. It connects to public addresses, and
// to those of the user's own networks that the typed start is in.
func (r *crawlRun) newClient(o fetch.Options) (*fetch.Client, error) {
	o.MaxConns = r.opts.Concurrency
	o.AllowAddr = r.reach.Filter()
	return r.opts.Net.NewClient(o)
}

// shareCookies gives the crawl the cookies that were set while the start was
// resolved, where the user wants cookies or the site lets nobody in without.
func (r *crawlRun) shareCookies(client *fetch.Client) {
	if len(r.opts.Cookies)+len(r.Start.CookieHosts) == 0 {
		return
	}
	client.ShareCookies(r.resolver)
	for _, host := range r.Start.CookieHosts {
		client.EnableCookies(host)
	}
	if len(r.Start.CookieHosts) > 0 { // a copy of the site is asked for under the site's own name
		client.EnableCookies((&url.URL{Host: r.Scope.Host}).Hostname())
	}
}

// politeness gives the ceilings. By default there is none for the rate on the
// user's own network.
func (r *crawlRun) politeness() crawler.Politeness {
	p := r.opts.Net.Politeness(r.reach)
	p.Concurrency, p.CrawlDelay = r.opts.Concurrency, r.opts.CrawlDelay
	return p
}
