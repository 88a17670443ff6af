package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"os/signal"
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
			if f.config != "" {
				if err := readConfig(f.config, cmd.Flags()); err != nil {
					return err
				}
			}
			f.rateSet = cmd.Flags().Changed("rate")
			f.depthSet = cmd.Flags().Changed("max-depth")
			return p.crawl(cmd.Context(), &f, args[0])
		},
	}
	f.add(cmd.Flags())
	return cmd
}

func oneURL(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return usagef("crawl wants one URL, such as example.com; got %d", len(args))
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

	folder  *siteFolder
	store   *sqlite.Store
	resumed time.Time // when the crawl that goes on began, zero for a new one
	private bool      // the site is on a private address

	result    crawler.Result
	verdicts  *audit.Summary
	published *publish.Result
	partial   bool
	kept      bool // the set that stood there was kept
}

func (p *program) crawl(ctx context.Context, f *crawlFlags, typed string) error {
	opts, err := f.check()
	if err != nil {
		return err
	}
	run := &crawlRun{p: p, opts: opts, typed: typed}
	ctx, drain, stop := signals(ctx, p)
	defer stop()
	if err := run.begin(ctx); err != nil {
		if ctx.Err() != nil || drained(drain) {
			return quietExit(exitInterrupted)
		}
		return err
	}
	defer run.store.Close()
	if err := run.crawl(ctx, drain); err != nil {
		return err
	}
	return run.conclude(ctx)
}

// begin resolves the start, draws scope and folder, and opens the crawl file.
func (r *crawlRun) begin(ctx context.Context) error {
	if err := r.resolve(ctx); err != nil {
		return err
	}
	r.draw()
	dir := r.opts.output
	if dir == "" {
		dir = folderName(r.scope)
	}
	var err error
	if r.folder, err = openFolder(dir); err != nil {
		return err
	}
	if err := publish.Recover(r.folder.dir); err != nil {
		return failf("finish the sitemap that an earlier run left half moved in %s: %w", r.folder.dir, err)
	}
	return r.openCrawl()
}

// resolve finds the start of the crawl.
func (r *crawlRun) resolve(ctx context.Context) error {
	client, err := fetch.NewClient(r.opts.fetchOptions(typedOrigins(r.typed)))
	if err != nil {
		return usagef("%w", err)
	}
	defer client.Close()
	resolver := crawler.Resolver{
		Fetcher:   client.NewFetcher(),
		Identity:  r.opts.identityConfig(),
		Robots:    r.robots(),
		ListAgent: r.opts.listAgent,
		Scheme:    r.opts.fixedScheme(),
	}
	r.start, err = resolver.Resolve(ctx, r.typed)
	switch {
	case errors.Is(err, crawler.ErrNoURL):
		return usagef("%w", err)
	case err != nil:
		return failf("%w", err)
	}
	return nil
}

// typedOrigins are the origins that may see credentials before the start is
// resolved: the typed host and its www twin, encrypted unless http was typed.
func typedOrigins(typed string) []string {
	scheme, rest, found := strings.Cut(typed, "://")
	if !found {
		scheme, rest = "https", typed
	}
	host, _, _ := strings.Cut(rest, "/")
	host = host[strings.LastIndex(host, "@")+1:]
	bare := strings.TrimPrefix(host, "www.")
	origins := []string{"https://" + bare, "https://www." + bare}
	if strings.EqualFold(scheme, "http") {
		origins = append(origins, "http://"+bare, "http://www."+bare)
	}
	return origins
}

func (r *crawlRun) robots() crawler.Robots {
	return crawler.Robots{Ignore: r.opts.noRobots, Agent: r.opts.robotsAgent, File: r.opts.robotsText}
}

// draw derives the sitemap's URL and the scope from the resolved start.
func (r *crawlRun) draw() {
	r.mapURL = r.opts.sitemapForm
	if r.mapURL == "" {
		name := "sitemap.xml"
		if r.opts.gzip {
			name += ".gz"
		}
		start, _, _ := strings.Cut(r.start.URL, "?")
		r.mapURL = start[:strings.LastIndex(start, "/")+1] + name
	}
	r.scope = r.opts.scopeForm
	if r.opts.scope == "" {
		r.scope, _ = canonical.ScopeOf(r.mapURL) // a canonical form always has one
	}
	r.private = r.isPrivate()
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
func (r *crawlRun) isPrivate() bool {
	if r.opts.allowPriv {
		return true
	}
	host := r.scope.Host
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
	for _, a := range addrs {
		if private(a) {
			return true
		}
	}
	return false
}

// crawl runs the crawler over the opened crawl file.
func (r *crawlRun) crawl(ctx context.Context, drain <-chan struct{}) error {
	o := r.opts.fetchOptions([]string{r.scope.Scheme + "://" + r.scope.Host})
	if !r.private {
		o.AllowAddr = func(a netip.Addr) bool { return !private(a) }
	}
	client, err := fetch.NewClient(o)
	if err != nil {
		return usagef("%w", err)
	}
	defer client.Close()
	live := r.p.newProgress()
	options := r.crawlerOptions()
	options.NewFetcher = func() crawler.Fetcher { return client.NewFetcher() }
	options.Drain = drain
	options.Progress = live.show
	r.result, err = crawler.Run(ctx, options, r.store)
	live.done()
	if err != nil {
		return failf("%s: %w\nthe crawl so far is safe in %s; run the same command again to go on", r.scope, err, r.folder.dir)
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
		Politeness: crawler.Politeness{
			Concurrency: r.opts.concurrency,
			Rate:        r.opts.rate,
			Delay:       r.opts.delay,
			CrawlDelay:  r.opts.crawlDelay,
		},
		Limits: crawler.Limits{
			Pages:     r.opts.maxPages,
			Depth:     r.depthLimit(),
			Time:      r.opts.maxTime,
			Memory:    int64(r.opts.memory),
			Tries:     r.opts.tries,
			RetryWait: r.opts.retryIn,
		},
		Robots:    r.robots(),
		ListAgent: r.opts.listAgent,
		Log:       r.p.log,
	}
	o.Identity.Key = r.store.Key()
	if r.private && !r.opts.rateSet {
		o.Politeness.Rate = 0
	}
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
				cancel()
				return
			}
			close(draining)
			fmt.Fprintln(p.err, "portolan: stopping after the requests in flight; once more to stop at once")
		}
	})
	return ctx, draining, func() {
		signal.Stop(caught)
		close(caught)
		cancel()
		listener.Wait()
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
