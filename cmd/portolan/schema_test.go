package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
)

// Each line that portolan prints for programs is as portolan schema says, and
// has nothing besides; URLs in report.jsonl stand in the order of their bytes.
func TestSchemas(t *testing.T) {
	gone := false
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/":
			fmt.Fprint(w, "<title>Start\u202e</title> <b>1</b> <a href=/z>z</a> <a href=/b>b</a> <a href=/old>old</a> <a href=/gone>gone</a> <a href=/wrong>w</a> <a href=http://b.example/>x</a>")
		case r.URL.Path == "/old":
			http.Redirect(w, r, "/older", http.StatusFound)
		case r.URL.Path == "/older":
			http.Redirect(w, r, "/b", http.StatusMovedPermanently)
		case r.URL.Path == "/b":
			fmt.Fprint(w, "<title>B</title> <link rel=canonical href=/> <meta name=robots content=noindex> text")
		case r.URL.Path == "/wrong":
			w.Header().Set("X-Robots-Tag", "noindex, caf\xe9")
			w.Header().Set("Last-Modified", "hier, \xe9")
			fmt.Fprint(w, "<title>W</title> text")
		case r.URL.Path == "/z" && !gone:
			fmt.Fprint(w, "<title>Z</title> text <a href=/>start</a>")
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	dir := filepath.Join(t.TempDir(), "site")
	portolan := func(args ...string) []byte {
		t.Helper()
		var out, said bytes.Buffer
		if code := run(t.Context(), args, strings.NewReader(""), &out, &said); code != exit.Done {
			t.Fatalf("%v: exit %d: %s", args, code, said.String())
		}
		return out.Bytes()
	}
	for range 2 { // then there are changes
		portolan(server.URL, "-o", dir, "--quiet", "--report", "none", "--force", "--extract", "b=css:b")
		gone = true
	}
	portolan("report", dir, "--format", "jsonl")
	report, err := os.ReadFile(filepath.Join(dir, "report.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	types, urls := map[string]int{}, []string{}
	of := map[string]map[string]any{}
	for _, out := range [][]byte{report, portolan("urls", dir, "--json"), portolan("links", dir, "--json"), portolan("findings", dir, "--json", "--counts"), portolan("causes", dir, "--json"), portolan("diff", dir, "--json")} {
		lines := json.NewDecoder(bytes.NewReader(out))
		for {
			var line map[string]any
			if err := lines.Decode(&line); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%v in %s", err, out)
			}
			kind := line["type"].(string)
			types[kind]++
			if url, is := line["url"].(string); is && kind == "url" {
				if of[url] == nil { // of report.jsonl, which comes first
					urls, of[url] = append(urls, url), line
				}
			}
			if kind == "diff" { // a summary that has no schema
				continue
			}
			if err := schemaFor(t, kind, portolan("schema", kind)).Validate(line); err != nil {
				t.Errorf("%s: %v: %v", kind, err, line)
			}
		}
	}
	for _, kind := range []string{"run", "url", "link", "finding", "findings", "cause", "change", "summary"} {
		if types[kind] == 0 {
			t.Errorf("no line is a %s", kind)
		}
	}
	if len(urls) < 8 || !slices.IsSorted(urls) {
		t.Errorf("URLs in the order %v", urls)
	}
	got, _ := json.Marshal([]any{of[server.URL+"/old"]["verdict"], of[server.URL+"/old"]["redirects"], of[server.URL+"/b"]["verdict"], of[server.URL+"/wrong"]["raw_b64"],
		of[server.URL+"/wrong"]["verdict"]})
	want := fmt.Sprintf(`[{"also":[],"code":"redirect","evidence":[{"kind":"status","note":"1 request","text":"HTTP 302","where":null},{"kind":"header","note":null,"text":"Location: /older","where":null}],"state":"excluded"},`+
		`[{"status":301,"url":"%[1]s/older","verdict":"redirect"},{"status":200,"url":"%[1]s/b","verdict":"noindex-meta"}],`+
		`{"also":["canonical-elsewhere"],"code":"noindex-meta","evidence":[{"kind":"tag","note":"read as googlebot","text":"\u003cmeta name=\"robots\" content=\"noindex\"\u003e","where":null}],"state":"excluded"},`+
		`{"last_modified":"aGllciwg6Q=="},`+
		`{"also":[],"code":"noindex-header","evidence":[{"kind":"header","note":"read as googlebot","raw_b64":"WC1Sb2JvdHMtVGFnOiBub2luZGV4LCBjYWbp","text":"X-Robots-Tag: noindex, caf�","where":null}],"state":"excluded"}]`, server.URL)
	if string(got) != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// schemaFor reads a schema, and makes it refuse what it does not name.
func schemaFor(t *testing.T, kind string, text []byte) *jsonschema.Resolved {
	t.Helper()
	s := &jsonschema.Schema{}
	if err := json.Unmarshal(text, s); err != nil {
		t.Fatalf("schema %s: %v", kind, err)
	}
	var close func(*jsonschema.Schema)
	close = func(s *jsonschema.Schema) {
		for _, p := range s.Properties {
			close(p)
		}
		if s.Items != nil {
			close(s.Items)
		}
		if s.Properties != nil && s.AdditionalProperties == nil {
			s.AdditionalProperties = &jsonschema.Schema{Not: &jsonschema.Schema{}}
		}
	}
	close(s)
	if kind == "url" {
		s.Properties["b"] = &jsonschema.Schema{Types: []string{"string", "null"}} // --extract
		s.Properties["extract_timeout"] = &jsonschema.Schema{Types: []string{"number", "null"}}
	}
	r, err := s.Resolve(nil)
	if err != nil {
		t.Fatalf("schema %s: %v", kind, err)
	}
	return r
}
