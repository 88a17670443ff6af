package stored

import (
	"testing"
	"time"
)

func TestAcceptances(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	const url = "https://www.example.com/sale/shoes/1"
	for text, want := range map[string]bool{
		"/sale/* the sale is over":                         true,
		"'/sale/*' the sale is over":                       true,
		`"/sale/*" until=2026-11-21 its last day`:          true,
		"/sale/* until=2026-11-20 past":                    false,
		"/sal the sale is over":                            false,
		"/shoes/* elsewhere in the path":                   false,
		"*/shoes/* a glob over the whole URL":              true,
		"https://www.example.com/sale/* the same":          true,
		"re:/sale/[^/]*/[0-9]$ an expression, wherever":    true,
		"re:^/sale/ of a whole URL, which begins with h":   false,
		"/sale/shoes/1 one URL":                            true,
		"/SALE/* URLs are told apart by upper case":        false,
		"  /sale/*    until=2999-01-01   blanks    count ": true,
	} {
		l, err := readAcceptances(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		accepted := l.at(now)
		if got := accepted != nil && accepted(url); got != want {
			t.Errorf("%s: accepts %t", text, got)
		}
		if again, err := readAcceptances(l.Lines()); err != nil || again.Lines() != l.Lines() {
			t.Errorf("%s: %q, %v when it is read again", text, again.Lines(), err)
		}
	}
	for _, text := range []string{"/sale/*", "/sale/* until=2026-11-21", "/sale/* until=soon over", "''  over", "re:( over", "/x\n y"} {
		if _, err := parseAcceptance(text); err == nil {
			t.Errorf("%q passes", text)
		}
	}
	if l, err := readAcceptances(""); err != nil || l.at(now) != nil {
		t.Errorf("of nothing: %v, %v", l, err)
	}
}
