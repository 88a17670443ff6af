package consult

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/opening"
	"github.com/portolan-seo/portolan/cmd/internal/option"
	"github.com/portolan-seo/portolan/cmd/internal/process"
	"github.com/portolan-seo/portolan/cmd/internal/spelling"
	"github.com/portolan-seo/portolan/crawler/mistake"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/handover"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/crawler/site/tables"
)

// reportFlags are the flags of portolan report.
type reportFlags struct {
	formats []string
	output  string
	option.Look
	option.Segments
	only  []string
	csv   tables.CSVOptions
	comma string
}

func Report(p *console.Program) *cobra.Command {
	f := &reportFlags{}
	cmd := &cobra.Command{
		Use:   "report [flags] FOLDER",
		Short: "Write a report for the client: HTML, Markdown, XLSX, CSV or JSON Lines",
		Long: `Write what is known of a site as a report for the client, by the newest crawl
in its folder: what to do first, what became of every URL, the findings with
their reason, their mend and examples, the kinds of pages, clicks and speed.

report.html is one file: it needs no script and no network, prints well, and can
be sent by mail. report.md is for tickets, and for programs that read text.
report.xlsx is a workbook with a sheet for each table, of at most 100,000 rows;
what is more is counted there, and is in the CSV. report.jsonl holds everything
for programs; portolan schema TYPE describes its lines. All are made of the crawl
file alone; the same crawl gives the same bytes. Nothing is fetched. An earlier
crawl is given by its file, and its report goes to --output.

Columns are those of Screaming Frog's exports where it has such a table. What a
spreadsheet would take for a formula is text in all of them. The tables:
` + tablesHelp() + `

Filters and other columns: portolan urls, links and findings.`,
		Example: `  portolan report example.com
  portolan report example.com --format html,xlsx -o handover
  portolan report example.com --format csv --only urls,redirects --csv-separator ';'
  portolan report example.com --in shop --segment 'shop=/shop/*' -o shop-report
  portolan report example.com --title 'Audit for Example Ltd.' --logo us.png`,
		Args: func(_ *cobra.Command, args []string) error { return opening.OneFolder("report", args) },
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.fit(cmd.Flags()); err != nil {
				return err
			}
			return runReport(cmd.Context(), p, f, args[0])
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringSliceVar(&f.formats, "format", []string{"html"}, "`FORMS` to write, commas between: "+strings.Join(handover.FormNames(), ", "))
	flags.StringSliceVar(&f.only, "only", nil, "`TABLES` to write in xlsx and csv, commas between (default: all but links)")
	flags.StringVarP(&f.output, "output", "o", "", "`FOLDER` for the files (default: the site folder, for its newest crawl)")
	f.Look.Declare(flags, "")
	f.Segments.Declare(flags)
	flags.StringVar(&f.comma, "csv-separator", ",", "`CHARACTER` between the cells of CSV; German and French Excel want ;")
	flags.BoolVar(&f.csv.BOM, "csv-bom", true, "begin CSV with the mark by which Excel knows UTF-8")
	flags.BoolVar(&f.csv.Raw, "csv-raw", false, "leave text in CSV that a spreadsheet takes for a formula as it is")
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(handover.FormNames(), cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("only", cobra.FixedCompletions(tables.Names(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// tablesHelp explains the tables for --help.
func tablesHelp() string {
	var b strings.Builder
	for _, t := range tables.All() {
		fmt.Fprintf(&b, "  %-13s %s\n", t.Name, t.Words)
	}
	return strings.TrimRight(b.String(), "\n")
}

func runReport(ctx context.Context, p *console.Program, f *reportFlags, dir string) error {
	o, err := f.read()
	if err == nil {
		err = option.FolderName("--output", f.output, "the files are written into the site folder")
	}
	if err != nil {
		return err
	}
	return opening.With(p, dir, func(crawl *stored.Crawl) (err error) {
		switch {
		case f.output != "":
		case opening.IsFile(dir):
			return exit.Usagef("%s is one crawl of a folder that may have newer ones; say with --output where its report goes", dir)
		default:
			o.Dir = opening.Folder(dir)
		}
		if err := isPlaceOf(crawl, o.Dir); err != nil {
			return err
		}
		if err := f.Into(ctx, crawl); err != nil {
			return err
		}
		if err := os.MkdirAll(o.Dir, 0o777); err != nil {
			return exit.Usagef("--output: %w", err)
		}
		process.ApplyLimits(reportMemory(crawl.Counts().Known, o.Forms))
		source := &tables.Source{Crawl: crawl, Skipped: p.Skipped, In: f.In}
		if source.Before, err = query.Before(crawl, p.Skipped); err != nil {
			return exit.Failf("open the crawl before: %w", err)
		}
		if source.Before != nil {
			defer source.Before.Close() // read only
		}
		err = handover.Write(ctx, source, o, func(done *handover.Written) error { return tellReport(p, done) })
		if _, typed := errors.AsType[*mistake.Error](err); typed {
			return exit.Usagef("%w", err)
		}
		if err != nil {
			return exit.InterruptedBy(ctx, exit.Failf("%w", err))
		}
		tellOlder(p, handover.Older(o, crawl.Began))
		return nil
	})
}

// isPlaceOf refuses the report of a crawl in a site folder of which it is not the
// newest: it would stand where that one's report is looked for.
func isPlaceOf(crawl *stored.Crawl, dir string) error {
	newest, err := stored.Open(dir)
	if err != nil {
		return nil // no site folder, or one whose newest crawl has no report
	}
	defer newest.Close() // read only
	its, err := os.Stat(crawl.Path())
	of, failed := os.Stat(newest.Path())
	if err == nil && failed == nil && os.SameFile(its, of) {
		return nil
	}
	name := filepath.Base(crawl.Path())
	return exit.Usagef("--output: the reports in %s are those of its newest crawl, %s; give that of %s another folder, such as -o %s", dir,
		filepath.Base(newest.Path()), name, safe.ShellQuote(strings.TrimSuffix(name, ".db")+"-report"))
}

// uncounted is how many bytes a report takes of which Go's runtime knows nothing.
const uncounted = 64 << 20

// reportMemory is how many bytes a report may well hold: 256 MB of up to a
// million URLs, and so many more for more; a workbook twice that. Less what Go's
// runtime does not count: the program itself, and the pages of the crawl file.
func reportMemory(known int, forms []string) int64 {
	memory := int64(max(known, 1<<20)) << 8
	if slices.Contains(forms, "xlsx") {
		memory *= 2
	}
	return memory - uncounted
}

// tellOlder names files of reports that tell of an earlier crawl than those
// beside them.
func tellOlder(p *console.Program, files []string) {
	if len(files) > 0 {
		p.Log.Warn("beside it lie reports of an earlier crawl: "+strings.Join(files, ", ")+"; write them anew with --format, or remove them", "files", files)
	}
}

// fit refuses flags that none of the forms that are written heeds.
func (f *reportFlags) fit(flags *pflag.FlagSet) error {
	if err := option.CheckForms("--format", f.formats); err != nil {
		return err
	}
	heeded := append(f.Look.Heeded(),
		option.Heeded{Flags: []string{"only"}, Forms: []string{"xlsx", "csv"}},
		option.Heeded{Flags: []string{"csv-separator", "csv-bom", "csv-raw"}, Forms: []string{"csv"}})
	if err := option.Unheeded("--format", f.formats, heeded, flags.Changed); err != nil {
		return err
	}
	if slices.Contains(f.formats, "csv") || !slices.Contains(f.formats, "xlsx") {
		return nil
	}
	for _, t := range tables.All() {
		if t.Sheet == "" && slices.Contains(f.only, t.Name) {
			return exit.Usagef("--only %s: the workbook has no sheet for it; --format csv writes it", t.Name)
		}
	}
	return nil
}

// read looks at the flags.
func (f *reportFlags) read() (o handover.Options, err error) {
	o.Dir, o.Forms = f.output, f.formats
	for _, name := range f.only {
		if !slices.Contains(tables.Names(), name) {
			near := spelling.DidYouMean(name, "", tables.Names())
			if near == "" {
				near = "; tables are " + strings.Join(tables.Names(), ", ")
			}
			return o, exit.Usagef("--only: there is no table %q%s", name, near)
		}
	}
	if len(f.only) > 0 {
		if o.Tables, err = tables.Named(f.only); err != nil {
			return o, exit.Usagef("--only: %w", err)
		}
	}
	comma, size := utf8.DecodeRuneInString(f.comma)
	if f.comma == `\t` {
		comma, size = '\t', len(f.comma)
	}
	if size != len(f.comma) || !strings.ContainsRune(",;|\t", comma) {
		return o, exit.Usagef("--csv-separator %q: it is one of , ; | and \\t", f.comma)
	}
	f.csv.Separator = comma
	o.CSV = f.csv
	o.Look, err = f.Look.Check()
	return o, err
}

// tellReport says what was written.
func tellReport(p *console.Program, done *handover.Written) error {
	switch {
	case p.Quiet:
		return nil
	case p.JSON:
		line := map[string]any{"type": "report", "form": done.Form, "file": done.File}
		if done.HasRows {
			line["rows"] = done.Rows
		}
		return p.PrintJSON(line)
	}
	text := safe.Printable(done.File)
	if done.HasRows {
		text += "  " + prose.Counted(done.Rows, "row")
	}
	if _, err := fmt.Fprintln(p.Out, text); err != nil {
		return err
	}
	for _, s := range done.Cut {
		if _, err := fmt.Fprintf(p.Out, "  %s: %s more are in %s (--format csv)\n", s.Table.Sheet, prose.Counted(s.More, "row"), s.Table.CSVName()); err != nil {
			return err
		}
	}
	return nil
}
