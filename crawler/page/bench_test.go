package page_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/portolan-seo/portolan/crawler/page"
)

// shopPage makes a page as a shop's template gives: about 29 KB, 110 links,
// inline scripts, styles and icons, 1,300 words.
func shopPage() []byte {
	rnd := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("the quick harbour chart of an old pilot shows every island, shoal and light between Genoa " +
		"and Mallorca; later copies add wind roses &amp; scale bars in red ink – a café's menu from 1482 was found inside")
	prose := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteString(words[rnd.IntN(len(words))])
			b.WriteByte(' ')
		}
		return b.String()
	}
	var b bytes.Buffer
	b.WriteString(`<!DOCTYPE html>
<html lang="en" class="no-js">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Sea charts &amp; portolans – The Chart Room</title>
  <meta name="description" content="Hand-made copies of medieval sea charts, printed on vellum paper.">
  <meta name="robots" content="index, follow, max-image-preview:large">
  <link rel="canonical" href="https://shop.example/charts/?page=2">
  <link rel="alternate" hreflang="de" href="https://shop.example/de/karten/">
  <link rel="alternate" hreflang="en" href="https://shop.example/charts/">
  <link rel="stylesheet" href="/assets/site.min.css?v=20261103">
  <meta property="og:title" content="Sea charts"><meta property="og:type" content="website">
  <script type="application/ld+json">{"@context":"https://schema.org","@type":"CollectionPage","dateModified":"2026-10-01T08:00:00Z"}</script>
`)
	fmt.Fprintf(&b, "  <style>%s</style>\n", strings.Repeat(".card>.title:hover{color:#345;margin:0 auto}\n", 30))
	fmt.Fprintf(&b, "  <script>%s</script>\n</head>\n<body class=\"page shop\">\n<nav>\n<ul>\n", strings.Repeat("window.q=window.q||[];for(var i=0;i<9;i++){q.push([i,'x'])}\n", 25))
	for i := range 40 {
		fmt.Fprintf(&b, "  <li class=\"nav__item nav__item--level-1\"><a class=\"nav__link\" href=\"/charts/region-%d/?sort=new&amp;page=1\">Region %d</a></li>\n", i, i)
	}
	b.WriteString("</ul>\n</nav>\n<main id=\"content\">\n<h1>Sea charts &amp; portolans</h1>\n")
	for i := range 30 {
		fmt.Fprintf(&b, `<article class="card" data-id="%d">
  <a href="/chart/%d-carta-pisana" title="Chart %d"><img src="/img/%d.jpg" alt="Carta Pisana, sheet %d" width="300" height="200" loading="lazy"></a>
  <h3 class="title"><a href="/chart/%d-carta-pisana">Carta Pisana %d</a></h3>
  <p>%s</p><svg class="icon" viewBox="0 0 16 16"><path d="M8 0l2 6h6l-5 4 2 6-5-4-5 4 2-6-5-4h6z"/></svg>
  <span class="price">%d.00 €</span>
</article>
`, i, i, i, i, i, i, i, prose(35), 20+i)
	}
	b.WriteString("</main>\n<footer>\n")
	for i := range 10 {
		fmt.Fprintf(&b, "<a href='/info/%d' rel=\"nofollow noopener\">Info %d</a> | ", i, i)
	}
	b.WriteString("\n</footer>\n<noscript><img src=\"/pixel.gif\" alt=\"\"></noscript>\n</body>\n</html>\n")
	return b.Bytes()
}

func htmlHeader() http.Header {
	return http.Header{"Content-Type": {"text/html; charset=utf-8"}}
}

func BenchmarkParse(b *testing.B) {
	body := shopPage()
	p := page.NewParser(page.Options{})
	in := page.Input{Status: 200, Header: htmlHeader(), Body: body}
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		if got := p.Parse(in); len(got.Links) < 110 {
			b.Fatalf("%d links in %d bytes", len(got.Links), len(body))
		}
	}
}

// BenchmarkTokenizer takes the same page's tags and attributes, and no facts,
// from x/net/html's Tokenizer.
func BenchmarkTokenizer(b *testing.B) {
	body := shopPage()
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		z := html.NewTokenizer(bytes.NewReader(body))
		for z.Next() != html.ErrorToken {
			_, more := z.TagName()
			for more {
				_, _, more = z.TagAttr()
			}
		}
		if z.Err() != io.EOF {
			b.Fatal(z.Err())
		}
	}
}

// BenchmarkDOM builds the same page's tree, and reads nothing from it.
func BenchmarkDOM(b *testing.B) {
	body := shopPage()
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := html.Parse(bytes.NewReader(body)); err != nil {
			b.Fatal(err)
		}
	}
}
