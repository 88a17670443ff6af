package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
)

// portolanCanonical runs the command and returns its exit code and streams.
func portolanCanonical(t *testing.T, stdin string, args ...string) (code int, out, errOut string) {
	t.Helper()
	var o, e bytes.Buffer
	code = run(t.Context(), append([]string{"canonical"}, args...), strings.NewReader(stdin), &o, &e)
	return code, o.String(), e.String()
}

const vectorFile = "../../testdata/vectors/url.jsonl"

// canonicalAnswer is one line of --json, as a reader of it sees it.
type canonicalAnswer struct {
	Input   string
	URL     *string
	Reason  *string
	Removed []struct{ Name, Kind, Why string }
}

func (a canonicalAnswer) String() string {
	switch {
	case a.URL != nil && a.Reason == nil && a.Removed != nil:
		return *a.URL
	case a.URL == nil && a.Reason != nil && a.Removed != nil:
		return *a.Reason
	}
	return fmt.Sprintf("neither URL nor reason: %+v", a.Removed)
}

// TestCanonicalVectors runs the whole sample through the command.
func TestCanonicalVectors(t *testing.T) {
	sample, err := os.ReadFile(vectorFile)
	if err != nil {
		t.Fatal(err)
	}
	code, out, errOut := portolanCanonical(t, string(sample), "--json", "--jsonl")
	if code != exit.Done || errOut != "" {
		t.Fatalf("exit %d: %s", code, errOut)
	}
	answers := json.NewDecoder(strings.NewReader(out))
	lines := bufio.NewScanner(bytes.NewReader(sample))
	n := 0
	for ; lines.Scan(); n++ {
		var v struct{ ID, Input, Want, Reason string }
		var got canonicalAnswer
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		if err := answers.Decode(&got); err != nil {
			t.Fatalf("%s: %v", v.ID, err)
		}
		if got.Input != v.Input || got.String() != v.Want+v.Reason {
			t.Errorf("%s: %q gives %s, want %s", v.ID, v.Input, got, v.Want+v.Reason)
		}
	}
	if n < 200 || answers.More() {
		t.Errorf("%d vectors, more answers than that: %v", n, answers.More())
	}
}

