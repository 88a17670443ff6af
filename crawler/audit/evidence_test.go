package audit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// explained gives what an explanation of a URL says, a rule or fact a line.
func explained(t *testing.T, j *audit.JudgeCrawl, row *frontier.Row) string {
	t.Helper()
	reasons, err := j.Explain(row)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, r := range reasons {
		fmt.Fprintln(&b, r.Code)
		for _, e := range r.Evidence {
			fmt.Fprintf(&b, "  %s: %s\n", e.Kind, strings.Join(nonEmpty(e.Text, e.Where, e.Note), " | "))
		}
		if r.Target != nil {
			fmt.Fprintf(&b, "  to %s %s\n", r.Target.URL, r.Target.Code)
		}
		for _, h := range r.Hops {
			again := map[bool]string{true: " again"}[h.Again]
			fmt.Fprintf(&b, "  hop %s %d %s%s\n", h.URL, h.Status, h.Code, again)
		}
	}
	return b.String()
}

func nonEmpty(texts ...string) []string {
	var out []string
	for _, t := range texts {
		if t != "" {
			out = append(out, t)
		}
	}
	return out
}

func find(t *testing.T, crawl *frontier.Memory, path string) *frontier.Row {
	t.Helper()
	row, err := crawl.Find(urlOf(path))
	if err != nil || row == nil {
		t.Fatalf("find %s: %v", path, err)
	}
	return row
}

const robotsTxt = `User-agent: *
Disallow: /private/

User-agent: googlebot
Disallow: /beta/ # soon
`

