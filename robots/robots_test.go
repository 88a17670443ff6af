package robots_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/robots"
)

func TestFromStatus(t *testing.T) {
	body := []byte("User-agent: *\nDisallow: /private\n")
	for _, c := range []struct {
		status      int
		private     bool // may /private be fetched
		open        bool
		reason      robots.Reason // for /open
		unavailable bool
	}{
		{200, false, true, robots.NoRule, false},
		{204, false, true, robots.NoRule, false},
		{299, false, true, robots.NoRule, false},
		{400, true, true, robots.NoFile, false},
		{401, true, true, robots.NoFile, false},
		{404, true, true, robots.NoFile, false},
		{410, true, true, robots.NoFile, false},
		{451, true, true, robots.NoFile, false},
		{429, false, false, robots.FileUnavailable, true},
		{500, false, false, robots.FileUnavailable, true},
		{503, false, false, robots.FileUnavailable, true},
		{599, false, false, robots.FileUnavailable, true},
		{0, false, false, robots.FileUnavailable, true},
		{-1, false, false, robots.FileUnavailable, true},
		{100, false, false, robots.FileUnavailable, true},
		{302, false, false, robots.FileUnavailable, true},
		{304, false, false, robots.FileUnavailable, true},
		{600, false, false, robots.FileUnavailable, true},
	} {
		rules := robots.FromStatus(c.status, body)
		agent := rules.Agent("portolan", robots.RFC9309)
		private, open := agent.Test("/private"), agent.Test("https://a.example/open")
		if private.Allow != c.private || open.Allow != c.open || open.Reason != c.reason || rules.Unavailable() != c.unavailable {
			t.Errorf("%d: /private %+v, /open %+v, unavailable %t", c.status, private, open, rules.Unavailable())
		}
		if c.unavailable && rules.Agent("x", robots.Google).Test("/robots.txt").Allow {
			t.Errorf("%d: /robots.txt allowed in Google's reading", c.status)
		}
		if !c.open && agent.Matches("/open", 9) != nil {
			t.Errorf("%d: a rule is named where there is none", c.status)
		}
	}
}

// A quotation is the line of the file, whatever the line endings, marks and
// comments before it.
func TestLines(t *testing.T) {
	rules := robots.Parse([]byte("\uFEFF# first\r\nUser-agent: *\r\rdisallow : /a # why\n\n\tSITEMAP: https://a.example/s\nSitemap http://a.example/t\nDisallow: /b\x00c"))
	agent := rules.Agent("x", robots.RFC9309)
	for _, c := range []struct {
		url  string
		line int
		rule string
		read string
	}{
		{"/a", 4, "disallow : /a", "disallow : /a # why"},
		{"/b", 8, "Disallow: /b", "Disallow: /b\x00c"},
	} {
		if d := agent.Test(c.url); d.Allow || d.Line != c.line || d.Rule != c.rule || rules.Line(d.Line) != c.read {
			t.Errorf("%s: %+v, line reads %q", c.url, d, rules.Line(d.Line))
		}
	}
	want := []robots.Sitemap{{URL: "https://a.example/s", Line: 6}, {URL: "http://a.example/t", Line: 7}}
	if got := rules.SitemapLines(); !slices.Equal(got, want) {
		t.Errorf("sitemaps %v, want %v", got, want)
	}
	for _, n := range []int{-1, 0, 3, 9, 1 << 30} {
		if got := rules.Line(n); got != "" {
			t.Errorf("line %d: %q", n, got)
		}
	}
}

func TestSize(t *testing.T) {
	const head, tail = "User-agent: *\n", "Disallow: /x"
	fill := func(n int) string { return strings.Repeat("#", n-len(head)-len(tail)-1) + "\n" }
	for _, c := range []struct {
		name      string
		file      string
		allow     bool
		truncated bool
	}{
		{"ends at the limit", head + fill(robots.MaxSize) + tail, false, false},
		{"line ends at the limit", head + fill(robots.MaxSize) + tail + "\nDisallow: /", false, true},
		{"line is cut", head + fill(robots.MaxSize+1) + tail + "yz", true, true},
		{"one line", strings.Repeat("x", 2*robots.MaxSize), true, true},
	} {
		rules := robots.Parse([]byte(c.file))
		if d := rules.Agent("a", robots.RFC9309).Test("/x"); d.Allow != c.allow || rules.Truncated() != c.truncated {
			t.Errorf("%s: %+v, truncated %t", c.name, d, rules.Truncated())
		}
	}
}

