// Package rewrite is portolan sitemap.
package rewrite

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/crawlopt"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/opening"
	"github.com/portolan-seo/portolan/cmd/internal/option"
	"github.com/portolan-seo/portolan/cmd/internal/publishing"
	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/crawler/site/cmdline"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/crawler/site/handover"
	"github.com/portolan-seo/portolan/crawler/site/outcome"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// rewriteFlags are the flags of portolan sitemap.
type rewriteFlags struct {
	crawlopt.Publish
	urls      []string
	noList    option.Patterns
	listTypes []string
	collapse  bool
	noParts   bool
	// They were given, and stand in for the crawl's own.
	collapseSet, typesSet, partsSet bool

	given []stored.Given
}

func Command(p *console.Program) *cobra.Command {
	var f rewriteFlags
	cmd := &cobra.Command{
		Use:   "sitemap [flags] FOLDER",
		Short: "Write the sitemap again from a stored crawl, with other options",
		Long: `Write the sitemap of a site folder again, from the newest crawl in it that has
come to an end. Nothing is fetched. Flags of the crawl that say how a sitemap is
written count here, too, unless they are given anew: --hreflang=false. The folder
may be given as the URL or host that was crawled, too. What --accept-loss and --force
let go is noted in the crawl: explain, urls, diff and report tell of what stands then;
findings stay, as they are of the site.

With --sitemap-url, which may be given several times, sets of their own are
written for parts of the site, each into the directory of the site folder that
its URL names: https://example.com/de/sitemap.xml into FOLDER/de/. A part has
to lie in what was crawled. What would lose many URLs of the set that stands, or
of a part without one what the set of the site lists there, is not written, and
the exit code is 4: --accept-loss, --force. No crawl writes these sets: its summary
names those that were not written again of the crawl before it.`,
		Example: `  portolan sitemap example.com --protocol 0.84
  portolan sitemap example.com --no-list '*/internal/*' --split-by dir:1
  portolan sitemap example.com --sitemap-url https://example.com/de/sitemap.xml --sitemap-url https://example.com/fr/sitemap.xml
  portolan sitemap example.com --force`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return exit.Usagef("sitemap wants one site folder; got %d argument%s%s", len(args), prose.Plural(len(args)), cmdline.FoldersHere())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			f.collapseSet, f.typesSet = cmd.Flags().Changed("collapse-duplicates"), cmd.Flags().Changed("list-types")
			f.partsSet = cmd.Flags().Changed("no-list-pagination")
			f.given = option.Given(p, cmd)
			return runRewrite(cmd.Context(), p, cmd.Flags(), &f, args[0])
		},
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.StringArrayVar(&f.urls, "sitemap-url", nil, "`URL` at which the sitemap will be served; its directory is what it lists (default: that of the crawl)")
	fs.Var(option.PatternValue{List: &f.noList, Include: false}, "no-list", "do not list URLs that match, instead of the crawl's own rules")
	fs.StringSliceVar(&f.listTypes, "list-types", nil, "list these `TYPES` besides HTML, instead of those of the crawl: pdf, office, opendocument, rtf, text, epub, postscript, svg, or a media type")
	fs.BoolVar(&f.collapse, "collapse-duplicates", false, "of pages with the same title and text, list the one nearest to the start; =false lists them all")
	fs.BoolVar(&f.noParts, "no-list-pagination", false, "of a list in parts (?page=2), list the first part alone; =false lists them all")
	f.Publish.Add(fs)
	return cmd
}

// rewriter is one run of the command.
type rewriter struct {
	p      *console.Program
	opts   *crawlopt.Publishing
	given  []stored.Given
	noList option.Patterns
	crawl  *stored.Crawl
	folder *folder.Folder

	own *outcome.Rewritten // the crawl's own set, nil before it is written
}

// runRewrite writes the sets that the flags ask for.
func runRewrite(ctx context.Context, p *console.Program, fs *pflag.FlagSet, f *rewriteFlags, dir string) (err error) {
	dir = cmdline.Folder(dir)
	r := &rewriter{p: p, given: f.given, noList: f.noList}
	if r.opts, err = f.Publish.Check(); err != nil {
		return err
	}
	if r.crawl, err = opening.Ended(p, dir); err != nil {
		return err
	}
	defer r.crawl.Close() // read only
	if err := r.hasMedia(dir); err != nil {
		return err
	}
	if err := r.hasHosts(dir); err != nil {
		return err
	}
	if r.opts, err = r.asCrawled(fs, f); err != nil {
		return err
	}
	sets, err := r.sets(f, dir)
	if err != nil {
		return err
	}
	if r.folder, err = folder.Open(dir); err != nil {
		return publishing.WithFolderFlag(dir, err)
	}
	defer func() {
		if closing := r.folder.Close(); closing != nil {
			p.Log.Warn(closing.Error())
		}
	}()
	if err := r.untold(); err != nil {
		return err
	}
	opening.TellNewer(p, r.crawl, dir)
	opening.TellIncomplete(p, r.crawl, dir)
	opening.TellRefusedBefore(p, r.crawl, dir)
	rules, err := r.judge(ctx, f)
	if err != nil {
		return err
	}
	var failures []error
	for _, set := range sets {
		set.Rules = rules
		err := r.write(ctx, set)
		if err != nil && ctx.Err() != nil {
			return err
		}
		if err != nil {
			failures = append(failures, err) // the other parts of the site are not to suffer from it
		}
	}
	if err := r.adopt(ctx); err != nil {
		failures = append(failures, err)
	}
	return exit.Join(failures)
}

