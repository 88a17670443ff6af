package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// resolve finds the start of the crawl.
func (r *crawlRun) resolve(ctx context.Context) error {
	rules, err := r.opts.identity()
	if err != nil {
		return err
	}
	origins, err := r.typedOrigins()
	if err != nil {
		return err
	}
	origin, host := typedOrigin(rules, r.typed)
	r.private = r.isPrivate(host)
	client, err := r.newClient(r.opts.fetchOptions(origins))
	if err != nil {
		return err
	}
	defer client.Close()
	r.resolver = client
	if err := r.checkHosts(origin, host); err != nil {
		return err
	}
	if origin == r.opts.asOrigin {
		return usagef("--as %s is the very site that is to be crawled", r.opts.as)
	}
	gentle := crawler.Gently(client.NewFetcher(), r.politeness())
	resolver := crawler.Resolver{
		Fetcher:   gentle,
		Identity:  r.stagingIdentity(origin),
		Robots:    r.robots(),
		ListAgent: r.opts.listAgent,
		Scheme:    r.opts.fixedScheme(),
		Host:      r.wantedHost(host),
		Fixed:     r.opts.asOrigin != "",

		EnableCookies: client.EnableCookies,
	}
	r.start, err = resolver.Resolve(ctx, r.typed)
	r.asked = gentle.Asked()
	switch {
	case errors.Is(err, crawler.ErrNoURL):
		return usagef("%w, such as https://www.example.com/", err)
	case err != nil:
		return failf("%w%s", err, r.startHint(err))
	}
	r.becomeProduction()
	return nil
}

// typedOrigins are the origins that may see credentials before the start is
// resolved: the typed host and its www twin, encrypted unless http was typed.
func (r *crawlRun) typedOrigins() ([]string, error) {
	rules, err := r.opts.identity()
	if err != nil {
		return nil, err
	}
	form := rules.Canonical(crawler.Spellings(r.typed)[0])
	if form.Reason != canonical.OK {
		return nil, usagef("%q: %w, such as https://www.example.com/", r.typed, crawler.ErrNoURL)
	}
	scheme, host, _, _ := canonical.Split(form.URL)
	hosts := []string{string(host)}
	if _, err := netip.ParseAddr(hostOnly(string(host))); err != nil {
		bare := strings.TrimPrefix(string(host), "www.")
		hosts = []string{bare, "www." + bare}
	}
	var origins []string
	for _, h := range hosts {
		origins = append(origins, "https://"+h)
		if string(scheme) == "http" {
			origins = append(origins, "http://"+h)
		}
	}
	return origins, nil
}

func (r *crawlRun) robots() crawler.Robots {
	return crawler.Robots{Ignore: r.opts.noRobots, Advisory: r.opts.staging, Agent: r.opts.robotsAgent, File: r.opts.robotsText}
}

// draw derives the sitemap's URL and the scope from the resolved start.
func (r *crawlRun) draw() {
	r.mapURL = r.opts.sitemapForm
	if r.mapURL == "" {
		start, _, _ := strings.Cut(r.start.URL, "?")
		r.mapURL = start[:strings.LastIndex(start, "/")+1] + r.opts.fileName()
	}
	r.scope = r.opts.scopeForm
	if r.opts.scope == "" {
		r.scope, _ = canonical.ScopeOf(r.mapURL) // a canonical form always has one
	}
	_, host, _ := strings.Cut(r.servedAt(), "://")
	r.private = r.isPrivate(host)
	for _, note := range r.start.Notes {
		r.p.log.Warn(note)
	}
	if r.scope.Check([]byte(r.start.URL)) == canonical.ScopePath {
		r.p.log.Warn("the start lies outside of what is to be listed: it is read for its links, and not listed", "start", r.start.URL, "listed", r.scope.String())
	}
	if r.start.URL != r.typed {
		r.p.inform(fmt.Sprintf("%s is crawled as %s", r.typed, r.start.URL), "start", "typed", r.typed, "url", r.start.URL)
	}
	r.p.inform(fmt.Sprintf("Crawling %s and all below it; to be listed in %s", r.scope, r.mapURL),
		"scope", "prefix", r.scope.String(), "sitemap", r.mapURL)
}

// isPrivate tells whether the site is on the user's own network: its address
// is private, or --resolve leads there.
func (r *crawlRun) isPrivate(host string) bool {
	if r.opts.allowPriv {
		return true
	}
	host = hostOnly(host)
	for _, res := range r.opts.resolves {
		if strings.EqualFold(res.Host, host) || res.Host == "" {
			addr, err := netip.ParseAddr(res.Addr)
			return err == nil && private(addr)
		}
	}
	if addr, err := netip.ParseAddr(host); err == nil || r.opts.proxyURL != nil {
		// What a name means is for the proxy to say.
		return err == nil && private(addr)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	addrs, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return false
	}
	// A public site can name private addresses beside its own.
	return len(addrs) > 0 && !slices.ContainsFunc(addrs, func(a netip.Addr) bool { return !private(a) })
}

// hostOnly gives the host of host[:port], an IPv6 address without brackets.
func hostOnly(host string) string {
	if h, _, err := net.SplitHostPort(host); err == nil {
		return h
	}
	return strings.Trim(host, "[]")
}

// newClient makes a client for the site. That of a public site never connects
// to private addresses.
func (r *crawlRun) newClient(o fetch.Options) (*fetch.Client, error) {
	if !r.private {
		o.AllowAddr = func(a netip.Addr) bool { return !private(a) }
	}
	client, err := fetch.NewClient(o)
	if err != nil {
		return nil, usagef("%w", err)
	}
	for _, host := range r.opts.cookies {
		client.EnableCookies(host)
	}
	if r.opts.cookieFile != "" {
		if err := client.LoadCookieFile(r.opts.cookieFile); err != nil {
			client.Close()
			return nil, usagef("--cookie-file: %w", err)
		}
	}
	return client, nil
}

// shareCookies gives the crawl the cookies that were set while the start was
// resolved, where the user wants cookies or the site lets nobody in without.
func (r *crawlRun) shareCookies(client *fetch.Client) {
	if len(r.opts.cookies)+len(r.start.CookieHosts) == 0 {
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
	p := crawler.Politeness{
		Concurrency: r.opts.concurrency,
		Rate:        r.opts.rate,
		Delay:       r.opts.delay,
		CrawlDelay:  r.opts.crawlDelay,
	}
	if r.private && !r.opts.rateSet {
		p.Rate = 0
	}
	return p
}
