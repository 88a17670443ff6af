package report

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// FuzzEscape shows a text of a site in the document as an address: what a reader
// of HTML finds is the text, or what stands for it, in one element, and a link
// leads to a web address or nowhere.
func FuzzEscape(f *testing.F) {
	for _, text := range []string{"http://a.example/?q=<b>", `"><svg onload=alert(1)>`, "javascript:alert(1)", "</code><script>", "{{.}}", "http://a.example/\x00\u202e", "HTTP://a.example/'\"", "caf\xe9", "&lt;"} {
		f.Add(text)
	}
	w, err := wordsOf(English)
	if err != nil {
		f.Fatal(err)
	}
	page, err := (&Report{}).template(w)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var out bytes.Buffer
		if err := page.ExecuteTemplate(&out, "url", text); err != nil {
			t.Fatal(err)
		}
		nodes, err := html.ParseFragment(&out, nil)
		if err != nil {
			t.Fatal(err)
		}
		body := nodes[0].LastChild
		shown := body.FirstChild
		if shown == nil || shown.NextSibling != nil || shown.Data != "a" && shown.Data != "code" {
			t.Fatalf("%q is not one element", text)
		}
		for _, a := range shown.Attr {
			if a.Key == "href" && a.Val != "#" && !strings.HasPrefix(strings.ToLower(a.Val), "http://") && !strings.HasPrefix(strings.ToLower(a.Val), "https://") || strings.HasPrefix(a.Key, "on") {
				t.Errorf("%q has %s=%q", text, a.Key, a.Val)
			}
		}
		inner := shown.FirstChild
		switch want := address(text); {
		case inner == nil:
			if want != "" {
				t.Errorf("%q is shown as nothing", text)
			}
		case inner.NextSibling != nil || inner.Type != html.TextNode || inner.Data != want:
			t.Errorf("%q is shown as %q, want %q", text, inner.Data, want)
		}
	})
}
