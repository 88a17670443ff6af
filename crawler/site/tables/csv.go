package tables

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/portolan-seo/portolan/crawler/safe"
)

// CSVOptions are how CSV is written. The zero value is RFC 4180 with commas, as
// text that no spreadsheet takes for a formula.
type CSVOptions struct {
	Separator rune // 0 is the comma
	BOM       bool // begins with U+FEFF, by which Excel knows UTF-8
	Raw       bool // cells are not made safe for spreadsheets
}

// WriteCSV writes a table and gives the number of its rows.
func (t *Table) WriteCSV(ctx context.Context, s *Source, to io.Writer, o CSVOptions) (rows int, err error) {
	t = t.Of(s)
	if o.BOM {
		if _, err := io.WriteString(to, "\ufeff"); err != nil {
			return 0, err
		}
	}
	w := csv.NewWriter(to)
	w.UseCRLF = true
	if o.Separator != 0 {
		w.Comma = o.Separator
	}
	cells := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		cells[i] = c.Name
	}
	if err := w.Write(cells); err != nil {
		return 0, err
	}
	err = t.Rows(ctx, s, func(row []string) error {
		for i, text := range row {
			if cells[i] = text; t.Columns[i].Number {
				continue
			}
			if o.Raw {
				cells[i] = safe.OneLine(text)
			} else {
				cells[i] = safe.Cell(text)
			}
		}
		rows++
		return w.Write(cells)
	})
	if err != nil {
		return rows, err
	}
	w.Flush()
	return rows, w.Error()
}

// clean keeps text in its line: what controls a terminal or a file, or may not
// stand in XML (1.0, 2.2), is U+FFFD, and so are bytes that are no UTF-8.
func clean(text string) string {
	if !strings.ContainsFunc(text, isUnclean) {
		return text
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			return ' '
		case isUnclean(r):
			return utf8.RuneError
		}
		return r
	}, text)
}

func isUnclean(r rune) bool {
	return r == utf8.RuneError || r == 0xFFFE || r == 0xFFFF || unicode.IsControl(r) || unicode.Is(unicode.Zl, r) || unicode.Is(unicode.Zp, r)
}

// CSVName is the name of a table's file.
func (t *Table) CSVName() string { return fmt.Sprintf("%s.csv", t.Name) }