func TestCanonicalJSON(t *testing.T) {
	for _, c := range []struct {
		name, stdin string
		args        []string
		want        string
	}{
		{"the line as it is", "", []string{"http://h?b=1&PHPSESSID=x"},
			`{"input":"http://h?b=1&PHPSESSID=x","url":"http://h/?b=1","reason":null,"removed":[{"name":"PHPSESSID","kind":"session","why":"session id, by name: PHP"}]}`},
		{"a refused one", "", []string{"mailto:a"}, `{"input":"mailto:a","url":null,"reason":"scheme","removed":[]}`},
		{"what JSON must escape", "http://h/\"\\\x01\xff<&>\n", nil,
			`{"input":"http://h/\"\\\u0001\ufffd<&>","url":"http://h/%22/%01%EF%BF%BD%3C&%3E","reason":null,"removed":[]}`},
		{"lines are taken whole", " a b \r\n\n?x", []string{"--base", "http://h/d/", "-"},
			`{"input":" a b ","url":"http://h/d/a%20b","reason":null,"removed":[]}
{"input":"","url":"http://h/d/","reason":null,"removed":[]}
{"input":"?x","url":"http://h/d/?x","reason":null,"removed":[]}`},
		{"a CR alone stays", "http://h/a\r", nil, `{"input":"http://h/a\r","url":"http://h/a","reason":null,"removed":[]}`},
		{"arguments around standard input", "http://h/2\n", []string{"http://h/1", "-", "http://h/3"},
			`{"input":"http://h/1","url":"http://h/1","reason":null,"removed":[]}
{"input":"http://h/2","url":"http://h/2","reason":null,"removed":[]}
{"input":"http://h/3","url":"http://h/3","reason":null,"removed":[]}`},
		{"scope", "", []string{"--sitemap-url", "https://h/a/sitemap.xml", "https://h/a/", "https://h:81/a/", "http://h/a/", "https://h/b"},
			`{"input":"https://h/a/","url":"https://h/a/","reason":null,"removed":[]}
{"input":"https://h:81/a/","url":null,"reason":"scope-host","removed":[]}
{"input":"http://h/a/","url":null,"reason":"scope-scheme","removed":[]}
{"input":"https://h/b","url":null,"reason":"scope-path","removed":[]}`},
		{"charset", "", []string{"--charset", "windows-1251", "http://h/я?я"},
			`{"input":"http://h/я?я","url":"http://h/%D1%8F?%FF","reason":null,"removed":[]}`},
		{"site", "", []string{"--site", "https://h/", "http://h/a", "http://h:81/a", "http://i/a"},
			`{"input":"http://h/a","url":"https://h/a","reason":null,"removed":[{"name":"http","kind":"scheme","why":"https is the settled scheme of h: --site"}]}
{"input":"http://h:81/a","url":"http://h:81/a","reason":null,"removed":[]}
{"input":"http://i/a","url":"http://i/a","reason":null,"removed":[]}`},
		{"site on a port", "", []string{"--site", "https://h:444/", "http://h/a"}, `{"input":"http://h/a","url":"http://h/a","reason":null,"removed":[]}`},
		{"site as an address", "", []string{"--site", "https://[::1]/", "http://[::1]/"},
			`{"input":"http://[::1]/","url":"https://[::1]/","reason":null,"removed":[{"name":"http","kind":"scheme","why":"https is the settled scheme of [::1]: --site"}]}`},
		{"strip and keep", "", []string{"--strip-param", "a*", "--strip-param", "q", "--keep-param", "ab", "http://h/?aa&ab&Q=1"},
			`{"input":"http://h/?aa&ab&Q=1","url":"http://h/?ab","reason":null,"removed":[{"name":"aa","kind":"strip","why":"asked for: a*"},{"name":"Q","kind":"strip","why":"asked for: q"}]}`},
		{"without tables", "", []string{"--no-tracking-rules", "--no-session-rules", "http://h/;jsessionid=1?utm_id=1"},
			`{"input":"http://h/;jsessionid=1?utm_id=1","url":"http://h/;jsessionid=1?utm_id=1","reason":null,"removed":[]}`},
		{"flags hold where an object is silent", `{"input":"a"}` + "\n\n" + `{"input":"a","base":"http://i/"}` + "\n" + `{"input":"http://h/","base":"mailto:x"}` + "\n" + `{"input":"a"}`,
			[]string{"--jsonl", "--base", "http://h/"},
			`{"input":"a","url":"http://h/a","reason":null,"removed":[]}
{"input":"a","url":"http://i/a","reason":null,"removed":[]}
{"input":"http://h/","url":null,"reason":"parse","removed":[]}
{"input":"a","url":"http://h/a","reason":null,"removed":[]}`},
		{"scope before length", "", []string{"--sitemap-url", "http://i/", "http://h/" + strings.Repeat("a", 3000)},
			`{"input":"http://h/` + strings.Repeat("a", 3000) + `","url":null,"reason":"scope-host","removed":[]}`},
	} {
		code, out, errOut := portolanCanonical(t, c.stdin, append([]string{"--json"}, c.args...)...)
		if code != exit.Done || out != c.want+"\n" || errOut != "" {
			t.Errorf("%s: exit %d %s\n%s\nwant\n%s", c.name, code, errOut, out, c.want)
		}
	}
}

func TestCanonicalUsage(t *testing.T) {
	for _, c := range []struct {
		stdin string
		args  []string
		says  string
	}{
		{"", []string{"--base", "a/b", "x"}, "--base"},
		{"", []string{"--site", "ftp://h/", "x"}, "--site"},
		{"", []string{"--sitemap-url", "sitemap.xml", "x"}, "--sitemap-url"},
		{"", []string{"--charset", "klingon", "x"}, "--charset"},
		{"", []string{"--strip-param", "a=b", "x"}, "a=b"},
		{"", []string{"--jsonl", "x"}, "--jsonl"},
		{"{\"input\":\"http://h/\"}\nno object\n", []string{"--jsonl"}, "line 2"},
		{"{\"base\":\"http://h/\"}\n", []string{"--jsonl"}, "line 1"},
		{"{\"input\":\"http://h/\",\"sitemap\":\"x\"}\n", []string{"--jsonl"}, "sitemap"},
	} {
		code, _, errOut := portolanCanonical(t, c.stdin, c.args...)
		if code != exit.Usage || !strings.Contains(errOut, c.says) {
			t.Errorf("%v: exit %d, %q; want 2 and a word on %s", c.args, code, errOut, c.says)
		}
	}
}

