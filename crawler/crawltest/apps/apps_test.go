package apps_test

import (
	"iter"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// tiny is a site of three pages, one of them with two addresses.
type tiny struct{}

func (tiny) Look(u apps.URL) apps.View {
	word := func(w apps.Word, kind, page string) apps.View {
		return apps.View{Truth: apps.Truth{Word: w, Kind: kind, Page: page}, Draw: func(p *apps.Page) { p.Title = kind }}
	}
	switch u.String() {
	case "/", "/a?x=1&y=2":
		return word(apps.Required, "page", "")
	case "/b", "/b?copy":
		return word(apps.Required, "twin", "b")
	case "/maybe":
		return word(apps.Ambiguous, "maybe", "")
	case "/old":
		return apps.Redirect("moved", "/b")
	}
	return apps.Missing()
}

func (tiny) Required() iter.Seq[string] { return slices.Values([]string{"/", "/a?x=1&y=2", "/b"}) }

func newTiny(change func(*apps.App)) *apps.App {
	a := &apps.App{Name: "tiny", Site: tiny{}, Limit: apps.Limit{PerPage: 2, Base: 1}}
	a.Frame = apps.Frame{Brand: "Tiny", Nav: []apps.Link{{Href: "/b", Text: "B"}}}
	change(a)
	return a
}

func TestScore(t *testing.T) {
	all := []string{"/", "/a?x=1;y=2", "/b"}
	for _, c := range []struct {
		name     string
		listed   []string
		requests int
		change   func(*apps.App)
		faults   []string
	}{
		{"all, spelled otherwise", all, 7, nil, nil},
		{"the other address", []string{"/", "/a?x=1&y=2", "/b?copy", "/maybe"}, 7, nil, nil},
		{"both addresses", append([]string{"/b?copy"}, all...), 7, nil, nil},
		{"both addresses where one is enough", append([]string{"/b?copy"}, all...), 7, func(a *apps.App) { a.Once = true },
			[]string{`1 URLs of kind "copy: twin" are listed, of all kinds at most 0 may be: http://tiny.example/b`}},
		{"requests", all, 8, nil, []string{"8 requests for 3 pages, at most 7 are allowed"}},
		{"a page is missing", all[:2], 1, nil, []string{`1 pages of kind "twin" are not listed: http://tiny.example/b`}},
		{"others", append([]string{"/old", "/1", "/4", "/3", "/2"}, all...), 1, nil, []string{
			`1 URLs of kind "moved" are listed, of all kinds at most 0 may be: http://tiny.example/old`,
			`4 URLs of kind "not found" are listed, of all kinds at most 0 may be: http://tiny.example/1 http://tiny.example/2 http://tiny.example/3`}},
		{"others that are allowed", append([]string{"/old"}, all...), 1, func(a *apps.App) { a.OthersShare = 0.34 }, nil},
		{"another host", append([]string{"//else.example/"}, all...), 1, nil, []string{
			`1 URLs of kind "other host" are listed, of all kinds at most 0 may be: http://else.example/`}},
	} {
		if c.change == nil {
			c.change = func(*apps.App) {}
		}
		app := newTiny(c.change)
		score := app.Score(func(yield func(string) bool) {
			for _, path := range c.listed {
				url := app.Origin() + path
				if strings.HasPrefix(path, "//") {
					url = "http:" + path
				}
				if !yield(url) {
					return
				}
			}
		})
		if diff := cmp.Diff(c.faults, app.Faults(score, c.requests)); diff != "" {
			t.Errorf("%s: faults (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestParseURL(t *testing.T) {
	for ref, want := range map[string]string{
		"http://a.example":                  "/",
		"http://a.example/x?a=1#b":          "/x?a=1",
		"/x;y=1?a=1;b=2&c":                  "/x;y=1?a=1&b=2&c",
		"/x?f%5B0%5D=a%3Ab&q=red+hat%2C%20": "/x?f[0]=a:b&q=red+hat,+",
		"/x?bad=%zz&":                       "/x?bad=%25zz",
	} {
		if got := apps.ParseURL(ref).String(); got != want {
			t.Errorf("%s reads as %s, want %s", ref, got, want)
		}
	}
}

// An answer depends on the URL and on how often it has been asked for alone.
func TestAnswers(t *testing.T) {
	get := func(run *apps.Running, path string) string {
		rec := httptest.NewRecorder()
		run.ServeHTTP(rec, httptest.NewRequest("GET", path, nil))
		return rec.Body.String()
	}
	app := newTiny(func(a *apps.App) { a.Sitemap = []string{"/a?x=1&y=2"} })
	one, other := app.Run(), app.Run()
	first := get(one, "/")
	get(other, "/b")
	get(other, "/maybe")
	if got := get(other, "/"); got != first {
		t.Errorf("the order of requests shows:\n%s\n%s", first, got)
	}
	if second := get(one, "/"); second == first || second != get(other, "/") {
		t.Errorf("the second answer is not another one, or not the same in each run")
	}
	app.Still = true
	quiet := app.Run()
	if first, second := get(quiet, "/"), get(quiet, "/"); first != second {
		t.Error("a still site changes")
	}
	if robots := get(one, "/robots.txt"); robots != "Sitemap: http://tiny.example/sitemap.xml\n" {
		t.Errorf("robots.txt is %q", robots)
	}
	if sitemap := get(one, "/sitemap.xml"); !strings.Contains(sitemap, "<loc>http://tiny.example/a?x=1&amp;y=2</loc>") {
		t.Errorf("the sitemap is %q", sitemap)
	}
	if n, kinds := one.Requests(), one.Kinds(); n != 4 || kinds["page"] != 2 || kinds["sitemap"] != 1 {
		t.Errorf("%d requests, by kind %v", n, kinds)
	}
}

func TestWords(t *testing.T) {
	seen := map[string]bool{}
	for n := range 1000 {
		if w := apps.Noun(n); seen[w] {
			t.Fatalf("word %d, %q, came before", n, w)
		} else {
			seen[w] = true
		}
	}
	text := apps.Prose(40, 1)
	if german := apps.Say("de", text); german == text || german != apps.Say("de", text) || len(strings.Fields(german)) != len(strings.Fields(text)) {
		t.Errorf("%q became %q", text, german)
	}
	if apps.Say("en", text) != text {
		t.Error("English is not left alone")
	}
}
