package consult

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/report"
	"github.com/portolan-seo/portolan/crawler/site/tables"
)

// reportRun writes the files of a report.
type reportRun struct {
	p      *console.Program
	flags  *reportFlags
	dir    string
	logo   []byte
	tables []*tables.Table
	source *tables.Source
}

func (r *reportRun) write(ctx context.Context) error {
	for _, form := range reportForms() {
		if !slices.Contains(r.flags.formats, form.name) {
			continue
		}
		if err := form.write(r, ctx); err != nil {
			return err
		}
	}
	return nil
}

func (r *reportRun) html(ctx context.Context) error {
	return r.page(ctx, "html", func(d *report.Report, to io.Writer) error { return d.HTML(to) })
}

func (r *reportRun) markdown(ctx context.Context) error {
	return r.page(ctx, "md", func(d *report.Report, to io.Writer) error { return d.Markdown(to) })
}

// page writes the report as one document.
func (r *reportRun) page(ctx context.Context, form string, write func(*report.Report, io.Writer) error) error {
	d, err := r.source.Report(ctx)
	if err != nil {
		return exit.Failf("%w", err)
	}
	d.Title, d.Logo = r.flags.title, r.logo
	return r.file("report."+form, form, func(to io.Writer) (rows, error) { return rows{}, write(d, to) })
}

func (r *reportRun) workbook(ctx context.Context) error {
	return r.file("report.xlsx", "xlsx", func(to io.Writer) (total rows, err error) {
		sheets, err := tables.XLSX(ctx, r.source, r.tables, to)
		for _, s := range sheets {
			total.in += s.Rows
			if s.More > 0 {
				total.cut = append(total.cut, s)
			}
		}
		total.told = true
		return total, err
	})
}

func (r *reportRun) csv(ctx context.Context) error {
	for _, t := range r.tables {
		err := r.file(t.CSVName(), "csv", func(to io.Writer) (rows, error) {
			n, err := t.WriteCSV(ctx, r.source, to, r.flags.csv)
			return rows{in: n, told: true}, err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// rows are those of a file, and what of them it does not hold.
type rows struct {
	in   int
	told bool // in says something
	cut  []tables.Sheet
}

// file writes one file: beside its place, and then renamed.
func (r *reportRun) file(name, form string, write func(io.Writer) (rows, error)) (err error) {
	name = filepath.Join(r.dir, name)
	file, err := os.CreateTemp(r.dir, ".report-*")
	if err != nil {
		return exit.Failf("write %s: %w", name, err)
	}
	defer func() {
		if err != nil {
			os.Remove(file.Name())
		}
	}()
	out := bufio.NewWriterSize(file, 64<<10)
	n, err := write(out)
	err = errors.Join(err, out.Flush(), file.Chmod(0o644), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		return exit.Failf("write %s: %w", name, err)
	}
	return r.tell(name, form, n)
}

// tell says what was written.
func (r *reportRun) tell(name, form string, n rows) error {
	switch {
	case r.p.Quiet:
		return nil
	case r.p.JSON:
		line := map[string]any{"type": "report", "form": form, "file": name}
		if n.told {
			line["rows"] = n.in
		}
		return r.p.PrintJSON(line)
	}
	text := safe.Printable(name)
	if n.told {
		text += "  " + prose.Counted(n.in, "row")
	}
	if _, err := fmt.Fprintln(r.p.Out, text); err != nil {
		return err
	}
	for _, s := range n.cut {
		if _, err := fmt.Fprintf(r.p.Out, "  %s: %s more are in %s (--format csv)\n", s.Table.Sheet, prose.Counted(s.More, "row"), s.Table.CSVName()); err != nil {
			return err
		}
	}
	return nil
}
