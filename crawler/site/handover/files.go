package handover

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/site/report"
	"github.com/portolan-seo/portolan/crawler/site/tables"
)

// writer writes the files of a report.
type writer struct {
	Options
	source *tables.Source
	tell   func(*Written) error
}

func (w *writer) html(ctx context.Context) error {
	return w.page(ctx, "html", func(d *report.Report, to io.Writer) error { return d.HTML(to) })
}

func (w *writer) markdown(ctx context.Context) error {
	return w.page(ctx, "md", func(d *report.Report, to io.Writer) error { return d.Markdown(to) })
}

// page writes the report as one document.
func (w *writer) page(ctx context.Context, form string, write func(*report.Report, io.Writer) error) error {
	d, err := w.source.Report(ctx)
	if err != nil {
		return err
	}
	d.Look = w.Look
	return w.file("report."+form, form, func(to io.Writer, _ *Written) error { return write(d, to) })
}

func (w *writer) workbook(ctx context.Context) error {
	return w.file("report.xlsx", "xlsx", func(to io.Writer, done *Written) error {
		sheets, err := tables.XLSX(ctx, w.source, w.Tables, to)
		for _, s := range sheets {
			done.Rows += s.Rows
			if s.More > 0 {
				done.Cut = append(done.Cut, s)
			}
		}
		done.HasRows = true
		return err
	})
}

func (w *writer) csv(ctx context.Context) error {
	for _, t := range w.Tables {
		err := w.file(t.CSVName(), "csv", func(to io.Writer, done *Written) (err error) {
			done.HasRows = true
			done.Rows, err = t.WriteCSV(ctx, w.source, to, w.CSV)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// half begins the name of a file that is being written.
const half = ".report-"

// sweep removes what killed programs have left half written: what nobody has
// written to for a day.
func sweep(dir string) {
	entries, _ := os.ReadDir(dir) // to write there will say what is wrong
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && strings.HasPrefix(e.Name(), half) && info.Mode().IsRegular() && time.Since(info.ModTime()) > 24*time.Hour {
			os.Remove(filepath.Join(dir, e.Name())) // else the next report does
		}
	}
}

// file writes one file: beside its place, and then renamed.
func (w *writer) file(name, form string, write func(io.Writer, *Written) error) (err error) {
	name = filepath.Join(w.Dir, name)
	file, err := os.CreateTemp(w.Dir, half+"*")
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	defer func() {
		if err != nil {
			os.Remove(file.Name())
		}
	}()
	out := bufio.NewWriterSize(file, 64<<10)
	done := &Written{Form: form, File: name}
	if err = write(out, done); err == nil {
		err = out.Flush() // after a failed write it says the same again
	}
	err = errors.Join(err, file.Chmod(0o644), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return w.tell(done)
}
