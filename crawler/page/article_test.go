package page_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler/page"
)

// A page is an article if its JSON-LD describes one, and no more, or if Open
// Graph calls it one. What describes others on the page does not count.
func TestArticles(t *testing.T) {
	const full = `"@type":"NewsArticle","headline":" A\n <b> ","datePublished":"2026-11-20"`
	full1 := &page.Article{Title: "A <b>", Published: "2026-11-20", Lang: "en"}
	ld := func(script string) string { return `<script type="application/ld+json">` + script + `</script>` }
	for _, c := range []struct {
		name, body string
		want       *page.Article
	}{
		{"alone", ld(`{` + full + `}`), full1},
		{"graph", ld(`{"@graph":[{"@type":"WebPage"},{` + full + `}]}`), full1},
		{"main entity", ld(`{"@type":"WebPage","mainEntity":{` + full + `}}`), full1},
		{"its own language", ld(`{` + full + `,"inLanguage":"de"}`), &page.Article{Title: "A <b>", Published: "2026-11-20", Lang: "de"}},
		{"full names", ld(`{"@type":["http://schema.org/OpinionNewsArticle"],` + strings.TrimPrefix(full, `"@type":"NewsArticle",`) + `}`), full1},
		{"a list of articles", ld(`[{` + full + `},{` + full + `}]`), nil},
		{"two scripts", ld(`{`+full+`}`) + ld(`{`+full+`}`), nil},
		{"a teaser in a list", ld(`{"@type":"ItemList","itemListElement":[{"@type":"ListItem","item":{` + full + `}}]}`), nil},
		{"none", ld(`{"@type":"Product","name":"Article"}`), nil},
		{"broken", ld(`{` + full), nil},
		{"too long", ld(`[{` + full + `},"` + strings.Repeat("x", 256<<10) + `"]`), nil},
		{"wrong kinds of values", ld(`{"@type":"Article","headline":1,"datePublished":{}}`) + `<title>T</title>`, &page.Article{Title: "T", Lang: "en"}},
		{"open graph", `<meta property=og:type content=article><meta property=og:title content="G &amp; H"><meta property=article:published_time content=2026-11-21T10:00:00+01:00>`,
			&page.Article{Title: "G & H", Published: "2026-11-21T10:00:00+01:00", Lang: "en"}},
		{"open graph, another type", `<meta property=og:type content=website><meta property=article:published_time content=2026-11-21>`, nil},
		{"both", `<meta property=og:title content=G><meta property=article:published_time content=2026-11-21>` + ld(`{"@type":"BlogPosting"}`),
			&page.Article{Title: "G", Published: "2026-11-21", Lang: "en"}},
		{"its own marks", `<title>T</title><meta name=DC.date.issued content=2026-11-19>` + ld(`{"@type":"Article"}`) + `<h1>H</h1>`,
			&page.Article{Title: "H", Published: "2026-11-19", Lang: "en"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			body := "<html lang=en><head>" + c.body
			if diff := cmp.Diff(c.want, parse(page.Options{Articles: true}, 200, body, "Content-Type: text/html").Article); diff != "" {
				t.Error(diff)
			}
			if got := parse(page.Options{}, 200, body, "Content-Type: text/html").Article; got != nil {
				t.Errorf("%+v where nobody asked for it", got)
			}
		})
	}
}
