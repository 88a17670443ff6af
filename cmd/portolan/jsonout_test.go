package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/safe"
)

// evil is what a site writes to change what a reader sees: terminal commands in
// C0 and C1, line ends, text from right to left, marks of no width, a letter
// that is blank, tags beyond 16 bits.
const evil = "\x1b[2J\u009b31m\u0085\u2028\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c\u200b\u200c\u200d\u2060\ufeff\u00ad\u180e\u3164\U000e0041"

// evilSite puts it wherever a site can write.
func evilSite(w http.ResponseWriter, r *http.Request) {
	escaped, h := url.PathEscape(evil), w.Header()
	lineSafe := strings.NewReplacer("\x1b", "", "\u0085", "").Replace(evil)
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("X-Robots-Tag", "unavailable_after: "+lineSafe)
	h.Set("Etag", `"`+lineSafe+`"`)
	switch {
	case r.URL.Path == "/robots.txt":
		fmt.Fprintf(w, "User-agent: *\nDisallow: /no%s\nSitemap: http://%s/map.xml\nSitemap: http://%s/%s.xml\nHost: %s\nClean-param: a%s /%s\n", lineSafe, r.Host, r.Host, evil, evil, evil, evil)
	case r.URL.Path == "/map.xml":
		fmt.Fprintf(w, "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>http://%s/listed%s</loc><lastmod>%s</lastmod></url><%s/></urlset>", r.Host, lineSafe, lineSafe, lineSafe)
	case r.URL.Path == "/":
		fmt.Fprintf(w, "<title>%s</title><h1>%s</h1><a href='/a%s'>%s</a><a href='/b?%s&utm_source=%s&PHPSESSID=%s'>x</a><a href='//h%s/'>y</a><a href='/gone%s'>z</a><a href=/moved>m</a><a href=/cut>c</a><a href='/no%s'>n</a>",
			evil, evil, evil, evil, evil, evil, evil, evil, escaped, escaped)
	case strings.HasPrefix(r.URL.Path, "/gone"):
		w.WriteHeader(http.StatusNotFound)
	case r.URL.Path == "/moved":
		h.Set("Location", "/a"+lineSafe)
		w.WriteHeader(http.StatusFound)
	case r.URL.Path == "/cut":
		h.Set("Content-Encoding", "x"+lineSafe)
		fmt.Fprint(w, "\x00\x01")
	default:
		fmt.Fprintf(w, "<title>%s</title><link rel=canonical href='/c%s'><meta name=robots content='%s'><p>%s", evil, evil, evil, evil)
	}
}

