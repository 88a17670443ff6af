package lookalike_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/lookalike"
)

const o = "http://a.example"

// counted counts pages; those that end in "gone" look like an error page.
func counted(urls ...string) *lookalike.Templates {
	t := &lookalike.Templates{}
	for _, url := range urls {
		t.Add(url, strings.HasSuffix(url, "gone"))
	}
	return t
}

// some gives n URLs made from a format.
func some(n int, format string) (urls []string) {
	for i := range n {
		urls = append(urls, fmt.Sprintf(format, word(i)))
	}
	return urls
}

// word writes a number in letters.
func word(n int) string {
	w := ""
	for n++; n > 0; n /= 20 {
		w += string(rune('g' + n%20))
	}
	return w
}

func TestTemplates(t *testing.T) {
	for _, c := range []struct {
		name string
		all  []string
		of   string
		want lookalike.Template
	}{
		{"names in a directory", some(10, o+"/lamps/%s"), o + "/lamps/g", lookalike.Template{Pattern: o + "/lamps/*", Pages: 10}},
		{"with an extension", append(some(4, o+"/lamps/%s.html"), some(7, o+"/lamps/%s.php")...), o + "/lamps/h.html", lookalike.Template{Pattern: o + "/lamps/*.html", Pages: 4}},
		{"as directories", append(some(5, o+"/%s/"), some(4, o+"/%s")...), o + "/h/", lookalike.Template{Pattern: o + "/*/", Pages: 5}},
		{"home page", append(some(5, o+"/%s"), o+"/"), o + "/", lookalike.Template{Pattern: o + "/…", Pages: 6}},
		{"by parameters", append(some(5, o+"/shop.php?id=%s"), append(some(9, o+"/shop.php?id=%s&page=2"), some(3, o+"/cart.php?id=%s")...)...), o + "/shop.php?id=h",
			lookalike.Template{Pattern: o + "/shop.php?id", Pages: 5}},
		{"dates", []string{o + "/2024/01/a", o + "/2024/02/b", o + "/2025/11-30/c", o + "/news/01/d"}, o + "/2024/01/a", lookalike.Template{Pattern: o + "/#/#/*", Pages: 3}},
		{"hashes", []string{o + "/u/0a1b2c3d/x", o + "/u/d9428888-122b-11e1-b85c-61cd3cbb3210/x", o + "/u/1.234,5/x", o + "/u/decade/x", o + "/u/cafe1/x"}, o + "/u/0a1b2c3d/x", lookalike.Template{Pattern: o + "/u/#/*", Pages: 3}},
		{"fifty directories", some(50, o+"/by/%s/gone"), o + "/by/gh/gone", lookalike.Template{Pattern: o + "/by/gh/*", Pages: 1, Alike: 1}},
		{"more than fifty", append(some(60, o+"/by/%s/gone"), some(60, o+"/by/%s/books/x")...), o + "/by/gh/gone", lookalike.Template{Pattern: o + "/by/*/*", Pages: 60, Alike: 60}},
		{"in the directories", append(some(60, o+"/by/%s/gone"), some(60, o+"/by/%s/books/x")...), o + "/by/gh/books/x", lookalike.Template{Pattern: o + "/by/*/books/*", Pages: 60}},
		{"one page alone", append(some(9, o+"/%s"), o+"/old/gone"), o + "/old/gone", lookalike.Template{Pattern: o + "/old/*", Pages: 1, Alike: 1}},
		{"one page alone, not gone", append(some(9, o+"/%s"), o+"/old/here"), o + "/old/here", lookalike.Template{Pattern: o + "/…", Pages: 10}},
		{"two, one of them gone", append(some(9, o+"/x/%s"), o+"/x/old/a", o+"/x/old/gone"), o + "/x/old/gone", lookalike.Template{Pattern: o + "/x/…", Pages: 11, Alike: 1}},
		{"two, both gone", append(some(9, o+"/%s"), o+"/old/long-gone", o+"/old/gone"), o + "/old/gone", lookalike.Template{Pattern: o + "/old/*", Pages: 2, Alike: 2}},
		{"not counted", some(9, o+"/%s"), "http://b.example/x", lookalike.Template{Pattern: "http://b.example/x"}},
		{"not counted on a known host", some(9, o+"/%s"), o + "/x/y/z", lookalike.Template{Pattern: o + "/x/y/z"}},
	} {
		if got := counted(c.all...).Of(c.of); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestFew(t *testing.T) {
	for _, c := range []struct {
		pages, alike int
		want         bool
	}{
		{1, 1, false}, {2, 1, false}, {3, 1, true}, {3, 2, false}, {19, 1, true}, {19, 2, false}, {20, 1, true}, {39, 2, false},
		{40, 2, true}, {100, 5, true}, {100, 6, false}, {1_000_000, 50_000, true}, {1_000_000, 50_001, false},
	} {
		if got := (lookalike.Template{Pages: c.pages, Alike: c.alike}).Few(); got != c.want {
			t.Errorf("%d of %d pages: few %t, want %t", c.alike, c.pages, got, c.want)
		}
	}
}

// However many shapes a site has, what is kept is bounded, and no page is
// lost from the count.
func TestTemplatesBounded(t *testing.T) {
	templates := &lookalike.Templates{}
	const each = 45
	n := 0
	for i := range each {
		for j := range each {
			for k := range each {
				templates.Add(fmt.Sprintf("%s/%s/%s/%s/x?%s", o, word(i), word(j), word(k), word(n)), false)
				n++
			}
		}
	}
	templates.Add(o+"/"+strings.Repeat("x/", 1000), true)
	templates.Add(o+"/"+strings.Repeat("x", 2000)+"/a", true)
	got := templates.Of(o + "/" + strings.Repeat("x", 2000) + "/a")
	if got.Pages < 1 || got.Pages > n+2 || len(got.Pattern) > 200 {
		t.Errorf("%+v", got)
	}
	if last := templates.Of(fmt.Sprintf("%s/%s/%s/%s/x?%s", o, word(each-1), word(each-1), word(each-1), word(n-1))); last.Pages < 3 {
		t.Errorf("the last page is of %+v", last)
	}
}

func FuzzTemplates(f *testing.F) {
	f.Add("http://a.example/a/b.html?x=1&y", "http://a.example/")
	f.Add("http://a.example//2024//x/", "https://[::1]:80/%41?")
	f.Fuzz(func(t *testing.T, a, b string) {
		templates := &lookalike.Templates{}
		for _, url := range []string{a, b, a, b, a} {
			templates.Add(url, url == a)
		}
		if got := templates.Of(a); got.Pages < 3 || got.Alike < 3 || got.Pages > 5 {
			t.Errorf("%q beside %q: %+v", a, b, got)
		}
	})
}

func TestVague(t *testing.T) {
	for pattern, want := range map[string]bool{
		"http://a.example/…": true, "http://a.example/*.html": true, "http://a.example/#/#/*/": true, "http://a.example/?id": true,
		"http://a.example/shop/*.html": false, "http://a.example/tag/…": false, "http://a.example/*/print.html": false,
	} {
		if got := lookalike.Vague(pattern); got != want {
			t.Errorf("%s: %v, want %v", pattern, got, want)
		}
	}
}
