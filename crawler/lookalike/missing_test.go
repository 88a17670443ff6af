package lookalike_test

import (
	"testing"

	"github.com/portolan-seo/portolan/crawler/lookalike"
)

// Titles have the name of the site beside what they say, headings have not.
func TestSaysNone(t *testing.T) {
	for _, test := range []struct {
		title, heading string
		want           bool
	}{
		{"Page not found - Shop", "Page not found", true},
		{"Page not found | Shop", "Page not found", true},
		{"404: This page could not be found.", "404", true},
		{"This product doesn’t exist – Shop", "This product doesn't exist", true},
		{"Product not available", "Blue widget", false},
		{"Blue widget - Shop", "Not found", false},
		{"Not found: a novel", "Not found: a novel", false},
		{"Well-known pages", "Well-known pages", false},
	} {
		if got := lookalike.SaysNone(test.title, test.heading); got != test.want {
			t.Errorf("%q with heading %q: %t", test.title, test.heading, got)
		}
	}
}
