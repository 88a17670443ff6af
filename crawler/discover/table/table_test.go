package table_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler/discover/table"
)

// rows reads a table and gives its rows, each behind the number of its line.
func rows(t testing.TB, text string, comma byte) []string {
	t.Helper()
	var all []string
	r := table.NewReader(strings.NewReader(text), comma)
	for {
		row, err := r.Next()
		if err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		line := fmt.Sprintf("%d", row.Line)
		for _, c := range row.Cells {
			line += fmt.Sprintf("|%s", c)
		}
		all = append(all, line)
	}
}

func TestRows(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"plain", "a,b\r\n1, 2 \n\n\n3,4", []string{"1|a|b", "2|1|2", "5|3|4"}},
		{"quoted", `"a,b","say ""hi""",` + "\n" + `"x","",""`, []string{`1|a,b|say "hi"|`, "2|x||"}},
		{"a quoted cell over lines", "a,\"one\ntwo\r\nthree\",b\nc,d,e\n", []string{"1|a|one\ntwo\r\nthree|b", "4|c|d|e"}},
		{"quotes that nobody escaped", `"say "hi" to all","5"` + "\n" + `"tools for "seo"","7"`, []string{`1|say "hi" to all|5`, `2|tools for "seo"|7`}},
		{"a quote that nothing closes", "\"a,b\nc,d\n", []string{`1|"a|b`, "2|c|d"}},
		{"a quote inside", `a"b,c"d` + "\ne,f", []string{`1|a"b|c"d`, "2|e|f"}},
		{"one cell", "a\nb", []string{"1|a", "2|b"}},
		{"nothing", "\n \n", nil},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, rows(t, tt.text, ',')); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// TestHostileRows reads rows that are too long, and quotes that never close.
func TestHostileRows(t *testing.T) {
	got := rows(t, "a,b\n"+strings.Repeat("x", 3<<20)+"\nc,d\n", ',')
	if diff := cmp.Diff([]string{"1|a|b", "2", "3|c|d"}, got); diff != "" {
		t.Errorf("a long row (-want +got):\n%s", diff)
	}
	if got := rows(t, strings.Repeat("\"a\n", 100_000), ','); len(got) != 100_000 {
		t.Errorf("%d rows with open quotes, want 100,000", len(got))
	}
	if got := rows(t, strings.Repeat(",", 5000), ','); strings.Count(got[0], "|") != table.MaxCells {
		t.Errorf("%d cells", strings.Count(got[0], "|"))
	}
}

// FuzzRows reads what encoding/csv writes, and survives all else.
func FuzzRows(f *testing.F) {
	f.Add("a,b\n\"c\nd\",e\n", "x", "y\"z")
	f.Add("\"\"\",\r\n\"", "", "\n")
	f.Fuzz(func(t *testing.T, text, a, b string) {
		rows(t, text, ',')
		var written bytes.Buffer
		w := csv.NewWriter(&written)
		clean := func(s string) string { return strings.TrimSpace(strings.ReplaceAll(s, "\r", "")) }
		a, b = clean(a), clean(b)
		if err := w.Write([]string{a, b, "end"}); err != nil || strings.ContainsAny(a+b, "\"") || len(a)+len(b) > 1000 {
			return // a quote before a comma is one that was not escaped, for a lenient reader
		}
		w.Flush()
		r := table.NewReader(&written, ',')
		row, err := r.Next()
		if err != nil || len(row.Cells) != 3 || string(row.Cells[0]) != a || string(row.Cells[1]) != b {
			t.Errorf("%q, %q come back as %q %v", a, b, row.Cells, err)
		}
	})
}

