package robots_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/robots"
)

// Lines that do nothing are told of, extensions are not.
func TestFaults(t *testing.T) {
	const file = `Allow: /too-early
User-agent: *
Disalow: /a
Disallow: /b
Disallow:
Crawl-delay: 5
X-Own-Field: whatever
Content-Signal: search=yes
Noindex: /c
Useragent: other
Sitemap: /map.xml
Sitemap: https://a.example/map.xml
just some words
Alow: /d # a comment
# nothing
`
	var got []string
	for _, f := range robots.Parse([]byte(file)).Faults() {
		got = append(got, fmt.Sprintf("%d %s: %s", f.Line, f.Text, f.What))
	}
	want := []string{
		"1 Allow: /too-early: it stands before the first User-agent line",
		"3 Disalow: /a: it is spelt disallow",
		"11 Sitemap: /map.xml: a Sitemap line wants an absolute URL",
		"13 just some words: it has no colon",
		"14 Alow: /d: it is spelt allow",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
