package sitemapgen_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/sitemapgen"
)

// What the original refuses is refused, with the line.
func TestRefused(t *testing.T) {
	const site = `<site base_url="http://a.example" store_into="sitemap.xml">`
	for text, want := range map[string]string{
		"":                                     "it has no <site>",
		"<site":                                "it is no XML",
		`<url href="x"/>`:                      "line 1: <url> is not to stand there",
		`<site base_url="http://a.example/"/>`: "line 1: <site> wants the attribute store_into",
		`<site base_url="http://a.example/" store_into="map.txt"/>`:      `store_into "map.txt": its name ends in`,
		site + "\n<page href='x'/></site>":                               "line 2: <page> is no element",
		site + "\n\n<url link='x'/></site>":                              "line 3: <url> has no attribute link",
		site + "<url href='x'><url href='y'/></url></site>":              "<url> is not to stand there",
		site + site + "</site></site>":                                   "<site> is not to stand there",
		site + "<filter pattern='x' action='keep'/></site>":              `filter action "keep": it is drop or pass`,
		site + "<filter pattern='x' type='glob'/></site>":                `filter type "glob": it is wildcard or regexp`,
		`<?xml version="1.0" encoding="iso-8859-1"?>` + site + "</site>": "save it as UTF-8",
	} {
		if _, err := sitemapgen.Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	for text, want := range map[string]string{
		site + "</site>": "it names no URL",
		site + "<url href='/'/><filter type='regexp' pattern='(?&lt;=x)y'/></site>": "it uses what Python knows",
	} {
		c, err := sitemapgen.Read(strings.NewReader(text))
		if err == nil {
			_, err = c.Plan()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// A wildcard means what it means to Python's fnmatch.
func TestWildcards(t *testing.T) {
	for _, c := range []struct {
		pattern, url string
		matches      bool
	}{
		{"*[~]", "http://h/a~", true}, {"*[~]", "http://h/a", false}, {"*?", "http://h/", true}, {"*/[a-c]", "http://h/b", true},
		{"*/[!a-c]", "http://h/b", false}, {"*/[!a-c]", "http://h/d", true}, {"*?.html", "http://h/.html", true}, {"*[", "http://h/[", true},
		{"*[]x]", "http://h/]", true}, {`*[\]`, `http://h/\`, true}, {"?ttp*", "http://h/.", true}, {"?ttp", "http://h/", false},
	} {
		config := &sitemapgen.Config{BaseURL: "http://h/", StoreInto: "s.xml", URLs: []sitemapgen.URL{{Href: "/"}}, Filters: []sitemapgen.Filter{{Pattern: c.pattern}}}
		p, err := config.Plan()
		if err != nil {
			t.Errorf("%s: %v", c.pattern, err)
			continue
		}
		rule, ok := strings.CutPrefix(p.Args[slices.Index(p.Args, "--exclude")+1], "re:")
		if !ok || regexp.MustCompile(rule).MatchString(c.url) != c.matches {
			t.Errorf("%s of %s: %q", c.pattern, c.url, rule)
		}
	}
}

func TestInside(t *testing.T) {
	for name, want := range map[string]bool{
		"a/b.xml": true, "./b": true, "a/../b": true, "/etc/motd": false, "../b": false, "a/../../b": false, "..": false,
	} {
		if sitemapgen.Inside(name) != want {
			t.Errorf("%s: inside is %t", name, !want)
		}
	}
}

// FuzzConfig: whatever a configuration holds, the plan's rules compile, and its
// list has one line for each URL.
func FuzzConfig(f *testing.F) {
	f.Add(`<site base_url="http://a.example/" store_into="a/b.xml.gz"><url href="x y" lastmod="1 2"/><directory path="." url="/"/><filter pattern="*[!a]?"/></site>`)
	f.Add(`<!DOCTYPE x [<!ENTITY a "b">]><site base_url="&a;" store_into="x.gz"><sitemap path="*"/><accesslog path="-" encoding="x"/></site>`)
	f.Fuzz(func(t *testing.T, text string) {
		c, err := sitemapgen.Read(strings.NewReader(text))
		if err != nil {
			return
		}
		p, err := c.Plan()
		if err != nil {
			return
		}
		if len(p.List) != len(c.URLs) {
			t.Errorf("%d lines of %d URLs", len(p.List), len(c.URLs))
		}
		for _, line := range p.List {
			if strings.ContainsAny(line, "\r\n") {
				t.Errorf("%q is more than a line", line)
			}
		}
		for _, a := range p.Args {
			if expr, is := strings.CutPrefix(a, "re:"); is {
				if _, err := regexp.Compile(expr); err != nil {
					t.Error(err)
				}
			}
		}
	})
}
