package lookalike_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/crawler/page"
)

func textOf(url, body string) *lookalike.Text {
	p := page.NewParser(page.Options{Text: true})
	return lookalike.NewText(url, p.Parse(page.Input{
		URL: url, Status: 200, Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}, Body: []byte(body),
	}))
}

func TestSimilarity(t *testing.T) {
	const (
		red   = "http://a.example/lamps/red"
		sorry = "We are sorry to say that the page is not here any more, or never was."
		frame = "<div>All about lamps, chairs and tables, with pictures, reviews and prices, since our grandfather opened the shop.</div>"
	)
	links := func(n int) string { return strings.Repeat("<a href=x>some words</a> ", n) }
	for _, c := range []struct {
		name, a, b, other string
		noise             int
		text, title       int // the least; 0 means less than 95
	}{
		{name: "the same", a: "<title>x</title>" + sorry, b: "<title>x</title>" + sorry, text: 100, title: 100},
		{name: "addresses", a: "<title>Red not found</title>" + sorry + " lamps/red", b: "<title>Portolan not found</title>" + sorry + " /LAMPS/portolan-0f", text: 100, title: 100},
		{name: "numbers", a: sorry + " id 17-8ab, 10:22", b: sorry + " id 8ac-18, 10:23", text: 100, title: 100},
		{name: "other titles", a: "<title>Red lamp</title>" + sorry, b: "<title>Oops</title>" + sorry, text: 100},
		{name: "one title", a: "<title>Oops</title>" + sorry, b: sorry, text: 100},
		{name: "one word of sixteen", a: sorry + " Well.", b: sorry + " Alas.", text: 0, title: 100},
		{name: "that is noise", a: sorry + " Well.", b: sorry + " Alas.", noise: 2, text: 95, title: 100},
		{name: "not everything is noise", a: "one two three four", b: "five six seven eight", noise: 100, title: 100},
		{name: "other text in one frame", a: frame + "<p>A red lamp.", b: frame + "<p>Nothing there.", title: 100},
		{name: "lines of another page", a: frame + frame + frame + "<p>A red lamp for you.", b: frame + frame + frame + "<p>Nothing to see there.", other: frame, title: 100},
		{name: "all lines of another page", a: frame, b: frame, other: frame, text: 100, title: 100},
		{name: "a few suggestions", a: sorry + links(5), b: sorry + "<a href=y>quite different ones</a> <a href=z>here and there</a>", text: 95, title: 100},
		{name: "a list on one page alone", a: sorry + links(5), b: sorry, title: 100},
		{name: "few links on one page alone", a: sorry + links(2), b: sorry, text: 95, title: 100},
		{name: "nothing to compare", a: "1", b: "2", title: 100},
		{name: "the same numbers", a: "404", b: "404", text: 100, title: 100},
	} {
		var other *lookalike.Text
		if c.other != "" {
			other = textOf("http://a.example/", c.other)
		}
		a, b := textOf(red, c.a), textOf(unknownURL, c.b)
		for range 2 {
			text, title := a.Similarity(b, other, c.noise)
			check := func(what string, got, want int) {
				if got < want || want == 0 && got >= lookalike.Alike {
					t.Errorf("%s: %d %% of the %s in common, want %d or more (0: less than 95)", c.name, got, what, want)
				}
			}
			check("text", text, c.text)
			check("title", title, c.title)
			a, b = b, a
		}
	}
	if n := textOf(red, sorry+" Well done.").Noise(textOf(red, sorry+" Alas.")); n != 4 {
		t.Errorf("noise of %d words, want one and a half times 3", n)
	}
}
