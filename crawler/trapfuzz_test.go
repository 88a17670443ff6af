package crawler

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

// FuzzPatterns: whatever the URL is, each of its patterns has a regular
// expression that matches it.
func FuzzPatterns(f *testing.F) {
	for _, seed := range []string{
		"https://e.example/", "https://e.example/a/b/a/b/a/b?x=1&y=2", "https://e.example/cal/2031/05/12/", "http://[::1]:8080/p/1?page=7&sort=a",
		"https://e.example/%D0%BF/?q=%5B%5D&&=", "https://e.example/shop-12/item(3)?a[0]=1", "https://e.example/it's/1?a'=1",
	} {
		f.Add(seed)
	}
	rules, err := canonical.New(canonical.Config{})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		form := rules.Canonical(text)
		if form.Reason != canonical.OK {
			return
		}
		url := string(form.URL)
		runningBy([]byte(url))
		for _, p := range patternsOf([]byte(url), nil) {
			pattern, expr := p.words(url)
			safe := shellSafe(expr)
			re, err := regexp.Compile(safe)
			if err != nil {
				t.Fatalf("%s: %v", url, err)
			}
			if !re.MatchString(url) || pattern == "" {
				t.Errorf("%q (%s) does not match %s", safe, pattern, url)
			}
			if !regexp.MustCompile(expr).MatchString(url+"x") && re.MatchString(url+"x") {
				t.Errorf("%q matches more than %q", safe, expr)
			}
			if strings.Contains(safe, "'") || strings.Contains(safe, `\`) && !strings.ContainsAny(url, `'^\`) {
				t.Errorf("%q cannot be copied from a log", safe)
			}
		}
	})
}

func FuzzRetryAfter(f *testing.F) {
	for _, seed := range []string{"", "7", "-1", "1e9", "99999999999999999999999", "Fri, 31 Dec 1999 23:59:59 GMT", "Sat, 21 Nov 2026 12:00:30 GMT", " 5 "} {
		f.Add(seed)
	}
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, value string) {
		if d := retryAfter(value, now); d < 0 {
			t.Errorf("Retry-After %q is %v", value, d)
		}
	})
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	tests := map[string]time.Duration{
		"": 0, "0": 0, " 5 ": 5 * time.Second, "-5": 0, "1.5": 0, "soon": 0,
		"Sat, 21 Nov 2026 12:00:30 GMT":    30 * time.Second,
		"Saturday, 21-Nov-26 12:01:00 GMT": time.Minute, // RFC 850, which recipients must read (RFC 9110 5.6.7)
		"Fri, 31 Dec 1999 23:59:59 GMT":    0,
	}
	for value, want := range tests {
		if got := retryAfter(value, now); got != want {
			t.Errorf("Retry-After %q is %v, want %v", value, got, want)
		}
	}
	for _, huge := range []string{"99999999999", "99999999999999999999999", "Sat, 21 Nov 2099 12:00:00 GMT"} {
		if got := retryAfter(huge, now); got < maxRetryAfter {
			t.Errorf("Retry-After %q is %v, want as much as is waited at most", huge, got)
		}
	}
}