// TestCanonicalAnswersBeforeError: what was answered before a bad line is on
// standard output.
func TestCanonicalAnswersBeforeError(t *testing.T) {
	_, out, _ := portolanCanonical(t, "{\"input\":\"http://h/\"}\nno object\n", "--json", "--jsonl")
	if !strings.Contains(out, `"url":"http://h/"`) {
		t.Errorf("answered: %q", out)
	}
}

func TestCanonicalText(t *testing.T) {
	code, out, _ := portolanCanonical(t, "http://h/a?b\nhttp://h?utm_id=1\nmailto:a\x1b[31m\n")
	want := `RESULT        URL
same          http://h/a?b
changed       http://h/
                was http://h?utm_id=1
                without utm_id: tracking parameter, by name: campaign links (Urchin, Google Analytics)
scheme        mailto:a\x1b[31m
                neither http nor https
`
	if code != exit.Done || out != want {
		t.Errorf("exit %d\n%s\nwant\n%s", code, out, want)
	}
}

// repeat reads a line again and again.
type repeat struct {
	line string
	left int
	rest string
}

func (r *repeat) Read(p []byte) (int, error) {
	if r.rest == "" {
		if r.left == 0 {
			return 0, io.EOF
		}
		r.left--
		r.rest = r.line
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// lineCounter counts lines, and what is written at most at once.
type lineCounter struct{ lines, most int }

func (w *lineCounter) Write(p []byte) (int, error) {
	w.lines += bytes.Count(p, []byte("\n"))
	w.most = max(w.most, len(p))
	return len(p), nil
}

// An argument without a scheme is the address of a page, if it begins with a
// host; a line of standard input is taken as it is.
func TestCanonicalFindsTheScheme(t *testing.T) {
	for _, c := range []struct {
		stdin string
		args  []string
		want  string
	}{
		{"", []string{"WWW.example.com/a?utm_source=x"}, `"input":"WWW.example.com/a?utm_source=x","url":"https://www.example.com/a"`},
		{"", []string{"example.com"}, `"url":"https://example.com/"`},
		{"", []string{"localhost:8080/x"}, `"url":"https://localhost:8080/x"`},
		{"", []string{"example.com?a=1"}, `"url":"https://example.com/?a=1"`},
		{"", []string{"about.html"}, `"reason":"parse"`},
		{"", []string{"mailto:a@b.example"}, `"reason":"scheme"`},
		{"", []string{"--base", "http://h/d/", "example.com/a"}, `"url":"http://h/d/example.com/a"`},
		{"example.com/a\n", nil, `"reason":"parse"`},
	} {
		var out, errOut bytes.Buffer
		code := run(t.Context(), append([]string{"canonical", "--json"}, c.args...), strings.NewReader(c.stdin), &out, &errOut)
		if code != exit.Done || !strings.Contains(out.String(), c.want) {
			t.Errorf("canonical %q: exit %d, %s, want %s\n%s", c.args, code, out.String(), c.want, errOut.String())
		}
	}
}

// TestCanonicalStreams gives many lines and some that are megabytes long.
func TestCanonicalStreams(t *testing.T) {
	long := "http://h/a?sid=" + strings.Repeat("x", 5<<20)
	in := io.MultiReader(
		&repeat{line: "http://www.example.com/p?id=1&utm_source=2\n", left: 50_000},
		strings.NewReader(long+"\n"+long),
	)
	var out lineCounter
	var errOut bytes.Buffer
	if code := run(t.Context(), []string{"canonical", "--json"}, in, &out, &errOut); code != exit.Done || out.lines != 50_002 {
		t.Errorf("exit %d, %d lines: %s", code, out.lines, errOut.String())
	}
	if out.most > 8<<20 {
		t.Errorf("%d bytes held back", out.most)
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

// TestCanonicalWriteFails: a reader that goes away ends the command, with
// input left.
func TestCanonicalWriteFails(t *testing.T) {
	in := &repeat{line: "http://h/\n", left: 1 << 30}
	var errOut bytes.Buffer
	if code := run(t.Context(), []string{"canonical", "--json"}, in, brokenPipe{}, &errOut); code != exit.Failed || !strings.Contains(errOut.String(), "broken pipe") {
		t.Errorf("exit %d: %s", code, errOut.String())
	}
}
