package tables_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/tables"
)

// cells gives some columns of a table, a line a row, for the rows that begin
// with a text.
func cells(t *testing.T, s *tables.Source, table, of string, names ...string) (lines []string) {
	t.Helper()
	list, err := tables.Named([]string{table})
	if err != nil {
		t.Fatal(err)
	}
	err = list[0].Rows(t.Context(), s, func(row []string) error {
		if !strings.HasPrefix(row[0], of) {
			return nil
		}
		var texts []string
		for _, name := range names {
			for i, c := range list[0].Of(s).Columns {
				if name == c.Name {
					texts = append(texts, row[i])
				}
			}
		}
		lines = append(lines, strings.Join(texts, " | "))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

// What a crawl finds, the last one may have found, or another before it; what is
// gone is fixed where its page was read, and unverified where it was not, or has moved with its page.
func TestHistory(t *testing.T) {
	const site = "origin: http://a.example\n-- / --\n<title>Start of it all</title> <a href=/a>to a</a> <a href=/b><img src=b.png alt='to b'></a> <a href=/c>c</a> <a href=/d>d</a> <a href=/e>e</a> <a href=/f>f</a>\n"
	page := func(path, title string) string {
		return fmt.Sprintf("-- %s --\n<title>%s</title> the words of %s\n", path, title, path)
	}
	missing := func(path string) string { return "-- " + path + " --\nHTTP 404\n\n" }
	dir := filepath.Join(t.TempDir(), "site")
	first := sourceIn(t, dir, site+missing("/a")+page("/b", "One title of the site")+page("/c", "Another title, c")+page("/d", "")+page("/e", "")+page("/f", ""), false)
	began := []string{first.Crawl.Began.UTC().Format("2006-01-02 15:04:05")}
	second := sourceIn(t, dir, site+missing("/a")+missing("/b")+page("/c", "Another title, c")+page("/d", "")+page("/e", "")+page("/f", ""), false)
	moved := func(from, to string) string { return fmt.Sprintf("-- %s --\nHTTP 301\nLocation: %s\n\n", from, to) }
	s := sourceIn(t, dir, site+missing("/a")+missing("/b")+page("/c", "Another title, c")+"-- /d --\nHTTP 401\n\n"+moved("/e", "/e2")+page("/e2", "")+moved("/f", "/f2")+page("/f2", "A title at last"), false)
	var err error
	if s.Before, err = query.Before(s.Crawl, nil); err != nil || s.Before == nil {
		t.Fatalf("no crawl before: %v", err)
	}
	defer s.Before.Close()
	began = append(began, second.Crawl.Began.UTC().Format("2006-01-02 15:04:05"))
	got := cells(t, s, "findings", "client-error", "Address", "State", "Status Code", "Anchor", "First Seen")
	want := []string{
		"http://a.example/a | open | 404 | to a | " + began[0],
		"http://a.example/b | open | 404 | to b | " + began[1],
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"http://a.example/d | unverified", "http://a.example/e | unverified", "http://a.example/f | fixed"}, cells(t, s, "fixed", "title-missing", "Address", "State")); diff != "" {
		t.Errorf("gone in the last crawl (-want +got):\n%s", diff)
	}
	if second.Before, err = query.Before(second.Crawl, nil); err != nil || second.Before == nil {
		t.Fatalf("no crawl before: %v", err)
	}
	defer second.Before.Close()
	for table, want := range map[string][3]string{
		"fixed":   {"", "Issue Id,Address,State", "description-missing | http://a.example/b | gone"},
		"issues":  {"client-error", "URLs,New,Fixed", "2 | 1 | 0"},
		"summary": {"Listed", "Value,Last Run,Change", "5 | 6 | -1"},
	} {
		if got := strings.Join(cells(t, second, table, want[0], strings.Split(want[1], ",")...), "\n"); !strings.Contains(got, want[2]) {
			t.Errorf("%s:\n%s\nwant %s", table, got, want[2])
		}
	}
}

// Of a page to which nothing leads any more what was wrong with it is gone, not fixed;
// what was wrong with the links to it is fixed.
func TestHistoryOfUnknownURLs(t *testing.T) {
	const pages = "-- /old --\n<title>What is old</title> <meta name=robots content=noindex> <link rel=canonical href=/kept> the words of the old page\n-- /kept --\n<title>What is kept</title> the words of what is kept\n"
	dir := filepath.Join(t.TempDir(), "site")
	sourceIn(t, dir, "origin: http://a.example\n-- / --\n<title>Start of it all</title> <a href=/old>old</a> <a href=/kept>kept</a> <a href=/broken>broken</a>\n"+pages, false)
	s := sourceIn(t, dir, "origin: http://a.example\n-- / --\n<title>Start of it all</title> <a href=/kept>kept</a>\n"+pages, false)
	var err error
	if s.Before, err = query.Before(s.Crawl, nil); err != nil || s.Before == nil {
		t.Fatalf("no crawl before: %v", err)
	}
	defer s.Before.Close()
	for id, want := range map[string]string{"noindex-with-canonical": "http://a.example/old | gone", "client-error": "http://a.example/broken | fixed"} {
		if got := strings.Join(cells(t, s, "fixed", id, "Address", "State"), "\n"); got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
	for id, want := range map[string]string{"noindex-with-canonical": "", "client-error": "0 | 1"} {
		if got := strings.Join(cells(t, s, "issues", id, "URLs", "Fixed"), "\n"); got != want {
			t.Errorf("issues, %s: %q, want %q", id, got, want)
		}
	}
}

// What is known under another spelling by now is looked for there: it is not fixed
// where that has it, too.
func TestHistoryOfSpellings(t *testing.T) {
	page := func(path, words string) string {
		return fmt.Sprintf("-- %s --\n%s\n-- %s?ref=1 --\n%s\n", path, words, path, words)
	}
	const bad = "<meta name=robots content=noindex> <link rel=canonical href=/> words"
	start := "-- / --\n<title>Start of it all</title> <a href=/p?ref=1>p</a> <a href=/q?ref=1>q</a>\n" + page("/p", bad)
	dir := filepath.Join(t.TempDir(), "site")
	sourceIn(t, dir, "origin: http://a.example\n"+start+page("/q", bad), false)
	s := sourceIn(t, dir, "origin: http://a.example\n-- /robots.txt --\nHTTP 200\nContent-Type: text/plain\n\nUser-agent: *\nDisallow:\nClean-param: ref\n"+start+page("/q", "<title>What is kept</title> the words of q"), false)
	var err error
	if s.Before, err = query.Before(s.Crawl, nil); err != nil || s.Before == nil {
		t.Fatalf("no crawl before: %v", err)
	}
	defer s.Before.Close()
	want := []string{"http://a.example/p?ref=1 | unverified", "http://a.example/q?ref=1 | fixed"}
	if diff := cmp.Diff(want, cells(t, s, "fixed", "noindex-with-canonical", "Address", "State")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Canonicals of headers, sets of translations and pages that say the same have
// their columns.
func TestRelations(t *testing.T) {
	words := ""
	for i := range rune(100) {
		words += "w" + string([]rune{'a' + i%26, 'a' + i/26}) + " "
	}
	s := sourceOf(t, `origin: http://a.example
-- / --
<title>Start of it all</title> <a href=/en>en</a> <a href=/de>de</a> <a href=/x1>1</a> <a href=/x2>2</a> <a href=/x3>3</a> <a href=/h>h</a>
-- /en --
<title>English</title> <link rel=alternate hreflang=de href=/de> <link rel=alternate type=application/rss+xml href=/feed> hello
-- /de --
<title>Deutsch</title> <link rel=alternate hreflang=en href=/en> <link rel=canonical href=/de> hallo
-- /h --
HTTP 200
Content-Type: text/html
Link: <http://a.example/>; rel=canonical

<title>By its header</title> words
-- /x1 --
<title>X 1</title> <main>`+words+`one two</main>
-- /x2 --
<title>X 2</title> <main>`+words+`two one</main>
-- /x3 --
<title>X 3</title> <main>one two `+words+`</main>
`, false)
	for of, want := range map[string]string{
		"http://a.example/en": " |  |  |  | http://a.example/en",
		"http://a.example/de": "http://a.example/de |  |  |  | http://a.example/en",
		"http://a.example/h":  " | http://a.example/ |  |  | ",
		"http://a.example/x1": " |  | http://a.example/x2 | 2 | ",
		"http://a.example/x3": " |  | http://a.example/x1 | 2 | ",
	} {
		got := cells(t, s, "urls", of, "Canonical Link Element 1", "HTTP Canonical", "Closest Near Duplicate Match", "No. Near Duplicates", "Cluster")
		if len(got) != 1 || got[0] != want {
			t.Errorf("%s: %q\nwant %s", of, got, want)
		}
	}
}

// A note is about a column that there is, or about one that is missing.
func TestNotes(t *testing.T) {
	s := source(t)
	for _, line := range cells(t, s, "columns", "", "Table", "Column", "Note") {
		table, rest, _ := strings.Cut(line, " | ")
		column, note, _ := strings.Cut(rest, " | ")
		list, err := tables.Named([]string{table})
		if err != nil {
			t.Fatal(err)
		}
		there := false
		for _, c := range list[0].Columns {
			there = there || c.Name == column
		}
		if !there && !strings.HasPrefix(note, "there is none") {
			t.Errorf("%s has no column %q", table, column)
		}
	}
}
