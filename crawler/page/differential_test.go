package page_test

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler/page"
)

// oddities are documents in which a tag reader goes wrong easily.
var oddities = []string{
	`<a href=1>x<!--><a href=2>y</a><!---><a href=3>z</a>`,
	`<!-- > <a href=1> --!><a href=2><!----!><a href=3><!----><a href=4><!-- --!-><a href=5>--><a href=6>`,
	`<!x><a href=1><?php echo "<a href=2>" ?><a href=3></ x><a href=4></><a href=5><!DOCTYPE x "><a href=6>">`,
	`<svg><![CDATA[<a href=1>]]><a xlink:href=2 href=3></a></svg><![CDATA[<a href=4>]]>`,
	`<math><mtext><![CDATA[<a href=1>]]><a href=2></mtext><![CDATA[<a href=3>]]></math>`,
	`<textarea><a href=1></textarea><xmp><a href=2></xmp><style><a href=3></style ><iframe src=f><a href=4></iframe><noembed><a href=5></noembed>`,
	`<title>a &amp; <a href=1></title x><a href=2>`,
	`<a href=1>one<plaintext><a href=2>two`,
	"<a\x00 href=1><a hr\x00ef=2 href=3><a href=\"4\x00\">x\x00y</a><b\x00><a href=5>",
	`<a href=1 <a href=2`,
	`<a href="1`,
	`<a href=1></a`,
	`<script><a href=1></script ><a href=2><script>"</scripty>"</script/x><a href=3>`,
	`<script><!--<script></script><a href=1>--></script><a href=2>`,
	`<script><!-- <script> </script> </script><a href=1>`,
	`<script><!--><script></script><a href=1><script><!---></script><a href=2>`,
	`<script><!-- <SCRIPT </script>--> </script><a href=1>`,
	`<A HREF=1><AREA HREF="2" ALT=x><Link REL="Next" HREF=3><IFRAME SRC=4></IFRAME>`,
	`<a/href=1><a href=2/><a href="3"/><a href='4'rel="nofollow"><a href = 5 rel = ugc >`,
	`<a href=1 href=2><a HREF=3 hreF=4 rel=nofollow rel=ugc>`,
	`<a href="?a=1&copy=2&amp;b&lt=3&notit;&not;&#38;&#x26;c&hellip;&nosuch;&amp"><a href=?x&copy>`,
	`<a ==x href=1><a =href=2 href=3><a "href=4 href=5><a href=a"b'c<d=e><a href= >x<a href=>y`,
	`<a href=1 title="it's <b>">text</a title=">"><a href=2>`,
	`<div title="<a href=1>"><div title=<a href=2>><div x="'" y='"'><a href=3>`,
	`<noscript><a href=1><noscript></noscript><a href=2>`,
	`<a href="?a&copyx&not&ltd">`, `<head><template shadowrootmode=open><a href=1></template><link rel=next href=2>`,
	`<head><noscript><link rel=next href=1><a href=2></noscript><link rel=next href=3>`,
	`<head><meta name=description content=d><img><link rel=canonical href=1>`,
	`<head></head><link rel=canonical href=1> <meta><body><link rel=canonical href=2>`,
	`<head>text<link rel=canonical href=1>`,
	`<head><template><a href=1><div></template><link rel=canonical href=2>`,
	`<template><a href=1><template></template><a href=2></template><a href=3>`,
	`<body><div><template shadowrootmode=open><a href=1></template><a href=2>`,
	`<template><svg></template><a href=1>`,
	`<frameset><frame src=1><noframes><body><a href=2>text</a><script><a href=3></script></noframes></frameset>`,
	`<body><frameset><frame src=1></frameset>`,
	`<center><frameset><frame src=1></frameset><a href=2>x`,
	`<svg><title>t</title><style><a href=1></style><script>"<a href=2>"</script><desc><p>x<a href=3></desc></svg><a href=4>`,
	`<svg><path></svg><title>t</title>`, `<svg><g><div><a href=1><title><a href=2></title>`,
	`<svg><foreignObject><a href=1><style><a href=2></style></foreignObject><style><a href=3></style></svg>`,
	`<math><annotation-xml encoding="text/HTML"><style><a href=1></style></annotation-xml><style><a href=2>`,
	`<svg><font color=x><style><a href=1></style>`, `<svg><font><style><a href=1></style>`, `<svg/><style><a href=1></style>`,
	`<svg><a href=1>x</a></p><style><a href=2></style>`,
	`<h1>a<b>b</b><img alt=c>d</h1><h2><h1>e<h1>f</h1>`,
	`<a href=1><img alt="x&amp;y"></a><a href=2 title=t> </a><a href=3 aria-label=l title=t><svg><title>s</title></svg></a>`,
	`f<b>oo</b> b<p>a</p>r &amp; x&nbsp;y &#x4e2d;&#22269;人 ÄÖ É&shy;E`, `<body>İX ȾX ẞ Ѐ ΑΣ`,
	"a\r\nb\rc<a href='x\r\ny\rz\n'>",
	`< a href=1><<a href=2><a<b href=3>&lt;a href=4>`,
	`<base target=x><base href="/b/&amp;"><base href=c>`,
	`<html lang=de><html lang=en xml:lang=fr><h1></h1>`,
	`<html xml:lang=fr><body></br></p><a href=1>`,
	`<link rel="alternate stylesheet" href=1><link rel="ALTERNATE" hreflang=" de " href=2><link rel="prev previous" href=3><link rel=canonical hreflang=de href=4><link rel=canonical>`,
}

