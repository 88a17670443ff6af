package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/robots"
)

// portolanRobots runs the command and returns its exit code and streams.
func portolanRobots(t *testing.T, stdin string, args ...string) (code int, out, errOut string) {
	t.Helper()
	var o, e bytes.Buffer
	code = run(t.Context(), append([]string{"robots"}, args...), strings.NewReader(stdin), &o, &e)
	return code, o.String(), e.String()
}

func writeRobots(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "robots.txt")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestRobotsVectors asks the command every question of the sample in the
// modes in which it holds, or each eighteenth.
func TestRobotsVectors(t *testing.T) {
	t.Parallel()
	f, err := os.Open("../../testdata/vectors/robots.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := json.NewDecoder(bufio.NewReader(f))
	for n := 0; s.More(); n++ {
		var v robotsVector
		if err := s.Decode(&v); err != nil {
			t.Fatal(err)
		}
		if !allTests && n%18 != 0 { // the tests of package robots take all
			continue
		}
		for _, mode := range v.modes() {
			v.check(t, mode)
		}
	}
}

type robotsVector struct {
	ID, Profile, Robots, Agent, URL string
	B64                             []byte  `json:"robots_b64"`
	Parts                           [][]any `json:"robots_parts"`
	Allow                           bool
	Delay                           json.RawMessage `json:"crawl_delay"`
	Sitemaps, Host                  json.RawMessage
	CleanParams                     json.RawMessage `json:"clean_params"`
}

func (v *robotsVector) modes() []string {
	switch v.Profile {
	case "google":
		return []string{"google"}
	case "both":
		return []string{"rfc9309", "google"}
	}
	return []string{"rfc9309"}
}

func (v *robotsVector) file() string {
	text := v.Robots + string(v.B64)
	for _, part := range v.Parts {
		text += strings.Repeat(part[0].(string), int(part[1].(float64)))
	}
	return text
}

func (v *robotsVector) check(t *testing.T, mode string) {
	t.Helper()
	object, err := json.Marshal(map[string]string{"url": v.URL})
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"--json", "--jsonl", "--file", writeRobots(t, v.file()), "--agent", v.Agent, "--mode", mode}
	code, out, errOut := portolanRobots(t, string(object), args...)
	var got struct {
		URL            *string
		Allow          *bool
		Line           *int
		Rule           *string
		Delay          json.RawMessage `json:"crawl_delay"`
		Sitemaps, Host json.RawMessage
		Clean          json.RawMessage `json:"clean_params"`
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil || errOut != "" {
		t.Fatalf("%s: %v in %q, %q", v.ID, err, out, errOut)
	}
	if *got.Allow != v.Allow || code != map[bool]int{true: exit.Done, false: exit.Found}[v.Allow] || *got.URL != v.URL {
		t.Errorf("%s %s: exit %d, %s", v.ID, mode, code, out)
	}
	if *got.Line == 0 != (*got.Rule == "") {
		t.Errorf("%s: half a quotation: %s", v.ID, out)
	}
	for _, pair := range [][2]json.RawMessage{
		{got.Delay, v.Delay}, {got.Sitemaps, v.Sitemaps}, {got.Host, v.Host}, {got.Clean, v.CleanParams},
	} {
		if len(pair[0]) == 0 || len(pair[1]) > 0 && !sameJSON(pair[0], pair[1]) {
			t.Errorf("%s: %s, want %s", v.ID, out, pair[1])
		}
	}
}

func sameJSON(a, b []byte) bool {
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}

const sampleRobots = "# ours\nUser-agent: *\nDisallow: /private  # secret\nAllow: /private/open\nCrawl-delay: 0.5\n\n" +
	"User-agent: Googlebot\nDisallow:\n\nSitemap: https://a.example/s.xml?a&b\nHost: a.example\nClean-param: sid&ref /shop/\n"

func TestRobotsJSON(t *testing.T) {
	file := writeRobots(t, sampleRobots)
	const tail = `"crawl_delay":0.5,"sitemaps":["https://a.example/s.xml?a&b"],"host":"a.example",` +
		`"clean_params":[{"params":["sid","ref"],"path":"/shop/"}]}` + "\n"
	for _, c := range []struct {
		name  string
		stdin string
		args  []string
		code  int
		want  string
	}{
		{"arguments", "", []string{"/x", "https://a.example/private/<b>&c"}, exit.Found,
			`{"url":"/x","allow":true,"line":0,"rule":"",` + tail +
				`{"url":"https://a.example/private/<b>&c","allow":false,"line":3,"rule":"Disallow: /private",` + tail},
		{"lines", "/private/open\r\n/x y \n\nlast\r", []string{"-"}, exit.Done,
			`{"url":"/private/open","allow":true,"line":4,"rule":"Allow: /private/open",` + tail +
				`{"url":"/x y ","allow":true,"line":0,"rule":"",` + tail +
				`{"url":"","allow":true,"line":0,"rule":"",` + tail +
				`{"url":"last\r","allow":true,"line":0,"rule":"",` + tail},
		{"objects", "\n{\"url\":\"/private\\u0000\",\"more\":1}\n \n", []string{"--jsonl"}, exit.Found,
			`{"url":"/private\u0000","allow":false,"line":3,"rule":"Disallow: /private",` + tail},
		{"control characters", "/private/\u0085\x7f\u00a0\n", []string{"-"}, exit.Found,
			`{"url":"/private/\u0085\u007f` + "\u00a0" + `","allow":false,"line":3,"rule":"Disallow: /private",` + tail},
		{"bytes", "/private/\xff\n", []string{"-"}, exit.Found,
			`{"url":"/private/` + "\ufffd" + `","allow":false,"line":3,"rule":"Disallow: /private",` + tail},
		{"no lines", "", nil, exit.Done, ""},
	} {
		code, out, errOut := portolanRobots(t, c.stdin, append([]string{"--json", "--file", file}, c.args...)...)
		if code != c.code || strings.ReplaceAll(out, `\ufffd`, "\ufffd") != c.want || errOut != "" {
			t.Errorf("%s: exit %d, want %d\n got %s\nwant %s\n%s", c.name, code, c.code, out, c.want, errOut)
		}
	}
	_, out, _ := portolanRobots(t, "", "--json", "--file", file, "--agent", "googlebot", "/private")
	if want := `{"url":"/private","allow":true,"line":0,"rule":"","crawl_delay":null,`; !strings.HasPrefix(out, want) {
		t.Errorf("for googlebot %s", out)
	}
	_, out, _ = portolanRobots(t, "", "--json", "--file", writeRobots(t, ""), "/x")
	if want := `{"url":"/x","allow":true,"line":0,"rule":"","crawl_delay":null,"sitemaps":[],"host":"","clean_params":[]}` + "\n"; out != want {
		t.Errorf("of an empty file %s", out)
	}
}

// A robots.txt with hostile bytes stays one line of valid JSON, and harmless
// on a terminal.
func TestRobotsHostileFile(t *testing.T) {
	file := writeRobots(t, "User-agent: *\nDisallow: /\x1b[2J\xff\"\\\u202e"+strings.Repeat("y", 9000)+"\nDisallow: /\u0085*\n")
	_, out, _ := portolanRobots(t, "", "--json", "--file", file, "/\u0085")
	var line map[string]any
	if err := json.Unmarshal([]byte(out), &line); err != nil || line["allow"] != false || strings.Count(out, "\n") != 1 {
		t.Errorf("%v: %q", err, out)
	}
	_, out, _ = portolanRobots(t, "", "--file", file, "/\x1b[2J%ff\"\\\u202e"+strings.Repeat("y", 9000))
	if strings.ContainsAny(out, "\x1b\u202e") || !strings.Contains(out, "bytes)") || !strings.HasPrefix(strings.SplitAfter(out, "\n")[1], "blocked") {
		t.Errorf("printed %q", out)
	}
}

func TestRobotsText(t *testing.T) {
	code, out, _ := portolanRobots(t, "", "--file", writeRobots(t, sampleRobots+"User-agent: *\nDisallow: /a*\nAllow: /aa\nDisallow: /b\nDisallow: /b\n"),
		"/private/open/x", "/private", "/aaa", "/b", "/robots.txt", "/none")
	want := `portolan follows the rules for all crawlers, from line 2
crawl-delay: 500ms
allowed  /private/open/x
         line 4: Allow: /private/open
         before line 3: Disallow: /private (it is the longer rule)
blocked  /private
         line 3: Disallow: /private
         it is the only rule that matches
allowed  /aaa
         line 15: Allow: /aa
         before line 14: Disallow: /a* (both are as long, and then Allow wins)
blocked  /b
         line 16: Disallow: /b
         before line 17: Disallow: /b (both are as long and say the same)
allowed  /robots.txt
         robots.txt itself is always allowed
allowed  /none
         no rule matches
`
	if code != exit.Found || out != want {
		t.Errorf("exit %d\n%s\nwant\n%s", code, out, want)
	}
	two := writeRobots(t, "User-agent: Foo\nUser-agent: Foo Bar\nDisallow:\nUser-agent: *\nDisallow: /\n")
	if code, out, _ := portolanRobots(t, "", "--file", two, "--agent", "Foo Bar", "/x"); code != exit.Found || !strings.HasPrefix(out, "Foo Bar is no product token") {
		t.Errorf("an agent of two words: exit %d\n%s", code, out)
	}
	if code, out, _ := portolanRobots(t, "", "--file", two, "--agent", "*", "/x"); code != exit.Found || !strings.HasPrefix(out, "* follows the rules for all crawlers") {
		t.Errorf("all agents: exit %d\n%s", code, out)
	}
	if code, out, _ := portolanRobots(t, "", "-q", "--file", writeRobots(t, sampleRobots), "/private"); code != exit.Found || out != "" {
		t.Errorf("--quiet: exit %d, %q", code, out)
	}
}

func TestRobotsUsage(t *testing.T) {
	file := writeRobots(t, sampleRobots)
	for _, c := range []struct {
		stdin string
		args  []string
		want  string
	}{
		{"", []string{"--file", file + ".none", "/"}, "no such file"},
		{"", []string{"--file", filepath.Dir(file), "/"}, "read "},
		{"", []string{"--file", file, "--mode", "bing", "/"}, "--mode bing"},
		{"", []string{"--file", file, "--jsonl", "/"}, "--jsonl reads standard input"},
		{"not json", []string{"--file", file, "--jsonl"}, "line 1 of standard input"},
		{"{\"url\":\"/\"}\n{}", []string{"--file", file, "--jsonl"}, "line 2 of standard input: no \"url\""},
		{"", []string{"--file", "-", "-"}, "cannot both be standard input"},
		{"", nil, "--file FILE, or the URL of a site"},
		{"", []string{"ftp://a.example/"}, "portolan crawls http and https"},
		{"", []string{"https://%zz/"}, "is not the URL of a site"},
	} {
		if code, _, errOut := portolanRobots(t, c.stdin, c.args...); code != exit.Usage || !strings.Contains(errOut, c.want) {
			t.Errorf("portolan robots %q: exit %d, %s", c.args, code, errOut)
		}
	}
	if code, out, _ := portolanRobots(t, sampleRobots, "--file", "-", "--json", "/private"); code != exit.Found || !strings.Contains(out, `"line":3`) {
		t.Errorf("rules on standard input: exit %d, %s", code, out)
	}
}

// The outcomes of fetching that RFC 9309 2.3.1 tells apart.
func TestRobotsOfSite(t *testing.T) {
	rules := func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "User-agent: *\nDisallow: /private\n") }
	status := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
	}
	for _, c := range []struct {
		name      string
		robots    http.HandlerFunc
		code      int
		want      []string
		redirects int
	}{
		{"rules", rules, exit.Found, []string{"blocked  /private/x", "line 2: Disallow: /private", "allowed  /open"}, 0},
		{"five redirects", rules, exit.Found, []string{"blocked  /private/x", "allowed  /open"}, 5},
		{"six redirects", rules, exit.Done, []string{"allowed  /private/x", "the site has no robots.txt"}, 6},
		{"not found", status(404), exit.Done, []string{"the site has no robots.txt"}, 0},
		{"forbidden", status(403), exit.Done, []string{"the site has no robots.txt"}, 0},
		{"overload", status(429), exit.Found, []string{"blocked  /open", "could not be had (status 429)"}, 0},
		{"broken", status(500), exit.Found, []string{"blocked  /open", "could not be had (status 500)"}, 0},
		{"silent", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, exit.Failed,
			[]string{"/robots.txt: reset: ", "while no answer comes, crawlers fetch nothing of the site"}, 0},
		{"web page", func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, "\ufeff\n<!DOCTYPE html><title>Home</title>")
		}, exit.Done, []string{"a web page (HTML) is served in place of robots.txt", "allowed  /open"}, 0},
		{"huge", func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, "User-agent: *\n", strings.Repeat("# filler\n", robots.MaxSize/8), "Disallow: /\n")
		}, exit.Done, []string{"the rest does not count"}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			mux := http.NewServeMux()
			server := httptest.NewServer(mux)
			defer server.Close()
			path := "/robots.txt"
			for i := range c.redirects {
				next := fmt.Sprintf("/hop%d", i)
				mux.Handle(path, http.RedirectHandler(next, http.StatusFound))
				path = next
			}
			mux.Handle(path, c.robots)
			code, out, errOut := portolanRobots(t, "", server.URL+"/some/page", "/private/x", "/open")
			out += errOut
			if code != c.code {
				t.Errorf("exit %d, want %d\n%s", code, c.code, out)
			}
			for _, want := range c.want {
				if !strings.Contains(out, want) {
					t.Errorf("no %q in\n%s", want, out)
				}
			}
			if code, out, _ := portolanRobots(t, "", server.URL+"/private/y", "--json"); c.code != exit.Failed && !strings.Contains(out, server.URL+"/private/y") || code != c.code && c.name != "huge" {
				t.Errorf("the site's URL alone: exit %d\n%s", code, out)
			}
		})
	}
}

