package canonical_test

import (
	"testing"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

func TestScope(t *testing.T) {
	for _, c := range []struct{ sitemap, url, want string }{
		{"https://h/sitemap.xml", "https://h/", ""},
		{"https://h", "https://h/a?b", ""},
		{"https://h/a/sitemap.xml?x=/b/", "https://h/a/", ""},
		{"https://h/a/sitemap.xml", "https://h/a", "scope-path"},
		{"https://h/a/sitemap.xml", "https://h/?/a/", "scope-path"},
		{"https://h/%61/sitemap.xml", "https://h/a/b", ""},
		{"https://h/a;jsessionid=1/sitemap.xml", "https://h/a/b", "scope-path"},
		{"https://h/a/sitemap.xml", "http://h/b", "scope-scheme"},
		{"https://h/a/sitemap.xml", "http://i/b", "scope-host"},
		{"https://h:443/", "https://h:8443/", "scope-host"},
		{"https://h/", "http://h:443/", "scope-host"},
		{"http://h:8080/", "http://h:8080/x", ""},
		{"http://h/", "http://h.evil/x", "scope-host"},
	} {
		scope, err := canonical.ScopeOf(c.sitemap)
		if err != nil {
			t.Fatal(err)
		}
		if got := scope.Check([]byte(c.url)).String(); got != c.want {
			t.Errorf("%s of %s: %q, want %q", c.url, scope, got, c.want)
		}
	}
	for _, bad := range []string{"", "/sitemap.xml", "ftp://h/", "http://"} {
		if _, err := canonical.ScopeOf(bad); err == nil {
			t.Errorf("scope of %q", bad)
		}
	}
	scope, err := canonical.ScopeOf("https://h/a/b")
	if err != nil {
		t.Fatal(err)
	}
	url := []byte("https://h/a/c")
	if n := testing.AllocsPerRun(100, func() { scope.Check(url) }); n > 0 {
		t.Errorf("Check allocates %v times", n)
	}
}

func TestSplit(t *testing.T) {
	for url, want := range map[string][4]string{
		"http://h/":              {"http", "h", "/", ""},
		"https://h:81/a/b?c/d?e": {"https", "h:81", "/a/b", "c/d?e"},
		"nonsense":               {},
		"http://h":               {},
	} {
		s, h, p, q := canonical.Split([]byte(url))
		if got := [4]string{string(s), string(h), string(p), string(q)}; got != want {
			t.Errorf("%s: %q, want %q", url, got, want)
		}
	}
}

// TestNoAllocations holds the promise that pages rely on.
func TestNoAllocations(t *testing.T) {
	for _, remember := range []bool{true, false} {
		r := resolver(t, canonical.Config{}, benchBase)
		if !remember {
			canonical.Forgetful(r)
		}
		for _, ref := range mixed {
			r.Resolve(ref)
			if n := testing.AllocsPerRun(50, func() { r.Resolve(ref) }); n > 0 {
				t.Errorf("%q allocates %v times (remembered: %v)", ref, n, remember)
			}
		}
	}
}