func TestNumbers(t *testing.T) {
	point, comma := table.Numbers{}, table.Numbers{Comma: true}
	tests := []struct {
		numbers table.Numbers
		text    string
		want    float64
		ok      bool
	}{
		{point, "12", 12, true}, {point, "1,234", 1234, true}, {point, "1,234.5", 1234.5, true}, {point, "16.67%", 0.1667, true},
		{point, "-3.5", -3.5, true}, {point, "1e3", 1000, true}, {point, "12,34,567", 1234567, true}, {point, "1'234", 1234, true},
		{point, "1,2", 0, false}, {point, "1.2.3", 0, false}, {point, "abc", 0, false}, {point, "", 0, false}, {point, "1 a", 0, false}, {point, "1e999", 0, false},
		{comma, "3,0", 3, true}, {comma, "3,0 %", 0.03, true}, {comma, "1.234", 1234, true}, {comma, "1.234,5", 1234.5, true}, {comma, "1 234", 1234, true},
		{comma, "1\u202f234,5\u00a0%", 12.345, true}, {comma, "%16,67", 0.1667, true}, {comma, "\u0663\u066b\u0665", 3.5, true}, {point, "\u200e12", 12, true},
	}
	for _, tt := range tests {
		got, ok := tt.numbers.Parse([]byte(tt.text))
		if ok != tt.ok || ok && (got < tt.want-1e-9 || got > tt.want+1e-9) {
			t.Errorf("%q is %v %v, want %v %v", tt.text, got, ok, tt.want, tt.ok)
		}
	}
}

func TestSniff(t *testing.T) {
	tests := []struct {
		name, text string
		comma      byte
		header     []string
		decimal    bool // a comma
		rows       int
	}{
		{"English", "Top pages,Clicks,CTR\nhttps://a.example/x,y,12,3.5%\nhttps://a.example/,1,4.1%\nhttps://a.example/b,1,4.1%\n", ',', []string{"Top pages", "Clicks", "CTR"}, false, 3},
		{"German", "Häufigste Seiten;Klicks;CTR\nhttps://a.example/;1;4,1 %\nhttps://a.example/b;1.000;4,1 %\n", ';', []string{"Häufigste Seiten", "Klicks", "CTR"}, true, 2},
		{"tabs", "url\tn\nhttps://a.example/a,b;c\t5\n", '\t', []string{"url", "n"}, false, 1},
		{"no header", "https://a.example/,5\nhttps://a.example/b,6\n", ',', nil, false, 2},
		{"comments before", "# ----\n# Start date: 20251001\n#\n\nLanding page,Sessions\n/a,5\n/b,6\n", ',', []string{"Landing page", "Sessions"}, false, 2},
		{"a title before", "Internal - All\n\"Address\",\"Status Code\"\n\"https://a.example/\",\"200\"\n", ',', []string{"Address", "Status Code"}, false, 1},
		{"as Excel says", "sep=;\nurl;n\nhttps://a.example/;5\n", ';', []string{"url", "n"}, false, 1},
		{"header alone", "Issue,Not found (404)\n", ',', []string{"Issue", "Not found (404)"}, false, 0},
	}
	for _, tt := range tests {
		s, ok := table.Sniff([]byte(tt.text), true)
		if !ok || s.Comma != tt.comma || !slices.Equal(s.Header, tt.header) || s.Numbers.Comma != tt.decimal || s.Rows != tt.rows {
			t.Errorf("%s: %v %+v", tt.name, ok, s)
		}
	}
	for _, none := range []string{"", "one\ntwo\n", "https://a.example/\n"} {
		if s, ok := table.Sniff([]byte(none), true); ok {
			t.Errorf("%q is taken for a table: %+v", none, s)
		}
	}
}

func TestShapes(t *testing.T) {
	for text, want := range map[string]table.Shape{
		"": table.Blank, "(not set)": table.Blank, "n/a": table.Blank, "https://a.example/": table.URL, "HTTP://A.example/x": table.URL, "/a/b?c": table.Path,
		"//a.example/": table.Word, "a.example/x": table.Site, "12": table.Integer, "1,234": table.Integer, "1.234": table.Integer, "3.5": table.Decimal, "16,67 %": table.Percent,
		"2026-11-21": table.DateTime, "21.11.2026": table.DateTime, "Nov 21, 2026": table.DateTime, "2026-11-21T10:00:00Z": table.DateTime, "shoes": table.Word, "3/4/2026": table.Word,
		"1.2.3.4": table.Word, "Avg. Position": table.Word, "https:// x": table.Word, "ftp://a.example/": table.Word,
	} {
		if got := table.ShapeOf([]byte(text)); got != want {
			t.Errorf("%q has shape %d, want %d", text, got, want)
		}
	}
}
