package report_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/net/html"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/fetch/fetchtest"
	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/crawler/site/report"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// evil is a site whose every text is an attack on who reads the report.
const evil = `origin: http://evil.example
-- / --
<title>"&gt;&lt;svg onload=alert(1)&gt; {{.}} &#x202e;txt &#27;[2J | ` + "`" + `x` + "`" + `</title>
<a href="/a">a</a> <a href="/&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;">b</a> <a href="/404/)[x](javascript:alert(1))|&quot;onmouseover=alert(1)">c</a>
<a href="javascript:alert(1)">d</a> <a href="/b?x={{.}}&y='><img src=x>">e</a> <a href="/old">f</a>
-- /a --
<title></title><link rel=canonical href="http://evil.example/%3Cscript%3E"> words of the first
-- /b --
<title>=1+2</title> words of the second
-- /old --
HTTP 301
Location: /gone?q=%3C/style%3E%3Cscript%3Ealert(1)%3C/script%3E

`

// made crawls the site into a folder and reads its report.
func made(t *testing.T, archive string) *report.Report {
	t.Helper()
	parsed, err := crawltest.Parse([]byte(archive))
	if err != nil {
		t.Fatal(err)
	}
	server := crawltest.NewServer(t, parsed)
	client := fetchtest.NewClient(t, server, fetch.Options{UserAgent: "portolan/test"})
	o := site.Options{Dir: filepath.Join(t.TempDir(), "site")}
	o.Version, o.Crawl.Sitemaps.Find = "1.2 <b>", strings.Contains(archive, "-- /sitemap.xml --")
	o.Crawl.NewFetcher = func() crawler.Fetcher { return client.NewFetcher() }
	if _, err := site.Make(t.Context(), parsed.Origin()+"/", o); err != nil {
		t.Fatal(err)
	}
	crawl, err := stored.Open(o.Dir)
	if err != nil {
		t.Fatal(err)
	}
	defer crawl.Close()
	r, err := report.Read(t.Context(), crawl, report.Asked{})
	if err != nil {
		t.Fatal(err)
	}
	again, err := report.Read(context.WithoutCancel(t.Context()), crawl, report.Asked{})
	if err != nil {
		t.Fatal(err)
	}
	if a, b := written(t, r), written(t, again); a != b {
		t.Error("the same crawl gives two reports")
	}
	return r
}

func written(t *testing.T, r *report.Report) string {
	t.Helper()
	var page, text bytes.Buffer
	if err := r.HTML(&page); err != nil {
		t.Fatal(err)
	}
	if err := r.Markdown(&text); err != nil {
		t.Fatal(err)
	}
	return page.String() + "\x00" + text.String()
}

// The page loads, runs and sends nothing, and nothing of the site's becomes
// markup.
func TestHostileSite(t *testing.T) {
	r := made(t, evil)
	r.Title = `</title><script>alert(1)</script>`
	page, text, _ := strings.Cut(written(t, r), "\x00")
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	policy, style := "", ""
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		switch n.Data {
		case "script", "img", "iframe", "object", "form", "base":
			t.Errorf("there is a %s", n.Data)
		case "style":
			style = n.FirstChild.Data
		}
		for _, a := range n.Attr {
			if n.Data == "meta" && a.Key == "content" && policy == "" {
				policy = a.Val
			}
			if strings.HasPrefix(a.Key, "on") || a.Key == "style" || a.Key == "src" || a.Key == "srcset" {
				t.Errorf("%s has %s=%q", n.Data, a.Key, a.Val)
			}
			if a.Key == "href" && !strings.HasPrefix(a.Val, "http://") && !strings.HasPrefix(a.Val, "https://") && !strings.HasPrefix(a.Val, "#") {
				t.Errorf("a link leads to %q", a.Val)
			}
		}
	}
	sum := sha256.Sum256([]byte(style))
	if !strings.HasPrefix(policy, "default-src 'none';") || !strings.Contains(policy, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'") {
		t.Errorf("the policy %q does not allow the style", policy)
	}
	for name, text := range map[string]string{"HTML": page, "Markdown": text} {
		if i := strings.IndexFunc(text, func(r rune) bool { return r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) }); i >= 0 {
			t.Errorf("%s holds %q", name, text[max(i-30, 0):i+10])
		}
	}
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, "<") || strings.Contains(line, "](javascript:") && !strings.Contains(line, "`") {
			t.Errorf("Markdown: %s", line)
		}
	}
}

