package tables_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/xuri/excelize/v2"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/fetch/fetchtest"
	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/crawler/site/tables"
)

// evil is what a hostile site would write into cells.
const evil = `origin: http://a.example
-- / --
<title>=HYPERLINK("http://evil.example","x")</title> <h1>@SUM(1)</h1> <meta name=description content="＝1+2">
<a href="/b">+1</a> <a href="/gone"> -2+cmd|' /C calc'!A0</a> <a href="/old">&#27;[31m&#x202e;</a> <a href="http://b.example/">b</a> <a href="/b">again</a>
<a href="/m%C3%BCnchen/_x003d_?q=%3D1">=1</a>
-- /b --
<title>&#9;=1</title> <h1>"=2</h1> <meta name=description content="_x003D_1+1"> <link rel=next href="/"> some words
-- /old --
HTTP 302
Location: /older

-- /older --
HTTP 301
Location: /gone

-- /gone --
HTTP 404

`

func source(t *testing.T) *tables.Source { return sourceOf(t, evil, false) }

func sourceOf(t *testing.T, made string, sitemaps bool) *tables.Source {
	t.Helper()
	return sourceIn(t, filepath.Join(t.TempDir(), "site"), made, sitemaps)
}

// sourceIn crawls a site into a folder, which may have a crawl of it.
func sourceIn(t *testing.T, dir, made string, sitemaps bool) *tables.Source {
	t.Helper()
	parsed, err := crawltest.Parse([]byte(made))
	if err != nil {
		t.Fatal(err)
	}
	server := crawltest.NewServer(t, parsed)
	client := fetchtest.NewClient(t, server, fetch.Options{UserAgent: "portolan/test"})
	o := site.Options{Dir: dir, Reread: true}
	o.Collapse = true
	o.Crawl.Sitemaps.Find = sitemaps
	o.Crawl.NewFetcher = func() crawler.Fetcher { return client.NewFetcher() }
	if _, err := site.Make(t.Context(), parsed.Origin()+"/", o); err != nil {
		t.Fatal(err)
	}
	crawl, err := stored.Open(o.Dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { crawl.Close() })
	return &tables.Source{Crawl: crawl}
}

// listing is a site whose sitemap lists what it should not.
const listing = `origin: http://a.example
-- / --
<title>Start</title> <a href="/b">b</a> <a href="/old">old</a> <a href="/hidden">hidden</a> <a href="/copy">copy</a> <a href="/b2">b</a>
-- /b2 --
<title>B</title> words
-- /b --
<title>B</title> <script type="application/ld+json">{"@type":"Article","dateModified":"2026-03-04"}</script> words
-- /alone --
<title>Alone</title> words
-- /copy --
<title>Copy</title> <link rel=canonical href="/b"> words
-- /hidden --
<title>Hidden</title> <meta name=robots content=noindex> words
-- /old --
HTTP 301
Location: /b

-- /gone --
HTTP 404

-- /robots.txt --
User-agent: *
Disallow: /no
-- /sitemap.xml --
<?xml version="1.0"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>http://a.example/b</loc><lastmod>2026-02-03</lastmod></url>
<url><loc>http://a.example/alone</loc><lastmod>2026-02-01T10:00:00Z</lastmod></url>
<url><loc>http://a.example/old</loc></url>
<url><loc>http://a.example/gone</loc></url>
<url><loc>http://a.example/hidden</loc></url>
<url><loc>http://a.example/copy</loc></url>
<url><loc>http://a.example/no/way</loc></url>
</urlset>
`

