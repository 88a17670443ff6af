package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/process"
	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/reach"
	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/crawler/typedurl"
	"github.com/portolan-seo/portolan/robots"
)

func crawlCmd(p *console.Program) *cobra.Command {
	var f crawlFlags
	cmd := &cobra.Command{
		Use:   "crawl URL",
		Short: "Crawl a site, then write its sitemap (the default command)",
		Long: `Crawl a site from its start URL, then write its sitemap into the site folder.

The start URL is followed to the spelling that the site prefers: example.com,
http://example.com and https://www.example.com/ find the same site. The
directory of the start URL is the scope: only URLs in it are fetched and
listed, since a sitemap may only list URLs at or below its own place.

Ctrl-C, SIGTERM and SIGHUP save and stop within 8 seconds, a second one at
once. Run the same command again to go on with a crawl that was interrupted. A
finished crawl is followed by a new one; its files stay in the site folder.`,
		Example: `  portolan example.com
  portolan https://www.example.com/shop/ -o shop --exclude '*/reviews/*'
  portolan example.com --max-pages 500 --max-depth 3
  portolan https://staging.example.net/ --basic-auth @password.txt
  portolan example.com --rate 2 --concurrency 1 --quiet`,
		Args: cobra.MatchAll(oneURL),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := complete(p, cmd, &f); err != nil {
				return err
			}
			return runCrawl(cmd.Context(), p, &f, args[0])
		},
	}
	crawlHelp(p, cmd, f.add(cmd.Flags()))
	return cmd
}

// complete adds the flags of a configuration file to those that were typed.
func complete(p *console.Program, cmd *cobra.Command, f *crawlFlags) error {
	f.given = given(p, cmd)
	if f.config != "" {
		more, err := readConfig(f.config, cmd.Flags(), p.Err.Hide)
		if err != nil {
			return err
		}
		f.given = append(f.given, more...)
		if err := p.OpenLog(); err != nil { // it may set --quiet and others
			return err
		}
	}
	f.RateSet = cmd.Flags().Changed("rate")
	f.depthSet = cmd.Flags().Changed("max-depth")
	f.diskSet = cmd.Flags().Changed("max-disk")
	return nil
}

func oneURL(_ *cobra.Command, args []string) error {
	if len(args) == 1 {
		return nil
	}
	got, hint := "none", ""
	if len(args) > 0 {
		got = fmt.Sprintf("%d: %s", len(args), strings.Join(args, " "))
		hint = "\nfor several sites run it once for each"
	}
	for _, arg := range args {
		if !typedurl.IsWord(arg) {
			hint = fmt.Sprintf("\n%q is no URL; the value of a flag that holds blanks stands in quotation marks", arg)
		}
	}
	return exit.Usagef("crawl wants one URL, such as example.com; got %s%s", got, hint)
}

// crawlRun is one run of the crawl command.
type crawlRun struct {
	p     *console.Program
	opts  *checked
	asked pace.Asked // to find the start

	resolver *fetch.Client // that resolved the start: its cookies are the crawl's, too

	origins []string    // that may see credentials, by what was typed
	reach   reach.Reach // which addresses the site may lead to

	outcome
}

func runCrawl(ctx context.Context, p *console.Program, f *crawlFlags, typed string) error {
	typed, login, err := takeLogins(p, f, typed)
	if err != nil {
		return err
	}
	if login != "" {
		f.given = append(f.given, stored.Given{Flag: "basic-auth", Secret: true})
	}
	opts, err := f.check()
	if err != nil {
		return err
	}
	if err := typedurl.Check(typed); err != nil {
		return err
	}
	opts.net.UseLogin(p.Log, login)
	if fits := byteSize(process.ApplyLimits(int64(opts.memory))); fits != opts.memory {
		has := prose.Bytes(int64(fits))
		p.Inform("The container has less memory than --memory: "+has+" are used at most", "the container has less memory than --memory", "memory", has)
		opts.memory = fits
	}
	if agent := opts.robotsAgent; agent != "" && agent != "*" && !robots.IsProduct(agent) {
		p.Log.Warn("--robots-agent is no product token, which is one word such as googlebot: only the rules for all crawlers count", "agent", agent)
	}
	process.SurviveFileSizeLimit()
	run := &crawlRun{p: p, opts: opts, outcome: outcome{typed: typed, told: opts.told(), log: p.Log, version: console.Version()}}
	ctx, drain, stop := process.Signals(ctx, p)
	defer stop()
	defer run.close()
	if err := run.begin(ctx, drain); err != nil {
		if ctx.Err() != nil || process.Drained(drain) {
			return &exit.Error{Code: exit.Interrupted, Err: errors.New("interrupted before anything was fetched")}
		}
		return run.notBegun(err)
	}
	if err := run.crawl(ctx, drain); err != nil {
		return err
	}
	return run.conclude(ctx, drain)
}

