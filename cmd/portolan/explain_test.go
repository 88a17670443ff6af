package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/opening"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/explain"
)

// runQuietly runs a command line and gives what it printed.
func runQuietly(t *testing.T, want int, args ...string) string {
	t.Helper()
	var out, errOut bytes.Buffer
	if code := run(t.Context(), args, strings.NewReader(""), &out, &errOut); code != want {
		t.Fatalf("portolan %s: exit code %d, want %d\n%s", strings.Join(args, " "), code, want, errOut.String())
	}
	return out.String()
}

// Explain rebuilds every verdict of a crawl from the crawl file alone: it is
// the one that the crawl stored.
func TestExplainAgreesWithTheCrawl(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site")
	runQuietly(t, exit.Done, "demo", "-o", dir, "--quiet")
	stored := storedVerdicts(t, dir)
	if len(stored) < 70 {
		t.Fatalf("the crawl holds %d verdicts", len(stored))
	}
	for url, want := range stored {
		var got explain.Explanation
		if err := json.Unmarshal([]byte(runQuietly(t, exit.Done, "explain", dir, url, "--json")), &got); err != nil {
			t.Fatalf("%s: %v", url, err)
		}
		also := map[string]bool{}
		for _, v := range got.Also {
			also[v.Verdict] = true
		}
		switch {
		case !got.Known || got.Verdict == nil:
			t.Errorf("%s: not known", url)
		case got.URL != url:
			t.Errorf("%s: explained as %s", url, got.URL)
		case got.Verdict.Verdict != want.verdict || !maps.Equal(also, want.also):
			t.Errorf("%s: explained as %s, also %v, want %s, also %v", url, got.Verdict.Verdict, also, want.verdict, want.also)
		case len(got.Verdict.Evidence) == 0:
			t.Errorf("%s: %s without evidence", url, got.Verdict.Verdict)
		case got.Verdict.State == "listed" && (got.Listed == nil || got.Listed.File != "sitemap.xml"):
			t.Errorf("%s: listed in no file", url)
		}
	}
}

type storedVerdict struct {
	verdict string
	also    map[string]bool
}

func storedVerdicts(t *testing.T, dir string) map[string]storedVerdict {
	t.Helper()
	crawl, err := opening.Newest(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer crawl.Close()
	all := map[string]storedVerdict{}
	for row, err := range crawl.Rows(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		v, err := crawl.VerdictOf(row.ID)
		if err != nil {
			t.Fatal(err)
		}
		s := storedVerdict{audit.Code(v.Code).String(), map[string]bool{}}
		for _, c := range audit.Codes() {
			if v.Also&(1<<c) != 0 {
				s.also[c.String()] = true
			}
		}
		all[row.URL] = s
	}
	return all
}

// setTexts sets every text of a value, and one of each list.
func setTexts(v reflect.Value, text string) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(text)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(1)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		setTexts(v.Elem(), text)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		setTexts(v.Index(0), text)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				setTexts(v.Field(i), text)
			}
		}
	}
}

// What an explanation prints is safe for a terminal, whatever a site says.
func TestExplanationIsPrintable(t *testing.T) {
	const text = "\x1b]0;x\x07\u202e\r\n\x00\x9b2J"
	var known explain.Explanation
	setTexts(reflect.ValueOf(&known).Elem(), text)
	known.URL += "x"
	for _, v := range []*explain.Verdict{known.Verdict, &known.Also[0], known.Foresee} {
		v.Evidence[0].Kind = "kind" // it is our own word
	}
	known.Content.Canonical, known.End.Loop, known.Retry = "other", false, nil
	known.Robots = append(known.Robots, explain.Robots{Agent: text, Allow: true, File: text, Status: 404, Note: text})
	unknown := known
	unknown.Known = false
	noAnswer := known
	noAnswer.Fetch, noAnswer.Content = &explain.Fetch{Tries: 2, Error: text, ErrorText: text}, nil
	noAnswer.Retry = &explain.Retry{Error: text}
	for name, x := range map[string]explain.Explanation{"known": known, "unknown": unknown, "no answer": noAnswer} {
		text := explain.Text(&x)
		if i := strings.IndexFunc(text, safe.UnsafeRune); i >= 0 || strings.ContainsRune(text, '\t') {
			t.Errorf("%s: %q is not safe", name, text[max(i-20, 0):min(i+20, len(text))])
		}
		for line := range strings.SplitSeq(text, "\n") {
			if prose.Columns(line) > prose.Width {
				t.Errorf("%s: line of %d columns: %s", name, prose.Columns(line), line)
			}
		}
	}
}

// The way to a page that is many clicks away is told with its middle left out,
// and with nothing that is not so.
func TestExplainLongWay(t *testing.T) {
	archive := "origin: http://chain.example\n-- / --\n<a href=\"/p1\">on</a>\n"
	for i := range 120 {
		archive += fmt.Sprintf("-- /p%d --\n<h1>Page %d</h1>\n<a href=\"/p%d\">on</a>\n", i+1, i+1, i+2)
	}
	site, err := crawltest.Parse([]byte(archive))
	if err != nil {
		t.Fatal(err)
	}
	server := crawltest.NewServer(t, site)
	dir := filepath.Join(t.TempDir(), "chain")
	args := []string{"http://chain.example/", "-o", dir, "--quiet"}
	for _, r := range server.Resolve() {
		args = append(args, "--resolve", r)
	}
	runQuietly(t, exit.Done, args...)
	for clicks, want := range map[string]string{
		"/p99": "\nPath             99 clicks from the start\n                 http://chain.example/\n",
		"/p49": "\nPath             49 clicks from the start\n",
	} {
		text := runQuietly(t, exit.Done, "explain", dir, clicks)
		if !strings.Contains(text, want) || strings.Contains(text, "found before") || strings.Contains(text, "Shortest") {
			t.Errorf("%s:\n%s", clicks, text)
		}
		if left := strings.Contains(text, "(50 more)"); left != (clicks == "/p99") {
			t.Errorf("%s: left out in the middle: %t", clicks, left)
		}
	}
}