// Without a scheme it is https, or http where nobody answers there.
func TestRobotsFindsTheScheme(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "User-agent: *\nDisallow: /private\n")
	}))
	defer server.Close()
	host := strings.TrimPrefix(server.URL, "http://")
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{host, "/private"}, exit.Found, "blocked  /private"},
		{[]string{host + "/private/a"}, exit.Found, "blocked  " + server.URL + "/private/a"},
		{[]string{host, host + "/private"}, exit.Found, "blocked  " + server.URL + "/private"},
		{[]string{host, "/open"}, exit.Done, "Nobody answers under https|msg=site origin=" + server.URL},
		{[]string{"https://" + host, "/open"}, exit.Failed, "server does not speak TLS"},
		{[]string{host, "private"}, exit.Usage, `"private" is neither a URL nor a path: a path begins with a slash`},
		{[]string{"./robots.txt"}, exit.Usage, "portolan robots --file ./robots.txt"},
		{[]string{"htp://" + host}, exit.Usage, "did you mean http://" + host},
	} {
		code, out, errOut := portolanRobots(t, "", c.args...)
		if code != c.code || !regexp.MustCompile(c.want).MatchString(out+errOut) {
			t.Errorf("robots %q: exit %d, want %d and %q\n%s%s", c.args, code, c.code, c.want, out, errOut)
		}
	}
}

func TestRobotsOfAnotherSite(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	code, _, errOut := portolanRobots(t, "", server.URL, "https://other.example/")
	if code != exit.Usage || !strings.Contains(errOut, "https://other.example/ is not on http://127.0.0.1") {
		t.Errorf("exit %d, %s", code, errOut)
	}
}

// A fetch ends with the run's context.
func TestRobotsFetchCancelled(t *testing.T) {
	asked := false
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	defer server.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errOut bytes.Buffer
	if code := run(ctx, []string{"robots", server.URL + "/x"}, strings.NewReader(""), &out, &errOut); code == exit.Done || asked {
		t.Errorf("exit %d, asked: %v\n%s", code, asked, errOut.String())
	}
}
