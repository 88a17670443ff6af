package page_test

import (
	"testing"

	"github.com/portolan-seo/portolan/crawler/page"
)

// A page that repeats words of its URL is the page without them, also where
// the other one has these words, too.
func TestEchoes(t *testing.T) {
	const text = "<main><h1>Find a note%</h1><p>Each morning a new note from the harbour, in the morning.</main>"
	content := func(url, echo string) uint64 {
		doc := text[:len("<main><h1>Find a note")] + echo + text[len("<main><h1>Find a note%"):]
		return page.NewParser(page.Options{}).Parse(page.Input{URL: url, Status: 200, Header: htmlHeader(), Body: []byte(doc)}).Content
	}
	const base, url = "http://a.example/find?wind=west", "http://a.example/find?time=morning&wind=west"
	plain := content(base, ", wind: west")
	for _, c := range []struct {
		echo string
		want bool
	}{
		{", wind: west", true},
		{", time: morning, wind: west", true},
		{", time: morning, wind: west. Morning!", true},
		{", time: noon, wind: west", false},
		{" of today, time: morning, wind: west", false},
	} {
		if got := page.Echoes(content(url, c.echo), plain, url, base); got != c.want {
			t.Errorf("%q: echoes %t, want %t", c.echo, got, c.want)
		}
	}
}
