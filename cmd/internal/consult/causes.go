package consult

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/opening"
	"github.com/portolan-seo/portolan/cmd/internal/option"
	"github.com/portolan-seo/portolan/cmd/internal/spelling"
	"github.com/portolan-seo/portolan/crawler/audit/causes"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

func Causes(p *console.Program) *cobra.Command {
	f := causesFlags{}
	cmd := &cobra.Command{
		Use:   "causes [flags] FOLDER [ID...]",
		Short: "Tell what to mend first: findings by their causes",
		Long: `Group what is wrong with a site, by the newest crawl in its folder, into the
fewest causes that explain it: what nearly all pages share, pages of one template,
URLs that all lead to one URL, one line of robots.txt, links on one page. Each is
told with the number of findings that its mend would remove, and its state against
the two complete crawls before: new, open, or back after it was mended. What the last one had and this one has not is mended
if a page of it was read without it, gone if it went with its pages, which answer 404
or 410 now, or to which nothing leads any more; else it is unseen: its
pages were not read this time, or show nothing of their own, or the sitemap was
refused, and nobody has accepted it since. An earlier crawl is given by its file.

Errors come first, then warnings, then notices; among them what has most clicks in
search results, where an export was given (--from-export), then what the links of
the site lead to most (its link score, in percent of the whole site's), never what
is merely most. Of what is likely, check a page first.

With IDs, those causes alone; for one that only an earlier crawl has under its ID,
what has become of it: a cause that grows may be named otherwise.`,
		Example: "  portolan causes example.com\n  portolan causes example.com --state new,back\n  portolan causes example.com --limit 0 --json",
		Args: func(_ *cobra.Command, args []string) error {
			return opening.OneFolder("causes", args[:min(len(args), 1)])
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if p.JSON && cmd.Flags().Changed("limit") && f.limit > 0 {
				return exit.Usagef("--limit is for the table; --json has all causes")
			}
			f.ids = args[1:]
			return runCauses(cmd.Context(), p, args[0], &f)
		},
	}
	cmd.Flags().IntVar(&f.limit, "limit", 20, "`N` causes in the table, 0 for all; JSON has all")
	cmd.Flags().StringSliceVar(&f.states, "state", nil, "only causes in these `STATES`, commas between: "+strings.Join(query.CauseStates, ", "))
	f.Declare(cmd.Flags())
	_ = cmd.RegisterFlagCompletionFunc("state", cobra.FixedCompletions(query.CauseStates, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// causesFlags are the flags of portolan causes.
type causesFlags struct {
	limit  int
	states []string
	ids    []string // of the causes that are wanted, all if there are none
	option.Segments
}

func (f *causesFlags) check() error {
	if f.limit < 0 {
		return exit.Usagef("--limit %d: it is 0 (all) or more", f.limit)
	}
	for _, state := range f.states {
		if !slices.Contains(query.CauseStates, state) {
			return exit.Usagef("--state %q: it is %s%s", state, strings.Join(query.CauseStates, ", "), spelling.DidYouMean(state, "", query.CauseStates))
		}
	}
	return nil
}

// wants reports whether a cause in a state is to be shown.
func (f *causesFlags) wants(x *causes.Cause, state string) bool {
	return (len(f.states) == 0 || slices.Contains(f.states, state)) && (len(f.ids) == 0 || slices.Contains(f.ids, x.ID))
}

// all reports that no causes were chosen.
func (f *causesFlags) all() bool { return len(f.states) == 0 && len(f.ids) == 0 }

// resolve puts in the place of IDs that only an earlier crawl has what has become of
// them.
func (f *causesFlags) resolve(ctx context.Context, p *console.Program, crawl *stored.Crawl, c *query.CausesFound) error {
	known := map[string]bool{}
	_ = c.Each(func(x *causes.Cause, _ string) error { // it gives no error of its own
		known[x.ID] = true
		return nil
	})
	for _, id := range slices.Clone(f.ids) {
		if known[id] {
			continue
		}
		was, err := query.Since(ctx, crawl, id, stored.Asked{Segment: f.In}, p.Skipped)
		if err != nil {
			return exit.InterruptedBy(ctx, exit.Failf("%w", err))
		}
		if was != nil {
			defer was.Crawl.Close() // read only
		}
		if was == nil || len(was.Now) == 0 {
			return exit.Usagef("there is no cause %q in the crawl %s, and nothing is left of it if an earlier one had it; portolan causes tells the IDs of all", fmt.Sprintf("%.40s", id), filepath.Base(crawl.Path()))
		}
		for i := range was.Now {
			p.Say(was.Is(&was.Now[i]))
			f.ids = append(f.ids, was.Now[i].ID)
		}
	}
	return nil
}

func runCauses(ctx context.Context, p *console.Program, dir string, f *causesFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	return opening.Rows(p, dir, func(crawl *stored.Crawl) error {
		if err := f.Into(ctx, crawl); err != nil {
			return err
		}
		c, err := query.Causes(ctx, crawl, stored.Asked{Segment: f.In}, p.Skipped)
		if err != nil {
			return exit.InterruptedBy(ctx, exit.Failf("%w", err))
		}
		if len(f.states) > 0 && !c.Before {
			return exit.Usagef("--state: %s: nothing to compare it with; crawl the site again", c.Basis)
		}
		if err := f.resolve(ctx, p, crawl, c); err != nil {
			return err
		}
		switch {
		case p.JSON:
			err = c.Each(func(x *causes.Cause, state string) error {
				if !f.wants(x, state) {
					return nil
				}
				return p.PrintJSON(query.ShapeOf(x, state))
			})
		case !p.Quiet:
			_, err = fmt.Fprint(p.Out, causesText(c, f))
		}
		if err != nil {
			return exit.Failf("print the causes: %w", err)
		}
		return nil
	})
}

// isGone tells the states of causes that the crawl before had, and this one has not.
func isGone(state string) bool { return state == "mended" || state == "gone" || state == "unseen" }

// causesText is a paragraph for each cause.
func causesText(c *query.CausesFound, f *causesFlags) string {
	var b strings.Builder
	shown, more, grown := 0, 0, false
	_ = c.Each(func(x *causes.Cause, state string) error { // it gives no error of its own
		isGone := isGone(state)
		switch {
		case !f.wants(x, state), isGone && len(f.states) == 0 && len(f.ids) == 0:
		case shown == f.limit && f.limit > 0:
			more++
		default:
			shown++
			if was := c.Was(x); state == "open" && was > 0 && was != x.N {
				state = fmt.Sprintf("open, %s last time", prose.Thousands(was))
				grown = grown || x.N > was
			}
			causeText(&b, x, state)
		}
		return nil
	})
	switch {
	case more > 0:
		fmt.Fprintf(&b, "and %s more: --limit 0\n", prose.Thousands(more))
	case shown == 0 && len(f.states) > 0:
		fmt.Fprintf(&b, "No cause is %s.\n", strings.Join(f.states, " or "))
	case shown == 0:
		b.WriteString("Nothing was found.\n")
	}
	if grown {
		b.WriteString("\nwhat is new in those that have grown: portolan findings FOLDER --where since_last=new\n")
	}
	if f.all() && len(c.Mended)+len(c.Gone)+len(c.Unseen) > 0 {
		b.WriteString("\n")
	}
	if n := len(c.Mended); n > 0 && f.all() {
		fmt.Fprintf(&b, "mended since the crawl before: %s\n", prose.Counted(n, "cause"))
	}
	if n := len(c.Gone); n > 0 && f.all() {
		fmt.Fprintf(&b, "gone with their pages: %s of the crawl before (--state gone)\n", prose.Counted(n, "cause"))
	}
	if n := len(c.Unseen); n > 0 && f.all() {
		fmt.Fprintf(&b, "not seen this time: %s of the crawl before (--state unseen)\n", prose.Counted(n, "cause"))
	}
	for _, line := range prose.Wrap(safe.OneLine(c.Basis), prose.Width) {
		fmt.Fprintln(&b, line)
	}
	return b.String()
}

func causeText(b *strings.Builder, x *causes.Cause, state string) {
	if state != "" {
		state = ", " + state
	}
	fmt.Fprintf(b, "%s %s  %s: %s%s\n", x.ID, x.Severity, x.Rule.ID, prose.Counted(x.N, "finding"), state)
	if x.Likely == x.N {
		b.WriteString("  likely: check a page first\n")
	}
	for _, line := range causeLines(x) {
		fmt.Fprintf(b, "  %s\n", line)
	}
}

// causeLines say what the findings have in common, and what mends them.
func causeLines(x *causes.Cause) (lines []string) {
	all := "on nearly all pages of the site: what they share"
	if x.Rule.OneMend {
		all = "on pages all over the site: one mend"
	}
	to := "all lead to"
	if x.Rule.Shared {
		to = "all share it with"
	}
	of := "on pages of the template"
	if x.Spans {
		of = "shared with pages of the template"
	}
	what := map[string]string{
		"site": all, "template": of, "target": to, "line": "by robots.txt,", "page": "all are linked on", "url": "on",
	}[x.By]
	if x.What != "" || x.By == "site" {
		lines = append(lines, strings.TrimSpace(what+" "+safe.OneLine(x.What)))
	}
	if x.By != "url" && len(x.Examples) > 0 {
		lines = append(lines, "such as "+safe.OneLine(x.Examples[0])+linkedOn(x))
	} else if x.By == "url" && linkedOn(x) != "" {
		lines[len(lines)-1] += linkedOn(x)
	} else if x.By == "url" && len(x.Examples) > 0 && x.Examples[0] != x.What {
		lines = append(lines, safe.OneLine(x.Examples[0]))
	}
	if x.Score > 0 {
		text := fmt.Sprintf("link score %.2f %%", 100*x.Score)
		if x.Clicks > 0 {
			text = prose.Counted(int(x.Clicks), "click") + ", " + text
		}
		lines = append(lines, text)
	}
	return append(lines, prose.Wrap(x.Rule.Fix, prose.Width-2)...)
}

// linkedOn names the page that links to the first example, where the mend may be
// there.
func linkedOn(x *causes.Cause) string {
	if !x.Rule.Linked || len(x.Linking) == 0 || x.Linking[0] == "" {
		return ""
	}
	return ", linked on " + safe.OneLine(x.Linking[0])
}