// The numbers are those of the crawl, and add up.
func TestNumbers(t *testing.T) {
	r := made(t, evil)
	if r.Known != r.Listed+r.Excluded+r.Deferred || r.Listed == 0 || r.Seen.Why() != "" {
		t.Errorf("%+v", r)
	}
	answers := 0
	for _, row := range r.StatusByDepth {
		for _, n := range row.N[1:] {
			answers += n
		}
	}
	for _, b := range r.Statuses {
		answers -= b.Count
	}
	if answers != 0 {
		t.Errorf("answers by clicks are %d more than by status", answers)
	}
	sum := 0
	for _, v := range r.Verdicts {
		sum += v.URLs
	}
	found := 0
	for _, g := range r.Groups {
		found += g.N
		if len(g.Examples) == 0 || g.N < len(g.Examples) || g.Rule.Fix == "" {
			t.Errorf("%s: %d findings, %d examples", g.Rule.ID, g.N, len(g.Examples))
		}
	}
	if sum != r.Known || found != r.Totals[1]+r.Totals[2]+r.Totals[3] {
		t.Errorf("%d verdicts of %d URLs; %d findings of %v", sum, r.Known, found, r.Totals)
	}
	if first := r.Causes; len(first) < 2 || first[0].Rule.ID != "page-on-http" || first[1].Rule.ID != "client-error" || first[1].What == "" {
		t.Errorf("do first: %+v", first)
	}
	if len(r.Passed) == 0 || r.Before != nil || r.Seen.InScope == 0 {
		t.Errorf("%d checks found nothing; %v; %d in scope", len(r.Passed), r.Before, r.Seen.InScope)
	}
	for _, rule := range r.Passed {
		if strings.HasPrefix(rule.ID, "hreflang") || rule.ID == "bot-waste" || rule.ID == "image-broken" {
			t.Errorf("%s had nothing to look at, and is told of as good", rule.ID)
		}
	}
	if !slices.ContainsFunc(r.Idle, func(i report.Idle) bool { return i.ID == "bot-waste" && i.Why == "no access log was given" }) {
		t.Errorf("had nothing to look at: %v", r.Idle)
	}
	if r.NoNew == "" || r.Speed.Pages == 0 || r.Speed.P50 > r.Speed.P95 || r.Offered < r.Indexable {
		t.Errorf("%q %+v %d %d", r.NoNew, r.Speed, r.Offered, r.Indexable)
	}
}

func TestLogo(t *testing.T) {
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 3, 2))); err != nil {
		t.Fatal(err)
	}
	logo := picture.Bytes()
	if !report.IsLogo(logo) || report.IsLogo(logo[:20]) || report.IsLogo([]byte("<svg onload=alert(1)>")) || report.IsLogo(nil) {
		t.Error("a PNG may be shown, and neither a part of one nor an SVG")
	}
	r := made(t, "origin: http://a.example\n-- / --\n<title>A</title> some words\n")
	r.Logo = logo
	var page bytes.Buffer
	if err := r.HTML(&page); err != nil || !strings.Contains(page.String(), `<img src="data:image/png;base64,`+base64.StdEncoding.EncodeToString(logo)+`"`) {
		t.Errorf("no picture: %v", err)
	}
}

// Pages to which no link leads count neither for the clicks of their kind of
// pages, nor as clicks that nobody can make.
func TestMedianDepth(t *testing.T) {
	archive := "origin: http://a.example\n-- / --\n<title>A</title> <a href=/x/1>1</a>\n-- /sitemap.xml --\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">"
	for _, path := range []string{"/x/2", "/x/3", "/y/1", "/y/2", "/y/3"} {
		archive += "<url><loc>http://a.example" + path + "</loc></url>"
	}
	archive += "</urlset>\n"
	for _, path := range []string{"/x/1", "/x/2", "/x/3", "/y/1", "/y/2", "/y/3"} {
		archive += "-- " + path + " --\n<title>" + path + "</title>\n"
	}
	r := made(t, archive)
	got := map[string]int{}
	for _, tpl := range r.Templates {
		got[tpl.Pattern] = tpl.MedianDepth
	}
	want := map[string]int{"http://a.example/…": 0, "http://a.example/x/*": 1, "http://a.example/y/*": -1}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("clicks (-want +got):\n%s", diff)
	}
}

// What most pages link to is among the examples of a template, and first.
func TestExamples(t *testing.T) {
	archive := "origin: http://a.example\n-- / --\n<title>Start</title>"
	for i := range 7 {
		archive += fmt.Sprintf("<a href=/gone/%d>%d</a>", i, i)
	}
	archive += "<a href=/b>b</a><a href=/c>c</a>\n-- /b --\n<title>B</title><a href=/gone/6>again</a>\n-- /c --\n<title>C</title><a href=/gone/6>again</a> <a href=/gone/5>too</a>\n"
	for _, g := range made(t, archive).Groups {
		if g.Rule.ID != "client-error" {
			continue
		}
		var got []string
		for _, e := range g.Examples {
			got = append(got, strings.TrimPrefix(e.URL, "http://a.example/gone/"))
		}
		if diff := cmp.Diff([]string{"6", "5", "0", "1", "2"}, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		return
	}
	t.Error("nothing is gone")
}