// xnetDiffers matches documents that x/net/html reads otherwise: a < that
// begins no tag ends the escaped part of its script (not so in HTML
// 13.2.5.20), a repeated attribute that ends in / makes its tag self-closing
// (not so in 13.2.5.40), and NUL in text that is not escaped is U+FFFD to it
// and space to us. Documents that begin like UTF-16 are left out, too.
var xnetDiffers = regexp.MustCompile(`(?is)<script.*<!--.*<[^/a-z]|=[^\s>]*/>|(plaintext|cdata).*\x00|^\x{FFFD}`)

func check(t *testing.T, doc []byte) {
	t.Helper()
	p := page.NewParser(page.Options{})
	in := page.Input{Status: 200, Header: http.Header{"Content-Type": {"text/html;charset=utf-8"}}, Body: doc}
	got := p.Parse(in)
	want := readReference(doc)

	var links []refLink
	for _, l := range got.Links {
		if l.Kind != page.KindRefresh && l.Kind != page.KindFeed {
			links = append(links, refLink{l.Kind, string(l.Href), string(l.Lang), string(l.Anchor), l.Rel, l.InHead, l.NoScript})
		}
	}
	var title, base, gotBase string
	if want.title != nil {
		title = *want.title
	}
	if want.base != nil {
		base = *want.base
	}
	if got.Base != nil {
		gotBase = string(got.Base)
	}
	for len(want.h1) < 2 {
		want.h1 = append(want.h1, "")
	}
	type facts struct{ Title, Desc, Lang, Base, H1, H2 string }
	diff := cmp.Diff(want.links, links) +
		cmp.Diff(facts{title, want.desc, want.lang, base, want.h1[0], want.h1[1]},
			facts{got.Title, got.Description, got.Lang, gotBase, got.H1[0], got.H1[1]}) +
		cmp.Diff(want.frameset, got.Frameset)
	words, hash := got.Words, got.TextHash
	text := strings.Join(want.visible(), " ")
	if n := countWords(want.visible()); n != words {
		diff += fmt.Sprintf("words: want %d, got %d\n", n, words)
	}
	in.Body = []byte("<body><plaintext>" + text)
	if h := p.Parse(in).TextHash; h != hash {
		diff += fmt.Sprintf("text hash: want %x, got %x of %q\n", h, hash, text)
	}
	if diff != "" {
		t.Errorf("%q\n(-reference +parser)\n%s", doc, diff)
	}
}

func countWords(words []string) int {
	n, dense := 0, 0
	for _, word := range words {
		rest := strings.Map(func(r rune) rune {
			if r == '\u30FC' || r == '\uFF70' || unicode.IsLetter(r) && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan) {
				dense++
				return -1
			}
			return r
		}, word)
		if strings.ContainsFunc(rest, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			n++
		}
	}
	return n + (dense+1)/2
}

func TestAsTokenizerReads(t *testing.T) {
	check(t, shopPage())
	for _, doc := range oddities {
		check(t, []byte(doc))
	}
}

// TestCorpus compares real pages: those that come with Go, or those below the
// folder that PORTOLAN_HTML_CORPUS names.
func TestCorpus(t *testing.T) {
	root := os.Getenv("PORTOLAN_HTML_CORPUS")
	if root == "" {
		out, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			t.Fatal(err)
		}
		root = strings.TrimSpace(string(out))
	}
	n := 0
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".html") || n >= 3000 {
			return err
		}
		if d.IsDir() {
			return nil
		}
		n++
		doc, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if !utf8.Valid(doc) {
			return nil // the reference knows UTF-8 alone
		}
		t.Run(path, func(t *testing.T) {
			check(t, doc)
			checkDOM(t, doc)
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n == 0 {
		t.Skipf("no page below %s", root)
	}
}

func FuzzParse(f *testing.F) {
	for _, doc := range oddities {
		f.Add([]byte(doc))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		if xnetDiffers.Match(doc) {
			return
		}
		check(t, doc)
	})
}
