package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

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
	rules, err := r.opts.identity()
	if err != nil {
		return err
	}
	if r.origins, err = typedurl.Origins(rules, r.typed); err != nil {
		return err
	}
	origin, host := typedurl.Origin(rules, r.typed)
	r.reach = r.opts.net.ReachOf(ctx, append([]string{host}, r.opts.typedHosts()...)...)
	client, err := r.newClient(r.opts.net.FetchOptions(r.origins))
	if err != nil {
		return err
	}
	defer client.Close()
	r.resolver = client
	if err := r.checkHosts(origin, host); err != nil {
		return err
	}
	if origin == r.opts.asOrigin {
		return exit.Usagef("--as %s is the very site that is to be crawled", r.opts.as)
	}
	if r.opts.noCrawl {
		r.start = &start.Start{URL: r.opts.placeOf()}
		return nil
	}
	polite := pace.NewPoliteFetcher(client.NewFetcher(), r.politeness())
	resolver := start.Resolver{
		Fetcher:   polite,
		Identity:  r.stagingIdentity(origin),
		Robots:    r.robots(),
		ListAgent: r.opts.listAgent,
		Scheme:    r.opts.fixedScheme(),
		Host:      r.wantedHost(host),
		Fixed:     r.opts.asOrigin != "",

		EnableCookies: client.EnableCookies,
	}
	r.start, err = resolver.Resolve(ctx, r.typed)
	r.asked = polite.Asked()
	switch {
	case errors.Is(err, start.ErrNoURL):
		return exit.Usagef("%w, such as https://www.example.com/", err)
	case err != nil:
		return exit.Failf("%w%s", err, r.startHint(err))
	}
	r.becomeProduction()
	return nil
}

// placeOf is the directory of the sitemap, where a site begins that nobody asks.
func (c *checked) placeOf() string {
	scope := c.scopeForm
	if c.scope == "" {
		scope, _ = canonical.ScopeOf(c.sitemapForm) // a canonical form always has one
	}
	return scope.String()
}

// typedHosts are those of --scope and --sitemap-url.
func (c *checked) typedHosts() (hosts []string) {
	for _, origin := range c.scopeOrigins() {
		_, host, _ := strings.Cut(origin, "://")
		hosts = append(hosts, host)
	}
	return hosts
}

// scopeOrigins are those of --scope and --sitemap-url.
func (c *checked) scopeOrigins() (origins []string) {
	if c.scope != "" {
		origins = append(origins, c.scopeForm.Scheme+"://"+c.scopeForm.Host)
	}
	if scheme, host, _, _ := canonical.Split([]byte(c.sitemapForm)); len(host) > 0 {
		origins = append(origins, string(scheme)+"://"+string(host))
	}
	return origins
}

// siteOrigins are the origins that may see credentials during the crawl: the
// one that is crawled, if the user typed it. A site that leads from https to
// http gets none: they would go in the open.
func (r *crawlRun) siteOrigins() []string {
	if at := r.servedAt(); !slices.Contains(r.origins, at) && !slices.Contains(r.opts.scopeOrigins(), at) {
		if r.unsent = r.opts.net.HasCredentials(); r.unsent {
			r.p.Log.Warn("no credentials are sent to " + at + ", which is not what was typed; to send them: portolan " + at + "/")
		}
		return nil
	}
	return []string{r.scope.Scheme + "://" + r.scope.Host}
}

func (r *crawlRun) robots() crawler.Robots {
	return crawler.Robots{Ignore: r.opts.noRobots, Advisory: r.opts.staging, Agent: r.opts.robotsAgent, File: r.opts.robotsText}
}

// draw derives the sitemap's URL and the scope from the resolved start.
func (r *crawlRun) draw() {
	r.mapURL = r.opts.sitemapForm
	if r.mapURL == "" {
		r.mapURL = site.MapURL(r.start.URL, r.opts.fileName())
	}
	r.scope = r.opts.scopeForm
	if r.opts.scope == "" {
		r.scope, _ = canonical.ScopeOf(r.mapURL) // a canonical form always has one
	}
	if r.opts.scopeOpen {
		r.scope.Scheme, _, _ = strings.Cut(r.start.URL, "://")
	}
	for _, note := range r.start.Notes {
		r.p.Log.Warn(note)
	}
	if r.scope.Check([]byte(r.start.URL)) == canonical.ScopePath {
		r.p.Log.Warn("the start lies outside of what is to be listed: it is read for its links, and not listed", "start", r.start.URL, "listed", r.scope.String())
	}
	if r.start.URL != r.typed {
		r.p.Inform(fmt.Sprintf("%s is crawled as %s", r.typed, r.start.URL), "start", "typed", r.typed, "url", r.start.URL)
	}
	r.p.Inform(fmt.Sprintf("Crawling %s and all below it; to be listed in %s", r.scope, r.mapURL),
		"scope", "prefix", r.scope.String(), "sitemap", r.mapURL)
}

// newClient makes a client for the site. It connects to public addresses, and
// to those of the user's own networks that the typed start is in.
func (r *crawlRun) newClient(o fetch.Options) (*fetch.Client, error) {
	o.MaxConns = r.opts.concurrency
	o.AllowAddr = r.reach.Filter()
	return r.opts.net.NewClient(o)
}

// shareCookies gives the crawl the cookies that were set while the start was
// resolved, where the user wants cookies or the site lets nobody in without.
func (r *crawlRun) shareCookies(client *fetch.Client) {
	if len(r.opts.Cookies)+len(r.start.CookieHosts) == 0 {
		return
	}
	client.ShareCookies(r.resolver)
	for _, host := range r.start.CookieHosts {
		client.EnableCookies(host)
	}
	if len(r.start.CookieHosts) > 0 { // a copy of the site is asked for under the site's own name
		client.EnableCookies((&url.URL{Host: r.scope.Host}).Hostname())
	}
}

// politeness gives the ceilings. By default there is none for the rate on the
// user's own network.
func (r *crawlRun) politeness() crawler.Politeness {
	p := r.opts.net.Politeness(r.reach)
	p.Concurrency, p.CrawlDelay = r.opts.concurrency, r.opts.crawlDelay
	return p
}
