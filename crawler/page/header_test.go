package page_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier/record"
)

func TestLinkHeader(t *testing.T) {
	for _, c := range []struct {
		value string
		want  []string
	}{
		{`<https://example.com/c>; rel="canonical"`, []string{"canonical https://example.com/c +header"}},
		{`</n>;rel=next, </p> ; REL = "prev nofollow"`, []string{"next /n +header", "prev /p +nofollow +header"}},
		{`</de,x?a;b>; rel="alternate"; hreflang="de"; title="a, \"b\"; c", </en>; rel=alternate; hreflang=en`,
			[]string{"alternate /de,x?a;b [de] +header", "alternate /en [en] +header"}},
		{`</c>; rel=canonical; rel=next`, []string{"canonical /c +header"}},
		{`</c>; anchor="#part"; rel=canonical`, nil},
		{`</c>; anchor="https://example.com/p"; rel=canonical`, []string{"canonical /c +header"}},
		{`</style.css>; rel=preload; as=style, <>; rel=next`, []string{"next  +header"}},
		{`</feed>; rel=alternate; type="application/atom+xml"`, []string{"feed /feed +header"}},
		{`</api>; rel=alternate; type="application/json"`, nil},
		{`,, </n>; rel=next ,`, []string{"next /n +header"}},
		{`</n>; rel="next`, []string{"next /n +header"}},
	} {
		// Other types than HTML have their header read, too.
		for _, typ := range []string{"text/html", "application/pdf"} {
			p := parse(page.Options{}, 200, "%PDF-1.7 <a href=1>", "Content-Type: "+typ, "Link: "+c.value)
			got := show(p.Links)
			if typ == "text/html" {
				got = got[:len(got)-1]
			}
			if len(got) == 0 {
				got = nil
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%s\n(-want +got)\n%s", c.value, diff)
			}
		}
	}
}

func TestLinkHeaderFaulty(t *testing.T) {
	for _, value := range []string{`https://example.com/c; rel=canonical`, `<c; rel=canonical`, `</n>; rel=next, x`} {
		p := parse(page.Options{}, 200, "", "Link: "+value)
		if len(p.Problems) != 1 || p.Problems[0].Code != record.LinkHeaderFaulty {
			t.Errorf("%s: %v", value, p.Problems)
		}
	}
}

func TestRefresh(t *testing.T) {
	for value, want := range map[string]string{
		"0; url=x":             "refresh x",
		"0;URL=x":              "refresh x",
		" 3 , x":               "refresh x +3s",
		"2 x":                  "refresh x +2s",
		"0;url = 'x y' z":      "refresh x y",
		`0;url="x`:             "refresh x",
		"0;'x'":                "refresh x",
		"0;url":                "refresh url",
		"0;urlx=1":             "refresh urlx=1",
		"1.9;x":                "refresh x +1s",
		".5;x":                 "refresh x",
		"99999999999999999; x": "refresh x +1073741824s",
		"5":                    "",
		"5;":                   "",
		"5; url=":              "",
		"x":                    "",
		"5x":                   "",
		"; url=x":              "",
		"-1; url=x":            "",
	} {
		header := parse(page.Options{}, 200, "", "Refresh: "+value)
		meta := parse(page.Options{}, 200, `<meta http-equiv=refresh content="`+attributeQuoter.Replace(value)+`">`, "Content-Type: text/html")
		for suffix, p := range map[string]*page.Page{" +header": header, " +head": meta} {
			got := ""
			if links := show(p.Links); len(links) > 0 {
				got = links[0]
			}
			wanted := want
			if want != "" {
				wanted = insertFlag(want, suffix)
			}
			if got != wanted {
				t.Errorf("%q: got %q, want %q", value, got, wanted)
			}
		}
	}
}

func TestType(t *testing.T) {
	for _, c := range []struct {
		header []string
		body   string
		want   string
		html   bool
	}{
		{[]string{"text/html"}, "x", "text/html", true},
		{[]string{"Text/HTML ; Charset=UTF-8"}, "x", "text/html", true},
		{[]string{"application/xhtml+xml"}, "x", "application/xhtml+xml", true},
		{[]string{"text/html", "text/plain"}, "x", "text/plain", false},
		{[]string{"text/plain, text/html"}, "x", "text/html", true},
		{[]string{"text/html, */*"}, "x", "text/html", true},
		{[]string{"text/html;;charset"}, "x", "text/html", true},
		{[]string{"text/html; x=\"a,b;c\""}, "x", "text/html", true},
		{[]string{"application/pdf"}, "<html>", "application/pdf", false},
		{[]string{"text/plain"}, "<html>", "text/plain", false},
		{nil, " <!DOCTYPE html>", "text/html", true},
		{[]string{"html"}, "<html>", "text/html", true},
		{[]string{""}, "%PDF-1.7", "application/pdf", false},
		{[]string{"unknown/unknown"}, "\x00\x01\x02", "application/octet-stream", false},
		{nil, "<?xml version='1.0'?><rss>", "text/xml", false},
		{nil, "", "", false},
	} {
		var header []string
		for _, value := range c.header {
			header = append(header, "Content-Type: "+value)
		}
		p := parse(page.Options{}, 200, c.body, header...)
		if p.Type != c.want || p.HTML != c.html {
			t.Errorf("%q %q: type %q, HTML %v", c.header, c.body, p.Type, p.HTML)
		}
	}
}

func TestXHTML(t *testing.T) {
	p := parse(page.Options{}, 200, `<html><head><script src="x"/><title/></head><body><![CDATA[a < b]]><a href="1"/>`, "Content-Type: application/xhtml+xml")
	if len(p.Links) != 1 || p.Words != 2 {
		t.Errorf("%d links, %d words", len(p.Links), p.Words)
	}
}

func FuzzHeader(f *testing.F) {
	f.Add(`</n>; rel="next"`, `0;url=x`, `text/html; charset="x"`, "noindex")
	f.Fuzz(func(t *testing.T, link, refresh, typ, tag string) {
		p := parse(page.Options{MaxLinks: 10}, 200, "<a href=1>", "Link: "+link, "Refresh: "+refresh, "Content-Type: "+typ, "X-Robots-Tag: "+tag)
		if len(p.Links) > 10 || len(p.Problems) > 20 {
			t.Errorf("%d links, %d problems", len(p.Links), len(p.Problems))
		}
	})
}

// attributeQuoter escapes what may not stand in a quoted attribute.
var attributeQuoter = strings.NewReplacer("&", "&amp;", `"`, "&quot;")

// insertFlag puts a flag before the delay, where show has it.
func insertFlag(link, flag string) string {
	if i := strings.LastIndex(link, " +"); i >= 0 {
		return link[:i] + flag + link[i:]
	}
	return link + flag
}
