package verify

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/opening"
	"github.com/portolan-seo/portolan/cmd/internal/option"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/recheck"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// recheckFlags are the flags of portolan recheck.
type recheckFlags struct {
	option.Network
	cause string
	tries int
}

func Recheck(p *console.Program) *cobra.Command {
	f := &recheckFlags{}
	cmd := &cobra.Command{
		Use:   "recheck [flags] FOLDER --cause ID",
		Short: "Ask the site again whether a cause of findings is mended",
		Long: `Ask for a sample of the URLs that one cause is about (portolan causes tells the
IDs), at the pace of a crawl, robots.txt obeyed, and tell whether it is mended.

URLs are drawn by lot, always the same ones. As soon as one of them is as it was,
the cause is not mended, and that one is told. If none is, it takes 59 URLs of
many, or all of few, to be 95 % sure that fewer than one in twenty is left. With
each of them goes what it points to, and one page that links to it. A URL that
is shut now, leads elsewhere, or shows what others show says nothing.

What is about the whole site, a host or a file (duplicates, orphans, sitemaps)
cannot be told by single pages: crawl the site again. The crawl stays as it is.
An earlier crawl is given by its file.

The exit code is 0 if the cause is mended, 1 if it is not, 2 if there is no such
cause or single pages cannot tell, 3 if too little answered to say.`,
		Example: "  portolan recheck example.com --cause 3f2a9c01\n  portolan recheck example.com --cause 3f2a9c01 --json",
		Args:    func(_ *cobra.Command, args []string) error { return opening.OneFolder("recheck", args) },
		RunE: func(cmd *cobra.Command, args []string) error {
			f.RateSet = cmd.Flags().Changed("rate")
			return opening.With(p, args[0], func(crawl *stored.Crawl) error { return runRecheck(cmd.Context(), p, f, crawl) })
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.cause, "cause", "", "`ID` of the cause, as portolan causes tells it")
	flags.IntVar(&f.tries, "tries", 3, "`N` requests for one URL at most, where the answer may change")
	f.Declare(flags)
	return cmd
}

func runRecheck(ctx context.Context, p *console.Program, f *recheckFlags, crawl *stored.Crawl) error {
	switch {
	case f.cause == "":
		return exit.Usagef("recheck wants --cause ID; portolan causes tells the IDs of all causes")
	case f.tries < 1:
		return exit.Usagef("--tries %d: it is at least 1", f.tries)
	}
	r, err := askCause(ctx, p, f, crawl)
	if exit.Code(err) == exit.Usage {
		return tellGone(ctx, p, f, crawl, err)
	}
	if err != nil {
		return err
	}
	return tellRecheck(p, r)
}

// askCause asks whether the cause is mended.
func askCause(ctx context.Context, p *console.Program, f *recheckFlags, crawl *stored.Crawl) (r *recheck.Result, err error) {
	err = opening.Again(ctx, p, crawl, f.Visitor, "whether the cause is mended", "ask whether cause "+f.cause+" is mended", func(ctx context.Context, o recheck.Options) (err error) {
		p.Inform("Asking "+safe.Printable(crawl.Options.Scope.Host)+" again", "asking again", "cause", f.cause)
		progress := p.NewProgress()
		o.Crawl.Limits.Tries, o.Crawl.Progress = f.tries, progress.Show
		r, err = recheck.Cause(ctx, crawl, f.cause, o)
		progress.Done()
		return err
	})
	return r, err
}

// tellGone tells of a cause that cannot be asked for: where the crawl does not
// have it, the report of an earlier one may have named it. What it has become
// is asked for in its stead.
func tellGone(ctx context.Context, p *console.Program, f *recheckFlags, crawl *stored.Crawl, err error) error {
	id := f.cause
	found, failed := query.Causes(ctx, crawl, stored.Asked{}, p.Skipped)
	if failed != nil {
		return exit.InterruptedBy(ctx, exit.Failf("%w", failed))
	}
	is := func(c query.Cause) bool { return c.ID == id }
	if at := slices.IndexFunc(found.Mended, is); at >= 0 {
		return tellRecheck(p, &recheck.Result{Cause: &found.Mended[at]})
	}
	if slices.ContainsFunc(found.Gone, is) {
		return exit.Usagef("cause %s is of the crawl before, and went with its pages: they answer 404 or the like, or nothing leads to them any more", id)
	}
	if slices.ContainsFunc(found.Unseen, is) {
		return exit.Usagef("cause %s is of the crawl before, and this one could not see whether it is mended: crawl the site again", id)
	}
	if slices.ContainsFunc(found.Now, is) {
		return err
	}
	was, failed := query.Since(ctx, crawl, id, stored.Asked{}, p.Skipped)
	if was != nil {
		defer was.Crawl.Close() // read only
	}
	switch {
	case failed != nil:
		return exit.InterruptedBy(ctx, exit.Failf("%w", failed))
	case was == nil || len(was.Now) == 0:
		return err
	case !was.Same():
		p.Say(was.Is(&was.Now[0]))
		return recheckKin(ctx, p, f, crawl, was)
	case len(was.Now) > 1:
		return exit.Usagef("cause %s is of an earlier crawl; what is left of it is %s now: give one of these", id, idsOf(was.Now))
	default:
		f.cause = was.Now[0].ID
	}
	p.Say(was.Is(&was.Now[0]))
	r, err := askCause(ctx, p, f, crawl)
	if err != nil {
		return err
	}
	return tellRecheck(p, r)
}

// recheckKin asks for a cause whose fault the crawl has found in another form. It is not
// mended where it still has that; else the crawl that had the cause says what was wrong.
func recheckKin(ctx context.Context, p *console.Program, f *recheckFlags, crawl *stored.Crawl, was *query.Earlier) error {
	f.cause = was.Now[0].ID
	r, err := askCause(ctx, p, f, crawl)
	if err == nil && len(r.Broken) == 0 {
		f.cause = was.Cause.ID
		r, err = askCause(ctx, p, f, was.Crawl)
	}
	if err != nil {
		return err
	}
	r.Cause = was.Cause
	return tellRecheck(p, r)
}

// idsOf names causes.
func idsOf(list []query.Cause) string {
	var ids []string
	for i := range list {
		ids = append(ids, fmt.Sprintf("%s (%s)", list[i].ID, prose.Counted(list[i].N, "finding")))
	}
	return strings.Join(ids, " and ")
}

// tellRecheck prints what came of it. A cause that is not mended makes the exit
// code 1, one of which too little is known 3.
func tellRecheck(p *console.Program, r *recheck.Result) error {
	state, code := "not mended", exit.Found
	switch {
	case r.Mended():
		state, code = "mended", exit.Done
	case len(r.Broken) == 0:
		state, code = "unknown", exit.Failed
	}
	var err error
	switch {
	case p.JSON:
		err = p.PrintJSON(map[string]any{"type": "recheck", "cause": r.Cause.ID, "finding": r.Cause.Rule.ID, "state": state, "findings": r.Cause.N,
			"sample": r.Sample, "asked": r.Asked, "broken": answersJSON(r.Broken), "untold": answersJSON(r.Untold)})
	case !p.Quiet || code != exit.Done:
		_, err = fmt.Fprint(p.Out, recheckText(r, state))
	}
	switch {
	case err != nil:
		return exit.Failf("print what came of it: %w", err)
	case code == exit.Failed:
		return exit.Failf("too little could be told to say whether cause %s is mended: %d of %d URLs told something, and it takes %d", r.Cause.ID, r.Asked, r.Asked+len(r.Untold), r.Sample)
	case code == exit.Found:
		return exit.Quiet(exit.Found)
	}
	return nil
}

func answersJSON(list []recheck.Answer) []map[string]string {
	out := []map[string]string{}
	for _, a := range list {
		out = append(out, map[string]string{"url": a.URL, "detail": a.Detail})
	}
	return out
}

const recheckExamples = 5

func recheckText(r *recheck.Result, state string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s: %s\n", r.Cause.ID, r.Cause.Rule.ID, state)
	switch {
	case state == "mended" && r.Sample == 0:
		b.WriteString("  this crawl has seen its pages without; nothing was asked for now\n")
	case state == "mended" && r.Asked >= r.Cause.N:
		fmt.Fprintf(&b, "  none of its %s is left\n", prose.Counted(r.Cause.N, "finding"))
	case state == "mended":
		fmt.Fprintf(&b, "  nothing is left of %s of %s findings: that is 95 %% sure of 19 in 20\n", prose.Thousands(r.Asked), prose.Thousands(r.Cause.N))
	case len(r.Broken) > 0:
		fmt.Fprintf(&b, "  still there on %s of %s asked for\n", prose.Thousands(len(r.Broken)), prose.Counted(r.Asked, "URL"))
	}
	for _, list := range [][]recheck.Answer{r.Broken, r.Untold} {
		for i, a := range list {
			if i == recheckExamples {
				fmt.Fprintf(&b, "  and %s more: --json\n", prose.Thousands(len(list)-i))
				break
			}
			fmt.Fprintf(&b, "  %s\n    %s\n", safe.OneLine(a.URL), safe.OneLine(a.Detail))
		}
	}
	return b.String()
}
