package page_test

import (
	"fmt"
	"github.com/portolan-seo/portolan/frontier/record"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/robots"
)

var now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// parse reads a page of the header lines "Name: value" and a body.
func parse(opts page.Options, status int, body string, header ...string) *page.Page {
	h := http.Header{"Strict-Transport-Security": {"max-age=1"}}
	for _, line := range header {
		name, value, _ := strings.Cut(line, ": ")
		h.Add(name, value)
	}
	return page.NewParser(opts).Parse(page.Input{
		URL: "https://example.com/p", Status: status, Header: h, Body: []byte(body), Now: now,
	})
}

var kinds = [...]string{"a", "area", "frame", "iframe", "next", "prev", "alternate", "feed", "canonical", "refresh", "image"}

// show writes links as "kind href [lang] (anchor) +flags".
func show(links []page.Link) []string {
	var out []string
	for _, l := range links {
		s := kinds[l.Kind] + " " + string(l.Href)
		if l.Lang != nil {
			s += " [" + string(l.Lang) + "]"
		}
		if len(l.Anchor) > 0 {
			s += " (" + string(l.Anchor) + ")"
		}
		for _, f := range []struct {
			on   bool
			name string
		}{
			{l.Rel&page.RelNoFollow != 0, "nofollow"}, {l.Rel&page.RelUGC != 0, "ugc"}, {l.Rel&page.RelSponsored != 0, "sponsored"},
			{l.InHead, "head"}, {l.FromHeader, "header"}, {l.NoScript, "noscript"}, {l.Delay > 0, fmt.Sprint(l.Delay, "s")},
		} {
			if f.on {
				s += " +" + f.name
			}
		}
		out = append(out, s)
	}
	return out
}