// Each URL says why it is where it is, and where the site lists it; each
// sitemap of the site what became of what it lists.
func TestReasons(t *testing.T) {
	s := sourceOf(t, listing, true)
	cells := func(table, of string, names ...string) string {
		t.Helper()
		list, err := tables.Named([]string{table})
		if err != nil {
			t.Fatal(err)
		}
		got := "no row"
		err = list[0].Rows(t.Context(), s, func(row []string) error {
			if row[0] != of {
				return nil
			}
			var texts []string
			for i, c := range list[0].Of(s).Columns {
				if slices.Contains(names, c.Name) {
					texts = append(texts, row[i])
				}
			}
			got = strings.Join(texts, " | ")
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	for _, tt := range []struct {
		table, of string
		names     []string
		want      string
	}{
		{"urls", "http://a.example/b", []string{"Verdict", "Verdict Evidence", "Also", "Listed In", "Sitemap Lastmod", "Lastmod Source"}, "listed |  |  | http://a.example/sitemap.xml:3 | 2026-03-04 | page"},
		{"urls", "http://a.example/", []string{"Verdict Evidence", "Listed In", "Sitemap Lastmod"}, " |  | "},
		{"urls", "http://a.example/gone", []string{"Verdict Evidence", "Listed In"}, "HTTP 404, 2 requests | http://a.example/sitemap.xml:6"},
		{"not-listed", "http://a.example/hidden", []string{"Evidence", "Also"}, `<meta name="robots" content="noindex">, read as googlebot | `},
		{"not-listed", "http://a.example/no/way", []string{"Verdict", "Evidence"}, `robots-blocked | Disallow: /no, for portolan: group "*" from line 1 (http://a.example/robots.txt line 2); Disallow: /no, for googlebot: group "*" from line 1 (http://a.example/robots.txt line 2)`},
		{"not-listed", "http://a.example/copy", []string{"Verdict", "Target"}, "canonical-elsewhere | http://a.example/b"},
		{"not-listed", "http://a.example/b2", []string{"Verdict", "Target"}, "duplicate-content | http://a.example/b"},
		{"not-listed", "http://a.example/old", []string{"Verdict", "Target"}, "redirect | http://a.example/b"},
		{"sitemaps", "http://a.example/sitemap.xml", []string{"Entries", "Oldest Lastmod", "Newest Lastmod", "Listed", "Redirect", "Error", "Noindex", "Blocked", "Canonicalised", "Orphan", "Bytes"}, "7 | 2026-02-01 | 2026-02-03 | 2 | 1 | 1 | 1 | 1 | 1 | 1 | 470"},
	} {
		if got := cells(tt.table, tt.of, tt.names...); got != tt.want {
			t.Errorf("%s, %s: %s\nwant %s", tt.table, tt.of, got, tt.want)
		}
	}
	pages, indexable, errors := 0, 0, 0
	list, _ := tables.Named([]string{"templates"})
	if err := list[0].Rows(t.Context(), s, func(row []string) error {
		for i, sum := range map[int]*int{1: &pages, 2: &indexable, 5: &errors} {
			n, err := strconv.Atoi(row[i])
			if *sum += n; err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if pages != 6 || indexable != 3 || errors == 0 {
		t.Errorf("templates of %d pages, %d indexable, %d errors", pages, indexable, errors)
	}
}

// dangerous is what begins a formula (OWASP, CSV Injection).
func dangerous(cell string) bool {
	start := strings.TrimLeftFunc(cell, unicode.IsSpace)
	return start != "" && strings.ContainsRune("=+-@＝＋－＠|%", []rune(start)[0]) || strings.ContainsFunc(cell, unicode.IsControl)
}

func TestTables(t *testing.T) {
	s := source(t)
	counts, asText := map[string]int{}, map[string][][]string{}
	for _, table := range tables.All() {
		var out, again bytes.Buffer
		n, err := table.WriteCSV(t.Context(), s, &out, tables.CSVOptions{BOM: true, Separator: ';'})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := table.WriteCSV(t.Context(), s, &again, tables.CSVOptions{BOM: true, Separator: ';'}); err != nil || !bytes.Equal(out.Bytes(), again.Bytes()) {
			t.Errorf("%s: other bytes the second time (%v)", table.Name, err)
		}
		text, marked := strings.CutPrefix(out.String(), "\ufeff")
		r := csv.NewReader(strings.NewReader(text))
		r.Comma = ';'
		rows, err := r.ReadAll()
		if err != nil || !marked || len(rows) != n+1 || strings.Count(text, "\r\n") < n {
			t.Errorf("%s: %d rows of %d, %v", table.Name, len(rows), n, err)
		}
		for _, row := range rows[1:] {
			for i, cell := range row {
				if _, err := strconv.ParseFloat(cell, 64); dangerous(cell) && !(table.Columns[i].Number && err == nil) {
					t.Errorf("%s, %s: %q", table.Name, table.Columns[i].Name, cell)
				}
			}
		}
		counts[table.Name], asText[table.Name] = n, rows
	}
	if counts["urls"] != 7 || counts["redirects"] != 2 || counts["orphans"] != 0 || counts["links"] < 8 {
		t.Errorf("%v", counts)
	}
	for _, row := range asText["urls"][1:] {
		if strings.HasSuffix(row[0], "/") && row[0] == "http://a.example/" && (row[28] != "5" || row[29] != "4" || row[30] != "1" || row[7] != "37") {
			t.Errorf("links of the start page: %q", row)
		}
		if strings.Contains(row[41], "m%C3%BCnchen") && row[0] != "http://a.example/münchen/_x003d_?q=%3D1" {
			t.Errorf("%q", row[0])
		}
	}
	chain := asText["redirects"][1]
	if chain[0] != "HTTP Redirect" || chain[1] != "2" || chain[3] != "true" || chain[5] != "http://a.example/gone" || chain[7] != "404" || chain[9] != "302" || chain[12] != "http://a.example/gone" {
		t.Errorf("%q", chain)
	}
	checkWorkbook(t, s, counts)
}

// checkWorkbook reads a workbook back: the same rows, no formula, nothing that
// is loaded or run, the same bytes each time.
func checkWorkbook(t *testing.T, s *tables.Source, counts map[string]int) {
	t.Helper()
	var out, again bytes.Buffer
	sheets, err := tables.XLSX(t.Context(), s, tables.All(), &out)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tables.XLSX(t.Context(), s, tables.All(), &again); err != nil || !bytes.Equal(out.Bytes(), again.Bytes()) {
		t.Errorf("another workbook the second time (%v)", err)
	}
	parts, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range parts.File {
		in, err := part.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(in)
		if found := regexp.MustCompile(`<f[ >]|externalLink|vbaProject|<oleObject`).Find(text); found != nil {
			t.Errorf("%s has %s", part.Name, found)
		}
		if strings.HasPrefix(part.Name, "xl/worksheets/sheet") {
			links, setup := bytes.Index(text, []byte("<hyperlinks>")), bytes.Index(text, []byte(`<pageSetup fitToHeight="0" fitToWidth="1" orientation="landscape"`))
			if setup < 0 || links > setup || !bytes.Contains(text, []byte("fitToPage=")) {
				t.Errorf("%s is not set up for print: links at %d, page at %d", part.Name, links, setup)
			}
		}
		if strings.HasPrefix(part.Name, "xl/worksheets/_rels/") {
			for _, link := range regexp.MustCompile(`Target="([^"]*)" TargetMode="([^"]*)"`).FindAllSubmatch(text, -1) {
				if !bytes.HasPrefix(link[1], []byte("http")) || string(link[2]) != "External" {
					t.Errorf("%s leads to %s", part.Name, link[0])
				}
			}
		}
	}
	book, err := excelize.OpenReader(bytes.NewReader(out.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	for _, sheet := range sheets {
		rows, err := book.GetRows(sheet.Table.Sheet)
		if err != nil || len(rows) != counts[sheet.Table.Name]+1 || sheet.Rows != len(rows)-1 {
			t.Errorf("%s: %d rows, %v", sheet.Table.Sheet, len(rows), err)
		}
	}
	if cell, err := book.GetCellValue("URLs", "G2"); err != nil || cell != `=HYPERLINK("http://evil.example","x")` {
		t.Errorf("the title is %q, %v", cell, err)
	}
	figures, numbers := 0, 0 // are numbers, where they are
	summary, err := book.GetRows("Summary")
	for i, row := range summary {
		if len(row) < 2 || !regexp.MustCompile(`^[0-9]+$`).MatchString(row[1]) {
			continue
		}
		figures++
		if kind, err := book.GetCellType("Summary", fmt.Sprintf("B%d", i+1)); err == nil && (kind == excelize.CellTypeUnset || kind == excelize.CellTypeNumber) {
			numbers++
		}
	}
	if err != nil || figures == 0 || numbers != figures {
		t.Errorf("%d of %d figures are numbers, %v", numbers, figures, err)
	}
	address, err := book.GetCellValue("URLs", "A2")
	if is, target, errLink := book.GetCellHyperLink("URLs", "A2"); err != nil || errLink != nil || !is || !strings.HasPrefix(address, target) {
		t.Errorf("%q leads to %q, %v", address, target, errors.Join(err, errLink))
	}
	if os.Getenv("PORTOLAN_TEST_ALL") != "" {
		roundTrip(t, out.Bytes(), book)
	}
}

// roundTrip has LibreOffice open the workbook and save it again.
func roundTrip(t *testing.T, text []byte, book *excelize.File) {
	office, err := exec.LookPath("soffice")
	if err != nil {
		t.Fatal("LibreOffice is not installed (Debian: libreoffice-calc-nogui): ", err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.xlsx"), text, 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), office, "-env:UserInstallation=file://"+dir+"/profile", "--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", dir+"/out", dir+"/a.xlsx")
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	saved, err := excelize.OpenFile(filepath.Join(dir, "out", "a.xlsx"))
	if err != nil {
		t.Fatal(err)
	}
	defer saved.Close()
	for _, name := range book.GetSheetList() {
		want, _ := book.GetRows(name, excelize.Options{RawCellValue: true})
		got, err := saved.GetRows(name, excelize.Options{RawCellValue: true})
		if err != nil || len(got) != len(want) {
			t.Errorf("%s: %d rows, want %d, %v", name, len(got), len(want), err)
			continue
		}
		for i := range want {
			for j := range want[i] {
				if j < len(got[i]) && got[i][j] == want[i][j] || want[i][j] == "" {
					continue
				}
				t.Errorf("%s, row %d, column %d: %q became %q", name, i+1, j+1, want[i][j], got[i])
			}
		}
	}
}
