package crawler

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/frontier"
)

// FuzzEachParam: whatever a URL holds, names and values are pieces of it, in
// order (of a name that is made up, the value is the name), and time is linear.
func FuzzEachParam(f *testing.F) {
	for _, url := range []string{
		"https://a.example/p;s=1;t=2/q;u=3?v=4&w=5;x=6#y=7", "?", "&&;;==", ";=;", "/a?b=c=d&e", "?a=&b", strings.Repeat(";a=1", 1000),
	} {
		f.Add([]byte(url))
	}
	f.Fuzz(func(t *testing.T, url []byte) {
		rest, pairs := url, 0
		eachParam(url, func(name, value []byte) {
			stands := append(append(bytes.Clone(name), '='), value...)
			if madeForm(string(name)) != "" && !bytes.Contains(rest, stands) {
				stands = value // which is its name
			}
			_, after, found := bytes.Cut(rest, stands)
			if !found {
				t.Fatalf("%q: no %q=%q after the parameter before", url, name, value)
			}
			rest = after
			pairs++
		})
		if ends := bytes.FieldsFunc(url, func(c rune) bool { return strings.ContainsRune("?/&;#", c) }); pairs > len(ends) {
			t.Errorf("%q: %d parameters", url, pairs)
		}
	})
}

func TestParamValue(t *testing.T) {
	for _, c := range []struct{ url, name, want string }{
		{"https://a.example/p?x=1&sid=abc#f", "sid", "abc"},
		{"https://a.example/p?x=1;SID=abc", "sid", "abc"},
		{"https://a.example/p;sid=abc;v=2/q?x=1", "sid", "abc"},
		{"https://a.example/sid=abc", "sid", ""},
		{"https://a.example/p?sid=abc&sid=def", "sid", "abc"},
		{"https://a.example/p?asid=abc", "sid", ""},
		{"/p?a=1&amp;sid=9", "sid", "9"},
	} {
		if got := string(paramValue([]byte(c.url), c.name)); got != c.want {
			t.Errorf("%s: %s is %q, want %q", c.url, c.name, got, c.want)
		}
	}
}

func TestIsNow(t *testing.T) {
	at := time.Unix(1_795_909_265, 0)
	for value, want := range map[string]bool{
		"1795909265": true, "1795909270": true, "1795909264731": true, "1795909265.4711": true, "1795909265473112": true,
		"1795995665": false, "179590926": false, "1795909265x": false, "1795909265.x": false, "17959092654731129": false, "": false,
	} {
		if got := isNow([]byte(value), at); got != want {
			t.Errorf("%q: %t", value, got)
		}
	}
}

func TestLooksGenerated(t *testing.T) {
	for value, want := range map[string]bool{
		"9f8e7d6c5b4a":             true,
		"KJ3hs8Ah2kQz":             true,
		"0123456789012345678":      true,
		"summer-sale-2024":         false,
		"internationalization":     false,
		"20240131":                 false,
		"en":                       false,
		"iphone-15-pro-max":        false,
		"f81d4fae-7dec-11d0-a765-": true,
	} {
		if got := looksGenerated([]byte(value)); got != want {
			t.Errorf("%q: %v", value, got)
		}
	}
}

// TestAlike: what moves between two equal requests says nothing, but
// something has to agree.
func TestAlike(t *testing.T) {
	page := sketch{status: 200, html: true, title: "T", text: 1, links: 2, count: 9}
	with := func(change func(*sketch)) *sketch {
		s := page
		change(&s)
		return &s
	}
	text := with(func(s *sketch) { s.text = 7 })
	links := with(func(s *sketch) { s.links = 7 })
	title := with(func(s *sketch) { s.title = "U" })
	both := with(func(s *sketch) { s.text, s.links = 7, 7 })
	for _, c := range []struct {
		name       string
		b, again   *sketch
		same, sure bool
	}{
		{"equal", &page, nil, true, true},
		{"other text, asked once", text, nil, false, false},
		{"other text that stays", text, text, false, true},
		{"other text that moves", text, with(func(s *sketch) { s.text = 8 }), true, true},
		{"other links that stay", links, links, false, true},
		{"other links that move", links, with(func(s *sketch) { s.links = 8 }), true, true},
		{"all moves", both, with(func(s *sketch) { s.text, s.links = 8, 8 }), false, false},
		{"other title that stays", title, title, false, true},
		{"other title that moves", title, &page, false, false},
		{"another title each time", title, with(func(s *sketch) { s.title = "V" }), true, true},
		{"another title and text each time", with(func(s *sketch) { s.title, s.text = "U", 7 }), with(func(s *sketch) { s.title, s.text = "V", 8 }), false, false},
		{"another text and number each time", with(func(s *sketch) { s.title, s.text = "T7", 7 }), with(func(s *sketch) { s.title, s.text = "T8", 8 }), true, true},
	} {
		if same, sure := alike(&page, c.b, c.again); same != c.same || sure != c.sure {
			t.Errorf("%s: same %v, sure %v", c.name, same, sure)
		}
	}
}

// BenchmarkTally: what looking for session ids costs a page of 110 links, ten
// of them with parameters.
func BenchmarkTally(b *testing.B) {
	var links []frontier.Link
	for i := range 110 {
		url := fmt.Sprintf("https://a.example/shelf-%d/some-page-%d.html", i%10, i)
		if i%11 == 0 {
			url += fmt.Sprintf("?page=%d&sort=name", i)
		}
		links = append(links, frontier.Link{URL: []byte(url)})
	}
	var t tally
	b.ReportAllocs()
	for b.Loop() {
		t.count("https://a.example/", links)
		if s := t.suspects(http.Header{}, links, time.Time{}, nil); len(s) > 0 {
			b.Fatal(s)
		}
	}
}
