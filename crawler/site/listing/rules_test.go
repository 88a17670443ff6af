package listing

import (
	"slices"
	"testing"
	"time"
)

// parsed reads rules that are right.
func parsed[R any](t *testing.T, parse func(string) (R, error), texts ...string) (rules []R) {
	t.Helper()
	for _, text := range texts {
		rule, err := parse(text)
		if err != nil {
			t.Fatal(err)
		}
		rules = append(rules, rule)
	}
	return rules
}

// The first rule that has a name for a URL decides on its series; what changed
// of late comes before all.
func TestSeries(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	o := Options{Sections: parsed(t, ParseSection, "news=*/news/*", "lang", "dir:2"), Hot: 24 * time.Hour}
	for _, c := range []struct{ url, lang, changed, want string }{
		{"https://a.example/news/1", "de", "", "news"},
		{"https://a.example/x", "de", "", "de"},
		{"https://a.example/x/y/z/page", "", "", "x-y"},
		{"https://a.example/x/page", "", "", "x"},
		{"https://a.example/page", "", "2026-11-01", ""},
		{"https://a.example/news/2", "", "2026-11-21T00:00:00Z", "hot"},
		{"https://a.example/news/2", "", "2026-11-20", "news"},
	} {
		if got := o.seriesOf(c.url, c.lang, c.changed, now); got != c.want {
			t.Errorf("%s, changed %q: series %q, want %q", c.url, c.changed, got, c.want)
		}
	}
}

// Priorities by clicks and by in-links stay within the protocol's range.
func TestPriorities(t *testing.T) {
	for depth, want := range []string{"1.0", "0.8", "0.6", "0.5", "0.4", "0.3", "0.2", "0.1", "0.1"} {
		if got := byDepth(depth); got != want {
			t.Errorf("%d clicks: %s, want %s", depth, got, want)
		}
	}
	last := ""
	for _, n := range []uint32{0, 1, 10, 100, 1000} {
		got := byInLinks(n, 1000)
		if got < last || len(got) != 3 {
			t.Errorf("%d in-links: %s after %s", n, got, last)
		}
		last = got
	}
	if last != "1.0" || byInLinks(0, 0) != "0.1" {
		t.Errorf("the most in-links have %s, none %s", last, byInLinks(0, 0))
	}
}

// Rules that decide on nothing are told of as they were given.
func TestUnused(t *testing.T) {
	o := Options{
		ChangeFreqs: parsed(t, ParseChangeFreq, "*/news/*=daily", "*/old/*=never"),
		Priorities:  parsed(t, ParsePriority, "*/news/*=0.9"),
		Sections:    parsed(t, ParseSection, "lang", "dir:1"),
	}
	const url = "https://a.example/news/1"
	if got := o.changeFreqOf(url); got != "daily" {
		t.Errorf("changefreq %q", got)
	}
	if got := o.priorityOf(url, &urlFacts{}, 0); got != "0.9" {
		t.Errorf("priority %q", got)
	}
	o.seriesOf(url, "", "", time.Time{})
	var got []string
	for _, u := range o.Unused() {
		got = append(got, u.Option+" "+u.Value)
	}
	if want := []string{"changefreq */old/*=never", "split-by lang"}; !slices.Equal(got, want) {
		t.Errorf("unused %q, want %q", got, want)
	}
}

func TestRulesThatAreNone(t *testing.T) {
	for _, text := range []string{"", "dir:0", "dir:6", "dir:x", "=*", "a=", "a=re:("} {
		if _, err := ParseSection(text); err == nil {
			t.Errorf("section %q: no error", text)
		}
	}
	for _, text := range []string{"", "deep", "*/a/*", "*=1.5", "*=NaN", "*=-1", "re:(=1"} {
		if _, err := ParsePriority(text); err == nil {
			t.Errorf("priority %q: no error", text)
		}
	}
	for _, text := range []string{"", "daily", "*=sometimes", "re:(=daily"} {
		if _, err := ParseChangeFreq(text); err == nil {
			t.Errorf("changefreq %q: no error", text)
		}
	}
}
