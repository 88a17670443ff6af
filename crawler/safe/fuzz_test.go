package safe_test

import (
	"encoding/csv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/portolan-seo/portolan/crawler/safe"
)

// FuzzCell writes a text into tables with each separator and reads it back: it
// is the text as a terminal may show it, but for apostrophes before what a
// spreadsheet would take for a formula, wherever it splits the cell.
func FuzzCell(f *testing.F) {
	for _, text := range []string{"=1+1", "a;=1", " \u00a0'@SUM(1)", "＝1", "x\r\n=1", "caf\xe9", "\x1b[31m", `a"b`, "-1,=2", "\x00=1", "\u202e=1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		cell := safe.Cell(text)
		shown := safe.OneLine(text)
		if strings.ReplaceAll(cell, "'", "") != strings.ReplaceAll(shown, "'", "") {
			t.Errorf("%q: %q, and it is shown as %q", text, cell, shown)
		}
		if !utf8.ValidString(shown) || strings.ContainsFunc(shown, func(r rune) bool { return r == '\n' || r == '\t' || safe.UnsafeRune(r) }) {
			t.Errorf("%q is shown as %q", text, shown)
		}
		for _, separator := range ",;\t" {
			var out strings.Builder
			w := csv.NewWriter(&out)
			w.Comma = separator
			if err := w.Write([]string{"a", cell, "b"}); err != nil {
				t.Fatal(err)
			}
			w.Flush()
			r := csv.NewReader(strings.NewReader(out.String()))
			r.Comma = separator
			row, err := r.Read()
			if err != nil || len(row) != 3 || row[1] != cell {
				t.Errorf("%q is read as %q, %v", cell, row, err)
			}
		}
		for part := range strings.SplitSeq(cell, ";") { // as a spreadsheet of another country splits it
			if start := strings.TrimLeft(part, "\""); start != "" && strings.ContainsRune("=+-@＝＋－＠", []rune(start)[0]) {
				t.Errorf("%q of %q begins a formula", part, text)
			}
		}
	})
}
