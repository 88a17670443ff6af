package consult

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/opening"
	"github.com/portolan-seo/portolan/crawler/site/explain"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/query/lines"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
)

// linksShown are the columns of links without --columns.
var linksShown = []string{"from", "to", "anchor", "rel", "kind", "region", "status"}

// linkFlags are the flags of portolan links.
type linkFlags struct {
	rowFlags
	from, to string
}

func Links(p *console.Program) *cobra.Command {
	f := &linkFlags{}
	cmd := &cobra.Command{
		Use:   "links [flags] FOLDER",
		Short: "List the links of a crawl: to a URL, from a page, by any filter",
		Long: `List the links that the newest crawl in a site folder has met, with their text,
rel, kind, place in the page, and the status of what they lead to: those to one URL, those of one
page, or all, by filters as those of portolan urls. Redirects, canonicals and
translations are links of their kinds. An earlier crawl is given by its file.

The columns:
` + columnsHelp(query.LinkColumns()),
		Example: `  portolan links example.com --to /old-page.html
  portolan links example.com --from / --where rel=nofollow
  portolan links example.com --where status=404 --format csv > broken.csv
  portolan links example.com --where kind=a --where anchor= --json
  portolan links example.com --where 'status>399' --where region=nav,footer`,
		Args: func(_ *cobra.Command, args []string) error { return opening.OneFolder("links", args) },
		RunE: func(cmd *cobra.Command, args []string) error { return runLinks(cmd.Context(), p, f, args[0]) },
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().StringVar(&f.to, "to", "", "only links to this `URL`; the site's address may be left out")
	cmd.Flags().StringVar(&f.from, "from", "", "only links of this page, a `URL` as for --to")
	f.declare(cmd.Flags(), 0, "links at most")
	return cmd
}

func runLinks(ctx context.Context, p *console.Program, f *linkFlags, dir string) error {
	if err := f.check(p); err != nil {
		return err
	}
	table := query.LinkColumns()
	filter, err := table.Filter(f.InSegment(f.where))
	if err != nil {
		return queryError("--where", err)
	}
	if len(f.columns) == 0 {
		f.columns = linksShown
	}
	columns, err := table.Columns(f.columns)
	if err != nil {
		return queryError("--columns", err)
	}
	return opening.Rows(p, dir, func(crawl *stored.Crawl) error {
		if err := f.Into(ctx, crawl); err != nil {
			return err
		}
		between := query.Ends{From: frontier.NoID, To: frontier.NoID}
		for _, end := range []struct {
			flag, asked string
			id          *frontier.ID
		}{{"--to", f.to, &between.To}, {"--from", f.from, &between.From}} {
			if end.asked == "" {
				continue
			}
			row, err := explain.Find(crawl, end.asked)
			if err != nil {
				return exit.Usagef("%s: %w", end.flag, err)
			}
			if row == nil {
				return exit.Usagef("%s: this crawl does not know %s", end.flag, end.asked)
			}
			*end.id = row.ID
		}
		return printRows(ctx, p, lines.New(p.Out, "link", f.format, columns), f.limit, query.Links(ctx, crawl, between, filter))
	})
}
