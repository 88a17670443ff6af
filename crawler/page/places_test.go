package page_test

import (
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier/record"
)

func TestPlaces(t *testing.T) {
	body := `<h1 id="one"><h2 ID = 'two words'><a name=three></a><p id="a&amp;b"><p id=caf%C3%A9>` + "<p id=line\r\nclass=x>" +
		`<script>s='<p id="late">'; t="<p id=\"later\">"; e.id = "latest"</script>` +
		`<a href="?id=query&name=value">x</a><p data-id="data" itemid="item"><p id=""><meta name=meta><input name=input>`
	places := parse(page.Options{}, 200, body).Places
	for name, want := range map[string]bool{
		"one": true, "two words": true, "two%20words": true, "three": true, "a&b": true, "caf%C3%A9": true, "line": true, "late": true, "later": true, "latest": true,
		"One": false, "query": false, "value": false, "data": false, "item": false, "meta": false, "input": false, "four": false, "%zz": false,
	} {
		if has, known := page.HasPlace(places, name); has != want || !known {
			t.Errorf("#%s: %v (known: %v), want %v", name, has, known, want)
		}
	}
	if _, known := page.HasPlace("", "one"); known {
		t.Error("a page that was not looked at is known to lack a place")
	}
	if has, known := page.HasPlace(parse(page.Options{}, 200, "<p>").Places, "one"); has || !known {
		t.Error("a page without places is not known to lack one")
	}
	var many strings.Builder
	for i := range 2 * record.MaxPlaces {
		many.WriteString("<p id=" + string(rune('a'+i%26)) + strings.Repeat("x", i/26) + ">")
	}
	if got := parse(page.Options{}, 200, many.String()).Places; got != "" {
		t.Errorf("of too many places %d bytes are kept", len(got))
	}
}

func TestPlace(t *testing.T) {
	for href, want := range map[string]string{
		"/a#b": "b", "#b": "b", "/a#b c ": "b c", "/a#b#c": "b#c", "/a": "", "/a#": "", "/a#top": "", "/a#TOP": "", "/a#!x": "", "/#/x": "",
		"/a#:~:text=x": "", "/a#b:~:text=x": "", "/a#" + strings.Repeat("b", 201): "",
	} {
		if got := string(page.Place([]byte(href))); got != want {
			t.Errorf("%s leads to %q, want %q", href, got, want)
		}
	}
}
