package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"", 5, ""},
		{"short", 5, "short"},
		{"two words", 5, "two|words"},
		{"ends at blank", 7, "ends at|blank"},
		{"a wordthatistoolong", 6, "a|wordth|atisto|olong"},
		{"/a/path/without/blanks", 10, "/a/path/wi|thout/blan|ks"},
		{"長い名前", 4, "長い|名前"},
		{"長い名前", 5, "長い|名前"},
		{"  indented text", 10, "  indented|text"},
	} {
		if got := strings.Join(wrap(c.text, c.width), "|"); got != c.want {
			t.Errorf("wrap(%q, %d) = %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

func FuzzWrap(f *testing.F) {
	f.Add("portolan 1.0  https://demo.example/  finished in 0.1 s", 20)
	f.Add("長い名前長い名前 \xff\xfe ab", 3)
	f.Fuzz(func(t *testing.T, text string, width int) {
		if width < 2 || width > 200 || len(text) > 2000 {
			t.Skip()
		}
		lines := wrap(text, width)
		for _, line := range lines {
			if columns(line) > width {
				t.Errorf("%q is wider than %d", line, width)
			}
		}
		if got, want := noBlanks(strings.Join(lines, "")), noBlanks(text); got != want {
			t.Errorf("wrap(%q) keeps %q", want, got)
		}
		if c := cut(text, width); columns(c) > max(width, 3) && width >= 4 {
			t.Errorf("cut(%q, %d) = %q", text, width, c)
		}
	})
}

func noBlanks(s string) string { return strings.ReplaceAll(s, " ", "") }

func TestCut(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"fits", 4, "fits"},
		{"does not fit", 8, "does ..."},
		{"長い名前", 8, "長い名前"},
		{"長い名前長", 8, "長い..."},
		{"長い名前長", 9, "長い名..."},
	} {
		if got := cut(c.text, c.width); got != c.want {
			t.Errorf("cut(%q, %d) = %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

func TestEditDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"demo", "demo", 0}, {"dmeo", "demo", 1}, {"dem", "demo", 1}, {"demoo", "demo", 1},
		{"crwal", "crawl", 1}, {"wlcra", "crawl", 4}, {"robot", "crawl", 9}, {"", "ab", 2}, {"max-pags", "max-pages", 1},
	} {
		if got := editDistance(c.a, c.b, 9); got != c.want && !(c.want == 9 && got > 3) {
			t.Errorf("editDistance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
		if got := editDistance(c.a, c.b, 1); got != min(c.want, 1) {
			t.Errorf("editDistance(%q, %q), at most 1, = %d", c.a, c.b, got)
		}
	}
}

// A log line takes the place of the live line, which comes back below it.
func TestLiveLineMakesRoom(t *testing.T) {
	var out bytes.Buffer
	w := &liveWriter{out: &out}
	w.line("5 fetched")
	w.Write([]byte("a warning\n"))
	w.Write([]byte("another\n"))
	w.line("6 fetched")
	w.line("")
	w.line("")
	want := "\r5 fetched\x1b[K" + "\r\x1b[K" + "a warning\n" + "another\n" + "\r6 fetched\x1b[K" + "\r\x1b[K"
	if got := out.String(); got != want {
		t.Errorf("wrote %q, want %q", got, want)
	}
}
