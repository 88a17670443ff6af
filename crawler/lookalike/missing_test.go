package lookalike_test

import (
	"testing"

	"github.com/portolan-seo/portolan/crawler/lookalike"
)

// Titles have the name of the site beside what they say, headings have not.
func TestSaysNone(t *testing.T) {
	for _, test := range []struct {
		title, heading string
		want, page     bool // that there is none, and that it is no page
	}{
		{"Page not found - Shop", "Page not found", true, true},
		{"Page not found | Shop", "Page not found", true, true},
		{"404: This page could not be found.", "404", true, true},
		{"This product doesn’t exist – Shop", "This product doesn't exist", true, false},
		{"Product not available", "Product not available", true, false},
		{"Product not available", "Blue widget", false, false},
		{"Blue widget - Shop", "Not found", false, false},
		{"Not found: a novel", "Not found: a novel", false, false},
		{"Well-known pages", "Well-known pages", false, false},
	} {
		if got := lookalike.SaysNoPage(test.title, test.heading); got != test.page {
			t.Errorf("%q with heading %q is no page: %t", test.title, test.heading, got)
		}
		if got := lookalike.SaysNone(test.title, test.heading); got != test.want {
			t.Errorf("%q with heading %q: %t", test.title, test.heading, got)
		}
	}
}
