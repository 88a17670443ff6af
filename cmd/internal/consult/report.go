package consult

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/opening"
	"github.com/portolan-seo/portolan/cmd/internal/spelling"
	"github.com/portolan-seo/portolan/crawler/site/cmdline"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/report"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/crawler/site/tables"
)

// reportFlags are the flags of portolan report.
type reportFlags struct {
	formats []string
	output  string
	title   string
	logo    string
	only    []string
	csv     tables.CSVOptions
	comma   string
}

// reportForm writes the files of one form.
type reportForm struct {
	name, words string
	lists       bool // it holds tables: --only is for it
	write       func(*reportRun, context.Context) error
}

// reportForms are the forms of a report.
func reportForms() []reportForm {
	return []reportForm{
		{"html", "one page, report.html", false, (*reportRun).html},
		{"md", "Markdown, report.md", false, (*reportRun).markdown},
		{"xlsx", "a workbook, report.xlsx", true, (*reportRun).workbook},
		{"csv", "a file for each table, such as urls.csv", true, (*reportRun).csv},
		{"jsonl", "a line for each URL, finding and change, report.jsonl", false, (*reportRun).lines},
	}
}

func reportFormNames() (names []string) {
	for _, f := range reportForms() {
		names = append(names, f.name)
	}
	return names
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
file alone; the same crawl gives the same bytes. Nothing is fetched.

Columns are those of Screaming Frog's exports where it has such a table. What a
spreadsheet would take for a formula is text in all of them. The tables:
` + tablesHelp() + `

Filters and other columns: portolan urls, links and findings.`,
		Example: `  portolan report example.com
  portolan report example.com --format html,xlsx -o handover
  portolan report example.com --format csv --only urls,redirects --csv-separator ';'
  portolan report example.com --title 'Audit for Example Ltd.' --logo us.png`,
		Args: func(_ *cobra.Command, args []string) error { return opening.OneFolder("report", args) },
		RunE: func(cmd *cobra.Command, args []string) error { return runReport(cmd.Context(), p, f, args[0]) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringSliceVar(&f.formats, "format", []string{"html"}, "forms to write: "+strings.Join(reportFormNames(), ", "))
	flags.StringSliceVar(&f.only, "only", nil, "`TABLES` to write in xlsx and csv, commas between (default: all but links)")
	flags.StringVarP(&f.output, "output", "o", "", "`FOLDER` for the files (default: the site folder)")
	flags.StringVar(&f.title, "title", "", "title of the report")
	flags.StringVar(&f.logo, "logo", "", "picture at its top, a PNG or JPEG `FILE` of at most 500 KB")
	flags.StringVar(&f.comma, "csv-separator", ",", "`CHARACTER` between the cells of CSV; German and French Excel want ;")
	flags.BoolVar(&f.csv.BOM, "csv-bom", true, "begin CSV with the mark by which Excel knows UTF-8")
	flags.BoolVar(&f.csv.Raw, "csv-raw", false, "leave text in CSV that a spreadsheet takes for a formula as it is")
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(reportFormNames(), cobra.ShellCompDirectiveNoFileComp))
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

const maxLogo = 500_000

func runReport(ctx context.Context, p *console.Program, f *reportFlags, dir string) error {
	run, err := f.read(p)
	if err != nil {
		return err
	}
	if f.output == "" {
		run.dir = cmdline.Folder(dir)
	} else if err := os.MkdirAll(f.output, 0o777); err != nil {
		return exit.Usagef("--output: %w", err)
	}
	return opening.With(p, dir, func(crawl *stored.Crawl) (err error) {
		run.source = &tables.Source{Crawl: crawl, Skipped: p.Skipped}
		if run.source.Before, err = query.Before(crawl, p.Skipped); err != nil {
			return exit.Failf("open the crawl before: %w", err)
		}
		if run.source.Before != nil {
			defer run.source.Before.Close() // read only
		}
		return exit.InterruptedBy(ctx, run.write(ctx))
	})
}

// read looks at the flags.
func (f *reportFlags) read(p *console.Program) (*reportRun, error) {
	run := &reportRun{p: p, dir: f.output, flags: f}
	lists := false
	for _, name := range f.formats {
		known := reportForms()
		i := slices.IndexFunc(known, func(form reportForm) bool { return form.name == name })
		if i < 0 {
			return nil, exit.Usagef("--format %q: it is %s%s", name, strings.Join(reportFormNames(), ", "), spelling.DidYouMean(name, "", reportFormNames()))
		}
		lists = lists || known[i].lists
	}
	if len(f.only) > 0 && !lists {
		return nil, exit.Usagef("--only is for --format xlsx and csv")
	}
	for _, name := range f.only {
		if !slices.Contains(tables.Names(), name) {
			near := spelling.DidYouMean(name, "", tables.Names())
			if near == "" {
				near = "; tables are " + strings.Join(tables.Names(), ", ")
			}
			return nil, exit.Usagef("--only: there is no table %q%s", name, near)
		}
	}
	var err error
	if run.tables, err = tables.Named(f.only); err != nil {
		return nil, exit.Usagef("--only: %w", err)
	}
	if len(f.only) == 0 {
		run.tables = slices.DeleteFunc(run.tables, func(t *tables.Table) bool { return t.Name == "links" })
	}
	comma, size := utf8.DecodeRuneInString(f.comma)
	if f.comma == `\t` {
		comma, size = '\t', len(f.comma)
	}
	if size != len(f.comma) || !strings.ContainsRune(",;|\t", comma) {
		return nil, exit.Usagef("--csv-separator %q: it is one of , ; | and \\t", f.comma)
	}
	f.csv.Separator = comma
	run.logo, err = readLogo(f.logo)
	return run, err
}

func readLogo(name string) ([]byte, error) {
	if name == "" {
		return nil, nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, exit.Usagef("--logo: %w", err)
	}
	defer file.Close()
	var data bytes.Buffer
	if _, err := data.ReadFrom(io.LimitReader(file, maxLogo+1)); err != nil {
		return nil, exit.Usagef("--logo: %w", err)
	}
	switch {
	case data.Len() > maxLogo:
		return nil, exit.Usagef("--logo %s: it has more than 500 KB, and is in the report as a whole", name)
	case !report.IsLogo(data.Bytes()):
		return nil, exit.Usagef("--logo %s: it is neither PNG nor JPEG", strings.TrimSpace(name))
	}
	return data.Bytes(), nil
}