func TestAgents(t *testing.T) {
	rules := robots.Parse([]byte("User-agent: Googlebot\nUser-agent: Bingbot/2.0\nDisallow: /a\n" +
		"User-agent: MJ12bot\nUser-agent: googleBot\nAllow: /a/b\nUser-agent: *\nDisallow: /\nUser-agent: ünicode\n"))
	want := []robots.NamedAgent{{"Googlebot", 1}, {"Bingbot", 2}, {"MJ12bot", 4}, {"*", 7}}
	if got := rules.Agents(); !slices.Equal(got, want) {
		t.Errorf("agents %v, want %v", got, want)
	}
	for url, want := range map[string][]string{
		"/":           {"Googlebot", "Bingbot", "MJ12bot"},
		"/a/b":        {"Googlebot", "MJ12bot"},
		"/robots.txt": {"Googlebot", "Bingbot", "MJ12bot", "*"},
	} {
		if got := rules.AllowedAgents(url, robots.RFC9309); !slices.Equal(got, want) {
			t.Errorf("%s is allowed to %q, want %q", url, got, want)
		}
	}
	for token, want := range map[string]robots.NamedAgent{
		"GOOGLEBOT": {"Googlebot", 1}, "bingbot/9 (+https://b.example)": {"Bingbot", 2}, "MJ12bot": {"MJ12bot", 4},
		"googlebot-news": {"*", 7}, "": {"*", 7}, "*": {"*", 7},
	} {
		if got := rules.Agent(token, robots.RFC9309).Group(); got != want {
			t.Errorf("%q follows group %v, want %v", token, got, want)
		}
	}
	foo := robots.Parse([]byte("User-agent: Foo\nUser-agent: Foo Bar\nAllow: /\nUser-agent: *\nDisallow: /\n"))
	for token, want := range map[string]bool{
		"Foo": true, " foo\t": true, "Foo/1.0": true, "Foo/1.0 (Bar)": true, "Foo Bar": false, "Foo\tBar/1.0": false, "Foo /1.0": false,
		"Foo(Bar)": false, "Foo;": false, "Fo": false, "Bar": false, "F\u00f6o": false, "/Foo": false,
	} {
		if got := foo.Agent(token, robots.RFC9309).Test("/").Allow; got != want {
			t.Errorf("%q is allowed: %v, want %v", token, got, want)
		}
		if isToken := robots.IsProduct(token); isToken != want && token != "Fo" && token != "Bar" {
			t.Errorf("%q is a product: %v", token, isToken)
		}
	}
	if got := robots.AllowAll().AllowedAgents("/", robots.Google); !slices.Equal(got, []string{"*"}) {
		t.Errorf("without a file allowed to %q", got)
	}
	if got := robots.Parse(nil).Agent("a", robots.RFC9309).Group(); got.Line != 0 {
		t.Errorf("an empty file has group %v", got)
	}
}