// untold is the error of a crawl of which a person had a set written, and whose file does not
// tell what was accepted: it would be listed again. A run was killed before it had told so, or
// the file could not be written.
func (r *rewriter) untold() error {
	set, stands, err := publish.Current(r.folder.Dir)
	if err != nil || !stands || set.Accepted != filepath.Base(r.crawl.Path()) || stored.Published(r.crawl) || len(r.opts.AcceptLoss) > 0 || r.opts.Forced {
		return nil
	}
	return exit.Failf("the sitemap in %s was written of this crawl with losses that were accepted, and the crawl file does not tell which: say so again with --accept-loss or --force, or crawl again", r.folder.Dir)
}

// sayAbove are the known URLs above which it takes seconds to tell the crawl file of a sitemap.
const sayAbove = 20_000

// adopt has the crawl file tell of its own set what a person has accepted since, or that there
// is one: else the next portolan sitemap would list again what has left. A crawl that goes on
// would bring more than was accepted.
func (r *rewriter) adopt(ctx context.Context) error {
	if r.own == nil || r.crawl.End != crawler.Complete || stored.Published(r.crawl) && len(r.opts.AcceptLoss) == 0 && !r.opts.Forced {
		return nil
	}
	if known := r.crawl.Counts().Known; known > sayAbove {
		r.p.Log.Info("telling the crawl file of the sitemap", "urls", known)
	}
	err := r.crawl.Close()
	if err == nil {
		err = site.Adopt(ctx, r.folder, r.crawl, r.own.Set, r.own.Done)
	}
	if err != nil {
		return exit.Failf("the sitemap was written, and the crawl file could not be told so: explain, urls and report speak of the one before; repeat the command: %w", err)
	}
	if older := handover.Older(handover.Options{Dir: r.folder.Dir}, time.Now()); len(older) > 0 {
		r.p.Log.Warn("reports tell of the sitemap before: "+strings.Join(older, ", ")+"; write them anew (portolan report "+safe.ShellQuote(r.folder.Dir)+")", "files", older)
	}
	return nil
}

// asCrawled completes the flags by those with which the crawl's own set was
// written. What was typed wins.
func (r *rewriter) asCrawled(fs *pflag.FlagSet, f *rewriteFlags) (*crawlopt.Publishing, error) {
	typed := func(name string) bool {
		return slices.ContainsFunc(f.given, func(g stored.Given) bool { return g.Flag == name })
	}
	own := pflag.NewFlagSet("", pflag.ContinueOnError)
	new(crawlopt.Publish).Add(own)
	given, _ := stored.GivenOf(r.crawl)
	var made []stored.Given
	for _, g := range given {
		switch {
		case own.Lookup(g.Flag) == nil || typed(g.Flag):
			continue
		case g.Flag == "gzip" || g.Flag == "accept-loss" || g.Flag == "force":
			continue // the crawl file has them by itself
		case g.Flag == "hreflang-hosts" && typed("hreflang") && !f.WithHreflang:
			continue
		}
		g.Config = false
		made = append(made, g)
		if err := fs.Set(g.Flag, g.Value); err != nil {
			return nil, exit.Failf("read with which options the crawl was made: --%s %q: %w", g.Flag, g.Value, err)
		}
	}
	opts, err := f.Publish.Check()
	if err != nil { // by itself what was typed is right
		return nil, exit.Usagef("%w\nthe options with which the crawl was made count, too: %s; to go without one, say so, as in --hreflang=false",
			err, strings.Join(cmdline.Words(made), " "))
	}
	return opts, nil
}

// hasMedia refuses to write what the crawl has not looked for.
func (r *rewriter) hasMedia(dir string) error {
	for _, m := range []struct {
		flag   string
		wanted bool
	}{{"images", r.opts.WithImages}, {"videos", r.opts.WithVideos}, {"news", r.opts.News != ""}} {
		if m.wanted && r.crawl.Option(m.flag) != "true" {
			words := []string{"--" + m.flag}
			if m.flag == "news" {
				words = append(words, r.opts.News)
			}
			again, hint := cmdline.Again(r.crawl, dir, words...)
			return exit.Usagef("--%s: the crawl in %s was made without it; crawl again: %s%s", m.flag, dir, again, hint)
		}
	}
	return nil
}

// judge gives verdicts anew where flags ask for others than those of the crawl,
// or where those in the crawl file rest on something else. It gives what they
// rest on.
func (r *rewriter) judge(ctx context.Context, f *rewriteFlags) (options audit.Options, err error) {
	instead := stored.Instead{Accept: f.AcceptLoss, Force: f.Forced, NoList: f.noList.Filter()}
	types, err := option.MediaTypes(f.listTypes)
	if err != nil {
		return options, err
	}
	if f.typesSet {
		instead.ListTypes = &types
	}
	if f.partsSet {
		instead.NoParts = &f.noParts
	}
	if f.collapseSet {
		instead.Collapse = &f.collapse
	}
	return r.crawl.Judge(ctx, instead)
}
