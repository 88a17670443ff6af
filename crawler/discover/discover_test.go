package discover_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/sitemap"
)

const at = "https://a.example/maps/map.xml"

func resolver(t testing.TB) *canonical.Resolver {
	t.Helper()
	rules, err := canonical.New(canonical.Config{})
	if err != nil {
		t.Fatal(err)
	}
	return rules.NewResolver()
}

// read gives the URLs of a text, each in canonical form with its detail; "!"
// stands before those that have none.
func read(t testing.TB, text string) (*discover.File, []string) {
	t.Helper()
	var got []string
	f, err := discover.Read(strings.NewReader(text), at, "", resolver(t), func(u *discover.URL) error {
		form := "!" + u.Raw
		if u.Reason == canonical.OK {
			form = string(u.URL)
		}
		got = append(got, form+" <- "+discover.Detail(at, u))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return f, got
}

const ns = `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"`

func TestRead(t *testing.T) {
	tests := []struct {
		name, text string
		urls       []string
		file       discover.File
		sitemap    bool
	}{
		{
			"urlset", "<urlset " + ns + ">\n<url><loc>https://a.example/maps/x?PHPSESSID=5d41402abc4b2a76b9719d911017c592</loc><lastmod>2025-03-09</lastmod></url>\n<url><loc>HTTPS://A.example:443/maps/%7Ey</loc></url>\n</urlset>",
			[]string{"https://a.example/maps/x <- " + at + ":2 2025-03-09", "https://a.example/maps/~y <- " + at + ":3"},
			discover.File{Kind: sitemap.KindURLSet, URLs: 2, Dates: discover.Dates{N: 1, Day: "2025-03-09", OnDay: 1}}, true,
		},
		{
			"index", "<sitemapindex " + ns + ">\n<sitemap><loc>https://a.example/1.xml</loc></sitemap>\n<sitemap><loc>https://b.example/2.xml</loc></sitemap>\n</sitemapindex>", nil,
			discover.File{Kind: sitemap.KindIndex, Children: []discover.Child{
				{URL: "https://a.example/1.xml", Line: 2}, {URL: "https://b.example/2.xml", Line: 3, Foreign: true},
			}, Errors: 1, Problem: "loc-out-of-scope:3", Flaws: []discover.Flaw{{Code: "loc-out-of-scope", N: 1, Line: 3, Detail: "https://b.example/2.xml", Error: true}}}, true,
		},
		{
			"a file that breaks off", "<urlset " + ns + ">\n<url><loc>https://a.example/maps/1</loc></url>\n<url><loc>https://a.exa",
			[]string{"https://a.example/maps/1 <- " + at + ":2"},
			discover.File{Kind: sitemap.KindURLSet, URLs: 1, Errors: 1, Problem: "truncated:3", Flaws: []discover.Flaw{{Code: "truncated", N: 1, Line: 3, Detail: "the file ends before the closing tags", Error: true}}}, true,
		},
		{
			"entities of a DTD", "<!DOCTYPE urlset [<!ENTITY k \"x\">]>\n<urlset " + ns + ">\n<url><loc>https://a.example/maps/&j;</loc></url>\n<url><loc>https://a.example/maps/&k;</loc></url>\n<url><loc>https://a.example/maps/1</loc></url></urlset>",
			[]string{"https://a.example/maps/1 <- " + at + ":5"},
			discover.File{Kind: sitemap.KindURLSet, URLs: 1, Errors: 3, Problem: "dtd:1", Flaws: []discover.Flaw{
				{Code: "dtd", N: 1, Line: 1, Detail: "DOCTYPE urlset", Error: true}, {Code: "entity-undefined", N: 2, Line: 3, Detail: "&j;", Error: true},
			}}, true,
		},
		{"a web page", "<!DOCTYPE html><html><body>https://a.example/</body></html>", nil, discover.File{Kind: sitemap.KindHTML, Errors: 1, Problem: "html-not-xml:1", Flaws: []discover.Flaw{{Code: "html-not-xml", N: 1, Line: 1, Detail: "the file is a web page", Error: true}}}, false},
		{"a list", "https://a.example/maps/1\nhttps://a.example/maps/2\n", []string{
			"https://a.example/maps/1 <- " + at + ":1", "https://a.example/maps/2 <- " + at + ":2",
		}, discover.File{Kind: sitemap.KindText, URLs: 2}, true},
		{"nothing", "", nil, discover.File{Kind: sitemap.KindUnknown, Errors: 1, Problem: "empty", Flaws: []discover.Flaw{{Code: "empty", N: 1, Detail: "the file has no content", Error: true}}}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, urls := read(t, tt.text)
			if diff := cmp.Diff(tt.urls, urls); diff != "" {
				t.Errorf("URLs (-want +got):\n%s", diff)
			}
			tt.file.Bytes = int64(len(tt.text)) // all of it is read
			if diff := cmp.Diff(&tt.file, f); diff != "" {
				t.Errorf("file (-want +got):\n%s", diff)
			}
			if f.Sitemap() != tt.sitemap {
				t.Errorf("it is a sitemap: %t, want %t", f.Sitemap(), tt.sitemap)
			}
		})
	}
}

func TestReadEndsWithEach(t *testing.T) {
	enough := errors.New("enough")
	calls := 0
	_, err := discover.Read(strings.NewReader("https://a.example/maps/1\nhttps://a.example/maps/2\n"), at, "", resolver(t), func(*discover.URL) error {
		calls++
		return enough
	})
	if !errors.Is(err, enough) || calls != 1 {
		t.Errorf("%d calls and error %v, want one call and its error", calls, err)
	}
}

func TestFileOf(t *testing.T) {
	for _, file := range []string{at, "http://a.example:8080/", "https://a.example/x:12", "https://a.example/?a=b:7"} {
		for _, u := range []discover.URL{{Line: 1}, {Line: 50_000, LastMod: "2025-03-09T07:15:00+01:00"}} {
			if detail := discover.Detail(file, &u); discover.FileOf(detail) != file {
				t.Errorf("%q is of the file %q, want %q", detail, discover.FileOf(detail), file)
			}
		}
	}
}

// TestDates: the commonest day of a sitemap's dates is counted.
func TestDates(t *testing.T) {
	var b strings.Builder
	for _, date := range []string{"2026-11-01", "2026-11-02T10:00:00Z", "2026-11-02T11:30:00+01:00", "yesterday", "", "2026-13-01"} {
		fmt.Fprintf(&b, "<url><loc>https://a.example/%d</loc><lastmod>%s</lastmod></url>", b.Len(), date)
	}
	f, err := discover.Read(strings.NewReader("<urlset "+ns+">"+b.String()+"</urlset>"), "https://a.example/sitemap.xml", "", resolver(t), func(*discover.URL) error { return nil })
	if want := (discover.Dates{N: 3, Day: "2026-11-02", OnDay: 2}); err != nil || f.Dates != want {
		t.Errorf("%+v, %v, want %+v", f.Dates, err, want)
	}
}

func TestUsualPlaces(t *testing.T) {
	root := discover.UsualPlaces(canonical.Scope{Scheme: "https", Host: "a.example", Dir: "/"})
	if root[0] != "https://a.example/sitemap.xml" {
		t.Errorf("the first place is %s", root[0])
	}
	below := discover.UsualPlaces(canonical.Scope{Scheme: "https", Host: "a.example", Dir: "/wiki/"})
	if below[0] != "https://a.example/wiki/sitemap.xml" || len(below) != 2*len(root) || below[len(root)] != root[0] {
		t.Errorf("places of a directory: %q", below)
	}
}

// FuzzRead: whatever a file holds, the canonical forms that come out of it are
// fixed points, and the counts agree.
func FuzzRead(f *testing.F) {
	f.Add([]byte("<urlset " + ns + "><url><loc>https://a.example/maps/x</loc></url></urlset>"))
	f.Add([]byte("<rss version=\"2.0\"><channel><item><link>https://a.example/x</link></item></channel></rss>"))
	f.Add([]byte("https://a.example/1\nhttps://[::1\n\x1f\x8b"))
	forms, again := resolver(f), resolver(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		calls := 0
		file, err := discover.Read(bytes.NewReader(text), at, "", forms, func(u *discover.URL) error {
			calls++
			if u.Reason != canonical.OK {
				return nil
			}
			if r := again.Resolve(u.URL); r.Reason != canonical.OK || !bytes.Equal(r.URL, u.URL) {
				t.Errorf("%q is no fixed point: %q", u.URL, r.URL)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if calls != file.URLs {
			t.Errorf("%d URLs came, the file counts %d", calls, file.URLs)
		}
	})
}
