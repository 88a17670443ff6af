package prose

import (
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
		{"all of them: portolan findings a --in b", 35, "all of them:|portolan findings a --in b"},
		{"all of them: portolan classes a says more", 34, "all of them: portolan classes a|says more"},
		{"but at that portolan stopped asking", 21, "but at that portolan|stopped asking"},
		{"portolan findings a --in b", 20, "portolan findings a --in b"},
		{"again: portolan http://a.example/x/y/z -o a --rate 2; when it is up", 20, "again:|portolan http://a.example/x/y/z -o a --rate 2;|when it is up"},
		{"then: portolan sitemap a --accept-loss '/p/* they are sold', which", 30, "then:|portolan sitemap a --accept-loss '/p/* they are sold',|which"},
		{"as with --header 'NAME: VALUE' of it", 25, "as with|--header 'NAME: VALUE' of|it"},
		{"crawl with --no-list 'http://a.example/it'\\''s a/*' then", 30, "crawl with|--no-list 'http://a.example/it'\\''s a/*'|then"},
		{"the site's own, and the user's own", 17, "the site's own,|and the user's|own"},
		{"  indented text", 10, "  indented|text"},
	} {
		if got := strings.Join(Wrap(c.text, c.width), "|"); got != c.want {
			t.Errorf("wrap(%q, %d) = %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

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
		if got := Cut(c.text, c.width); got != c.want {
			t.Errorf("cut(%q, %d) = %q, want %q", c.text, c.width, got, c.want)
		}
	}
}
