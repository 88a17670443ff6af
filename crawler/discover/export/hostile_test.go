package export_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/tools/txtar"

	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/crawler/discover/export"
	"github.com/portolan-seo/portolan/crawler/discover/input"
)

// stdin gives options to read a text.
func stdin(text string) export.Options {
	return export.Options{Files: []string{input.Stdin}, Input: input.Options{Stdin: strings.NewReader(text)}}
}

func TestUnusable(t *testing.T) {
	dir := t.TempDir()
	book := filepath.Join(dir, "book.xlsx")
	writeZip(t, book, map[string]string{"[Content_Types].xml": "<x/>", "xl/workbook.xml": "<x/>"})
	broken := filepath.Join(dir, "broken.zip")
	if err := os.WriteFile(broken, []byte("PK\x03\x04 and no more"), 0o644); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, text string
		files      []string
		want       string
	}{
		{"queries", "Top queries,Clicks,Impressions,CTR,Position\nshoes,1,2,50%,1\n", nil, "it is Search Console or Bing: queries (columns Top queries, Clicks, Impressions, CTR, Position), and none of them holds URLs; export the table of pages"},
		{"no table", "one\ntwo\n", nil, "it is no table"},
		{"empty", "", nil, "it is no table"},
		{"a web page", "<!doctype html><title>x</title>", nil, "it is no export but a web page"},
		{"a sitemap", "<?xml version=\"1.0\"?><urlset></urlset>", nil, "it is no export but a sitemap"},
		{"XML of something else", "<?xml version=\"1.0\"?><a><b/></a>", nil, "no feed of products"},
		{"JSON", "{\"rows\":[{\"keys\":[\"https://shop.example/\"]}]}", nil, "it is JSON; save it as CSV"},
		{"binary", strings.Repeat("\x00\x01\x02", 900), nil, "it is no export but a binary file"},
		{"an archive through a pipe", "PK\x03\x04" + strings.Repeat("x", 100), nil, "it is no export but a zip archive"},
		{"an Excel workbook", "", []string{book}, "it is an Excel workbook; save its sheet as CSV"},
		{"a broken archive", "", []string{broken}, "it is no whole zip archive"},
		{"other sites", "Linking page,Last crawled\nhttps://blog.example/,2026-10-10\n", nil, "none of its 1 lines names a URL of the site (scope-host: 1, such as line 2: https://blog.example/)"},
		{"no file", "", []string{filepath.Join(dir, "none.csv")}, "none.csv: no such file"},
	}
	for _, tt := range tests {
		o := stdin(tt.text)
		if tt.files != nil {
			o.Files = tt.files
		}
		_, err := read(t, o)
		var unusable *discover.Unusable
		if !errors.As(err, &unusable) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

func writeZip(t *testing.T, name string, files map[string]string) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := zip.NewWriter(f)
	for name, data := range files {
		out, err := w.Create(name)
		if err == nil {
			_, err = io.WriteString(out, data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestArchive takes what can be used out of an archive, whatever else and
// under whatever names is in it.
func TestArchive(t *testing.T) {
	name := filepath.Join(t.TempDir(), "export.zip")
	writeZip(t, name, map[string]string{
		"../../etc/\x1b[2JPages.csv": "URL,Clicks,Impressions\nhttps://shop.example/a,1,2\n", "read me.txt": "hello\n", "__MACOSX/._Pages.csv": "x", "logo.png": "\x89PNG",
	})
	got, err := read(t, export.Options{Files: []string{name}})
	if err != nil || !strings.Contains(got, "/a <"+`\u001b[2JPages.csv:2 clicks=1 impressions=2`) || strings.Contains(got, "\x1b") {
		t.Errorf("%s %v", got, err)
	}
}

// TestArchiveBomb reads an archive whose table goes on with nothing but zeros.
func TestArchiveBomb(t *testing.T) {
	if os.Getenv("PORTOLAN_TEST_ALL") == "" {
		t.Skip("unpacks 400 MB")
	}
	name := filepath.Join(t.TempDir(), "bomb.zip")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := zip.NewWriter(f)
	out, err := w.Create("Pages.csv")
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(out, "URL,Clicks,Impressions\n", strings.Repeat("https://shop.example/a,1,2\n", 20_000))
	for range 400 {
		if _, err := out.Write(make([]byte, 1<<20)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := read(t, export.Options{Files: []string{name}})
	if err != nil || !strings.Contains(got, "taken for a bomb") || !strings.Contains(got, "clicks=2e+04") {
		t.Errorf("%.500s %v", got, err)
	}
}

func TestRowLimit(t *testing.T) {
	var b strings.Builder
	b.WriteString("Top pages,Clicks,Impressions,CTR,Position\n")
	for i := range 1000 {
		fmt.Fprintf(&b, "https://shop.example/%d,1,2,50%%,1\n", i)
	}
	for text, limit := range map[string]int{b.String(): 1000, strings.TrimSuffix(b.String(), "https://shop.example/999,1,2,50%,1\n"): 0} {
		o := stdin(text)
		o.Site, o.Form = site, form(t)
		o.Told = func(m discover.Import) {
			if m.RowLimit != limit {
				t.Errorf("%d rows: limit %d, want %d", m.Lines, m.RowLimit, limit)
			}
		}
		for _, err := range export.Seeds(context.Background(), o) {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestHost takes paths as of another host, which is not the site.
func TestHost(t *testing.T) {
	o := stdin("Landing page,Sessions\n/a,5\n//evil.example/,7\n")
	o.Host = "www.shop.example"
	if _, err := read(t, o); err == nil || !strings.Contains(err.Error(), "https://www.shop.example") && !strings.Contains(err.Error(), "scope-host") {
		t.Errorf("%v", err)
	}
	o = stdin("Landing page,Sessions\n/a,5\n//evil.example/,7\n")
	got, err := read(t, o)
	if err != nil || !strings.Contains(got, "//evil.example/ <") || !strings.Contains(got, "/a <") {
		t.Errorf("%s %v", got, err)
	}
}

// TestSpill sorts a large export in little memory.
func TestSpill(t *testing.T) {
	var b strings.Builder
	b.WriteString("page,query,clicks,impressions\n")
	for i := range 50_000 {
		fmt.Fprintf(&b, "https://shop.example/%d,%d,1,2\n", i*7919%1000, i)
	}
	much := stdin(b.String())
	little := stdin(b.String())
	little.Memory, little.Temp = 1, t.TempDir()
	a, err1 := read(t, much)
	c, err2 := read(t, little)
	if err1 != nil || err2 != nil || a != c || strings.Count(a, "clicks=50 impressions=100") != 1000 {
		t.Errorf("%v %v, equal %t, %d", err1, err2, a == c, strings.Count(a, "clicks=50 impressions=100"))
	}
	if left, _ := os.ReadDir(little.Temp); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestDeepXML ends with a feed that nests without end, and with one product
// that does not end.
func TestDeepXML(t *testing.T) {
	head := `<?xml version="1.0"?><rss><item><link>https://shop.example/a</link></item>`
	for name, text := range map[string]string{
		"deep": head + strings.Repeat("<a>", 1<<20), "long": head + "<item><title>" + strings.Repeat("x", 10<<20), "deep product": head + "<item>" + strings.Repeat("<a>", 1<<20),
		"broken": head + "<item><link>https://shop.example/b</li",
	} {
		got, err := read(t, stdin(text))
		if err != nil || !strings.Contains(got, "/a <standard input:1") || !strings.Contains(got, "a product without a URL: 1") {
			t.Errorf("%s: %.300s %v", name, got, err)
		}
	}
}

// FuzzExport: whatever an export holds, URLs are canonical forms of the site,
// texts can be shown, and the same comes of it with little memory.
func FuzzExport(f *testing.F) {
	a, err := txtar.ParseFile("testdata/exports.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range a.Files {
		f.Add(file.Data)
	}
	f.Add([]byte("\xff\xfeu\x00r\x00l\x00,\x00b\x00\n\x00/\x00,\x001\x00"))
	forms := form(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		o := export.Options{Files: []string{input.Stdin}, Input: input.Options{Stdin: bytes.NewReader(data)}, Site: site, Form: forms}
		o.Told = func(m discover.Import) {
			n := m.Named + m.Broken.Count
			for _, s := range append(m.Skipped, m.Broken) {
				for _, e := range s.Examples {
					printable(t, e.Text)
				}
			}
			for _, s := range m.Skipped {
				n += s.Count
			}
			if n < m.Lines {
				t.Errorf("%d rows, %d accounted for", m.Lines, n)
			}
			printable(t, m.What+m.Cut+m.Property+strings.Join(m.Notes, ""))
		}
		for s, err := range export.Seeds(context.Background(), o) {
			if err != nil {
				printable(t, err.Error())
				return
			}
			if again := forms([]byte(s.URL)); s.Held == "" && (string(again.URL) != s.URL || again.Key != s.Key) {
				t.Errorf("%q is no canonical form of the site: %q", s.URL, again.URL)
			}
			printable(t, s.URL)
			for _, m := range s.Measures {
				printable(t, m.Name+m.Text)
			}
		}
	})
}

func printable(t *testing.T, text string) {
	for _, r := range text {
		if !unicode.IsPrint(r) {
			t.Errorf("%q holds %q", text, r)
		}
	}
}
