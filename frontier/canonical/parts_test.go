package canonical_test

import (
	"testing"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

func TestParts(t *testing.T) {
	for _, c := range []struct{ url, origin, host, name, path string }{
		{"https://h/", "https://h", "h", "h", "/"},
		{"https://h", "https://h", "h", "h", ""},
		{"http://www.h:8080/a/b?c=/d", "http://www.h:8080", "www.h:8080", "www.h", "/a/b"},
		{"http://[::1]:81/a?b", "http://[::1]:81", "[::1]:81", "::1", "/a"},
		{"http://[::1]/", "http://[::1]", "[::1]", "::1", "/"},
		{"https://h?a=http://b/", "https://h", "h", "h", ""},
		{"", "", "", "", ""},
	} {
		got := [...]string{canonical.Origin(c.url), canonical.Host(c.url), canonical.HostName(c.url), canonical.Path(c.url)}
		if want := [...]string{c.origin, c.host, c.name, c.path}; got != want {
			t.Errorf("%q: %q, want %q", c.url, got, want)
		}
	}
}
