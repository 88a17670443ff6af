// Package crawl has the commands that crawl: crawl itself, demo, and the import of
// configurations.
package crawl

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/crawlopt"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/option"
	"github.com/portolan-seo/portolan/cmd/internal/process"
	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/reach"
	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/crawler/site/outcome"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/crawler/typedurl"
	"github.com/portolan-seo/portolan/robots"
)

func Command(p *console.Program) *cobra.Command {
	var f crawlopt.Flags
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
			return Run(cmd.Context(), p, &f, args[0])
		},
	}
	crawlopt.Help(p, cmd, f.Add(cmd.Flags()))
	return cmd
}

// complete adds the flags of a configuration file to those that were typed.
func complete(p *console.Program, cmd *cobra.Command, f *crawlopt.Flags) error {
	f.Given = option.Given(p, cmd)
	if f.Config != "" {
		more, err := option.ReadConfig(f.Config, cmd.Flags(), p.Err.Hide)
		if err != nil {
			return err
		}
		f.Given = append(f.Given, more...)
		if err := p.OpenLog(); err != nil { // it may set --quiet and others
			return err
		}
	}
	f.RateSet = cmd.Flags().Changed("rate")
	f.DepthSet = cmd.Flags().Changed("max-depth")
	f.DiskSet = cmd.Flags().Changed("max-disk")
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
	opts  *crawlopt.Checked
	asked pace.Asked // to find the start

	resolver *fetch.Client // that resolved the start: its cookies are the crawl's, too

	origins []string    // that may see credentials, by what was typed
	reach   reach.Reach // which addresses the site may lead to

	read  *stored.Crawl // see stored
	known *query.Known  // findings of --baseline, nil without one

	outcome.Outcome
}

func Run(ctx context.Context, p *console.Program, f *crawlopt.Flags, typed string) error {
	typed, login, err := crawlopt.TakeLogins(p, f, typed)
	if err != nil {
		return err
	}
	if login != "" {
		f.Given = append(f.Given, stored.Given{Flag: "basic-auth", Secret: true})
	}
	opts, err := f.Check()
	if err != nil {
		return err
	}
	if err := typedurl.Check(typed); err != nil {
		return err
	}
	opts.Net.UseLogin(p.Log, login)
	if fits := option.Size(process.ApplyLimits(int64(opts.Memory))); fits != opts.Memory {
		has := prose.Bytes(int64(fits))
		p.Inform("The container has less memory than --memory: "+has+" are used at most", "the container has less memory than --memory", "memory", has)
		opts.Memory = fits
	}
	if agent := opts.RobotsAgent; agent != "" && agent != "*" && !robots.IsProduct(agent) {
		p.Log.Warn("--robots-agent is no product token, which is one word such as googlebot: only the rules for all crawlers count", "agent", agent)
	}
	if err := option.Unheeded("--report", opts.Reports, opts.Look.Heeded(), f.IsGiven); err != nil {
		p.Log.Warn(err.Error() + "; none of those is written")
	}
	process.SurviveFileSizeLimit()
	known, err := option.Baseline(ctx, p, opts.Baseline, query.Asked{})
	if err != nil {
		return exit.InterruptedBy(ctx, err)
	}
	run := &crawlRun{p: p, opts: opts, known: known, Outcome: outcome.Outcome{Typed: typed, Told: told(p, opts), Log: p.Log, Version: console.Version()}}
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

// told are the options that the summary tells of.
func told(p *console.Program, opts *crawlopt.Checked) outcome.Told {
	t := opts.Told()
	t.Verbose = p.Verbose
	return t
}

// notBegun tells programs of a site that could not be crawled at all.
func (r *crawlRun) notBegun(why error) error {
	if !r.p.JSON || exit.Code(why) != exit.Failed {
		return why
	}
	start := r.Typed
	if r.Start != nil {
		start = r.Start.URL
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
	if err := option.BaselineOf(r.known, r.opts.Baseline, r.Scope.String()); err != nil {
		return err
	}
	r.Run, err = site.Open(r.siteOptions())
	return r.openError(err)
}

// crawl runs the crawler over the opened crawl file.
func (r *crawlRun) crawl(ctx context.Context, drain <-chan struct{}) error {
	o := r.opts.Net.FetchOptions(r.siteOrigins())
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
		Start:          r.Start.URL,
		Scope:          r.Scope,
		Identity:       r.opts.IdentityConfig(),
		Rules:          r.Start.Rules,
		Filter:         r.opts.Filter,
		Effects:        r.opts.FollowEffects,
		FollowNoFollow: r.opts.NoFollowToo,
		NoLearn:        r.opts.NoLearn || r.opts.NoSessionRule,
		NoCrawl:        r.opts.NoCrawl,
		AllowPattern:   r.opts.Allow.Filter(),
		Images:         r.opts.WithImages || r.opts.CheckPix,
		Checks:         crawler.Checks{Links: r.opts.CheckOut, Pictures: r.opts.CheckPix},
		Videos:         r.opts.WithVideos,
		Articles:       r.opts.News != "",
		Extract:        &r.opts.Extract,
		Sitemaps:       crawler.Sitemaps{Find: !r.opts.NoSitemaps, URLs: r.opts.Sitemaps},
		Politeness:     r.politeness(),
		Asked:          r.asked,
		Limits: crawler.Limits{
			Pages:     r.opts.MaxPages,
			Depth:     r.depthLimit(),
			Time:      r.opts.MaxTime,
			Memory:    int64(r.opts.Memory),
			Disk:      int64(r.opts.MaxDisk),
			Bytes:     int64(r.opts.MaxBytes),
			Directory: r.opts.MaxInDir,
			Tries:     r.opts.Tries,
			RetryWait: r.opts.RetryIn,
		},
		Render:    r.opts.Render.Options(r.p.Log),
		Robots:    r.robots(),
		ListAgent: r.opts.ListAgent,
		Log:       r.p.Log,
	}
}

// depthLimit gives --max-depth as the crawler understands it.
func (r *crawlRun) depthLimit() int {
	if r.opts.DepthSet && r.opts.MaxDepth == 0 {
		return -1
	}
	return r.opts.MaxDepth
}
