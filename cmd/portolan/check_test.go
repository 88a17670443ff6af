package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/sitemap"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// portolanCheck runs the command and returns its exit code and streams.
func portolanCheck(t *testing.T, stdin string, args ...string) (code int, out, errOut string) {
	t.Helper()
	var o, e bytes.Buffer
	code = run(t.Context(), append([]string{"check"}, args...), strings.NewReader(stdin), &o, &e)
	return code, o.String(), e.String()
}

// checkedFile is a JSON line of the command.
type checkedFile struct {
	File, Kind     string
	Valid          bool
	URLs, Sitemaps int
	First          string
	Problems       []struct {
		Code   string
		Line   int
		Detail string
	}
}

func (c checkedFile) codes() []string {
	list := []string{}
	for _, p := range c.Problems {
		list = append(list, p.Code)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// checkedLines reads the command's JSON lines.
func checkedLines(t *testing.T, out string) []checkedFile {
	t.Helper()
	var list []checkedFile
	for line := range strings.Lines(out) {
		var c checkedFile
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		list = append(list, c)
	}
	return list
}

const checkVectors = "../../testdata/vectors/sitemaps"

// TestCheckVectors asks the command about every sample file.
func TestCheckVectors(t *testing.T) {
	file, err := os.Open(filepath.Join(checkVectors, "expectations.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for s := bufio.NewScanner(file); s.Scan(); {
		var want struct {
			File, Kind, At string
			Valid          bool
			URLs, Sitemaps int
			Problems       []string
			First          string
		}
		if err := json.Unmarshal(s.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(checkVectors, want.File)
		code, out, errOut := portolanCheck(t, "", "--json", "--at", want.At, name)
		got := checkedLines(t, out)
		if len(got) != 1 || errOut != "" {
			t.Fatalf("%s: %q %q", want.File, out, errOut)
		}
		g := got[0]
		wantCode := exit.Done
		if !want.Valid {
			wantCode = exit.Found
		}
		if code != wantCode || g.File != name || g.Kind != want.Kind || g.Valid != want.Valid || g.URLs != want.URLs || g.Sitemaps != want.Sitemaps {
			t.Errorf("%s: exit %d, %s", want.File, code, out)
		}
		if want.First != "" && g.First != want.First {
			t.Errorf("%s: first %q", want.File, g.First)
		}
		for _, p := range want.Problems {
			if !slices.Contains(g.codes(), p) {
				t.Errorf("%s: no %s in %v", want.File, p, g.codes())
			}
		}
	}
}

const (
	goodMap  = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://www.example.com/a</loc></url></urlset>`
	indexMap = `<?xml version="1.0" encoding="UTF-8"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">%s</sitemapindex>`
)

// checkFolder makes a folder of files.
func checkFolder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestCheckUsage(t *testing.T) {
	dir := checkFolder(t, map[string]string{"page.html": "<html>"})
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{nil, exit.Usage, "give the file or URL"},
		{[]string{"--at", "sitemap.xml", "-"}, exit.Usage, "--at"},
		{[]string{"--max-files", "0", "-"}, exit.Usage, "--max-files"},
		{[]string{filepath.Join(dir, "none.xml")}, exit.Usage, "none.xml"},
		{[]string{dir}, exit.Usage, "there is no sitemap in"},
	} {
		code, out, errOut := portolanCheck(t, "", c.args...)
		if code != c.code || out != "" || !strings.Contains(errOut, c.says) {
			t.Errorf("%v: exit %d, %q, %q", c.args, code, out, errOut)
		}
	}
}

// One file that cannot be read keeps no other from being checked.
func TestCheckGoesOn(t *testing.T) {
	dir := checkFolder(t, map[string]string{"a.xml": goodMap})
	code, out, errOut := portolanCheck(t, "", "--json", filepath.Join(dir, "none.xml"), filepath.Join(dir, "a.xml"))
	if code != exit.Usage || len(checkedLines(t, out)) != 1 || errOut == "" {
		t.Errorf("exit %d, %q, %q", code, out, errOut)
	}
}

func TestCheckStdin(t *testing.T) {
	code, out, _ := portolanCheck(t, goodMap, "--json", "--at", "http://www.example.com/sitemap.xml", "-")
	if got := checkedLines(t, out); code != exit.Done || len(got) != 1 || got[0].File != "-" || !got[0].Valid {
		t.Errorf("exit %d, %q", code, out)
	}
	if code, out, _ = portolanCheck(t, goodMap, "--json", "--at", "http://other.test/sitemap.xml", "-"); code != exit.Found {
		t.Errorf("exit %d, %q", code, out)
	}
}

func TestCheckFolder(t *testing.T) {
	dir := checkFolder(t, map[string]string{"a.xml": goodMap, "b.txt": "http://www.example.com/x/b\n", "c.xml": goodMap, "notes.md": "x", ".hidden.xml": "x"})
	code, out, _ := portolanCheck(t, "", "--json", "--at", "http://www.example.com/x/", dir)
	got := checkedLines(t, out)
	if code != exit.Found || len(got) != 3 || got[0].Valid || !got[1].Valid || got[2].Valid {
		t.Errorf("exit %d, %s", code, out)
	}
}

// The place of files that portolan published is known without --at.
func TestCheckPublished(t *testing.T) {
	dir := t.TempDir()
	entries := func(yield func(sitemap.Entry, error) bool) {
		yield(sitemap.Entry{Loc: "https://example.com/a/b"}, nil)
	}
	_, err := publish.Publish(context.Background(), publish.Options{Dir: dir, URL: "https://example.com/maps/sitemap.xml",
		Now: time.Unix(0, 0), InScope: func(string) bool { return true }}, entries)
	if err != nil {
		t.Fatal(err)
	}
	code, out, _ := portolanCheck(t, "", "--json", dir)
	if got := checkedLines(t, out); code != exit.Found || len(got) != 1 || !slices.Contains(got[0].codes(), "loc-out-of-scope") {
		t.Errorf("exit %d, %s", code, out)
	}
}

func TestCheckSession(t *testing.T) {
	text := strings.Replace(goodMap, "/a<", "/a?PHPSESSID=9682993c8daa2c54a1b2c3d4e5f60718<", 1)
	code, out, _ := portolanCheck(t, text, "--json", "-")
	if got := checkedLines(t, out); code != exit.Done || !slices.Contains(got[0].codes(), "session-in-loc") {
		t.Errorf("exit %d, %s", code, out)
	}
}

// People get the problems in groups, errors first, with a line for each
// example, the way out, and what a schema does not see.
func TestCheckForPeople(t *testing.T) {
	var b strings.Builder
	for i := range 5 {
		fmt.Fprintf(&b, "<url><loc>http://www.example.com/%d#x</loc></url>\n<url><loc>http://other.test/\x1b[31m%d</loc></url><url><loc>http://other.test/%d</loc></url>\n", i, i, i)
	}
	text := strings.Replace(goodMap, "<url>", b.String()+"<url>", 1)
	code, out, _ := portolanCheck(t, text, "--at", "http://www.example.com/sitemap.xml", "-")
	if code != exit.Found {
		t.Errorf("exit %d", code)
	}
	for _, want := range []string{"-: NOT VALID", "sitemap 0.9, 11 URLs", "E loc-out-of-scope (5) *", "line 2: http://other.test/0", "and 2 more",
		"W loc-fragment (5) *", "does not see this"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if strings.Index(out, "E loc-out-of-scope") > strings.Index(out, "W loc-fragment") {
		t.Error("warnings come before errors")
	}
	if strings.Contains(out, "\x1b") {
		t.Error("an escape code of the file reached the terminal")
	}
	for line := range strings.Lines(out) {
		if len(strings.TrimSuffix(line, "\n")) > 80 && !strings.Contains(line, "://") {
			t.Errorf("over 80 columns: %q", line)
		}
	}
	if code, out, _ = portolanCheck(t, goodMap, "--quiet", "-"); code != exit.Done || out != "" {
		t.Errorf("quiet, valid: exit %d, %q", code, out)
	}
}

// mapServer serves files by path; %s in them is the server's own URL.
func mapServer(t *testing.T, files map[string]string) *httptest.Server {
	t.Helper()
	var srv *httptest.Server
	srv = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, ok := files[r.URL.Path]
		switch {
		case !ok:
			http.NotFound(w, r)
		case strings.HasPrefix(text, "-> "):
			http.Redirect(w, r, strings.ReplaceAll(text[3:], "%s", srv.URL), http.StatusFound)
		default:
			fmt.Fprint(w, strings.ReplaceAll(text, "%s", srv.URL))
		}
	}))
	t.Cleanup(srv.Close)
	return srv
}

func sitemapsOf(locs ...string) string {
	var b strings.Builder
	for _, l := range locs {
		b.WriteString("<sitemap><loc>%s" + l + "</loc></sitemap>")
	}
	return strings.Replace(indexMap, "%s", b.String(), 1)
}

const ownMap = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>%s/a</loc></url></urlset>`

// byPath gives the lines of a check by the path of their URL.
func byPath(t *testing.T, srv *httptest.Server, out string) map[string]checkedFile {
	t.Helper()
	m := map[string]checkedFile{}
	for _, c := range checkedLines(t, out) {
		path := strings.TrimPrefix(c.File, srv.URL)
		if _, twice := m[path]; twice {
			t.Errorf("%s was checked twice", path)
		}
		m[path] = c
	}
	return m
}

func TestCheckIndexByURL(t *testing.T) {
	srv := mapServer(t, map[string]string{"/index.xml": sitemapsOf("/a.xml", "/b.xml", "/a.xml"), "/a.xml": ownMap, "/b.xml": strings.Replace(ownMap, "%s", "http://other.test", 1)})
	code, out, errOut := portolanCheck(t, "", "--json", srv.URL+"/index.xml")
	got := byPath(t, srv, out)
	if code != exit.Found || len(got) != 3 || !got["/a.xml"].Valid || got["/b.xml"].Valid || !got["/index.xml"].Valid || got["/index.xml"].Sitemaps != 3 {
		t.Errorf("exit %d\n%s%s", code, out, errOut)
	}
	if code, out, _ = portolanCheck(t, "", "--json", "--no-follow", srv.URL+"/index.xml"); code != exit.Done || len(checkedLines(t, out)) != 1 {
		t.Errorf("--no-follow: exit %d\n%s", code, out)
	}
	if code, out, errOut = portolanCheck(t, "", "--json", "--max-files", "2", srv.URL+"/index.xml"); len(checkedLines(t, out)) != 2 || !strings.Contains(errOut, "not all sitemaps") {
		t.Errorf("--max-files: exit %d\n%s%s", code, out, errOut)
	}
}

func TestCheckLoops(t *testing.T) {
	srv := mapServer(t, map[string]string{
		"/self.xml": sitemapsOf("/self.xml"),
		"/a.xml":    sitemapsOf("/b.xml", "/ok.xml"), "/b.xml": sitemapsOf("/a.xml"),
		"/nested.xml": sitemapsOf("/inner.xml"), "/inner.xml": sitemapsOf("/ok.xml"),
		"/ok.xml": ownMap,
	})
	for _, c := range []struct{ at, file, code string }{
		{"/self.xml", "/self.xml", "index-loop"},
		{"/a.xml", "/b.xml", "index-loop"},
		{"/a.xml", "/a.xml", "nested-index"},
		{"/nested.xml", "/nested.xml", "nested-index"},
	} {
		code, out, _ := portolanCheck(t, "", "--json", srv.URL+c.at)
		got := byPath(t, srv, out)[c.file]
		if code != exit.Found || got.Valid || !slices.Contains(got.codes(), c.code) {
			t.Errorf("%s: no %s for %s:\n%s", c.at, c.code, c.file, out)
		}
	}
}

func TestCheckRobotsByURL(t *testing.T) {
	srv := mapServer(t, map[string]string{"/robots.txt": "User-agent: *\nSitemap: %s/index.xml\n", "/index.xml": sitemapsOf("/ok.xml"), "/ok.xml": ownMap})
	code, out, _ := portolanCheck(t, "", "--json", srv.URL+"/robots.txt")
	got := byPath(t, srv, out)
	if code != exit.Done || len(got) != 3 || got["/robots.txt"].Kind != "robots" || len(got["/index.xml"].Problems) > 0 {
		t.Errorf("exit %d\n%s", code, out)
	}
}

// A robots.txt lets the sitemaps that it names list all of its host, by way of
// an index, too; asked for alone, they may not.
func TestCheckSitemapsNamedByRobots(t *testing.T) {
	srv := mapServer(t, map[string]string{"/robots.txt": "Sitemap: %s/maps/index.xml\n",
		"/maps/index.xml": sitemapsOf("/maps/own.xml", "/maps/other.xml"), "/maps/own.xml": ownMap,
		"/maps/other.xml": strings.Replace(ownMap, "%s", "http://other.test", 1)})
	_, out, _ := portolanCheck(t, "", "--json", srv.URL+"/robots.txt")
	got := byPath(t, srv, out)
	if len(got) != 4 || !got["/maps/own.xml"].Valid || !slices.Contains(got["/maps/other.xml"].codes(), "loc-out-of-scope") {
		t.Errorf("by robots.txt:\n%s", out)
	}
	_, out, _ = portolanCheck(t, "", "--json", srv.URL+"/maps/own.xml")
	if !strings.Contains(out, "loc-out-of-scope") {
		t.Errorf("alone:\n%s", out)
	}
}

// Only what the index may list is fetched, and redirects of it stay on its
// host.
func TestCheckStaysOnTheHost(t *testing.T) {
	reached := false
	inside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	t.Cleanup(inside.Close)
	other := strings.Replace(inside.URL, "127.0.0.1", "localhost", 1)
	srv := mapServer(t, map[string]string{
		"/index.xml": strings.Replace(sitemapsOf("/away.xml"), "</sitemapindex>", "<sitemap><loc>"+other+"/x.xml</loc></sitemap></sitemapindex>", 1),
		"/away.xml":  "-> " + other + "/y.xml",
	})
	code, out, errOut := portolanCheck(t, "", "--json", srv.URL+"/index.xml")
	if reached || code != exit.Usage || !strings.Contains(errOut, "another host") || !strings.Contains(out, "loc-out-of-scope") {
		t.Errorf("reached %t, exit %d\n%s%s", reached, code, out, errOut)
	}
}

// A redirect of the URL that the user gave moves the sitemap's place.
func TestCheckRedirect(t *testing.T) {
	srv := mapServer(t, map[string]string{"/old/sitemap.xml": "-> /sitemap.xml", "/sitemap.xml": ownMap})
	if code, out, errOut := portolanCheck(t, "", srv.URL+"/old/sitemap.xml"); code != exit.Done {
		t.Errorf("exit %d\n%s%s", code, out, errOut)
	}
}

func TestCheckHTTPErrors(t *testing.T) {
	srv := mapServer(t, map[string]string{"/loop.xml": "-> /loop.xml"})
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	for url, says := range map[string]string{srv.URL + "/none.xml": "404", srv.URL + "/loop.xml": "redirects", gone.URL + "/x.xml": "refused"} {
		code, out, errOut := portolanCheck(t, "", url)
		if code != exit.Usage || out != "" || !strings.Contains(errOut, says) {
			t.Errorf("%s: exit %d, %q, %q", url, code, out, errOut)
		}
	}
}

// A packed file is read as it lies on the server, whatever the server calls
// it; a page that was packed on the way is not a packed file.
func TestCheckContentEncoding(t *testing.T) {
	var packed bytes.Buffer
	gz := gzip.NewWriter(&packed)
	gz.Write([]byte(goodMap))
	gz.Close()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/encoded.xml.gz", "/encoded.xml":
			w.Header().Set("Content-Encoding", "gzip")
		case "/odd.xml":
			w.Header().Set("Content-Encoding", "br")
		}
		w.Write(packed.Bytes())
	}))
	t.Cleanup(srv.Close)
	for path, problem := range map[string]string{"/plain.xml.gz": "", "/encoded.xml.gz": "", "/encoded.xml": "", "/plain.xml": "gzip-without-name"} {
		_, out, _ := portolanCheck(t, "", "--json", srv.URL+path)
		got := checkedLines(t, out)
		if len(got) != 1 || got[0].URLs != 1 {
			t.Fatalf("%s: %q", path, out)
		}
		codes := slices.DeleteFunc(got[0].codes(), func(s string) bool { return s == "loc-out-of-scope" })
		if strings.Join(codes, " ") != problem {
			t.Errorf("%s: %v, want %q", path, codes, problem)
		}
	}
	if code, _, errOut := portolanCheck(t, "", srv.URL+"/odd.xml"); code != exit.Usage || !strings.Contains(errOut, "br") {
		t.Errorf("exit %d, %q", code, errOut)
	}
}

func TestCheckInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	srv := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	}))
	t.Cleanup(srv.Close)
	var o, e bytes.Buffer
	if code := run(ctx, []string{"check", srv.URL + "/sitemap.xml"}, nil, &o, &e); code != exit.Interrupted {
		t.Errorf("exit %d, %q", code, e.String())
	}
}
