package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/cmdline"
	"github.com/portolan-seo/portolan/crawler/site/report"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// reportFlags are the flags of portolan report.
type reportFlags struct {
	formats []string
	output  string
	title   string
	logo    string
}

// reportForms are the forms of a report, each by the ending of its file.
var reportForms = map[string]func(*report.Report, io.Writer) error{
	"html": (*report.Report).HTML,
	"md":   (*report.Report).Markdown,
}

func reportCmd(p *console.Program) *cobra.Command {
	f := &reportFlags{}
	cmd := &cobra.Command{
		Use:   "report [flags] FOLDER",
		Short: "Write a report for the client: HTML or Markdown",
		Long: `Write what is known of a site as a report for the client, by the newest crawl
in its folder: what to do first, what became of every URL, the findings with
their reason, their mend and examples, the kinds of pages, clicks and speed.

report.html is one file: it needs no script and no network, prints well, and can
be sent by mail. report.md is for tickets, and for programs that read text. Both
are made of the crawl file alone; the same crawl gives the same bytes.

Lists of all URLs are made by portolan urls and portolan findings.`,
		Example: `  portolan report example.com
  portolan report example.com --format html,md -o handover
  portolan report example.com --title 'Audit for Example Ltd.' --logo us.png`,
		Args: func(_ *cobra.Command, args []string) error { return oneFolder("report", args) },
		RunE: func(cmd *cobra.Command, args []string) error { return runReport(cmd.Context(), p, f, args[0]) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringSliceVar(&f.formats, "format", []string{"html"}, "forms to write: html, md")
	flags.StringVarP(&f.output, "output", "o", "", "`FOLDER` for the files (default: the site folder)")
	flags.StringVar(&f.title, "title", "", "title of the report")
	flags.StringVar(&f.logo, "logo", "", "picture at its top, a PNG or JPEG `FILE` of at most 500 KB")
	return cmd
}

const maxLogo = 500_000

func runReport(ctx context.Context, p *console.Program, f *reportFlags, dir string) error {
	for _, form := range f.formats {
		if reportForms[form] == nil {
			return exit.Usagef("--format %q: it is html or md; lists are made by portolan urls --format csv", form)
		}
	}
	logo, err := readLogo(f.logo)
	if err != nil {
		return err
	}
	if f.output == "" {
		f.output = cmdline.Folder(dir)
	} else if err := os.MkdirAll(f.output, 0o777); err != nil {
		return exit.Usagef("--output: %w", err)
	}
	return withStored(p, dir, func(crawl *stored.Crawl) error {
		r, err := report.Read(ctx, crawl, p.Skipped)
		if err != nil {
			return exit.InterruptedBy(ctx, exit.Failf("%w", err))
		}
		r.Title, r.Logo = f.title, logo
		slices.Sort(f.formats)
		for _, form := range slices.Compact(f.formats) {
			if err := writeReport(p, r, form, f.output); err != nil {
				return err
			}
		}
		return nil
	})
}

// writeReport writes one file: beside its place, and then renamed.
func writeReport(p *console.Program, r *report.Report, form, dir string) (err error) {
	name := filepath.Join(dir, "report."+form)
	file, err := os.CreateTemp(dir, ".report-*")
	if err != nil {
		return exit.Failf("write %s: %w", name, err)
	}
	defer func() {
		if err != nil {
			os.Remove(file.Name())
		}
	}()
	err = errors.Join(reportForms[form](r, file), file.Chmod(0o644), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		return exit.Failf("write %s: %w", name, err)
	}
	if p.Quiet {
		return nil
	}
	if p.JSON {
		return p.PrintJSON(map[string]any{"type": "report", "form": form, "file": name})
	}
	_, err = fmt.Fprintln(p.Out, safe.Printable(name))
	return err
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
