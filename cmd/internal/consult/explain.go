package consult

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/opening"
	"github.com/portolan-seo/portolan/cmd/internal/option"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/site/cmdline"
	"github.com/portolan-seo/portolan/crawler/site/explain"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/crawler/typedurl"
)

func Explain(p *console.Program) *cobra.Command {
	f := &explainFlags{}
	cmd := &cobra.Command{
		Use:   "explain [flags] FOLDER URL",
		Short: "Tell why a URL is listed or not, with the evidence",
		Long: `Tell what the newest crawl in a site folder knows of a URL: its verdict and the
evidence for it, of a view of a page the two that were compared, side by side,
every other rule that matches, where its redirects end, how the URL became
known, the way to it from the start, who links to it, and what it answered.
Nothing is fetched, but with --recheck: then the URL is asked for again, with
what it points to and a page that links to it, robots.txt obeyed, and what it
answers now and which of its findings are left is told beside what the crawl
has seen.

The folder may be given as the URL or host that was crawled, too, and an earlier
crawl by its file.

The URL is looked up under its canonical form; what that removes is said. It
may be given without the site's address: /about.html. A URL that the crawl does
not know is judged by what can be said without fetching it: scope, filters and
robots.txt.`,
		Example: `  portolan explain example.com https://example.com/about.html
  portolan explain example.com /shop/cart.php
  portolan explain example.com /shop/ --json
  portolan explain example.com /shop/ --recheck`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return exit.Usagef("explain wants a site folder and a URL, as in portolan explain example.com /about.html; got %d argument%s%s",
					len(args), prose.Plural(len(args)), cmdline.FoldersHere())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			asked, _, err := typedurl.TakeLogin(args[1])
			if err != nil {
				return err
			}
			f.RateSet = cmd.Flags().Changed("rate")
			return opening.With(p, args[0], func(crawl *stored.Crawl) error {
				return runExplain(cmd.Context(), p, f, crawl, opening.Folder(args[0]), asked)
			})
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.BoolVar(&f.recheck, "recheck", false, "ask for the URL again, and compare; what follows says how")
	f.Declare(flags)
	return cmd
}

// explainFlags are the flags of portolan explain.
type explainFlags struct {
	option.Network
	recheck bool
}

func runExplain(ctx context.Context, p *console.Program, f *explainFlags, crawl *stored.Crawl, dir, asked string) error {
	x, err := explain.URL(ctx, crawl, dir, asked)
	if e, ok := errors.AsType[*explain.NotAPageError](err); ok {
		return exit.Usagef("%q is not the URL of a web page: %s", asked, typedurl.Unlistable[e.Reason.String()])
	}
	switch {
	case err != nil:
		return err
	case f.recheck:
		return runCompare(ctx, p, f, crawl, x.URL)
	case p.JSON:
		err = p.PrintJSON(x)
	case !p.Quiet:
		_, err = fmt.Fprint(p.Out, explain.Text(x))
	}
	if err != nil {
		return exit.Failf("print the explanation: %w", err)
	}
	return nil
}
