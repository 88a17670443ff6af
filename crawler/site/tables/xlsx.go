package tables

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/portolan-seo/portolan/crawler/site/report"
)

const (
	maxCell  = 32_000  // UTF-16 units of a text; a cell holds 32,767
	MaxSheet = 100_000 // rows of a sheet; what is more is counted
)

// Creator is who has made a workbook, as its properties say.
const Creator = "portolan"

// errFull ends a table whose number of rows is known.
var errFull = errors.New("the sheet is full")

// Sheet tells what of a table is in a workbook.
type Sheet struct {
	Table      *Table
	Rows, More int // rows that are in it, and those that are not
}

// XLSX writes tables as one workbook: text as text, never a formula, in cells
// that stay text when they are edited; numbers as numbers; addresses open by a click.
func XLSX(ctx context.Context, s *Source, list []*Table, to io.Writer) (sheets []Sheet, err error) {
	list = slices.DeleteFunc(slices.Clone(list), func(t *Table) bool { return t.Sheet == "" })
	if len(list) == 0 {
		return nil, fmt.Errorf("none of the tables is a sheet")
	}
	b, err := newBook(to, len(list))
	if err != nil {
		return nil, err
	}
	for _, t := range list {
		sheet, err := b.sheet(ctx, s, t)
		if err != nil {
			return nil, err
		}
		sheets = append(sheets, sheet)
	}
	return sheets, b.close()
}

// sheet writes a table as the next sheet.
func (b *book) sheet(ctx context.Context, s *Source, t *Table) (Sheet, error) {
	t = t.Of(s)
	sheet, links := Sheet{Table: t}, &sheetLinks{}
	if err := b.begin(t); err != nil {
		return sheet, err
	}
	cells := make([]cell, len(t.Columns))
	for i, c := range t.Columns {
		cells[i] = cell{styleHead, c.Name}
	}
	if err := b.row(1, cells); err != nil {
		return sheet, err
	}
	err := t.Rows(ctx, s, func(row []string) error {
		if sheet.Rows == MaxSheet {
			if sheet.More++; t.total != nil {
				return errFull
			}
			return nil
		}
		sheet.Rows++
		for i, text := range row {
			style := styleText
			if linked[t.Columns[i].Name] {
				is, err := links.add(i+1, sheet.Rows+1, text)
				if err != nil {
					return err
				}
				if is {
					style = styleLink
				}
			}
			cells[i] = cellOf(&t.Columns[i], style, text)
		}
		return b.row(sheet.Rows+1, cells)
	})
	if errors.Is(err, errFull) {
		var r *report.Report
		if r, err = s.Figures(ctx); err == nil {
			sheet.More = t.total(r) - sheet.Rows
		}
	}
	if err == nil && sheet.More > 0 {
		err = b.row(sheet.Rows+2, []cell{{styleHead, fmt.Sprintf("%d more rows: %s", sheet.More, t.CSVName())}})
	}
	if err = errors.Join(err, links.close()); err != nil {
		return sheet, err
	}
	return sheet, b.end(t.Sheet, len(t.Columns), sheet.Rows+1, links)
}

// cellOf gives a cell: one without text for what is empty.
func cellOf(c *Column, style int, text string) cell {
	if c.Number || c.Mixed {
		n, err := strconv.ParseFloat(text, 64)
		plain := strconv.FormatFloat(n, 'f', -1, 64)
		if err == nil && !math.IsNaN(n) && !math.IsInf(n, 0) && (c.Number || plain == text) {
			return cell{styleNumber, plain}
		}
	}
	return cell{style, short(clean(text))}
}

// short cuts a text that no cell holds.
func short(text string) string {
	if len(text) <= maxCell {
		return text
	}
	units := 0
	for i, r := range text {
		if units += max(1, utf16.RuneLen(r)); units > maxCell {
			return text[:i] + "[...]"
		}
	}
	return text
}

// width is that of a column, in characters.
func width(c *Column) float64 {
	switch n := float64(utf8.RuneCountInString(c.Name)); {
	case c.Number:
		return max(10, n+2)
	case c.Name == "Address" || c.Name == "Source" || c.Name == "Destination" || c.Name == "Example":
		return 60
	default:
		return max(18, n+2)
	}
}
