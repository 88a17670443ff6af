package list_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/klauspost/compress/gzip"
	xunicode "golang.org/x/text/encoding/unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/crawler/discover/input"
	"github.com/portolan-seo/portolan/crawler/discover/list"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

const site = "https://a.example"

func form(t testing.TB) discover.Form {
	t.Helper()
	rules, err := canonical.New(canonical.Config{})
	if err != nil {
		t.Fatal(err)
	}
	scope, err := canonical.ScopeOf(site + "/sitemap.xml")
	if err != nil {
		t.Fatal(err)
	}
	return discover.InScope(rules.NewResolver(), &scope)
}

// TestEncodingNamed reads what nothing shows the encoding of.
func TestEncodingNamed(t *testing.T) {
	o := list.Options{Files: []string{input.Stdin}, Site: site, Form: form(t), Input: input.Options{Encoding: "iso-8859-2", Stdin: strings.NewReader("/\xb1\n")}}
	for s, err := range list.Seeds(context.Background(), o) {
		if err != nil || s.URL != site+"/%C4%85" {
			t.Errorf("%+v %v", s, err)
		}
	}
}

// read reads a list under a name and writes down what comes of it.
func read(t testing.TB, name string, data []byte) (told discover.Import, seeds []string, err error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	o := list.Options{Files: []string{path}, Site: site, Form: form(t), Told: func(m discover.Import) { told = m }}
	for s, err := range list.Seeds(context.Background(), o) {
		if err != nil {
			return told, seeds, err
		}
		text := fmt.Sprintf("%d %s", s.Line, strings.TrimPrefix(s.URL, site))
		for _, v := range []string{s.LastMod, s.ChangeFreq, s.Priority} {
			if v != "" {
				text += " " + v
			}
		}
		for _, m := range s.Measures {
			if m.Text != "" {
				text += fmt.Sprintf(" %s=%q", m.Name, m.Text)
			} else {
				text += fmt.Sprintf(" %s=%g", m.Name, m.Value)
			}
		}
		seeds = append(seeds, text)
	}
	return told, seeds, nil
}

