package tables

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

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
	w := &workbook{file: excelize.NewFile(), links: map[string]*sheetLinks{}}
	defer w.file.Close()
	if err := errors.Join(w.styles(), w.file.SetDocProps(&excelize.DocProperties{Creator: Creator, LastModifiedBy: Creator})); err != nil {
		return nil, err
	}
	for _, t := range list {
		if t.Sheet == "" {
			continue
		}
		if len(sheets) == 0 {
			err = w.file.SetSheetName("Sheet1", t.Sheet)
		} else {
			_, err = w.file.NewSheet(t.Sheet)
		}
		if err != nil {
			return nil, err
		}
		links := &sheetLinks{}
		sheet, err := w.sheet(ctx, s, t, links)
		if err := errors.Join(err, links.close()); err != nil {
			return nil, err
		}
		if links.n > 0 {
			w.links[fmt.Sprintf("xl/worksheets/sheet%d.xml", len(sheets)+1)] = links
		}
		sheets = append(sheets, sheet)
	}
	if len(sheets) == 0 {
		return nil, fmt.Errorf("none of the tables is a sheet")
	}
	return sheets, w.write(to)
}

// write writes the workbook's parts in the order of their names: excelize takes
// them from a map, and the same crawl gives the same bytes.
func (w *workbook) write(to io.Writer) (err error) {
	file, err := os.CreateTemp("", "portolan-*.xlsx")
	if err != nil {
		return err
	}
	os.Remove(file.Name()) // not while it is open on Windows
	defer func() {
		err = errors.Join(err, file.Close())
		if gone := os.Remove(file.Name()); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}()
	if err := w.file.Write(file); err != nil {
		return err
	}
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	parts, err := zip.NewReader(file, size)
	if err != nil {
		return err
	}
	slices.SortFunc(parts.File, func(a, b *zip.File) int { return strings.Compare(a.Name, b.Name) })
	out := zip.NewWriter(to)
	for _, part := range parts.File {
		if l := w.links[part.Name]; l != nil {
			err = l.writeTo(out, part)
		} else {
			err = out.Copy(part)
		}
		if err != nil {
			return err
		}
	}
	return out.Close()
}

type workbook struct {
	file             *excelize.File
	head, text, link int                    // styles
	links            map[string]*sheetLinks // by the name of the sheet's part
}

func (w *workbook) styles() (err error) {
	if w.head, err = w.file.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}, NumFmt: 49}); err != nil {
		return err
	}
	if w.text, err = w.file.NewStyle(&excelize.Style{NumFmt: 49}); err != nil { // "@": what is typed into it is text
		return err
	}
	if w.link, err = w.file.NewStyle(&excelize.Style{NumFmt: 49, Font: &excelize.Font{Color: "0563C1", Underline: "single"}}); err != nil {
		return err
	}
	quoted := true
	for _, style := range []int{w.text, w.link} {
		w.file.Styles.CellXfs.Xf[style].QuotePrefix = &quoted // and so it stays, if the format is changed (ECMA-376 18.8.45)
	}
	return nil
}

func (w *workbook) sheet(ctx context.Context, s *Source, t *Table, links *sheetLinks) (Sheet, error) {
	t = t.Of(s)
	sheet := Sheet{Table: t}
	if err := w.printed(t.Sheet); err != nil {
		return sheet, err
	}
	out, err := w.file.NewStreamWriter(t.Sheet)
	if err != nil {
		return sheet, err
	}
	for i, c := range t.Columns {
		if err := out.SetColWidth(i+1, i+1, width(&c)); err != nil {
			return sheet, err
		}
	}
	if err := out.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return sheet, err
	}
	cells := make([]any, len(t.Columns))
	for i, c := range t.Columns {
		cells[i] = excelize.Cell{StyleID: w.head, Value: c.Name}
	}
	if err := out.SetRow("A1", cells); err != nil {
		return sheet, err
	}
	err = t.Rows(ctx, s, func(row []string) error {
		if sheet.Rows == MaxSheet {
			if sheet.More++; t.total != nil {
				return errFull
			}
			return nil
		}
		sheet.Rows++
		for i, text := range row {
			style := w.text
			if linked[t.Columns[i].Name] {
				is, err := links.add(i+1, sheet.Rows+1, text)
				if err != nil {
					return err
				}
				if is {
					style = w.link
				}
			}
			cells[i] = cell(&t.Columns[i], style, text)
		}
		return out.SetRow("A"+strconv.Itoa(sheet.Rows+1), cells)
	})
	if errors.Is(err, errFull) {
		var r *report.Report
		if r, err = s.Figures(ctx); err == nil {
			sheet.More = t.total(r) - sheet.Rows
		}
	}
	if err != nil {
		return sheet, err
	}
	if sheet.More > 0 {
		note := fmt.Sprintf("%d more rows: %s", sheet.More, t.CSVName())
		if err := out.SetRow("A"+strconv.Itoa(sheet.Rows+2), []any{excelize.Cell{StyleID: w.head, Value: note}}); err != nil {
			return sheet, err
		}
	}
	last, err := excelize.CoordinatesToCellName(len(t.Columns), sheet.Rows+1)
	if err == nil {
		err = w.file.AutoFilter(t.Sheet, "A1:"+last, nil)
	}
	return sheet, errors.Join(err, out.Flush())
}

// printed sets up how a sheet prints: all columns on the width of a page, which
// lies on its side, and the names of the columns on each page. A stream has to come
// after it.
func (w *workbook) printed(sheet string) error {
	fit, landscape, a4, wide, high := true, "landscape", 9, 1, 0 // as many pages high as it takes
	return errors.Join(
		w.file.SetSheetProps(sheet, &excelize.SheetPropsOptions{FitToPage: &fit}),
		w.file.SetPageLayout(sheet, &excelize.PageLayoutOptions{Orientation: &landscape, Size: &a4, FitToWidth: &wide, FitToHeight: &high}),
		w.file.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Titles", RefersTo: "'" + sheet + "'!$1:$1", Scope: sheet}),
	)
}

// cell gives a cell's value: nothing for what is empty.
func cell(c *Column, style int, text string) any {
	if text == "" {
		return nil
	}
	if c.Number || c.Mixed {
		if n, err := strconv.ParseFloat(text, 64); err == nil && (c.Number || strconv.FormatFloat(n, 'f', -1, 64) == text) {
			return n
		}
	}
	return excelize.Cell{StyleID: style, Value: short(clean(text))}
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
