// Package consult has the commands that tell what a stored crawl knows.
package consult

import (
	"context"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/opening"
	"github.com/portolan-seo/portolan/crawler/mistake"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/query/lines"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// urlsShown are the columns of urls without --columns.
var urlsShown = []string{"url", "verdict", "state", "status", "depth", "linking_pages", "title"}

func URLs(p *console.Program) *cobra.Command {
	f := &rowFlags{}
	cmd := &cobra.Command{
		Use:   "urls [flags] FOLDER",
		Short: "List the URLs of a crawl, by any filter",
		Long: `List the URLs that the newest crawl in a site folder knows: all of them, or those
that pass filters over verdicts, facts and findings. They come in the order of
discovery, as they are read: a million lines need no more memory than ten.
An earlier crawl is given by its file: example.com/crawls/20261121T120000Z.db.

A filter is NAME OP VALUE. OP is = (is), != (is not), ~ (holds the text, or
after re: fits the regular expression), < or > (a number). Commas stand
between alternatives (\, for a comma of the value); several --where hold all
together. Upper and lower case are one. "title=" is: without title.

The columns:
` + columnsHelp(query.URLColumns()),
		Example: `  portolan urls example.com --where verdict=http-4xx --columns url,status,first_linked_from
  portolan urls example.com --where state=listed --where 'words<100' --format csv > thin.csv
  portolan urls example.com --where 'findings=orphan,deep-page' --json
  portolan urls example.com --where 'url~/shop/' --where 'status!=200'`,
		Args: func(_ *cobra.Command, args []string) error { return opening.OneFolder("urls", args) },
		RunE: func(cmd *cobra.Command, args []string) error { return runURLs(cmd.Context(), p, f, args[0]) },
	}
	cmd.Flags().SortFlags = false
	f.declare(cmd.Flags(), 0, "URLs at most")
	return cmd
}

func runURLs(ctx context.Context, p *console.Program, f *rowFlags, dir string) (err error) {
	if err := f.check(p); err != nil {
		return err
	}
	return opening.Rows(p, dir, func(crawl *stored.Crawl) error {
		if err := f.Into(ctx, crawl); err != nil {
			return err
		}
		table := query.URLColumnsOf(crawl)
		filter, err := table.Filter(f.InSegment(f.where))
		if err != nil {
			return queryError("--where", err)
		}
		if len(f.columns) == 0 {
			f.columns = append(slices.Clone(urlsShown), crawl.Extract.Names()...)
		}
		columns, err := table.Columns(f.columns)
		if err != nil {
			return queryError("--columns", err)
		}
		w := lines.New(p.Out, "url", f.format, columns)
		return printRows(ctx, p, w, f.limit, query.URLs(ctx, crawl, filter, columns))
	})
}

// printRows prints rows as they come, as many as limit says, 0 for all.
func printRows[T any](ctx context.Context, p *console.Program, w *lines.Writer[T], limit int, rows func(func(*T, error) bool)) error {
	if p.Quiet && w.Format == "table" {
		return nil
	}
	err := w.Begin()
	n := 0
	for row, failed := range rows {
		if err = errors.Join(err, failed); err != nil {
			break
		}
		if err = w.Row(row); err != nil {
			break
		}
		if n++; n == limit {
			break
		}
	}
	if err == nil {
		err = w.End()
	}
	if err == nil && n == 0 && w.Format == "table" {
		p.Inform("Nothing in the crawl fits what was asked for.", "no rows")
	}
	if _, mistaken := errors.AsType[*mistake.Error](err); mistaken {
		return err
	} else if err != nil {
		return exit.InterruptedBy(ctx, exit.Failf("%w", err))
	}
	return nil
}
