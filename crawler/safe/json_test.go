package safe_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/portolan-seo/portolan/crawler/safe"
)

// A text that is appended is the text that JSON makes, and is safe.
func TestAppendJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOf(rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
			"plain", `"`, `\`, "<&>", "\n", "\t", "\x00", "\x1b[31m", "\x7f", "\u0085", "\u2028", "\u202e", "\xff", "é", "\U000e0041",
		}))).Draw(t, "parts")
		text := strings.Join(parts, "")
		got, err := safe.AppendJSON([]byte("before"), text)
		want, err2 := safe.JSON(text)
		if err != nil || err2 != nil || string(got) != "before"+strings.TrimSuffix(string(want), "\n") {
			t.Fatalf("%q: %s (%v), want %s (%v)", text, got, err, want, err2)
		}
		if strings.ContainsFunc(string(got), safe.UnsafeRune) {
			t.Fatalf("%q: %q is not safe", text, got)
		}
	})
}