func TestExplain(t *testing.T) {
	crawl := crawlOf(t, `
/ 200 =/
/start 301 >/middle
/middle 302 >/end
/end 404
/x 301 >/y
/y 301 >/x
/header 200 header-noindex
/meta 200 meta-noindex =/
/void 200 =/end
/private/a blocked
/beta/a 200
/doc 200 pdf
/dns dns
/refresh 200 >/
https://b.example/ ?
/waits ?`)
	settle(t, crawl, &frontier.Batch{Robots: []frontier.RobotsFile{{Origin: origin, Status: 200, FetchedAt: noon, Body: []byte(robotsTxt)}}})
	j, err := audit.NewJudge(t.Context(), crawl, options(t, crawl, canonical.Config{}))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"/": `listed
  status: HTTP 200 | 1 request
  type: text/html | no Content-Type was sent; the type is what the content looks like
  canonical: names the page itself
`,
		"/start": `redirect
  status: HTTP 301 | 1 request
  header: Location: /middle
  to https://a.example/middle redirect
  hop https://a.example/middle 302 redirect
  hop https://a.example/end 404 http-4xx
`,
		"/x": `redirect-loop
  status: HTTP 301 | 1 request
  header: Location: /y
  to https://a.example/y redirect-loop
  hop https://a.example/y 301 redirect-loop
  hop https://a.example/x 301 redirect-loop again
`,
		"/refresh": `redirect
  status: HTTP 200 | 1 request
  tag: refresh | by tag or header, it sends its visitors on at once
  to https://a.example/ listed
  hop https://a.example/ 200 listed
`,
		"/header": `noindex-header
  header: X-Robots-Tag: noindex, nofollow | read as googlebot
`,
		"/meta": `noindex-meta
  tag: <meta name="robots" content="none"> | read as googlebot
canonical-elsewhere
  canonical: names another URL
  to https://a.example/ listed
`,
		"/void": `listed
  status: HTTP 200 | 1 request
  type: text/html | no Content-Type was sent; the type is what the content looks like
  canonical: names another URL | it does not count: what it names is certainly gone (404, 410)
`,
		"/private/a": `robots-blocked
  robots-txt: Disallow: /private/ | https://a.example/robots.txt line 2 | for portolan: group "*" from line 1
`,
		"/beta/a": `robots-blocked
  robots-txt: Disallow: /beta/ | https://a.example/robots.txt line 5 | for googlebot: group "googlebot" from line 4
`,
		"/doc": `type
  type: application/pdf | no Content-Type was sent; the type is what the content looks like
`,
		"/dns": `network-error
  error: dns no such host | 1 request
`,
		"/waits":             "pending\n",
		"https://b.example/": "scope-host\n  rule: the scope is https://a.example/\n",
	} {
		if diff := cmp.Diff(want, explained(t, j, find(t, crawl, path))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
}

// The evidence of a duplicate is what was removed, by which rule, and the URL
// that stands for it.
func TestExplainDuplicate(t *testing.T) {
	crawl := crawlOf(t, "/a 200\n/a?foo=1&utm_source=x 200")
	settle(t, crawl, &frontier.Batch{Rules: []canonical.Rule{{
		Host: "a.example", Kind: canonical.RuleSession, Name: "foo", Proof: "equals the cookie foo", Time: noon,
	}}})
	j, err := audit.NewJudge(t.Context(), crawl, options(t, crawl, canonical.Config{}))
	if err != nil {
		t.Fatal(err)
	}
	want := `duplicate-session
  removed: foo | learned | session id of a.example: equals the cookie foo
  to https://a.example/a listed
duplicate-tracking
  removed: utm_source | tracking | tracking parameter, by name: campaign links (Urchin, Google Analytics)
  to https://a.example/a listed
`
	if diff := cmp.Diff(want, explained(t, j, find(t, crawl, "/a?foo=1&utm_source=x"))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A URL that no crawl has met is judged by what needs no request.
func TestExplainUnknown(t *testing.T) {
	crawl := crawlOf(t, "/ 200")
	settle(t, crawl, &frontier.Batch{Robots: []frontier.RobotsFile{{Origin: origin, Status: 200, FetchedAt: noon, Body: []byte(robotsTxt)}}})
	j, err := audit.NewJudge(t.Context(), crawl, options(t, crawl, canonical.Config{}))
	if err != nil {
		t.Fatal(err)
	}
	for url, want := range map[string]string{
		"https://a.example/new":       "pending",
		"https://a.example/private/x": "robots-blocked",
		"https://a.example/beta/x":    "robots-blocked",
		"http://a.example/new":        "scope-scheme",
		"https://b.example/":          "scope-host",
	} {
		reasons, err := j.Explain(&frontier.Row{ID: frontier.NoID, URL: url, Depth: frontier.NoDepth, Via: frontier.NoID, Location: frontier.NoID, Canonical: frontier.NoID})
		if err != nil {
			t.Fatal(err)
		}
		if got := reasons[0].Code.String(); got != want {
			t.Errorf("%s: %s, want %s", url, got, want)
		}
	}
}

// How a robots.txt was read decides what its origin's URLs wait for.
func TestRobotsFiles(t *testing.T) {
	for _, test := range []struct {
		name  string
		files []frontier.RobotsFile
		want  string
	}{
		{"never asked for", nil, "/ pending"},
		{"not found", []frontier.RobotsFile{{Status: 404}}, "/ pending"},
		{"too many redirects count as not found", []frontier.RobotsFile{{Status: 301}}, "/ pending"},
		{"server error", []frontier.RobotsFile{{Status: 500}}, "/ robots-unavailable [pending]"},
		{"no answer", []frontier.RobotsFile{{Status: 0}}, "/ robots-unavailable [pending]"},
		{"asks for less", []frontier.RobotsFile{{Status: 429}}, "/ robots-unavailable [pending]"},
		{"recovered", []frontier.RobotsFile{{Status: 500}, {Status: 200, Body: []byte("User-agent: *\nDisallow: /")}}, "/ robots-blocked"},
		{"lost later", []frontier.RobotsFile{{Status: 200, Body: []byte("User-agent: *\nDisallow: /")}, {Status: 503}}, "/ robots-blocked"},
		{"changed", []frontier.RobotsFile{{Status: 200, Body: []byte("User-agent: *\nDisallow: /")}, {Status: 200, Body: []byte("")}}, "/ pending"},
	} {
		t.Run(test.name, func(t *testing.T) {
			crawl := crawlOf(t, "/ ?")
			for _, f := range test.files {
				f.Origin, f.FetchedAt = origin, noon
				settle(t, crawl, &frontier.Batch{Robots: []frontier.RobotsFile{f}})
			}
			got := strings.Join(judged(t, crawl, options(t, crawl, canonical.Config{})), "\n")
			if got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// Every verdict has an entry that says what it means and what to do.
func TestCatalogue(t *testing.T) {
	entries := audit.Catalogue()
	if len(entries) != len(audit.Codes()) {
		t.Fatalf("%d entries for %d verdicts", len(entries), len(audit.Codes()))
	}
	for i, e := range entries {
		if e.Code != audit.Codes()[i] {
			t.Errorf("entry %d is %s, want %s", i, e.Code, audit.Codes()[i])
		}
		if e.Detail == "" || e.Evidence == "" || e.Advice == "" {
			t.Errorf("%s: the entry has a gap: %+v", e.Code, e)
		}
	}
}

// A URL whose turn did not come tells what it waits for.
func TestExplainLeft(t *testing.T) {
	waits := func(change func(*audit.Options), batch frontier.Batch) string {
		t.Helper()
		crawl := crawlOf(t, "/waits ?")
		settle(t, crawl, &batch)
		o := options(t, crawl, canonical.Config{})
		if change != nil {
			change(&o)
		}
		j, err := audit.NewJudge(t.Context(), crawl, o)
		if err != nil {
			t.Fatal(err)
		}
		return explained(t, j, find(t, crawl, "/waits"))
	}
	retry := frontier.Batch{Retries: []frontier.Retry{{ID: 0, Tries: 2, Due: noon, Status: 503}}}
	noAnswer := frontier.Batch{Retries: []frontier.Retry{{ID: 0, Tries: 1, Due: noon, Err: record.ErrTimeout}}}
	limit := func(o *audit.Options) { o.Left, o.LeftBy = audit.LimitPages, "--max-pages 10" }
	down := frontier.Batch{Robots: []frontier.RobotsFile{{Origin: origin, Status: 0, FetchedAt: noon, Note: "dns: no such host"}}}
	failing := frontier.Batch{Robots: []frontier.RobotsFile{{Origin: origin, Status: 500, FetchedAt: noon}}}
	for _, test := range []struct{ name, got, want string }{
		{"at a limit", waits(limit, frontier.Batch{}), "limit-pages\n  limit: --max-pages 10\n"},
		{"throttled at a limit", waits(limit, retry), `limit-pages
  limit: --max-pages 10
  retry: HTTP 503 | 2 requests; the next is due at 2026-11-21T12:00:00Z
throttled
  retry: HTTP 503 | 2 requests; the next is due at 2026-11-21T12:00:00Z
`},
		{"no answer so far", waits(nil, noAnswer), `pending
  retry: no answer: not complete in time (timeout) | 1 request; the next is due at 2026-11-21T12:00:00Z
network-error
  retry: no answer: not complete in time (timeout) | 1 request; the next is due at 2026-11-21T12:00:00Z
`},
		{"robots.txt without answer", waits(nil, down), `robots-unavailable
  robots-txt: no answer | https://a.example/robots.txt | dns: no such host
pending
`},
		{"robots.txt fails", waits(func(o *audit.Options) { o.ListAgent = "Portolan" }, failing), `robots-unavailable
  robots-txt: HTTP 500 | https://a.example/robots.txt
pending
`},
	} {
		if diff := cmp.Diff(test.want, test.got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// A URL too long to be listed is out of scope first, if it is.
func TestTooLong(t *testing.T) {
	crawl := frontier.NewMemory()
	tail := "/" + strings.Repeat("x", 2100)
	for i, url := range []string{origin + tail, "https://b.example" + tail, "http://a.example" + tail, strings.Repeat("../", 700)} {
		settle(t, crawl, &frontier.Batch{Seeds: []frontier.Seed{{
			Key: uint64(i + 1), URL: []byte(url[:min(len(url), 2048)]), Depth: frontier.NoDepth, Reason: frontier.TooLong, Source: frontier.FromList,
		}}})
	}
	var got []string
	for _, line := range judged(t, crawl, options(t, crawl, canonical.Config{})) {
		got = append(got, line[strings.IndexByte(line, ' ')+1:])
	}
	want := []string{"too-long", "too-long", "scope-scheme [too-long]", "scope-host [too-long]"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Options of the run that is judged decide what is listed, and how deep it
// went.
func TestOptions(t *testing.T) {
	crawl := crawlOf(t, "/ 200\n/doc 200 pdf\n/quiet 200\n/waits ?")
	o := options(t, crawl, canonical.Config{})
	o.ListTypes = []string{"application/pdf"}
	o.NoList = func(url []byte) bool { return strings.HasSuffix(string(url), "/quiet") }
	o.NoListBy = func([]byte) string { return "rule 1 of --no-list: exclude */quiet" }
	if diff := cmp.Diff([]string{"/ listed", "/doc listed", "/quiet filter-list", "/waits pending"}, judged(t, crawl, o)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	j, err := audit.NewJudge(t.Context(), crawl, o)
	if err != nil {
		t.Fatal(err)
	}
	want := "filter-list\n  rule: rule 1 of --no-list: exclude */quiet\n"
	if got := explained(t, j, find(t, crawl, "/quiet")); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestDepthLimit(t *testing.T) {
	for _, test := range []struct {
		limit int
		depth uint16
		want  string
	}{
		{0, 9, "pending"}, {3, 3, "pending"}, {3, 4, "limit-depth\n  limit: depth 4, where 3 is the limit"},
		{-1, 0, "pending"}, {-1, 1, "limit-depth\n  limit: depth 1, where 0 is the limit"}, {3, frontier.NoDepth, "pending"}, {-1, frontier.NoDepth, "pending"},
	} {
		crawl := crawlOf(t, "/ 200")
		o := options(t, crawl, canonical.Config{})
		o.MaxDepth = test.limit
		j, err := audit.NewJudge(t.Context(), crawl, o)
		if err != nil {
			t.Fatal(err)
		}
		row := &frontier.Row{ID: frontier.NoID, Via: frontier.NoID, URL: origin + "/deep", Depth: test.depth, Location: frontier.NoID, Canonical: frontier.NoID}
		if got := strings.TrimSpace(explained(t, j, row)); got != test.want {
			t.Errorf("depth %d, limit %d: %s, want %s", test.depth, test.limit, got, test.want)
		}
	}
}
