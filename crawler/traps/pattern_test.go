package traps

import (
	"regexp"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

// FuzzPatterns: whatever the URL is, each of its patterns has a regular
// expression that matches it.
func FuzzPatterns(f *testing.F) {
	for _, seed := range []string{
		"https://e.example/", "https://e.example/a/b/a/b/a/b?x=1&y=2", "https://e.example/cal/2031/05/12/", "http://[::1]:8080/p/1?page=7&sort=a",
		"https://e.example/%D0%BF/?q=%5B%5D&&=", "https://e.example/shop-12/item(3)?a[0]=1", "https://e.example/it's/1?a'=1",
		"https://e.example/next/abc", "https://e.example/next/abc/", "https://e.example/a//",
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
