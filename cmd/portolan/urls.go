package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/process"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/site/cmdline"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// urlsShown are the columns of urls without --columns.
var urlsShown = []string{"url", "verdict", "state", "status", "depth", "linking_pages", "title"}

func urlsCmd(p *console.Program) *cobra.Command {
	f := &rowFlags{}
	cmd := &cobra.Command{
		Use:   "urls [flags] FOLDER",
		Short: "List the URLs of a crawl, by any filter",
		Long: `List the URLs that the newest crawl in a site folder knows: all of them, or those
that pass filters over verdicts, facts and findings. They come in the order of
discovery, as they are read: a million lines need no more memory than ten.

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
		Args: func(_ *cobra.Command, args []string) error { return oneFolder("urls", args) },
		RunE: func(cmd *cobra.Command, args []string) error { return runURLs(cmd.Context(), p, f, args[0]) },
	}
	cmd.Flags().SortFlags = false
	f.declare(cmd.Flags(), 0, "URLs at most")
	return cmd
}

// oneFolder checks the arguments of a command that wants a site folder.
func oneFolder(name string, args []string) error {
	if len(args) != 1 {
		return exit.Usagef("%s wants a site folder, as in portolan %s example.com; got %d argument%s%s", name, name, len(args), prose.Plural(len(args)), cmdline.FoldersHere())
	}
	return nil
}

func runURLs(ctx context.Context, p *console.Program, f *rowFlags, dir string) (err error) {
	if err := f.check(p); err != nil {
		return err
	}
	table := query.URLColumns()
	filter, err := table.Filter(f.inSegment(f.where))
	if err != nil {
		return queryError("--where", err)
	}
	if len(f.columns) == 0 {
		f.columns = urlsShown
	}
	columns, err := table.Columns(f.columns)
	if err != nil {
		return queryError("--columns", err)
	}
	return withStored(p, dir, func(crawl *stored.Crawl) error {
		if err := f.into(crawl); err != nil {
			return err
		}
		w := newRowWriter(p.Out, "url", f.format, columns)
		return printRows(ctx, p, w, f.limit, query.URLs(ctx, crawl, filter, columns))
	})
}

// withStored opens the newest crawl of a site folder for a while.
func withStored(p *console.Program, word string, do func(*stored.Crawl) error) (err error) {
	process.SetGCPercent()
	crawl, err := openStored(cmdline.Folder(word))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, crawl.Close()) }()
	return do(crawl)
}

// printRows prints rows as they come, as many as limit says, 0 for all.
func printRows[T any](ctx context.Context, p *console.Program, w *rowWriter[T], limit int, rows func(func(*T, error) bool)) error {
	if p.Quiet && w.format == "table" {
		return nil
	}
	err := w.begin()
	n := 0
	for row, failed := range rows {
		if err = errors.Join(err, failed); err != nil {
			break
		}
		if err = w.row(row); err != nil {
			break
		}
		if n++; n == limit {
			break
		}
	}
	if err == nil {
		err = w.end()
	}
	if err != nil {
		return exit.InterruptedBy(ctx, exit.Failf("%w", err))
	}
	return nil
}
