package tables

import (
	"bytes"
	"net/url"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
	"golang.org/x/net/idna"
)

// FuzzWorkbookCell writes a text into a workbook and reads it back: it is the
// text, or what stands for it, and no formula.
func FuzzWorkbookCell(f *testing.F) {
	for _, text := range []string{"=1+1", "_x003d_1", "a_x000d_b", "<f>1</f>", "caf\xe9", "\x00\x1b", "\ufffe", "\U0001f600", " a ", "'=1", "&amp;"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		w := &workbook{file: excelize.NewFile()}
		defer w.file.Close()
		if err := w.styles(); err != nil {
			t.Fatal(err)
		}
		stream, err := w.file.NewStreamWriter("Sheet1")
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := stream.SetRow("A1", []any{cell(&Column{}, w.text, text)}); err != nil {
			t.Fatal(err)
		}
		if err := stream.Flush(); err != nil {
			t.Fatal(err)
		}
		if err := w.file.Write(&out); err != nil {
			t.Fatal(err)
		}
		book, err := excelize.OpenReader(&out)
		if err != nil {
			t.Fatal(err)
		}
		defer book.Close()
		if got, err := book.GetCellValue("Sheet1", "A1", excelize.Options{RawCellValue: true}); err != nil || got != short(clean(text)) {
			t.Errorf("%q is %q in the workbook, want %q (%v)", text, got, short(clean(text)), err)
		}
		if formula, err := book.GetCellFormula("Sheet1", "A1"); err != nil || formula != "" {
			t.Errorf("%q is the formula %q (%v)", text, formula, err)
		}
	})
}

// FuzzLinkTarget makes the address of a link of a text: one that is parsed, leads
// to the same host, and has nothing that a part of a workbook may not have.
func FuzzLinkTarget(f *testing.F) {
	for _, text := range []string{"http://a.example/b?c=d#e", "https://b\u00fccher.example/\u00e4 b", "javascript:alert(1)", "http://", "http://u:p@a.example/", "https://a.example/%zz", "http://a.example/\x00<\"{|}"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		target := linkTarget(text)
		if target == "" {
			return
		}
		was, err := url.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		u, err := url.Parse(target)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || len(target) > maxTarget || u.User != nil || strings.ContainsAny(target, "<>\"{}|\\^` \x00\t\n") {
			t.Fatalf("%q leads to %q (%v)", text, target, err)
		}
		if host, err := idna.Lookup.ToASCII(was.Hostname()); err == nil && u.Hostname() != host {
			t.Errorf("%q leads to the host %q, not %q", text, u.Hostname(), was.Hostname())
		}
	})
}
