package main

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
)

// counts are what every form of a report tells: URLs known, listed, excluded and
// deferred, and errors, warnings and notices.
type counts [7]int

// The terminal, the page, Markdown, the workbook, tables, lines for programs and
// the assistant's tools tell the same numbers, and lists have as many rows.
func TestSameCounts(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site")
	var said, out bytes.Buffer
	if code := run(t.Context(), []string{"demo", "-o", dir}, strings.NewReader(""), &out, &said); code != exit.Done {
		t.Fatal(said.String())
	}
	runQuietly(t, exit.Done, "report", dir, "-o", filepath.Join(dir, "r"), "--format", "html,md,xlsx,csv,jsonl", "--quiet")
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join(dir, "r", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	want := numbersIn(t, out.String(), `Known URLs +([\d,]+) = listed ([\d,]+) \+ excluded ([\d,]+) \+ deferred ([\d,]+)`, `Findings +([\d,]+) errors?, ([\d,]+) warnings?,\s+([\d,]+) notices?`)
	if want[0] != want[1]+want[2]+want[3] || want[4]*want[5]*want[6] == 0 {
		t.Fatalf("the terminal tells %d", want)
	}
	o := ask(t, assistant(t, dir), "overview", nil).Overview
	for form, got := range map[string]counts{
		"HTML": numbersIn(t, html.UnescapeString(read("report.html")), `([\d,]+) known = ([\d,]+) listed \+ ([\d,]+) excluded \+ ([\d,]+) deferred`, `<b>([\d,]+)</b> errors</li>\s*<li><b>([\d,]+)</b> warnings</li>\s*<li><b>([\d,]+)</b> notices`),
		"Markdown": numbersIn(t, read("report.md"), `URLs known \| ([\d,]+) \|`, `Listed[^|]*\| ([\d,]+) \|`, `Excluded \| ([\d,]+) \|`, `Deferred \| ([\d,]+) \|`,
			`Errors \| ([\d,]+) \|`, `Warnings \| ([\d,]+) \|`, `Notices \| ([\d,]+) \|`),
		"workbook": inTables(t, func(table string) [][]string { return sheet(t, filepath.Join(dir, "r", "report.xlsx"), table) }),
		"CSV": inTables(t, func(table string) [][]string {
			rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(read(table+".csv"), "\ufeff"))).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			return rows
		}),
		"lines": inLines(t, read("report.jsonl")),
		"MCP":   {o.Known, o.Listed, o.Excluded, o.Deferred, o.Findings.Errors, o.Findings.Warnings, o.Findings.Notices},
	} {
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s and the terminal (-terminal +%s):\n%s", form, form, diff)
		}
	}
}

// numbersIn gives the numbers that patterns find in a text.
func numbersIn(t *testing.T, text string, patterns ...string) (list counts) {
	t.Helper()
	n := 0
	for _, p := range patterns {
		m := regexp.MustCompile(p).FindStringSubmatch(text)
		if m == nil {
			t.Fatalf("nothing is like %s in\n%s", p, text)
		}
		for _, digits := range m[1:] {
			var err error
			if list[n], err = strconv.Atoi(strings.ReplaceAll(digits, ",", "")); err != nil {
				t.Fatal(err)
			}
			n++
		}
	}
	return list
}

// sheet gives the rows of a table in a workbook.
func sheet(t *testing.T, name, table string) [][]string {
	t.Helper()
	book, err := excelize.OpenFile(name)
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	rows, err := book.GetRows(map[string]string{"summary": "Summary", "urls": "URLs", "findings": "Findings", "not-listed": "Not listed", "issues": "Issues"}[table])
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// inTables gives the numbers of the summary, if the other tables have as many
// rows.
func inTables(t *testing.T, rows func(table string) [][]string) (list counts) {
	t.Helper()
	names := []string{"URLs known", "Listed", "Excluded", "Deferred", "Errors", "Warnings", "Notices"}
	for _, row := range rows("summary") {
		if at := slices.Index(names, row[0]); at >= 0 {
			list[at], _ = strconv.Atoi(row[1])
		}
	}
	issues := 0
	for _, row := range rows("issues")[1:] {
		n, _ := strconv.Atoi(row[4])
		issues += n
	}
	found := list[4] + list[5] + list[6]
	for what, got := range map[string][2]int{
		"URLs": {len(rows("urls")) - 1, list[0]}, "URLs that are not listed": {len(rows("not-listed")) - 1, list[2] + list[3]},
		"findings": {len(rows("findings")) - 1, found}, "findings in issues": {issues, found},
	} {
		if got[0] != got[1] {
			t.Errorf("%d %s, and the summary tells of %d", got[0], what, got[1])
		}
	}
	return list
}

// inLines counts lines by what they are; the last one has to tell the same.
func inLines(t *testing.T, text string) (list counts) {
	t.Helper()
	var last struct{ Known, Listed, Excluded, Deferred int }
	at := map[string]int{"listed": 1, "excluded": 2, "deferred": 3, "error": 4, "warning": 5, "notice": 6}
	lines := bufio.NewScanner(strings.NewReader(text))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var l struct {
			Type, Severity string
			Verdict        struct{ State string }
		}
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			t.Fatal(err)
		}
		switch l.Type {
		case "url":
			list[0]++
			list[at[l.Verdict.State]]++
		case "finding":
			list[at[l.Severity]]++
		case "summary":
			if err := json.Unmarshal(lines.Bytes(), &last); err != nil {
				t.Fatal(err)
			}
		}
	}
	if last.Known != list[0] || last.Listed != list[1] || last.Excluded != list[2] || last.Deferred != list[3] {
		t.Errorf("the last line tells %+v, and there are %d", last, list)
	}
	return list
}
