// Package lines writes rows of a crawl as they come: as a table, CSV, TSV or
// JSON Lines.
package lines

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"strings"

	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/query"
)

// Formats are the forms of lists of rows.
var Formats = []string{"table", "csv", "tsv", "jsonl"}

// Writer prints rows as they come.
type Writer[T any] struct {
	Out     *bufio.Writer
	kind    string // "type" in JSON
	columns []*query.Column[T]
	Format  string
	table   *csv.Writer // of csv
	waiting [][]string  // rows of a table before its widths are known
	widths  []int
	members []member[T] // of jsonl
	row     []byte      // of jsonl: the last line
}

// New gives a writer of rows; in JSON each column stands under its own name.
func New[T any](to io.Writer, kind, format string, columns []*query.Column[T]) *Writer[T] {
	w := &Writer[T]{Out: bufio.NewWriterSize(to, 64<<10), kind: kind, columns: columns, Format: format}
	if format == "csv" {
		w.table = csv.NewWriter(w.Out)
	}
	w.members = membersOf(columns, (*query.Column[T]).Flat)
	return w
}

// NewNested gives a writer of the objects of report.jsonl, in which columns that
// belong together stand in an object of their own (query.Column.Path).
func NewNested[T any](to io.Writer, kind string, columns []*query.Column[T]) *Writer[T] {
	w := New(to, kind, "jsonl", columns)
	w.members = membersOf(columns, (*query.Column[T]).Path)
	return w
}

// Begin prints the names of the columns.
func (w *Writer[T]) Begin() error {
	names := make([]string, len(w.columns))
	for i, c := range w.columns {
		names[i] = c.Name
	}
	return w.line(names)
}

// Row prints one row.
func (w *Writer[T]) Row(row *T) error {
	if w.Format == "jsonl" {
		return w.object(row)
	}
	cells := make([]string, len(w.columns))
	for i, c := range w.columns {
		cells[i] = c.Cell(row)
		if !c.Number && w.Format != "table" {
			cells[i] = safe.Cell(cells[i])
		}
	}
	return w.line(cells)
}

const tableSample = 200 // rows by which the widths of a table are chosen

func (w *Writer[T]) line(cells []string) error {
	switch w.Format {
	case "jsonl":
		return nil
	case "csv":
		return w.table.Write(cells)
	case "tsv":
		for i := range cells {
			if cells[i] = safe.OneLine(cells[i]); strings.HasPrefix(cells[i], `"`) {
				cells[i] = "'" + cells[i] // else spreadsheets read on to the next one, over the ends of lines
			}
		}
		_, err := fmt.Fprintln(w.Out, strings.Join(cells, "\t"))
		return err
	}
	for i := range cells {
		cells[i] = safe.OneLine(cells[i])
	}
	if w.widths == nil {
		w.waiting = append(w.waiting, cells)
		if len(w.waiting) < tableSample {
			return nil
		}
		return w.lay()
	}
	return w.aligned(cells)
}

// lay chooses the widths of a table, and prints what waits.
func (w *Writer[T]) lay() error {
	const most = 80
	w.widths = make([]int, len(w.columns))
	for _, cells := range w.waiting {
		for i, cell := range cells {
			w.widths[i] = max(w.widths[i], min(most, prose.Columns(cell)))
		}
	}
	for _, cells := range w.waiting {
		if err := w.aligned(cells); err != nil {
			return err
		}
	}
	w.waiting = nil
	return nil
}

func (w *Writer[T]) aligned(cells []string) error {
	var b strings.Builder
	for i, cell := range cells {
		gap := max(0, w.widths[i]-prose.Columns(cell))
		if i > 0 {
			b.WriteString("  ")
		}
		if w.columns[i].Number {
			b.WriteString(strings.Repeat(" ", gap) + cell)
		} else {
			b.WriteString(cell + strings.Repeat(" ", gap))
		}
	}
	_, err := fmt.Fprintln(w.Out, strings.TrimRight(b.String(), " "))
	return err
}

// End prints what is left.
func (w *Writer[T]) End() error {
	if w.Format == "table" && w.widths == nil {
		if err := w.lay(); err != nil {
			return err
		}
	}
	if w.table != nil {
		w.table.Flush()
		if err := w.table.Error(); err != nil {
			return err
		}
	}
	return w.Out.Flush()
}