func TestLinks(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       []string
	}{
		{"kinds", `<head><link rel="next" href=n><link rel=PREV href=p><link rel="alternate" hreflang="de-AT" href=d>
			<link rel=alternate type="application/rss+xml" href=f><link rel=alternate type=application/json href=j><link rel="alternate icon" href=i>
			<link rel=alternate media="(max-width: 640px)" href=m><link rel=canonical href=c><link rel=stylesheet href=s></head>
			<a href=a>x</a><map><area href=r alt="the area"></map><iframe src=i title=t></iframe><iframe></iframe>`,
			[]string{"next n +head", "prev p +head", "alternate d [de-AT] +head", "feed f +head", "alternate m +head", "canonical c +head",
				"a a (x)", "area r (the area)", "iframe i (t)"}},
		{"anchor", `<a href=1> two
			<b>w</b>ords <img alt="and a picture"></a><a href=2><div>a</div><div>b</div></a><a href=3 title=tip></a><a href=4 aria-label="la  bel" title=tip></a>
			<a>none</a><a href>empty</a><a href=5>open<a href=6>next</a>`,
			[]string{"a 1 (two words and a picture)", "a 2 (a b)", "a 3 (tip)", "a 4 (la bel)", "a  (empty)", "a 5 (open)", "a 6 (next)"}},
		{"long anchor is cut on a character", `<a href=1>` + strings.Repeat("é", 150) + `</a>`, []string{"a 1 (" + strings.Repeat("é", 100) + ")"}},
		{"rel", `<a rel="NoFollow noopener" href=1></a><a rel=" ugc	sponsored " href=2></a><a rel=nofollows href=3></a>`,
			[]string{"a 1 +nofollow", "a 2 +ugc +sponsored", "a 3"}},
		{"references", `<a href="?a=1&amp;b=2&copy=3&#38;d"> &lt;&eacute;&nbsp;x&gt;</a>`, []string{"a ?a=1&b=2&copy=3&d (<é x>)"}},
		{"not content", `<!-- <a href=1> --><script>"<a href=2>"</script><style><a href=3></style><template><a href=4></template>
			<textarea><a href=5></textarea><xmp><a href=6></xmp><title><a href=7></title>`, nil},
		{"shadow root", `<div><template shadowrootmode=open><a href=1></a></template></div>`, []string{"a 1"}},
		{"noscript", `<body><noscript><a href=1>x</a></noscript><a href=2>y</a>`, []string{"a 1 (x) +noscript", "a 2 (y)"}},
		{"svg", `<svg><a xlink:href=1><title>icon</title><style>x</style></a><a href=2 xlink:href=3></a></svg><a xlink:href=4></a>`, []string{"a 1 (icon)", "a 2"}},
		{"frames", `<frameset><frame src=1 title=menu><frameset><frame src="2"></frameset><noframes><body><a href=3>plain</a></noframes></frameset>`,
			[]string{"frame 1 (menu)", "frame 2", "a 3 (plain)"}},
		{"refresh", `<head><meta http-equiv=Refresh content="5; URL='x y'z"><meta http-equiv=refresh content=7><noscript><meta http-equiv=refresh content="0;n"></noscript></head>`,
			[]string{"refresh x y +head +5s", "refresh n +head +noscript"}},
		{"canonical outside head", `<head></head><link rel=canonical href=1><body><link rel=canonical href=2>`, []string{"canonical 1 +head", "canonical 2"}},
		{"canonical of a version", `<head><link rel=canonical hreflang=de href=1><link rel=canonical media=print href=2><link rel=canonical>`, []string{"canonical  +head"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parse(page.Options{}, 200, c.body, "Content-Type: text/html")
			if diff := cmp.Diff(c.want, show(p.Links)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestImages(t *testing.T) {
	for body, want := range map[string]string{
		`<img src=1 alt=x><img>`: "image 1 (x)",
		`<img src=" 1 ">`:        "image 1",
		`<img src="DATA:image/gif;base64,R0lGODlhAQABAAAAACw=" srcset="2 2x">`: "image 2",
		`<img src=1 srcset="2 2x">`:                       "image 1",
		`<img srcset="1 640w, 2 1280w,3 320w">`:           "image 2",
		`<img srcset="1,, 2 1.5x , 3 1x">`:                "image 2",
		`<img srcset="1, 2 1x, 3">`:                       "image 1",
		`<img srcset="a,b.png 10w">`:                      "image a,b.png",
		`<img srcset="1 wide, 2 -1x, 3 x, 4 1h">`:         "",
		`<img srcset=" , ">`:                              "",
		`<img src=1 width=1 height=1>`:                    "",
		`<img src=1 width=0>`:                             "",
		`<img src=1 height="1px">`:                        "",
		`<img src=1 width=10 height=100%>`:                "image 1",
		`<template><img src=1></template>`:                "",
		`<picture><source srcset=2><img src=1></picture>`: "image 1",
	} {
		p := parse(page.Options{Images: true}, 200, "<body>"+body, "Content-Type: text/html")
		if got := strings.Join(show(p.Links), "\n"); got != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
}

func TestFacts(t *testing.T) {
	html := record.Facts{Type: "text/html", Charset: "utf-8", HTML: true}
	for _, c := range []struct {
		name, body string
		want       func(*record.Facts)
	}{
		{"head", `<!doctype html><html lang=" de "><head><title> A &amp;
			B</title><title>C</title><meta name=Description content=" d  e "><meta name=description content=second>`,
			func(f *record.Facts) {
				f.Lang, f.Title, f.Description, f.Problems = "de", "A & B", "d e", 1<<record.SeveralTitles
				f.Notes = "several-titles 2:20 2 C"
			}},
		{"title of an icon", `<body><svg><title>icon</title></svg>`, func(*record.Facts) {}},
		{"headings", `<h1><img alt=Logo></h1><h1> </h1><h1>Two <i>it</i>ems</h1><h1>Three</h1>`,
			func(f *record.Facts) { f.H1, f.Words = [2]string{"Logo", "Two items"}, 3 }},
		{"no headings", `<template><h1>a</h1></template><noscript><h1>b</h1></noscript>`, func(*record.Facts) {}},
		{"robots", `<head><meta name=ROBOTS content="noindex"></head><body><meta name=googlebot content=nosnippet><meta name=otherbot content=none>`,
			func(f *record.Facts) {
				f.RobotsMeta, f.MetaRobots = "ROBOTS: noindex\ngooglebot: nosnippet", robots.NoIndex|robots.NoSnippet
			}},
		{"date of JSON-LD", `<meta property="article:modified_time" content=2026-01-01><script type="application/ld+json">
			{"headline":"\"dateModified\"", "dateModified" : "2026-02-03T04:05:06Z"}</script>`,
			func(f *record.Facts) { f.Modified = "2026-02-03T04:05:06Z" }},
		{"date of meta", `<meta property="article:modified_time" content="2026-01-01">`, func(f *record.Facts) { f.Modified = "2026-01-01" }},
		{"frameset", `<html><head></head> <frameset><frame src=1></frameset>`, func(f *record.Facts) { f.Frameset = true }},
		{"frameset too late", `<body><frameset><frame src=1></frameset>`, func(*record.Facts) {}},
		{"words", `<body>One, tw<b>o</b> &ndash; three<p>four</p>five<br>six <script>no</script><noscript>no</noscript><textarea>no</textarea>`,
			func(f *record.Facts) { f.Words = 6 }},
		{"words without spaces", `<body>東京は 日本、ok ไทย`, func(f *record.Facts) { f.Words = 1 + (3+2+3+1)/2 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := parse(page.Options{}, 200, c.body, "Content-Type: text/html; charset=utf-8").Facts
			want := html
			c.want(&want)
			want.TextHash, want.Sketch, want.Content, want.ContentOwn = got.TextHash, got.Sketch, got.Content, got.ContentOwn
			want.Places = record.NewPlaces(nil)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestTextHash(t *testing.T) {
	hash := func(body string) uint64 {
		return parse(page.Options{}, 200, body, "Content-Type: text/html; charset=utf-8").TextHash
	}
	base := hash(`<body><p>Seekarten aus Genua und Größe</p>`)
	for _, same := range []string{
		"<body>\n\n<div>SEEKARTEN&nbsp;aus\tgenua\r\n<span>und</span> GR&Ouml;&#223;e</div><script>1</script>",
		`<title>other</title><body>See<b>kart</b>en aus Genua<br>und Größe<!-- x --><template>y</template>`,
	} {
		if hash(same) != base {
			t.Errorf("hash differs: %s", same)
		}
	}
	for _, other := range []string{`<body>Seekarten aus Genua undGröße`, `<body>Seekarten aus Genua und Größe 1`, `<body>aus Seekarten Genua und Größe`, `<body>`} {
		if hash(other) == base {
			t.Errorf("hash is the same: %s", other)
		}
	}
	if hash(`<body> &nbsp; <p>`) != 0 {
		t.Error("no text has a hash")
	}
}

func TestNoFollow(t *testing.T) {
	for _, c := range []struct {
		body, header string
		want         bool
	}{
		{`<meta name=robots content=nofollow>`, "", true},
		{`<body><p><meta name=robots content=NONE>`, "", true},
		{`<meta name=portolan content=nofollow>`, "", true},
		{`<meta name=googlebot content=nofollow>`, "", false},
		{`<template><meta name=robots content=nofollow></template>`, "", false},
		{``, "X-Robots-Tag: noindex, nofollow", true},
		{``, "X-Robots-Tag: otherbot: none", false},
		{``, "X-Robots-Tag: noindex", false},
	} {
		if p := parse(page.Options{}, 200, c.body, "Content-Type: text/html", c.header); p.NoFollow != c.want {
			t.Errorf("%s %s: NoFollow = %v", c.body, c.header, p.NoFollow)
		}
	}
}

func TestBase(t *testing.T) {
	for body, want := range map[string]string{
		`<base target=_top><base href="/a/?x&amp;y"><base href=b>`: "/a/?x&y",
		`<body><div><base href=b>`:                                 "b",
		`<template><base href=a></template><base href=b>`:          "b",
		`<svg><base href=a></svg>`:                                 "",
	} {
		if p := parse(page.Options{}, 200, body, "Content-Type: text/html"); string(p.Base) != want {
			t.Errorf("%s: base %q, want %q", body, p.Base, want)
		}
	}
}

func TestStatus(t *testing.T) {
	for status, want := range map[int]int{200: 1, 404: 1, 500: 1, 301: 0, 304: 0} {
		p := parse(page.Options{}, status, `<a href=1></a>`, "Content-Type: text/html", "X-Robots-Tag: noindex")
		if len(p.Links) != want || p.HTML != (want == 1) || p.HeaderRobots != robots.NoIndex {
			t.Errorf("%d: %d links, HTML %v, %v", status, len(p.Links), p.HTML, p.HeaderRobots)
		}
	}
}

func TestProblems(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       []page.Problem
	}{
		{"head broken", "<head>\n <meta charset=utf-8>\n <div>\n<link rel=canonical href=c><link rel=alternate hreflang=de href=d><title>t</title><meta name=robots content=noindex>",
			[]page.Problem{{Code: record.CanonicalOutsideHead, Line: 4, Col: 1, Detail: "c"},
				{Code: record.HeadBroken, Line: 3, Col: 2, Detail: "div before canonical, robots, hreflang, title"}}},
		{"pixel in head", `<head><noscript><img src=x></noscript><link rel=canonical href=c></head>`,
			[]page.Problem{{Code: record.CanonicalOutsideHead, Line: 1, Col: 39, Detail: "c"}, {Code: record.HeadBroken, Line: 1, Col: 17, Detail: "img before canonical"}}},
		{"head in order", `<head><title>t</title></head><body><p>x`, nil},
		{"canonical in body", `<head></head><body><link rel=canonical href=c>`, []page.Problem{{Code: record.CanonicalOutsideHead, Line: 1, Col: 20, Detail: "c"}}},
		{"unclosed", "\n<script>x", []page.Problem{{Code: record.Unclosed, Line: 2, Col: 1, Detail: "script"}}},
		{"unclosed comment", "<!-- x", []page.Problem{{Code: record.Unclosed, Line: 1, Col: 1, Detail: "comment"}}},
		{"comment to the end", "<!-- x -->", nil},
		{"canonical of a version", `<head><link rel=canonical type=x href=c>`, []page.Problem{{Code: record.CanonicalQualified, Line: 1, Col: 7, Detail: "c"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parse(page.Options{}, 200, c.body, "Content-Type: text/html")
			if diff := cmp.Diff(c.want, p.Problems, cmpProblems); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// What is wrong with markup, and what only looks like it.
func TestFlaws(t *testing.T) {
	long := strings.Repeat("word ", 60)
	for body, want := range map[string]string{
		`<head><title>a</title><title>b</title>`:                                                                          "several-titles",
		`<head><title>a</title></head><body><svg><title>b</title></svg>`:                                                  "",
		`<head><meta name=description content=a><meta name=description content="a ">`:                                     "",
		`<head><meta name=description content=a><meta name=description content=b>`:                                        "several-titles",
		`<body><script src="http://a.example/x.js"></script>` + long:                                                      "mixed-active",
		`<link rel=stylesheet href="http://a.example/x.css">`:                                                             "mixed-active",
		`<link rel=preconnect href="http://a.example/">`:                                                                  "",
		`<body><iframe src="HTTP://a.example/"></iframe>`:                                                                 "mixed-active",
		`<body><img alt src="http://a.example/x.png">`:                                                                    "mixed-passive",
		`<body><img alt src="//a.example/x.png">`:                                                                         "",
		`<body><a href="http://a.example/">Seekarten</a>`:                                                                 "",
		`<body><a href="http://a.example/">Read More</a>`:                                                                 "link-text-poor",
		`<body><a href="/x">more …</a>`:                                                                                   "link-text-poor",
		`<body><a href="/x">Read more »</a>`:                                                                              "link-text-poor",
		`<body><a href="/x" aria-label="more">Oaks</a>`:                                                                   "link-text-poor",
		`<body><a href="/x"><img src=a alt=""></a>`:                                                                       "link-text-poor",
		`<body><a href="/x"><img src=a alt="Charts"></a>`:                                                                 "",
		`<body><a href="#x">x</a><a href="#y">y</a><a href="#top">t</a><a href="#">t</a><p id=x>`:                         "fragment-missing",
		`<body><a href="#x&amp;y">x</a><a href="#gr%C3%B6%C3%9Fe">y</a><p id="x&amp;y"><p id="größe">`:                    "",
		`<head><base href="/"></head><body><a href="#x">x</a>`:                                                            "",
		`<body><a href="#x">x</a><a href="#y">y</a><p Id="x"><a Name=y></a>`:                                              "",
		`<body><main><img alt src=a width=60 loading=lazy>`:                                                               "",
		`<body><main>` + strings.Repeat("far above ", 150) + `<img alt src=a loading=lazy>`:                               "",
		`<body><main><img alt src=a width=60><img alt src=a width=600 loading=lazy>`:                                      "hero-lazy",
		`<body><main><img alt src=a loading=lazy>`:                                                                        "hero-lazy",
		`<body><main><img alt src=a><img alt src=b loading=lazy>`:                                                         "",
		`<body><img alt data-src=a><img alt src="data:image/gif;base64,R" data-src=b>`:                                    "image-hidden",
		`<body><img alt src=small.jpg srcset=b data-src=a><noscript><img alt data-src=a></noscript>`:                      "",
		`<body><h1>Shoes</h1><p>Sorry, no results.`:                                                                       "nothing-here",
		`<body><h1>Shoes</h1><p>10 results, 200 items`:                                                                    "",
		`<script type="application/ld+json">{"@type": "Product",}</script>`:                                               "data-broken",
		`<script type="application/ld+json">{"@graph":[{"@type":"Product","name":"x"}]}</script>`:                         "data-lacking",
		`<script type="application/ld+json">{"@type":["Thing","Product"],"name":"x","offers":{}}</script>`:                "",
		`<script type="application/ld+json">{"@type":"FAQPage"}</script>`:                                                 "",
		`<meta http-equiv=Content-Security-Policy content="Upgrade-Insecure-Requests"><img alt src="http://a.example/x">`: "",
		`<body><form method=post action="http://a.example/">`:                                                             "form-insecure",
		`<body><form action="http://a.example/search"><input name=q>`:                                                     "",
		`<body><form method=post action="/login"><input type=password>`:                                                   "",
		`<body><img src=a>`: "image-alt-missing",
		`<body><img src=a alt=""><img src=b role=presentation><img src=c aria-hidden=true><img src=d width=1 height=1>`:                  "",
		`<body><noscript><img src=a></noscript><template><img src=a></template>`:                                                         "",
		`<body><a href="javascript:void(0)">more</a>`:                                                                                    "link-uncrawlable",
		`<body><a href="/x"><em><a href="/x">a term</a></em></a>`:                                                                        "",
		`<body><a href="/x" aria-label="All of oaks">here</a><a href="/y">»</a><a href="/z">mores</a>`:                                   "",
		`<body><a href="/x"><em><a href="/y">a term</a></em></a>`:                                                                        "link-text-poor",
		`<body><a href="/x"><em><a href="/x"></a></em></a>`:                                                                              "link-text-poor",
		`<body><a onclick="go()">more</a>`:                                                                                               "link-uncrawlable",
		`<body><a href="file:///C:/x">x</a>`:                                                                                             "link-uncrawlable",
		`<body><a name=top></a><a id=x>x</a><a>current</a><a role=button href="javascript:go()">x</a><a href="mailto:a@b.example">x</a>`: "",
		``: "blank",
		"<!doctype html>\n<html><head><meta charset=utf-8><title></title></head>\n<body class=x>\n</body></html>":                               "blank",
		`<body><div id="root"></div><script src=/app.js></script>`:                                                                              "script-shell",
		`<body><app-root>Loading...</app-root><script type=module src=/app.js></script>`:                                                        "script-shell",
		`<body><noscript>You need to enable JavaScript to run this app.</noscript><script>1</script>`:                                           "script-shell",
		`<body><div id="root"></div>` + long + `<script src=/app.js></script>`:                                                                  "",
		`<body><div id="root"><p>short</p></div><script src=/app.js></script>`:                                                                  "",
		`<body><nav>` + long + `<a href=1>1</a><a href=2>2</a><a href=3>3</a><a href=4>4</a></nav><div id="root"></div><script src=a></script>`: "script-shell",
		`<body><header>` + long + `</header><app-root></app-root><script src=a></script><footer>` + long + `</footer>`:                          "script-shell",
		`<body><nav>` + long + `</nav><div id="content"></div><script src=a></script>`:                                                          "",
		`<body><nav>` + long + `</nav><div id="root"></div><main>` + long + `</main><script src=a></script>`:                                    "",
		`<body><div id="root"></div>`: "",
		`<body><div id="root"></div><script></script><a href=1>1</a><a href=2>2</a><a href=3>3</a><a href=4>4</a>`: "",
	} {
		p := page.NewParser(page.Options{}).Parse(page.Input{URL: "https://a.example/", Status: 200, Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}, "Strict-Transport-Security": {"max-age=31536000; includeSubDomains"}}, Body: []byte(body)})
		var got []string
		for problem := range p.Facts.Problems.Each {
			got = append(got, problem.String())
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s: %q, want %q", body, text, want)
		}
	}
	p := page.NewParser(page.Options{}).Parse(page.Input{URL: "http://a.example/", Status: 200, Header: http.Header{"Content-Type": {"text/html"}},
		Body: []byte(`<form method=post><input type=password></form><img alt src="http://a.example/x.png">`)})
	if p.Facts.Problems != 1<<record.FormInsecure {
		t.Errorf("a password on http: %b", p.Facts.Problems)
	}
}

func TestScriptedHead(t *testing.T) {
	for body, want := range map[string]bool{
		`<head><noscript><img src=x></noscript><link rel=canonical href=c></head>`:                true,
		`<head><noscript><img src=x> text</noscript> <title>t</title><link rel=canonical href=c>`: true,
		`<head><noscript><img src=x><link rel=canonical href=c></noscript></head>`:                false,
		`<head><noscript><img src=x></noscript><div></div><link rel=canonical href=c></head>`:     false,
		`<head><noscript><img src=x></noscript>text<link rel=canonical href=c></head>`:            false,
		`<head><noscript><img src=x></noscript></head><body><link rel=canonical href=c>`:          false,
		`<head><img src=x><link rel=canonical href=c></head>`:                                     false,
	} {
		p := parse(page.Options{}, 200, body, "Content-Type: text/html")
		var got bool
		for _, l := range p.Links {
			got = got || l.Kind == page.KindCanonical && l.ScriptedHead
		}
		if got != want {
			t.Errorf("canonical in the head of a browser with scripts on: %v, want %v: %s", got, want, body)
		}
	}
}

var cmpProblems = cmp.Transformer("Problem", func(p page.Problem) string {
	return fmt.Sprintf("%s %d:%d %s", p.Code, p.Line, p.Col, p.Detail)
})

func TestPosition(t *testing.T) {
	p := parse(page.Options{}, 200, "a\n<a href=1>\r\n é<a href=2>", "Content-Type: text/html; charset=utf-8")
	for i, want := range [][2]int{{2, 1}, {3, 3}} {
		if line, col := p.Position(p.Links[i].Offset); line != want[0] || col != want[1] {
			t.Errorf("link %d at %d:%d, want %v", i, line, col, want)
		}
	}
}

// TestReuse reads pages one after the other with one parser: nothing of one
// is left in the next.
func TestReuse(t *testing.T) {
	p := page.NewParser(page.Options{})
	in := page.Input{Status: 200, Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}}
	for range 2 {
		for _, doc := range append(oddities, string(shopPage())) {
			in.Body = []byte(doc)
			got := p.Parse(in)
			want := page.NewParser(page.Options{}).Parse(in)
			if diff := cmp.Diff(want.Facts, got.Facts) + cmp.Diff(show(want.Links), show(got.Links)); diff != "" {
				t.Fatalf("%q\n%s", doc, diff)
			}
		}
	}
}

// Where something is wrong, the first of each kind, five kinds at most, with
// what a page may not make of it.
func TestNotes(t *testing.T) {
	p := parse(page.Options{}, 200, "<body>\n<img src=a>\n<img src=b><main><script type=\"application/ld+json\">{\"a\":\n1,}</script>"+
		`<script type="application/ld+json">[{"@type":"Event","name":" "}]</script>`, "Content-Type: text/html")
	want := "image-alt-missing 2:1 2 <img src=a>\ndata-broken 4:3 1 invalid character '}' looking for beginning of object key string: son\">{\"a\": 1,}</script><script\n" +
		"data-lacking 4:49 1 Event without name, startDate, location"
	if got := p.Notes; !strings.HasPrefix(got, want[:60]) || strings.Count(got, "\n") != 2 || !strings.HasSuffix(got, "Event without name, startDate, location") {
		t.Errorf("notes\n%s\nwant\n%s", got, want)
	}
	if p := parse(page.Options{}, 200, "<img \n\x1b\x00src="+strings.Repeat("x", 1000)+">", "Content-Type: text/html"); strings.Contains(p.Notes, "\n") || len(p.Notes) > 200 {
		t.Errorf("notes %q", p.Notes)
	}
}
