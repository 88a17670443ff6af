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
	keys    []string // of jsonl: the beginning of a line, then what stands before each value
	row     []byte   // of jsonl: the last line
}

func New[T any](to io.Writer, kind, format string, columns []*query.Column[T]) *Writer[T] {
	w := &Writer[T]{Out: bufio.NewWriterSize(to, 64<<10), kind: kind, columns: columns, Format: format}
	if format == "csv" {
		w.table = csv.NewWriter(w.Out)
	}
	w.keys = append(w.keys, fmt.Sprintf(`{"type":%q`, kind))
	for _, c := range columns {
		w.keys = append(w.keys, fmt.Sprintf(",%q:", JsonKey(c.Name)))
	}
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
		cells[i] = strings.Join(c.Values(row), " ")
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

// object prints a row as an object: numbers as numbers, what is not known as
// null, several values as a list.
func (w *Writer[T]) object(row *T) (err error) {
	b := append(w.row[:0], w.keys[0]...)
	for i, c := range w.columns {
		b = append(b, w.keys[i+1]...)
		if b, err = appendValue(b, c.Values(row), c.Number, c.Many); err != nil {
			return err
		}
	}
	w.row = append(b, "}\n"...)
	_, err = w.Out.Write(w.row)
	return err
}

// JsonKey is the name of a column in JSON, where "type" is what a line is.
func JsonKey(column string) string {
	if column == "type" {
		return "media_type"
	}
	return column
}

// appendValue appends what a column has of a row.
func appendValue(b []byte, values []string, number, many bool) (_ []byte, err error) {
	switch {
	case many:
		b = append(b, '[')
		for i, v := range values {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = safe.AppendJSON(b, v); err != nil {
				return nil, err
			}
		}
		return append(b, ']'), nil
	case len(values) == 0:
		return append(b, "null"...), nil
	case number:
		return append(b, values[0]...), nil
	}
	return safe.AppendJSON(b, values[0])
}
