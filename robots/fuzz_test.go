package robots_test

import (
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/robots"
)

// FuzzTest reads any bytes for any agent and URL, in both modes: a decision
// quotes its line, and the index finds what a look at every rule finds.
func FuzzTest(f *testing.F) {
	for _, v := range readVectors(f) {
		if v.Parts == nil && len(v.Robots) < 2000 {
			f.Add(v.file(), v.Agent, v.URL)
		}
	}
	f.Fuzz(func(t *testing.T, file []byte, name, url string) {
		rules := robots.Parse(file)
		for _, mode := range []robots.Mode{robots.RFC9309, robots.Google} {
			agent := rules.Agent(name, mode)
			d := agent.Test(url)
			if d.Disputed && (mode == robots.RFC9309 || !strings.Contains(url, "\n")) {
				t.Errorf("%q for %q in mode %d is disputed: %+v\n%q", url, name, mode, d, file)
			}
			if !d.Disputed {
				checkQuote(t, rules, agent, d, url)
			}
			if again := agent.Test(url); again != d {
				t.Errorf("%q: %+v, then %+v", url, d, again)
			}
		}
		rules.AllowedAgents(url, robots.RFC9309)
	})
}

// FuzzPattern compares one rule with a matcher that is slow and plain: the
// set of places that a path can be read to.
func FuzzPattern(f *testing.F) {
	for _, s := range [][2]string{
		{"/a*b$", "/axbxb"}, {"*", "/"}, {"/**a", "/ba"}, {"/$", "/"}, {"/a$b*$", "/a$bc"}, {"a", "/a"}, {"/*$", "/x"},
		{"/*ab*ab$", "/ab"}, {"/a**", "/a"},
	} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, pattern, path string) {
		path = "/" + path
		for _, s := range []string{pattern, path} {
			for i := range len(s) {
				if s[i] <= ' ' || s[i] >= 0x7f || strings.IndexByte("#%;?", s[i]) >= 0 {
					return
				}
			}
		}
		if pattern == "" || len(pattern)+len(path) > 300 || strings.HasPrefix(path, "//") || strings.Contains(path, "://") {
			return
		}
		agent := robots.Parse([]byte("User-agent: *\nDisallow: "+pattern)).Agent("x", robots.Google)
		if got, want := !agent.Test(path).Allow, slowMatch(pattern, path); got != want {
			t.Errorf("pattern %q, path %q: %t, want %t", pattern, path, got, want)
		}
	})
}

func slowMatch(pattern, path string) bool {
	at := map[int]bool{0: true}
	for i := range len(pattern) {
		next := map[int]bool{}
		for p := range at {
			switch {
			case pattern[i] == '$' && i == len(pattern)-1:
				if p == len(path) {
					return true
				}
			case pattern[i] == '*':
				for q := p; q <= len(path); q++ {
					next[q] = true
				}
			case p < len(path) && path[p] == pattern[i]:
				next[p+1] = true
			}
		}
		at = next
	}
	return len(at) > 0
}