// Where the normal forms of rule and URL meet, in the default mode.
func TestEscapes(t *testing.T) {
	for _, c := range []struct {
		rule, url string
		match     bool
	}{
		{"/a?u=http://b", "/a?u=http%3A%2F%2Fb", true},
		{"/a?u=http%3a%2f%2fb", "/a?u=http://b", true},
		{"/a?u=http%3A//b", "/a?u=http:%2F%2fb/c", true},
		{"/*u=http%3A", "/a?u=http%3A%2F", true},
		{"/*u=http:", "/a?u=http%3A%2F", true},
		{"/*?u=*:b$", "/a?u=x%3Ab", true},
		{"/a%2Fb", "/a/b", false},
		{"/a/b", "/a%2fb", false},
		{"/*%2F", "/a/b", false},
		{"/a%3Fb", "/a?b", false},
		{"/x[1]", "/x%5B1%5d", true},
		{"/x{1}", "/x%7b1%7D", true},
		{"/100%", "/100%25", true},
		{"/100%", "/100%", true},
		{"/a b", "/a%20b", true},
		{"/a$b", "/a%24b", true},
		{"/a%24", "/a$", true},
		{"/a%24", "/a", false},
		{"/a$", "/a%24", false},
		{"/%2a", "/*", true},
		{"/%2A", "/b", false},
		{"/é%", "/%C3%A9%25", true},
		{"/\xff", "/%FF", true},
	} {
		agent := robots.Parse([]byte("User-agent: *\nDisallow: "+c.rule)).Agent("a", robots.RFC9309)
		if d := agent.Test("https://a.example" + c.url); d.Allow == c.match || d.Disputed {
			t.Errorf("rule %s, URL %s: %+v, want match %t", c.rule, c.url, d, c.match)
		}
	}
}

func TestCrawlDelay(t *testing.T) {
	for value, want := range map[string]time.Duration{
		"0": 0, "1": time.Second, "0.25": 250 * time.Millisecond, "1e1": 10 * time.Second, "1e300": robots.MaxCrawlDelay,
		"": -1, "-1": -1, "-0": -1, "1s": -1, "0x10": -1, "1_0": -1, "Inf": -1, "1e999": -1, "1,5": -1, "nan": -1,
	} {
		got, ok := robots.Parse([]byte("User-agent: *\nCrawl-delay: "+value)).Agent("a", robots.RFC9309).CrawlDelay()
		if !ok {
			got = -1
		}
		if got != want {
			t.Errorf("Crawl-delay: %s is %v, want %v", value, got, want)
		}
	}
	agent := robots.Parse([]byte("User-agent: *\nCrawl-delay: 9\nUser-agent: a\nDisallow:\n")).Agent("a", robots.RFC9309)
	if got, ok := agent.CrawlDelay(); ok {
		t.Errorf("a group of one's own without a delay: %v", got)
	}
}

// robotstxt does not match a line feed with a star. Nobody asks for such a
// URL; if someone does, the stricter of the two answers holds.
func TestDisputed(t *testing.T) {
	for _, word := range []string{"Allow", "Disallow"} {
		agent := robots.Parse([]byte("User-agent: *\n"+word+": /a*b\n")).Agent("x", robots.Google)
		if d := agent.Test("/a\nb"); d.Allow || !d.Disputed || d.Line != 2 {
			t.Errorf("%s: %+v", word, d)
		}
		if d := agent.Test("/a b"); d.Allow != (word == "Allow") || d.Disputed {
			t.Errorf("%s: %+v", word, d)
		}
	}
}

// More rules decide than an Agent keeps compiled, from several goroutines.
func TestConcurrent(t *testing.T) {
	agent := robots.Parse(file(func(i int) string { return fmt.Sprintf("/%d*/x", i) }, 3000)).Agent("a", robots.RFC9309)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := range 3000 {
				if d := agent.Test(fmt.Sprintf("/%d/a/x", i)); d.Allow || d.Disputed {
					t.Errorf("%d: %+v", i, d)
					return
				}
			}
		})
	}
	wg.Wait()
}

// Rules past the limits of what robotstxt is asked are decided all the same.
func TestBeyondConfirmation(t *testing.T) {
	for _, rule := range []string{
		"/" + strings.Repeat("*a", 700) + "$", "/*" + strings.Repeat("a", 3000), strings.Repeat("/a*", 4000),
	} {
		agent := robots.Parse([]byte("User-agent: *\nDisallow: "+rule)).Agent("x", robots.RFC9309)
		if d := agent.Test(strings.Repeat("/a", 4000)); d.Allow && !strings.HasPrefix(rule, "/*aaa") || d.Disputed {
			t.Errorf("%.20s: %+v", rule, d)
		}
		if d := agent.Test("/" + strings.Repeat("a", 4000)); d.Allow && !strings.HasPrefix(rule, "/a") || d.Disputed {
			t.Errorf("%.20s: %+v", rule, d)
		}
	}
}
