package page_test

import (
	"bytes"
	"net/http"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/portolan-seo/portolan/crawler/page"
)

// domLinks gives the links of the tree that x/net/html builds with scripting
// off, as "name href", with " head" where they are in the head.
func domLinks(t *testing.T, doc []byte) []string {
	t.Helper()
	root, err := html.ParseWithOptions(bytes.NewReader(bytes.TrimPrefix(doc, []byte("\uFEFF"))), html.ParseOptionEnableScripting(false))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	var walk func(n *html.Node, place string)
	walk = func(n *html.Node, place string) {
		switch {
		case n.DataAtom == atom.Template && n.Namespace == "":
			return
		case n.DataAtom == atom.Head:
			place = " head"
		}
		if href, ok := domHref(n); ok {
			out = append(out, n.Data+" "+href+place)
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c, place)
		}
	}
	walk(root, "")
	return out
}

func domHref(n *html.Node) (string, bool) {
	attrs := map[string]string{}
	for _, a := range n.Attr {
		key := a.Key
		if a.Namespace != "" {
			key = a.Namespace + ":" + key
		}
		attrs[key] = a.Val
	}
	href, ok := attrs["href"]
	if n.Type != html.ElementNode || n.Namespace == "math" {
		return "", false
	}
	if n.Namespace == "svg" {
		if !ok {
			href, ok = attrs["xlink:href"]
		}
		return href, ok && n.Data == "a"
	}
	switch n.DataAtom {
	case atom.A, atom.Area:
		return href, ok
	case atom.Frame, atom.Iframe:
		return attrs["src"], attrs["src"] != ""
	case atom.Link:
		return href, slices.Contains(fields(attrs["rel"]), "canonical") && attrs["hreflang"]+attrs["media"]+attrs["type"] == ""
	}
	return "", false
}

func checkDOM(t *testing.T, doc []byte) {
	t.Helper()
	p := page.NewParser(page.Options{})
	var got []string
	for _, l := range p.Parse(page.Input{Status: 200, Header: http.Header{"Content-Type": {"text/html;charset=utf-8"}}, Body: doc}).Links {
		switch l.Kind {
		case page.KindA, page.KindArea, page.KindFrame, page.KindIFrame, page.KindCanonical:
			name := map[page.Kind]string{page.KindCanonical: "link"}[l.Kind]
			if name == "" {
				name = kinds[l.Kind]
			}
			if l.InHead {
				got = append(got, name+" "+string(l.Href)+" head")
			} else {
				got = append(got, name+" "+string(l.Href))
			}
		}
	}
	// The tree repeats an a element that is not closed (13.2.6.1).
	if diff := cmp.Diff(slices.Compact(domLinks(t, doc)), slices.Compact(got)); diff != "" {
		t.Errorf("%q\n(-tree +parser)\n%s", doc, diff)
	}
}

// TestAsTreeIsBuilt compares the places of links with those that tree
// construction gives them, without building a tree.
func TestAsTreeIsBuilt(t *testing.T) {
	const canonical = `<link rel=canonical href=c>`
	docs := []string{
		string(shopPage()),
		canonical, `<title>t</title>` + canonical + `<p>` + canonical, `<html>` + canonical + `</html>` + canonical,
		`<!doctype html> <!-- x --> ` + canonical, `<head>` + canonical + `</head>` + canonical + `<body>` + canonical,
		`<head></head> <!-- x --> ` + canonical + ` x ` + canonical, `<head></head><noscript></noscript>` + canonical,
		`<head><div>` + canonical + `</head>` + canonical, `<head>&nbsp;` + canonical, `<head></p></div></span>` + canonical, `<head></br>` + canonical,
		`<head></html>` + canonical, `<head><body>` + canonical, `<head><head>` + canonical, `<head></head><head>` + canonical,
		`<head><script>x</script><style>y</style><base href=b><meta name=n><bgsound>` + canonical, `<head><iframe src=i></iframe>` + canonical,
		`<head><noscript>` + canonical + `</noscript>` + canonical, `<head><noscript><img></noscript>` + canonical, `<head><noscript>x</noscript>` + canonical,
		`<head><noscript><style>x</style><meta></noscript>` + canonical, `<head><noscript><script>x</script>` + canonical + `</noscript>` + canonical,
		`<head><noscript></head></p>` + canonical + `</noscript>` + canonical, `<head><noscript></br>` + canonical,
		`<head><template>` + canonical + `<div></template>` + canonical, `<head><title>` + canonical + `</title>` + canonical,
		`<head><svg></svg>` + canonical, `<head><object></object>` + canonical, `<head><custom-tag></custom-tag>` + canonical,
		`<head><noframes>` + canonical + `</noframes>` + canonical, "\uFEFF" + canonical, `<head>` + "\uFEFF" + canonical,
		`<frameset><frame src=1></frameset>`, `<head></head> <frameset><frame src=1><frame src=2></frameset>`,
		`<svg><a xlink:href=1><text>x</text></a><image href=2 /><use xlink:href="#i"/></svg>`, `<svg><a href=1><p><a href=2>`,
		`<svg><style><a href=1></style><a href=2></svg><style><a href=3></style>`, `<div><svg><path></div><style><a href=1></style>`,
		`<svg><foreignObject><a href=1></a><style><a href=2></style></foreignObject><style><a href=3></a></style></svg>`,
		`<math><mi><a href=1></a><style><a href=2></style></mi><a href=3></math>`, `<svg><![CDATA[<a href=1>]]></svg><![CDATA[<a href=2>]]>`,
		`<noscript><a href=2></noscript><textarea><a href=3></textarea><a href=4>`,
	}
	for _, doc := range docs {
		checkDOM(t, []byte(doc))
	}
}