// TestOutputOfHostileSites runs every command on such a site, as text and with
// --json: nothing that it wrote reaches the terminal as it is, and each line of
// JSON is one.
func TestOutputOfHostileSites(t *testing.T) {
	inLongForm(t)
	server := httptest.NewServer(http.HandlerFunc(evilSite))
	defer server.Close()
	work := t.TempDir()
	t.Chdir(work)
	dir := filepath.Join(work, "site")
	local := filepath.Join(work, "local"+evil[len("\x1b[2J"):]+".xml")
	if err := os.WriteFile(local, []byte("<urlset><url><loc>"+evil+"</loc></url></urlset>"), 0o600); err != nil {
		t.Skip("no such file names here: ", err)
	}
	genConfig := filepath.Join(work, "gen.xml")
	if err := os.WriteFile(genConfig, []byte(`<site base_url="http://a.example/" store_into="out/sitemap.xml"><url href="`+url.PathEscape(evil)+`&#x202e;" lastmod="&#x9b;x"/><filter pattern="*&#x9b;&#x202e;"/></site>`), 0o600); err != nil {
		t.Fatal(err)
	}
	lines := map[string][][]string{
		"crawl": {
			{server.URL, "-o", dir, "--exclude", "*" + evil}, {"http://" + evil + ".example/"},
			{server.URL, "-o", dir, "--config", evil}, {server.URL, "--no" + evil}, {server.URL, "--robots-agent", evil, "-o", evil + "/\x00"},
		},
		"demo":    {{"-o", filepath.Join(work, "demo")}, {evil}},
		"sitemap": {{dir}, {dir, "--force"}, {evil}},
		"explain": {
			{dir, server.URL + "/a" + evil}, {dir, server.URL + "/cut"}, {dir, server.URL + "/moved"}, {dir, server.URL + "/gone" + evil},
			{dir, server.URL + "/no" + evil}, {evil, evil},
		},
		"classes": {{dir}, {evil}, {dir, evil}},
		"findings": {
			{dir}, {dir, "--format", "csv"}, {dir, "--format", "tsv"}, {dir, "title-length", "client-error", "--limit", "0"}, {dir, evil}, {evil},
			{dir, "--format", "junit"}, {dir, "--format", "github"}, {dir, "--format", "gitlab"}, {dir, "--format", "sarif"},
			{dir, "--where", evil}, {dir, "--where", "url~" + evil}, {dir, "--fail-on", evil}, {dir, "--threshold", evil}, {dir, "--format", evil},
		},
		"recheck": {{dir, "--cause", evil}, {dir}, {evil, "--cause", "x"}},
		"causes":  {{dir}, {dir, "--limit", "0"}, {evil}, {dir, evil}},
		"urls": {
			{dir}, {dir, "--format", "csv", "--columns", "url,title,description,h1,canonical_url,first_linked_from,findings"}, {dir, "--format", "tsv", "--columns", "title,url"},
			{dir, "--where", "title~" + evil}, {dir, "--where", evil + "=1"}, {dir, "--columns", evil}, {evil},
		},
		"links":  {{dir}, {dir, "--format", "csv"}, {dir, "--to", "/a" + evil}, {dir, "--from", "/"}, {dir, "--from", evil}, {evil}},
		"report": {{dir, "-o", filepath.Join(work, "report"), "--format", "html,md,xlsx,csv,jsonl"}, {dir, "--format", "csv", "--only", evil}, {dir, "--format", evil}, {dir, "--logo", evil}, {evil}},
		"mcp":    {{dir}, {evil}, {dir, evil}},
		"schema": {{"url"}, {"summary"}, {evil}},
		"diff": {
			{dir}, {local, dir}, {server.URL + "/map.xml", dir}, {dir, server.URL + "/" + url.PathEscape(evil)}, {evil, evil},
			{dir, dir, "--fail-on", evil}, {dir, dir, "--format", evil},
		},
		"notify":             {{dir, "--dry-run"}, {dir, "--endpoint", server.URL + "/gone"}, {evil}, {dir, "--endpoint", evil}, {dir, "--key", evil}, {dir, "--key-location", evil}, {dir, "--webhook", evil}},
		"import-sitemap-gen": {{evil}, {local}, {genConfig}, {genConfig, "--dry-run"}},
		"rules":              {{}, {evil}},
		"check": {
			{server.URL + "/robots.txt"}, {server.URL + "/map.xml"}, {local}, {evil}, {server.URL + "/" + url.PathEscape(evil)},
			{"http://" + evil},
		},
		"canonical": {{evil, "http://a.example/" + evil, "http://" + evil}, {"--base", evil, "x"}, {"--site", evil, "x"}},
		"robots": {
			{server.URL + "/no" + evil}, {server.URL, "/a" + evil}, {"http://" + evil}, {server.URL, "/", "--agent", evil},
			{"--file", evil, "/"},
		},
		"agents": {{dir}, {server.URL + "/"}, {evil}, {dir, "--agents", evil}, {dir, "--in", evil}, {dir, "--segment", "x=*" + evil}},
		"bench":  {{"store", evil}},
		"man":    {{evil}},
	}
	if code, _ := checkOutput(t, "crawl", server.URL, "-o", dir, "--retry-wait", "10ms", "-v"); code != exit.Done {
		t.Fatalf("the site is crawled with exit %d", code)
	}
	for _, cmd := range commands(console.New(nil, nil, nil, nil)) {
		if lines[cmd.Name()] == nil {
			t.Errorf("portolan %s is not tried on a hostile site", cmd.Name())
		}
		for _, args := range lines[cmd.Name()] {
			checkOutput(t, append([]string{cmd.Name()}, args...)...)
			_, out := checkOutput(t, append([]string{cmd.Name(), "--json", "--log-format", "json"}, args...)...)
			for line := range strings.Lines(out) {
				if !json.Valid([]byte(line)) {
					t.Errorf("portolan %s --json %+q printed %q", cmd.Name(), args, line)
				}
			}
		}
	}
	checkOutput(t, evil)
	checkOutput(t, "--"+evil)
	checkOutput(t, "help", evil)
}

// checkOutput runs a command line and looks at what it prints.
func checkOutput(t *testing.T, args ...string) (code int, out string) {
	t.Helper()
	var output, errOutput bytes.Buffer
	code = run(t.Context(), args, strings.NewReader(evil), &output, &errOutput)
	for stream, text := range map[string]string{"output": output.String(), "error output": errOutput.String()} {
		if at := strings.IndexFunc(text, safe.UnsafeRune); at >= 0 {
			t.Errorf("portolan %+q: %s holds %+q:\n%+q", args, stream, []rune(text[at:])[0], text)
		}
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "{") && !json.Valid([]byte(line)) {
				t.Errorf("portolan %+q: %s: %q", args, stream, line)
			}
		}
	}
	return code, output.String()
}

// What is escaped is still the same text.
func TestEncodeJSON(t *testing.T) {
	line, err := safe.JSON(map[string]string{evil: "a<b>&c \u00fc\U0001f600" + evil})
	if err != nil {
		t.Fatal(err)
	}
	if text := strings.TrimSuffix(string(line), "\n"); strings.ContainsFunc(text, safe.UnsafeRune) || !strings.Contains(text, `a<b>&c ü😀\u001b`) || !strings.Contains(text, `\udb40\udc41`) {
		t.Errorf("%s", text)
	}
	var back map[string]string
	if err := json.Unmarshal(line, &back); err != nil || back[evil] != "a<b>&c \u00fc\U0001f600"+evil {
		t.Errorf("%v: read back as %+q", err, back)
	}
}
