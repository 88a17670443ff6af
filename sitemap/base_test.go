package sitemap_test

import (
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/sitemap"
)

// The examples of RFC 3986 5.4, as links of an Atom feed with that base. What
// leads nowhere but to the base itself is no link of its own, and schemes
// other than http are none.
func TestAtomBase(t *testing.T) {
	for ref, want := range map[string]string{
		"g": "http://a.test/b/c/g", "./g": "http://a.test/b/c/g", "g/": "http://a.test/b/c/g/", "/g": "http://a.test/g",
		"//g.test": "http://g.test", "?y": "http://a.test/b/c/d;p?y", "g?y": "http://a.test/b/c/g?y",
		"#s": "http://a.test/b/c/d;p?q#s", "g#s": "http://a.test/b/c/g#s", "g?y#s": "http://a.test/b/c/g?y#s",
		";x": "http://a.test/b/c/;x", "g;x": "http://a.test/b/c/g;x", "g;x?y#s": "http://a.test/b/c/g;x?y#s",
		".": "http://a.test/b/c/", "./": "http://a.test/b/c/", "..": "http://a.test/b/", "../": "http://a.test/b/", "../g": "http://a.test/b/g",
		"../..": "http://a.test/", "../../": "http://a.test/", "../../g": "http://a.test/g", "../../../g": "http://a.test/g", "../../../../g": "http://a.test/g",
		"/./g": "http://a.test/g", "/../g": "http://a.test/g", "g.": "http://a.test/b/c/g.", ".g": "http://a.test/b/c/.g", "g..": "http://a.test/b/c/g..", "..g": "http://a.test/b/c/..g",
		"./../g": "http://a.test/b/g", "./g/.": "http://a.test/b/c/g/", "g/./h": "http://a.test/b/c/g/h", "g/../h": "http://a.test/b/c/h",
		"g;x=1/./y": "http://a.test/b/c/g;x=1/y", "g;x=1/../y": "http://a.test/b/c/y",
		"g?y/./x": "http://a.test/b/c/g?y/./x", "g?y/../x": "http://a.test/b/c/g?y/../x", "g#s/./x": "http://a.test/b/c/g#s/./x",
		"http://h.test/x": "http://h.test/x", "mailto:x": "", "": "",
	} {
		text := decl + `<feed ` + atomNS + ` xml:base="http://a.test/b/c/d;p?q"><entry><link href="` + ref + `"/></entry></feed>`
		r, err := sitemap.Read(strings.NewReader(text), sitemap.ReadOptions{}, nil)
		if err != nil || r.First != want {
			t.Errorf("%q: %q, want %q, %v", ref, r.First, want, err)
		}
	}
}
