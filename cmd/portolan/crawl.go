package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/sqlite"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

func (p *program) crawlCmd() *cobra.Command {
	var f crawlFlags
	cmd := &cobra.Command{
		Use:   "crawl URL",
		Short: "Crawl a site, then write its sitemap (the default command)",
		Long: `Crawl a site from its start URL, then write its sitemap into the site folder.

The start URL is followed to the spelling that the site prefers: example.com,
http://example.com and https://www.example.com/ find the same site. The
directory of the start URL is the scope: only URLs in it are fetched and
listed, since a sitemap may only list URLs at or below its own place.

Run the same command again to go on with a crawl that was interrupted. A
finished crawl is followed by a new one; its files stay in the site folder.`,
		Example: `  portolan example.com
  portolan https://www.example.com/shop/ -o shop --exclude '*/reviews/*'
  portolan example.com --max-pages 500 --max-depth 3
  portolan https://staging.example.net/ --basic-auth @password.txt
  portolan example.com --rate 2 --concurrency 1 --quiet`,
		Args: cobra.MatchAll(oneURL),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := p.complete(cmd, &f); err != nil {
				return err
			}
			return p.crawl(cmd.Context(), &f, args[0])
		},
	}
	f.add(cmd.Flags())
	return cmd
}

// complete adds the flags of a configuration file to those that were typed.
func (p *program) complete(cmd *cobra.Command, f *crawlFlags) error {
	if f.config != "" {
		if err := readConfig(f.config, cmd.Flags()); err != nil {
			return err
		}
		if err := p.openLog(); err != nil { // it may set --quiet and others
			return err
		}
	}
	f.rateSet = cmd.Flags().Changed("rate")
	f.depthSet = cmd.Flags().Changed("max-depth")
	return nil
}

func oneURL(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		got := "none"
		if len(args) > 0 {
			got = fmt.Sprintf("%d: %s", len(args), strings.Join(args, " "))
		}
		return usagef("crawl wants one URL, such as example.com; got %s", got)
	}
	return nil
}

// crawlRun is one run of the crawl command.
type crawlRun struct {
	p      *program
	opts   *checked
	typed  string
	start  *crawler.Start
	scope  canonical.Scope
	mapURL string // where the sitemap will be served

	resolver *fetch.Client // that resolved the start: its cookies are the crawl's, too

	folder  *siteFolder
	store   *sqlite.Store
	resumed time.Time // when the crawl that goes on began, zero for a new one
	private bool      // the site is on a private address
	staging string    // origin of the copy that is crawled in the site's stead, "" if none

	result    crawler.Result
	verdicts  *audit.Summary
	published *publish.Result
	partial   bool
	last      *lastSet                    // the set that stood in the folder, nil if none did
	loss      *loss                       // for which the set was not published
	dated     map[audit.LastModSource]int // entries by where their lastmod comes from
	failed    bool                        // the set could not be published
}

func (p *program) crawl(ctx context.Context, f *crawlFlags, typed string) error {
	opts, err := f.check()
	if err != nil {
		return err
	}
	if fits := byteSize(applyLimits(int64(opts.memory))); fits != opts.memory {
		p.log.Info("the container has less memory than --memory", "memory", humanBytes(int64(fits)))
		opts.memory = fits
	}
	surviveFileSizeLimit()
	run := &crawlRun{p: p, opts: opts, typed: typed}
	ctx, drain, stop := signals(ctx, p)
	defer stop()
	defer run.close()
	if err := run.begin(ctx, drain); err != nil {
		if ctx.Err() != nil || drained(drain) {
			return &exitError{exitInterrupted, errors.New("interrupted before anything was fetched")}
		}
		return err
	}
	if err := run.crawl(ctx, drain); err != nil {
		return err
	}
	return run.conclude(ctx)
}

// close gives back what the run holds. A crawl file that is worth anything is
// finished by then.
func (r *crawlRun) close() {
	r.last.close()
	if r.store != nil {
		r.store.Close()
	}
	if r.folder == nil {
		return
	}
	if err := r.folder.close(); err != nil {
		r.p.log.Warn(err.Error())
	}
}

// begin resolves the start, draws scope and folder, and opens the crawl file.
// There is nothing to finish while the start is resolved: a drain ends that.
func (r *crawlRun) begin(ctx context.Context, drain <-chan struct{}) error {
	resolving, stop := untilDrained(ctx, drain)
	err := r.resolve(resolving)
	stop()
	if err != nil {
		return err
	}
	r.draw()
	dir := r.opts.output
	if dir == "" {
		dir = folderName(r.scope)
	}
	if r.folder, err = openFolder(dir); err != nil {
		return err
	}
	if err := publish.Recover(r.folder.dir); err != nil {
		return failf("finish the sitemap that an earlier run left half moved in %s: %w", r.folder.dir, err)
	}
	if err := r.openCrawl(); err != nil {
		return err
	}
	if r.last, err = openLastSet(r.folder, r.crawlFile(), r.folder.dir); err != nil {
		return err
	}
	return r.noteRun()
}

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
	if origin == r.opts.asOrigin {
		return usagef("--as %s is the very site that is to be crawled", r.opts.as)
	}
	resolver := crawler.Resolver{
		Fetcher:   crawler.Gently(client.NewFetcher(), r.politeness()),
		Identity:  r.stagingIdentity(origin),
		Robots:    r.robots(),
		ListAgent: r.opts.listAgent,
		Scheme:    r.opts.fixedScheme(),
		Host:      r.wantedHost(host),
		Fixed:     r.opts.asOrigin != "",

		EnableCookies: client.EnableCookies,
	}
	r.start, err = resolver.Resolve(ctx, r.typed)
	switch {
	case errors.Is(err, crawler.ErrNoURL):
		return usagef("%w", err)
	case err != nil:
		return failf("%w", err)
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
		return nil, usagef("%q: %w", r.typed, crawler.ErrNoURL)
	}
	scheme, host, _, _ := canonical.Split(form.URL)
	bare := strings.TrimPrefix(string(host), "www.")
	origins := []string{"https://" + bare, "https://www." + bare}
	if string(scheme) == "http" {
		origins = append(origins, "http://"+bare, "http://www."+bare)
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
	if r.start.URL != r.typed {
		r.p.log.Info("start", "typed", r.typed, "url", r.start.URL)
	}
	r.p.log.Info("scope", "prefix", r.scope.String(), "sitemap", r.mapURL)
}

