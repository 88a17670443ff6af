package sitemap_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/sitemap"
)

// TestAlternates: an entry has its page in other languages, whatever the prefix of
// the namespace is, and no other entry's.
func TestAlternates(t *testing.T) {
	link := func(prefix, attributes string) string { return "<" + prefix + ":link " + attributes + "/>" }
	file := decl + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:x="http://www.w3.org/1999/xhtml" xmlns:o="http://o.example/">` +
		"<url><loc>" + host + "/a</loc>" +
		link("x", `rel="alternate" hreflang="de" href=" `+host+`/de?a=1&amp;b=2 "`) +
		link("x", `rel="ALTERNATE" hreflang=' x-default ' href="http://münchen.example/ä"`) +
		link("x", `rel="alternate" media="handheld" href="`+host+`/m"`) +
		link("x", `rel="canonical" hreflang="fr" href="`+host+`/fr"`) +
		link("o", `rel="alternate" hreflang="it" href="`+host+`/it"`) +
		link("x", `rel="alternate" hreflang="es" href="/es"`) +
		link("x", `rel="alternate" hreflang="" href="`+host+`/none"`) +
		"</url><url><loc>" + host + "/b</loc></url>" +
		"<url><loc>" + host + "/c</loc>" + link("x", `rel="alternate" hreflang="de-AT" href="`+host+`/c"`) + "</url></urlset>"
	got := map[string][]sitemap.Alternate{}
	rep, err := sitemap.Read(strings.NewReader(file), sitemap.ReadOptions{At: host + "/s.xml"}, func(it sitemap.Item) error {
		got[strings.TrimPrefix(it.Loc, host)] = it.Alternates
		return nil
	})
	want := map[string][]sitemap.Alternate{
		"/a": {{Lang: "de", Href: host + "/de?a=1&b=2"}, {Lang: "x-default", Href: "http://xn--mnchen-3ya.example/%C3%A4"}},
		"/b": nil,
		"/c": {{Lang: "de-AT", Href: host + "/c"}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	if rep.Count(sitemap.AlternateBad) != 1 {
		t.Errorf("a relative URL: %v", rep.Problems)
	}
}
