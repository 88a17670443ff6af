package tables

import (
	"archive/zip"
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// book writes a workbook (ECMA-376, SpreadsheetML) part by part: nothing of it is held
// but the links of a sheet. The same rows give the same bytes.
type book struct {
	zip   *zip.Writer
	part  *bufio.Writer // of the sheet that is written
	names []string      // of the sheets
	areas []string      // their cells: $A$1:$D$29
}

// cell is a value with its style, "" for none.
type cell struct {
	style int
	text  string
}

// The styles of cells, by their places in bookStyles. What is typed into a cell of text
// is text ("@"), and so it stays, if the format is changed (quotePrefix, 18.8.45).
const (
	styleNumber = iota
	styleHead
	styleText
	styleLink
)

const (
	spreadsheet = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
	relations   = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	types       = "application/vnd.openxmlformats-officedocument.spreadsheetml."

	bookStyles = xml.Header + `<styleSheet ` + spreadsheet + `><fonts count="3"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>` +
		`<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><u/><sz val="11"/><color rgb="FF0563C1"/><name val="Calibri"/><family val="2"/></font></fonts>` +
		`<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
		`<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
		`<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
		`<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>` +
		`<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/>` +
		`<xf numFmtId="49" fontId="2" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1" applyFont="1"/></cellXfs>` +
		`<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
	bookRels = relsBegin + `<Relationship Id="rId1" Type="` + relations + `/officeDocument" Target="xl/workbook.xml"/>` +
		`<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>` + relsEnd
	bookProps = xml.Header + `<coreProperties xmlns="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">` +
		`<dc:creator>` + Creator + `</dc:creator><lastModifiedBy>` + Creator + `</lastModifiedBy></coreProperties>`
)

// newBook begins a workbook of so many sheets.
func newBook(to io.Writer, sheets int) (*book, error) {
	b := &book{zip: zip.NewWriter(to)}
	var content, rels strings.Builder
	for n := 1; n <= sheets; n++ {
		fmt.Fprintf(&content, `<Override PartName="/xl/worksheets/sheet%d.xml" ContentType="%sworksheet+xml"/>`, n, types)
		fmt.Fprintf(&rels, `<Relationship Id="rId%d" Type="%s/worksheet" Target="worksheets/sheet%d.xml"/>`, n, relations, n)
	}
	fmt.Fprintf(&rels, `<Relationship Id="rId%d" Type="%s/styles" Target="styles.xml"/>`, sheets+1, relations)
	for _, part := range [][2]string{
		{"[Content_Types].xml", xml.Header + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
			`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
			`<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>` +
			`<Override PartName="/xl/styles.xml" ContentType="` + types + `styles+xml"/><Override PartName="/xl/workbook.xml" ContentType="` + types + `sheet.main+xml"/>` + content.String() + `</Types>`},
		{"_rels/.rels", bookRels}, {"docProps/core.xml", bookProps}, {"xl/styles.xml", bookStyles}, {"xl/_rels/workbook.xml.rels", relsBegin + rels.String() + relsEnd},
	} {
		if err := b.write(part[0], part[1]); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// write writes a part.
func (b *book) write(name, text string) error {
	to, err := create(b.zip, name)
	if err == nil {
		_, err = io.WriteString(to, text)
	}
	return err
}

// begin begins the sheet of a table. All its columns are printed on the width of a
// page, which lies on its side, and their names, which stay where they are when it is
// scrolled, on each page.
func (b *book) begin(t *Table) error {
	b.names = append(b.names, t.Sheet)
	to, err := create(b.zip, b.sheetPart())
	if err != nil {
		return err
	}
	b.part = bufio.NewWriter(to) // gives its first error when it is flushed
	b.part.WriteString(xml.Header + `<worksheet ` + spreadsheet + ` xmlns:r="` + relations + `"><sheetPr><pageSetUpPr fitToPage="true"/></sheetPr>` +
		`<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
		`<sheetFormatPr defaultRowHeight="15"/><cols>`)
	for i, c := range t.Columns {
		fmt.Fprintf(b.part, `<col min="%d" max="%d" width="%v" customWidth="1"/>`, i+1, i+1, width(&c))
	}
	b.part.WriteString("</cols><sheetData>")
	return nil
}

func (b *book) sheetPart() string { return fmt.Sprintf("xl/worksheets/sheet%d.xml", len(b.names)) }

// row writes the row with a number, counted from 1.
func (b *book) row(n int, cells []cell) error {
	fmt.Fprintf(b.part, `<row r="%d">`, n)
	for i, c := range cells {
		switch {
		case c.text == "":
		case c.style == styleNumber:
			fmt.Fprintf(b.part, `<c r="%s"><v>%s</v></c>`, cellName(i+1, n), c.text)
		default:
			space := ""
			if strings.TrimSpace(c.text) != c.text {
				space = ` xml:space="preserve"`
			}
			fmt.Fprintf(b.part, `<c r="%s" s="%d" t="inlineStr"><is><t%s>`, cellName(i+1, n), c.style, space)
			if err := xml.EscapeText(b.part, []byte(escapedCell(c.text))); err != nil {
				return err
			}
			b.part.WriteString("</t></is></c>")
		}
	}
	_, err := b.part.WriteString("</row>")
	return err
}

// end ends a sheet: its first row has filters, its addresses are links.
func (b *book) end(name string, columns, rows int, links *sheetLinks) error {
	last := cellName(columns, rows)
	b.areas = append(b.areas, "$A$1:$"+strings.TrimRight(last, "0123456789")+"$"+strconv.Itoa(rows))
	fmt.Fprintf(b.part, `</sheetData><autoFilter ref="A1:%s"/>`, last)
	if links.n > 0 {
		b.part.WriteString("<hyperlinks>")
		if err := links.refs.copyTo(b.part); err != nil {
			return err
		}
		b.part.WriteString("</hyperlinks>")
	}
	b.part.WriteString(`<pageSetup fitToHeight="0" fitToWidth="1" orientation="landscape" paperSize="9"/></worksheet>`)
	if err := b.part.Flush(); err != nil || links.n == 0 {
		return err
	}
	return links.writeTo(b.zip, strings.Replace(b.sheetPart(), "worksheets/", "worksheets/_rels/", 1)+".rels")
}

// close ends the workbook.
func (b *book) close() error {
	var sheets, names strings.Builder
	for i, name := range b.names {
		fmt.Fprintf(&sheets, `<sheet name="%s" sheetId="%d" r:id="rId%d"/>`, name, i+1, i+1)
		fmt.Fprintf(&names, `<definedName name="_xlnm._FilterDatabase" localSheetId="%d" hidden="1">'%s'!%s</definedName>`, i, name, b.areas[i])
		fmt.Fprintf(&names, `<definedName name="_xlnm.Print_Titles" localSheetId="%d">'%s'!$1:$1</definedName>`, i, name)
	}
	err := b.write("xl/workbook.xml", xml.Header+`<workbook `+spreadsheet+` xmlns:r="`+relations+`"><bookViews><workbookView windowWidth="14805" windowHeight="8010"/></bookViews>`+
		`<sheets>`+sheets.String()+`</sheets><definedNames>`+names.String()+`</definedNames></workbook>`)
	if err != nil {
		return err
	}
	return b.zip.Close()
}

// cellName gives the name of a cell: A1.
func cellName(column, row int) string {
	name := ""
	for ; column > 0; column = (column - 1) / 26 {
		name = string(rune('A'+(column-1)%26)) + name
	}
	return name + strconv.Itoa(row)
}

// escaped finds what stands for a character in a text (ST_Xstring, 22.9.2.19).
var escaped = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`x[0-9A-Fa-f]{4}_`) })

// escapedCell gives a text that reads as it is.
func escapedCell(text string) string {
	if !strings.Contains(text, "_x") {
		return text
	}
	var out strings.Builder
	for i := range len(text) {
		if text[i] == '_' && i+7 <= len(text) && escaped().MatchString(text[i+1:i+7]) {
			out.WriteString("_x005F_")
			continue
		}
		out.WriteByte(text[i])
	}
	return out.String()
}