// isPrivate tells whether the site is on the user's own network: its address
// is private, or --resolve leads there.
func (r *crawlRun) isPrivate(host string) bool {
	if r.opts.allowPriv {
		return true
	}
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	for _, res := range r.opts.resolves {
		if strings.EqualFold(res.Host, host) || res.Host == "" {
			addr, err := netip.ParseAddr(res.Addr)
			return err == nil && private(addr)
		}
	}
	if r.opts.proxyURL != nil {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	addrs, err := net.DefaultResolver.LookupNetIP(ctx, "ip", strings.Trim(host, "[]"))
	if err != nil {
		return false
	}
	// A public site can name private addresses beside its own.
	return len(addrs) > 0 && !slices.ContainsFunc(addrs, func(a netip.Addr) bool { return !private(a) })
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

// crawl runs the crawler over the opened crawl file.
func (r *crawlRun) crawl(ctx context.Context, drain <-chan struct{}) error {
	o := r.opts.fetchOptions([]string{r.scope.Scheme + "://" + r.scope.Host})
	o.OriginMap = r.originMap()
	client, err := r.newClient(o)
	if err != nil {
		return err
	}
	defer client.Close()
	r.shareCookies(client)
	live := r.p.newProgress()
	options := r.crawlerOptions()
	options.NewFetcher = func() crawler.Fetcher { return client.NewFetcher() }
	options.EnableCookies = client.EnableCookies
	if r.last != nil {
		options.Mentions = r.last.unread(ctx, r.store)
	}
	options.Drain = drain
	options.Progress = live.show
	r.result, err = crawler.Run(ctx, options, r.store)
	live.done()
	if err != nil {
		return r.storeFailed(err)
	}
	return nil
}

func (r *crawlRun) crawlerOptions() crawler.Options {
	o := crawler.Options{
		Start:          r.start.URL,
		Scope:          r.scope,
		Identity:       r.opts.identityConfig(),
		Rules:          r.start.Rules,
		Filter:         r.opts.filter,
		Effects:        r.opts.followEffects,
		FollowNoFollow: r.opts.noFollowToo,
		NoLearn:        r.opts.noLearn || r.opts.noSessionRule,
		AllowPattern:   r.opts.allow.filter(),
		Images:         r.opts.images,
		Videos:         r.opts.videos,
		Sitemaps:       crawler.Sitemaps{Find: !r.opts.noSitemaps, URLs: r.opts.sitemaps},
		Politeness:     r.politeness(),
		Limits: crawler.Limits{
			Pages:     r.opts.maxPages,
			Depth:     r.depthLimit(),
			Time:      r.opts.maxTime,
			Memory:    int64(r.opts.memory),
			Bytes:     int64(r.opts.maxBytes),
			Directory: r.opts.maxInDir,
			Tries:     r.opts.tries,
			RetryWait: r.opts.retryIn,
		},
		Robots:    r.robots(),
		ListAgent: r.opts.listAgent,
		Log:       r.p.log,
	}
	o.Identity.Key = r.store.Key()
	return o
}

// depthLimit gives --max-depth as the crawler understands it.
func (r *crawlRun) depthLimit() int {
	if r.opts.depthSet && r.opts.maxDepth == 0 {
		return -1
	}
	return r.opts.maxDepth
}

// signals turns the first SIGINT or SIGTERM into a drain and the second into
// a cancelled context.
func signals(ctx context.Context, p *program) (_ context.Context, drain <-chan struct{}, stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	caught := make(chan os.Signal, 2)
	signal.Notify(caught, os.Interrupt, syscall.SIGTERM)
	draining := make(chan struct{})
	var listener sync.WaitGroup
	listener.Go(func() {
		for n := 0; ; n++ {
			select {
			case _, open := <-caught:
				if !open {
					return
				}
			case <-ctx.Done():
				return
			}
			if n > 0 {
				signal.Stop(caught) // a third one ends the process
				cancel()
				return
			}
			close(draining)
			p.say("stopping after the requests in flight; once more to stop at once")
		}
	})
	return ctx, draining, func() {
		signal.Stop(caught)
		close(caught)
		cancel()
		listener.Wait()
	}
}

// untilDrained gives a context that a drain ends, too. Its stop function has
// to be called.
func untilDrained(ctx context.Context, drain <-chan struct{}) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	var watch sync.WaitGroup
	watch.Go(func() {
		select {
		case <-drain:
			cancel()
		case <-ctx.Done():
		}
	})
	return ctx, func() {
		cancel()
		watch.Wait()
	}
}

func drained(drain <-chan struct{}) bool {
	select {
	case <-drain:
		return true
	default:
		return false
	}
}
