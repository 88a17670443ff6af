package prose_test

import (
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/prose"
)

func FuzzWrap(f *testing.F) {
	f.Add("portolan 1.0  https://demo.example/  finished in 0.1 s", 20)
	f.Add("portolan explain 0.1", 12)
	f.Add("長い名前長い名前 \xff\xfe ab", 3)
	f.Fuzz(func(t *testing.T, text string, width int) {
		if width < 2 || width > 200 || len(text) > 2000 {
			t.Skip()
		}
		lines := prose.Wrap(text, width)
		for _, line := range lines {
			isCopied := strings.HasPrefix(line, "portolan ") || strings.HasPrefix(line, "--") // which stands on one line
			if prose.Columns(line) > width && !isCopied {
				t.Errorf("%q is wider than %d", line, width)
			}
		}
		if got, want := noBlanks(strings.Join(lines, "")), noBlanks(text); got != want {
			t.Errorf("wrap(%q) keeps %q", want, got)
		}
		if c := prose.Cut(text, width); prose.Columns(c) > max(width, 3) && width >= 4 {
			t.Errorf("cut(%q, %d) = %q", text, width, c)
		}
	})
}

func noBlanks(s string) string { return strings.ReplaceAll(s, " ", "") }