func TestLists(t *testing.T) {
	tests := []struct {
		name, file, text, what string
		want                   []string
	}{
		{
			"a URL a line", "urls.txt", "\ufeff# comment\r\nhttps://a.example/1\r\n\r\n/2\na.example/3?x=1,2;3\n//a.example/4\nHTTPS://A.example:443/%7Efive\nhttps://a.example/a b.html\nhttps://other.example/\nnonsense\n\"https://a.example/quoted\"\n",
			"a list, a URL a line", []string{"2 /1", "4 /2", "5 /3?x=1,2;3", "6 /4", "7 /~five", "8 /a%20b.html", "11 /quoted"},
		},
		{
			"URLs with commas", "urls.txt", "https://a.example/0,1518,1,00.html\nhttps://a.example/0,1518,2,00.html\nhttps://a.example/0,1518,3,00.html\n",
			"a list, a URL a line", []string{"1 /0,1518,1,00.html", "2 /0,1518,2,00.html", "3 /0,1518,3,00.html"},
		},
		{
			"attributes of the generator", "urllist.txt", "https://a.example/1 lastmod=2004-06-04T00:00:00+00:00 changefreq=monthly priority=0.4\nhttps://a.example/2 lastmod=yesterday priority=7\nhttps://a.example/3 colour=red\nhttps://a.example/4 lastmod=2004-06\n",
			"a list, a URL a line", []string{"1 /1 2004-06-04T00:00:00+00:00 monthly 0.4", "2 /2", "3 /3%20colour=red", "4 /4"},
		},
		{
			"CSV", "urls.csv", "Title,URL,Word count,lastmod\n\"One, two\",https://a.example/1,\"1,200\",2026-01-02\nThree,https://a.example/3,7,\nbad,,1,\n",
			"a table, URLs in column 2 (URL)", []string{`2 /1 2026-01-02 title="One, two" word-count=1200`, `3 /3 title="Three" word-count=7`},
		},
		{
			"CSV by shape", "x.csv", "https://a.example/1;12,5;Größe\n/2;1.000,5;x\n", "a table, URLs in column 1",
			[]string{`1 /1 column-2=12.5 column-3="Größe"`, `2 /2 column-2=1000.5 column-3="x"`},
		},
		{
			"tabs", "x.txt", "name\tlink\na\thttps://a.example/1\nb\thttps://a.example/2\n", "a table, URLs in column 2 (link)", []string{`2 /1 name="a"`, `3 /2 name="b"`},
		},
		{"a header alone with one column", "x.csv", "URL\nhttps://a.example/1\n", "a list, a URL a line", []string{"2 /1"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			told, seeds, err := read(t, tt.file, []byte(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, seeds); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if told.What != tt.what || told.Named != len(tt.want) {
				t.Errorf("%+v", told)
			}
		})
	}
	told, _, err := read(t, "urls.txt", []byte(tests[2].text))
	if err != nil || len(told.Notes) != 2 || told.Notes[1] != "left out: values of lastmod that the protocol does not know (2, such as line 2: yesterday)" {
		t.Errorf("%q %v", told.Notes, err)
	}
	told, _, err = read(t, "urls.txt", []byte(tests[0].text))
	if err != nil || told.Broken.Count != 1 || told.Broken.Examples[0] != (discover.Example{Line: 10, Text: "nonsense"}) || told.Skipped[0].Why != "scope-host" {
		t.Errorf("%+v %v", told, err)
	}
}

func TestEncodings(t *testing.T) {
	text := "URL\tName\nhttps://a.example/größe\tGröße\n"
	wide, err := xunicode.UTF16(xunicode.LittleEndian, xunicode.UseBOM).NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	bare, err := xunicode.UTF16(xunicode.BigEndian, xunicode.IgnoreBOM).NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(wide); err != nil {
		t.Fatal(err)
	}
	w.Close()
	for name, data := range map[string][]byte{
		"UTF-8": []byte(text), "UTF-16": wide, "UTF-16 without mark": bare, "packed UTF-16": packed.Bytes(), "with zeros": []byte("\x00" + strings.ReplaceAll(text, "Name", "N\x00ame")), "Windows": []byte(strings.ReplaceAll(strings.ReplaceAll(text, "ö", "\xf6"), "ß", "\xdf")),
	} {
		_, seeds, err := read(t, "list.tsv", data)
		if want := `2 /gr%C3%B6%C3%9Fe name="Größe"`; err != nil || len(seeds) != 1 || seeds[0] != want {
			t.Errorf("%s: %q %v", name, seeds, err)
		}
	}
}

func TestUnusable(t *testing.T) {
	for text, want := range map[string]string{
		"":                                      "it is empty",
		"<?xml version=\"1.0\"?><urlset/>":      "it is no list of URLs but a sitemap",
		"<html>":                                "a web page",
		"{\"url\":\"https://a.example/\"}\n":    "it is no list of URLs but JSON",
		"one\ntwo\n":                            "read as a list, a URL a line, none of its 2 lines names a URL of the site (no URL: 2, such as line 1: one)",
		"https://other.example/\n":              "(scope-host: 1, such as line 1: https://other.example/)",
		strings.Repeat("\x00\x01\x02\x03", 600): "a binary file",
	} {
		_, _, err := read(t, "x.txt", []byte(text))
		var unusable *discover.Unusable
		if !errors.As(err, &unusable) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v, want %q", text, err, want)
		}
	}
}

// FuzzList: whatever a list holds, URLs are canonical forms of the site, and
// lines are accounted for.
func FuzzList(f *testing.F) {
	f.Add([]byte("https://a.example/1 lastmod=2004-06-04 priority=0.4\n/2\n# x\n"))
	f.Add([]byte("URL;n\nhttps://a.example/1;\"5\n6\"\n"))
	f.Add([]byte("\xff\xfe/\x00a\x00\n\x00"))
	f.Add([]byte("\x1f\x8b\x08\x00"))
	forms := form(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		o := list.Options{Files: []string{input.Stdin}, Input: input.Options{Stdin: bytes.NewReader(data)}, Site: site, Form: forms}
		o.Told = func(m discover.Import) {
			n := m.Named + m.Broken.Count
			for _, s := range m.Skipped {
				n += s.Count
			}
			if n != m.Lines {
				t.Errorf("%d lines, %d accounted for", m.Lines, n)
			}
			for _, s := range append(m.Skipped, m.Broken) {
				for _, e := range s.Examples {
					printable(t, e.Text)
				}
			}
		}
		for s, err := range list.Seeds(context.Background(), o) {
			if err != nil {
				return
			}
			if again := forms([]byte(s.URL)); string(again.URL) != s.URL || again.Key != s.Key {
				t.Errorf("%q is no canonical form of the site: %q", s.URL, again.URL)
			}
			for _, m := range s.Measures {
				printable(t, m.Name+m.Text)
			}
		}
	})
}

func printable(t *testing.T, text string) {
	for _, r := range text {
		if !unicode.IsPrint(r) {
			t.Errorf("%q holds %q", text, r)
		}
	}
}