// notBegun tells programs of a site that could not be crawled at all.
func (r *crawlRun) notBegun(why error) error {
	if !r.p.JSON || exit.Code(why) != exit.Failed {
		return why
	}
	start := r.typed
	if r.start != nil {
		start = r.start.URL
	}
	err := r.p.PrintJSON(map[string]any{
		"type": "summary", "version": console.Version(), "start": start, "end": string(crawler.Failed), "error": typedurl.MaskLogins(why.Error()),
		"known": 0, "listed": 0, "excluded": 0, "deferred": 0, "published": false, "partial": false, "sitemap": nil, "files": []string{}, "urls": 0,
	})
	if err != nil {
		return exit.Failf("print summary: %w", err)
	}
	return why
}

// close gives back what the run holds.
func (r *crawlRun) close() {
	if r.Run != nil {
		r.Run.Close()
	}
}

// begin resolves the start, draws scope and folder, and opens the crawl file.
// There is nothing to finish while the start is resolved: a drain ends that.
func (r *crawlRun) begin(ctx context.Context, drain <-chan struct{}) error {
	resolving, stop := crawler.UntilDrained(ctx, drain)
	err := r.resolve(resolving)
	stop()
	if err != nil {
		return err
	}
	r.draw()
	if err := r.checkScheme(); err != nil {
		return err
	}
	r.Run, err = site.Open(r.siteOptions())
	return r.openError(err)
}

// crawl runs the crawler over the opened crawl file.
func (r *crawlRun) crawl(ctx context.Context, drain <-chan struct{}) error {
	o := r.opts.net.FetchOptions(r.siteOrigins())
	o.OriginMap = r.originMap()
	client, err := r.newClient(o)
	if err != nil {
		return err
	}
	defer client.Close()
	r.shareCookies(client)
	if err := r.readSources(ctx); err != nil {
		return err
	}
	live := r.p.NewProgress()
	crawl := &r.Options.Crawl
	crawl.NewFetcher = func() crawler.Fetcher { return client.NewFetcher() }
	crawl.EnableCookies = client.EnableCookies
	crawl.Drain = drain
	crawl.Progress = live.Show
	err = r.Run.Crawl(ctx)
	live.Done()
	if fault := sourceFault(err); fault != nil {
		return fault
	}
	return r.storeFailed(err)
}

func (r *crawlRun) crawlerOptions() crawler.Options {
	return crawler.Options{
		Start:          r.start.URL,
		Scope:          r.scope,
		Identity:       r.opts.identityConfig(),
		Rules:          r.start.Rules,
		Filter:         r.opts.filter,
		Effects:        r.opts.followEffects,
		FollowNoFollow: r.opts.noFollowToo,
		NoLearn:        r.opts.noLearn || r.opts.noSessionRule,
		NoCrawl:        r.opts.noCrawl,
		AllowPattern:   r.opts.allow.filter(),
		Images:         r.opts.images,
		Videos:         r.opts.videos,
		Articles:       r.opts.news != "",
		Sitemaps:       crawler.Sitemaps{Find: !r.opts.noSitemaps, URLs: r.opts.sitemaps},
		Politeness:     r.politeness(),
		Asked:          r.asked,
		Limits: crawler.Limits{
			Pages:     r.opts.maxPages,
			Depth:     r.depthLimit(),
			Time:      r.opts.maxTime,
			Memory:    int64(r.opts.memory),
			Disk:      int64(r.opts.maxDisk),
			Bytes:     int64(r.opts.maxBytes),
			Directory: r.opts.maxInDir,
			Tries:     r.opts.tries,
			RetryWait: r.opts.retryIn,
		},
		Robots:    r.robots(),
		ListAgent: r.opts.listAgent,
		Log:       r.p.Log,
	}
}

// depthLimit gives --max-depth as the crawler understands it.
func (r *crawlRun) depthLimit() int {
	if r.opts.depthSet && r.opts.maxDepth == 0 {
		return -1
	}
	return r.opts.maxDepth
}
