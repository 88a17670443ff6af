package tables

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/xml"
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/xuri/excelize/v2"
	"golang.org/x/net/idna"
)

// excelize's stream writer has no links. They are kept, packed, while a sheet is
// written, and put into its part when the parts are put in order.

const (
	maxLinks   = 65_530                                                                                                     // of a sheet: no more are opened
	maxTarget  = 2_000                                                                                                      // bytes of an address that is linked: 2,079 are read
	sheetEnd   = `<pageSetup fitToHeight="0" fitToWidth="1" orientation="landscape" paperSize="9"></pageSetup></worksheet>` // links come before it (ECMA-376 18.3.1.99)
	relsBegin  = xml.Header + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`
	relsEnd    = `</Relationships>`
	linkSource = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink"
)

// linked are the columns of addresses that are opened by a click.
var linked = map[string]bool{
	"Address": true, "Source": true, "Destination": true, "Final Address": true, "Example": true, "First Found On": true,
	"Sitemap": true, "URL Missing Return Link": true, "URL Not Returning Link": true,
}

// sheetLinks are the links of a sheet: where they stand, and where they lead.
type sheetLinks struct {
	n          int
	refs, rels packed
}

// packed is text in memory.
type packed struct {
	text bytes.Buffer
	zip  *flate.Writer
}

func (p *packed) printf(format string, args ...any) error {
	if p.zip == nil {
		p.zip, _ = flate.NewWriter(&p.text, flate.BestSpeed) // no error: the level is one
	}
	_, err := fmt.Fprintf(p.zip, format, args...)
	return err
}

// copyTo gives the text, once it is closed.
func (p *packed) copyTo(w io.Writer) error {
	_, err := io.Copy(w, flate.NewReader(bytes.NewReader(p.text.Bytes())))
	return err
}

// add links a cell, if there is room, and reports whether it did.
func (l *sheetLinks) add(column, row int, text string) (bool, error) {
	target := linkTarget(text)
	if target == "" || l.n == maxLinks {
		return false, nil
	}
	cell, err := excelize.CoordinatesToCellName(column, row)
	if err != nil {
		return false, err
	}
	l.n++
	var escaped strings.Builder
	if err := xml.EscapeText(&escaped, []byte(target)); err != nil {
		return false, err
	}
	if err := l.refs.printf(`<hyperlink ref="%s" r:id="rId%d"></hyperlink>`, cell, l.n); err != nil {
		return false, err
	}
	return true, l.rels.printf(`<Relationship Id="rId%d" Type="%s" Target="%s" TargetMode="External"></Relationship>`, l.n, linkSource, escaped.String())
}

// close ends what is kept of a sheet.
func (l *sheetLinks) close() error {
	for _, p := range []*packed{&l.refs, &l.rels} {
		if p.zip == nil {
			continue
		}
		if err := p.zip.Close(); err != nil {
			return err
		}
		p.zip = nil // and its window
	}
	return nil
}

// linkTarget gives an address of the web as a URI (RFC 3986 section 2), "" for
// what is none: a workbook with another target is called damaged.
func linkTarget(text string) string {
	if len(text) > maxTarget || !strings.HasPrefix(text, "http://") && !strings.HasPrefix(text, "https://") {
		return ""
	}
	u, err := url.Parse(text)
	if err != nil || u.Hostname() == "" || u.User != nil {
		return ""
	}
	if host, err := idna.Lookup.ToASCII(u.Hostname()); err == nil {
		text = strings.Replace(text, u.Hostname(), host, 1)
	}
	const plain = "-._~:/?#[]@!$&'()*+,;=%"
	var uri strings.Builder
	for _, b := range []byte(text) {
		if b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || strings.IndexByte(plain, b) >= 0 {
			uri.WriteByte(b)
		} else {
			fmt.Fprintf(&uri, "%%%02X", b)
		}
	}
	if u, err := url.Parse(uri.String()); err != nil || u.Hostname() == "" || uri.Len() > maxTarget {
		return ""
	}
	return uri.String()
}

// writeTo writes the part of a sheet with its links, and the part that says
// where these lead.
func (l *sheetLinks) writeTo(out *zip.Writer, sheet *zip.File) error {
	in, err := sheet.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	to, err := create(out, sheet.Name)
	if err != nil {
		return err
	}
	if _, err := io.CopyN(to, in, int64(sheet.UncompressedSize64)-int64(len(sheetEnd))); err != nil {
		return err
	}
	if rest, err := io.ReadAll(in); err != nil || string(rest) != sheetEnd {
		return fmt.Errorf("%s ends with %q, not with %s: %w", sheet.Name, rest, sheetEnd, err)
	}
	if _, err := io.WriteString(to, "<hyperlinks>"); err != nil {
		return err
	}
	if err := l.refs.copyTo(to); err != nil {
		return err
	}
	if _, err := io.WriteString(to, "</hyperlinks>"+sheetEnd); err != nil {
		return err
	}
	if to, err = create(out, strings.Replace(sheet.Name, "worksheets/", "worksheets/_rels/", 1)+".rels"); err != nil {
		return err
	}
	if _, err := io.WriteString(to, relsBegin); err != nil {
		return err
	}
	if err := l.rels.copyTo(to); err != nil {
		return err
	}
	_, err = io.WriteString(to, relsEnd)
	return err
}

// create begins a part, without the time, which excelize's parts do not have either.
func create(out *zip.Writer, name string) (io.Writer, error) {
	return out.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
}
