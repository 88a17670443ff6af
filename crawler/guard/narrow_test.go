package guard

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// What is proposed to be accepted: the simplest first.
func TestNarrow(t *testing.T) {
	var many []string
	for i := range maxNamed + 1 {
		many = append(many, fmt.Sprintf("/p/old-%d.html", 1000+i))
	}
	for _, c := range []struct{ urls, want string }{
		{"/p/1.html", "/p/*|/p/1.html|/p/1.html*|re:/p/1\\.html()$"},
		{"/p/a1.html /p/a22.html", "/p/*|/p/a1.html,/p/a22.html|/p/a*.html|re:/p/a(1|22)\\.html$"},
		{"/p/11 /p/111", "/p/*|/p/11,/p/111|/p/11*|re:/p/11(|1)$"},
		{"/p/a /p/b /q?c=d /p/e", "/p/*|re:/(p/a|p/b|p/e|q\\?c=d)$"},
		{strings.Join(many, " "), "/p/*|/p/old-10*.html"},
	} {
		var n narrow
		for url := range strings.FieldsSeq(c.urls) {
			n.add("https://a.example" + url)
		}
		var got []string
		for _, patterns := range n.patterns("/p/*") {
			if text := strings.Join(patterns, ","); !strings.HasPrefix(text, "re:^") {
				got = append(got, text)
			}
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("%.40s: %s, want %s", c.urls, strings.Join(got, "|"), c.want)
		}
	}
}

// A pattern of pages that are too few for one of their own need not match them all.
func TestCovers(t *testing.T) {
	_, accept := forPeople("https://a.example/…")
	few := tightened{tests: []*regexp.Regexp{regexp.MustCompile(expression(accept))}}
	for paths, want := range map[string]bool{"/ /about": true, "/ /blog/": false, "/blog/a.html": false} {
		if got := few.covers(strings.Fields(paths)); got != want {
			t.Errorf("%s covers %s: %t", accept, paths, got)
		}
	}
}
