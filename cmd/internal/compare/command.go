// Package compare is portolan diff.
package compare

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/option"
	"github.com/portolan-seo/portolan/cmd/internal/spelling"
	"github.com/portolan-seo/portolan/crawler/diff"
	"github.com/portolan-seo/portolan/crawler/diff/show"
	"github.com/portolan-seo/portolan/crawler/failon"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/site/cmdline"
	"github.com/portolan-seo/portolan/crawler/site/sides"
	"github.com/portolan-seo/portolan/crawler/visiting"
)

// diffFlags are the flags of portolan diff.
type diffFlags struct {
	option.Network
	failOn option.FailOn
	format string
	limit  int
	// limited tells that --limit was given, and not as "all".
	limited bool
}

func Command(p *console.Program) *cobra.Command {
	f := &diffFlags{}
	cmd := &cobra.Command{
		Use:   "diff [flags] A [B]",
		Short: "Tell what changed between two crawls",
		Long: `Compare what was known of a site at two times, and tell what changed from A to B.
A and B are site folders (of each, the newest complete crawl), crawl files,
sitemaps (a file, a folder of files, a URL; index files with all that they
list) or Screaming Frog's internal_all.csv. Of one site folder alone, its newest
crawl, though its sitemap may have been refused (exit code 4), is compared with
the last complete one before whose sitemap was not refused, and which is not in
doubt. Only sitemaps given by URL are fetched.

The kinds of changes:
  added      listed in the sitemap now, and not before
  removed    listed before, and not now; with the verdict that says why
  moved      removed, and it redirects for good to a page that is listed, or
             nothing is left and one new page has the same title and text; not
             where more than 10 % lead to other pages that were listed before
  changed    its main text, a price or its main picture is another; menus,
             dates, counters and other numbers do not count
  status     another HTTP status
  noindex    it could be indexed, and says noindex now
  canonical  its rel=canonical names another page
  title      another title

A change is told where both sides can know of it: sitemaps know only what is
listed. What an incomplete crawl has not come to may still be there: it removes
nothing, and it is said.

--fail-on is for CI and cron: with [new:]KIND[>N|>N%] the exit code is 1 if
there are more than N changes of a kind, or more than N% of the URLs listed in
A. KIND can be a verdict, too (portolan rules lists them): the URLs of B that
have it, new: those that did not have it in A, in % of all URLs known in B. Quote
it, for > means something to the shell. A rule that cannot be judged, such as
removed of an incomplete crawl, or of one that has read fewer of A's pages than
it takes, is exit code 3.`,
		Example: `  portolan diff example.com
  portolan diff example.com --fail-on 'removed>1%' --fail-on noindex,new:http-5xx
  portolan diff before/ after/ --format csv > changes.csv
  portolan diff https://example.com/sitemap.xml example.com
  portolan diff internal_all.csv example.com --json | jq -c 'select(.kind == "status")'`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 1 || len(args) > 2 {
				return exit.Usagef("diff wants a site folder, or two things to compare; got %d argument%s%s", len(args), prose.Plural(len(args)), cmdline.FoldersHere())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			f.RateSet = cmd.Flags().Changed("rate")
			f.limited = cmd.Flags().Changed("limit") && f.limit > 0
			return runDiff(cmd.Context(), p, f, args)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	option.DeclareFailOn(flags, &f.failOn, option.FailKinds(), strings.Join(diff.Kinds(), ", ")+", and the verdicts that 'portolan rules' lists", "removed>1%,new:http-5xx>10")
	flags.StringVar(&f.format, "format", "table", "`FORM` of the output: table, csv or jsonl, which is that of --json")
	flags.IntVar(&f.limit, "limit", 20, "`N` changes of each kind in the table, 0 for all")
	f.Declare(flags)
	flags.Lookup("timeout").DefValue, f.Timeout = "1m", time.Minute
	return cmd
}

// runDiff compares and prints.
func runDiff(ctx context.Context, p *console.Program, f *diffFlags, args []string) (err error) {
	if p.JSON && f.format == "table" {
		f.format = "jsonl"
	}
	switch {
	case !slices.Contains(show.Formats(), f.format):
		return exit.Usagef("--format %q: it is %s%s", f.format, strings.Join(show.Formats(), ", "), spelling.DidYouMean(f.format, "", show.Formats()))
	case p.JSON && f.format != "jsonl":
		return exit.Usagef("--format %s and --json are two forms; give one", f.format)
	case f.limit < 0:
		return exit.Usagef("--limit %d: it is 0 (all) or more", f.limit)
	case f.limited && f.format != "table":
		return exit.Usagef("--limit is for --format table; the other forms have all changes")
	}
	r := &sides.Reader{Voice: p, Skipped: p.Skipped, Visitor: func() (*visiting.Visitor, error) { return f.Visitor(p) }}
	a, b, err := r.Read(ctx, args)
	if err != nil {
		return exit.InterruptedBy(ctx, err)
	}
	defer a.Close()
	defer b.Close()
	c, err := diff.Compare(ctx, a, b, diff.Options{})
	if err != nil {
		return exit.InterruptedBy(ctx, exit.Failf("compare: %w", err))
	}
	defer c.Close()
	tellIncomplete(p, c)
	broken, unknown := failon.Judge(f.failOn.Rules, func(r failon.Rule) failon.Count { return countOf(r, c, a, b) })
	out := &show.Output{Comparison: c, A: a, B: b, Limit: f.limit, Broken: broken, Unknown: unknown}
	if p.Quiet && f.format == "table" {
		return option.Failure(broken, unknown)
	}
	if err := out.Write(ctx, p.Out, f.format); err != nil {
		return exit.InterruptedBy(ctx, exit.Failf("print what changed: %w", err))
	}
	return option.Failure(broken, unknown)
}

// tellIncomplete says, whatever the output is, what is not claimed of states
// that are not complete.
func tellIncomplete(p *console.Program, c *diff.Comparison) {
	if why := c.Unknown[diff.Added]; why != "" {
		p.Log.Warn("of what A does not know nothing is taken for added: " + why)
	}
	if why := c.Unknown[diff.Removed]; why != "" {
		p.Log.Warn("nothing is taken for removed: " + why)
	}
}

// changesOf counts changes of a kind. That there are few of them is not known where
// more pages were not read than may have changed.
func changesOf(r failon.Rule, kind diff.Kind, c *diff.Comparison, b *diff.State) failon.Count {
	count := failon.Count{N: c.Counts[kind], Of: c.Before, Unknown: c.Unknown[kind]}
	if count.Unknown != "" || r.Broken(count.N, count.Of) || kind == diff.Added || kind == diff.Status {
		return count
	}
	switch {
	case b.Incomplete != "":
		count.Unknown = b.Name + " is not complete: " + b.Incomplete
	case b.Unread != "" && r.Broken(count.N+c.Unread, count.Of):
		count.Unknown = b.Name + " is not complete: " + b.Unread
	}
	return count
}

// countOf counts what a rule is about.
func countOf(r failon.Rule, c *diff.Comparison, a, b *diff.State) failon.Count {
	if i := slices.Index(diff.Kinds(), r.Kind); i >= 0 {
		return changesOf(r, diff.Kind(i), c, b)
	}
	count := failon.Count{N: b.Verdicts[r.Kind], Of: b.Known}
	if !b.Judged {
		count.Unknown = b.Name + " has no verdicts"
	}
	if !r.New {
		return count
	}
	count.N = c.NewVerdicts[r.Kind]
	switch {
	case count.Unknown != "":
	case !a.Judged:
		count.Unknown = a.Name + " has no verdicts"
	case a.Incomplete != "":
		count.Unknown = a.Name + " is not complete: " + a.Incomplete
	}
	return count
}
