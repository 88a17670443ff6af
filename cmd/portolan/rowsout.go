package main

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/spelling"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/query"
)

// rowFormats are the forms of lists of rows.
var rowFormats = []string{"table", "csv", "tsv", "jsonl"}

// rowFlags are the flags of commands that print rows of a crawl.
type rowFlags struct {
	forms   []string // of the output, rowFormats if nil
	where   []string
	columns []string
	format  string
	limit   int
	segmentFlags
}

func (f *rowFlags) declare(fs *pflag.FlagSet, limit int, limited string) {
	fs.StringArrayVar(&f.where, "where", nil, "only rows that pass a `FILTER`, NAME OP VALUE with OP one of = != ~ < >, such as 'status=404,410'; may be repeated, all have to hold")
	fs.StringSliceVar(&f.columns, "columns", nil, "`NAMES` of the columns to print, commas between")
	if f.forms == nil {
		f.forms = rowFormats
	}
	fs.StringVar(&f.format, "format", "table", "`FORM` of the output: "+strings.Join(f.forms, ", ")+"; jsonl is that of --json")
	fs.IntVar(&f.limit, "limit", limit, "`N` "+limited+", 0 for all")
	f.segmentFlags.declare(fs)
}

// check looks at the flags, and gives --json its form.
func (f *rowFlags) check(p *console.Program) error {
	if p.JSON && f.format == "table" {
		f.format = "jsonl"
	}
	switch {
	case !slices.Contains(f.forms, f.format):
		return exit.Usagef("--format %q: it is %s%s", f.format, strings.Join(f.forms, ", "), spelling.DidYouMean(f.format, "", f.forms))
	case p.JSON && f.format != "jsonl":
		return exit.Usagef("--format %s and --json are two forms; give one", f.format)
	case f.limit < 0:
		return exit.Usagef("--limit %d: it is 0 (all) or more", f.limit)
	}
	return nil
}

// queryError says of an error in --where or --columns what would be right.
func queryError(flag string, err error) error {
	if e, ok := err.(*query.UnknownColumnError); ok {
		near := spelling.DidYouMean(e.Name, "", e.Known)
		if near == "" {
			near = "; columns are " + strings.Join(e.Known, ", ")
		}
		return exit.Usagef("%s: %w%s", flag, err, near)
	}
	return exit.Usagef("%s: %w", flag, err)
}

// columnsHelp explains the columns of a table for --help.
func columnsHelp[T any](table query.Table[T]) string {
	var b strings.Builder
	for _, c := range table {
		for i, line := range prose.Wrap(c.Words, 58) {
			name := ""
			if i == 0 {
				name = c.Name
			}
			fmt.Fprintf(&b, "  %-18s %s\n", name, line)
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// rowWriter prints rows as they come.
type rowWriter[T any] struct {
	out     *bufio.Writer
	kind    string // "type" in JSON
	columns []*query.Column[T]
	format  string
	table   *csv.Writer // of csv
	waiting [][]string  // rows of a table before its widths are known
	widths  []int
}

func newRowWriter[T any](to io.Writer, kind, format string, columns []*query.Column[T]) *rowWriter[T] {
	w := &rowWriter[T]{out: bufio.NewWriterSize(to, 64<<10), kind: kind, columns: columns, format: format}
	if format == "csv" {
		w.table = csv.NewWriter(w.out)
	}
	return w
}

// begin prints the names of the columns.
func (w *rowWriter[T]) begin() error {
	names := make([]string, len(w.columns))
	for i, c := range w.columns {
		names[i] = c.Name
	}
	return w.line(names)
}

// row prints one row.
func (w *rowWriter[T]) row(row *T) error {
	if w.format == "jsonl" {
		return w.object(row)
	}
	cells := make([]string, len(w.columns))
	for i, c := range w.columns {
		cells[i] = strings.Join(c.Values(row), " ")
		if !c.Number && w.format != "table" {
			cells[i] = safe.Cell(cells[i])
		}
	}
	return w.line(cells)
}

const tableSample = 200 // rows by which the widths of a table are chosen

func (w *rowWriter[T]) line(cells []string) error {
	switch w.format {
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
		_, err := fmt.Fprintln(w.out, strings.Join(cells, "\t"))
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
func (w *rowWriter[T]) lay() error {
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

func (w *rowWriter[T]) aligned(cells []string) error {
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
	_, err := fmt.Fprintln(w.out, strings.TrimRight(b.String(), " "))
	return err
}

// end prints what is left.
func (w *rowWriter[T]) end() error {
	if w.format == "table" && w.widths == nil {
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
	return w.out.Flush()
}

// object prints a row as an object: numbers as numbers, what is not known as
// null, several values as a list.
func (w *rowWriter[T]) object(row *T) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"type":%q`, w.kind)
	for _, c := range w.columns {
		fmt.Fprintf(&b, ",%q:", jsonKey(c.Name))
		value, err := jsonValue(c.Values(row), c.Number, c.Many)
		if err != nil {
			return err
		}
		b.Write(value)
	}
	b.WriteString("}\n")
	_, err := w.out.Write(b.Bytes())
	return err
}

// jsonKey is the name of a column in JSON, where "type" is what a line is.
func jsonKey(column string) string {
	if column == "type" {
		return "media_type"
	}
	return column
}

func jsonValue(values []string, number, many bool) ([]byte, error) {
	var v any
	switch {
	case many:
		v = safe.List(values)
	case len(values) == 0:
		v = nil
	case number:
		v = json.RawMessage(values[0])
	default:
		v = values[0]
	}
	line, err := safe.JSON(v)
	return bytes.TrimSuffix(line, []byte("\n")), err
}
