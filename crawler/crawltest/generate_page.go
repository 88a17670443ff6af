package crawltest

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
)

// page gives the pieces of page n: what is its own, and what it shares.
func (g *Generated) page(n int) []chunk {
	var head, main bytes.Buffer
	g.writeHead(&head, n)
	g.writeMain(&main, n)
	chunks := make([]chunk, 0, 12)
	chunks = append(chunks, chunk{plain: head.Bytes()}, g.nav, chunk{plain: main.Bytes()})
	for i := range paragraphs {
		chunks = append(chunks, g.prose[g.roll(n, words+uint64(i)<<8)%uint64(len(g.prose))])
	}
	return append(chunks, g.foot)
}

func (g *Generated) title(n int) string {
	a, b := g.roll(n, words), g.roll(n, words)>>20
	size := uint64(len(vocabulary))
	return fmt.Sprintf("%s and %s, number %d", vocabulary[a%size], vocabulary[b%size], n)
}

func (g *Generated) writeHead(b *bytes.Buffer, n int) {
	fmt.Fprintf(b, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>%s</title>\n", g.title(n))
	fmt.Fprintf(b, "<meta name=\"description\" content=\"All there is to know of %s.\">\n", g.title(n))
	canonical := g.Origin + g.path(n)
	switch g.kind(n) {
	case noindexMeta:
		b.WriteString("<meta name=\"robots\" content=\"noindex, follow\">\n")
	case canonicalElsewhere:
		canonical = g.Origin + g.path(parent(n))
		if g.roll(n, dates)&1 == 0 {
			canonical = "https://elsewhere.example" + g.path(n)
		}
	}
	fmt.Fprintf(b, "<link rel=\"canonical\" href=\"%s\">\n</head>\n<body>\n", canonical)
}

func (g *Generated) writeMain(b *bytes.Buffer, n int) {
	fmt.Fprintf(b, "<main id=\"content\">\n<h1>%s</h1>\n", g.title(n))
	fmt.Fprintf(b, "<p>You are here: <a href=\"/\">home</a>, <a href=\"%s\">one up</a>, "+
		"<a href=\"#top\">top</a>, <a href=\"%s#notes\">notes</a>, "+
		"<a href=\"https://elsewhere.example/\">a friend</a>.</p>\n<ul>\n", g.path(parent(max(n, 1))), g.path(n))
	links := 0
	for c := n*fanOut + 1; c <= n*fanOut+fanOut && c < g.Pages; c++ {
		g.writeChild(b, n, c)
		links++
	}
	for i := range fanOut {
		if s := parent(max(n, 1))*fanOut + 1 + i; s != n && s < g.Pages {
			g.writeLink(b, n, s, uint64(i))
			links++
		}
	}
	for i := uint64(0); links < 44; i++ {
		g.writeLink(b, n, int(g.roll(n, crossLinks+i<<8)%uint64(g.Pages)), i)
		links++
	}
	if g.has(n, dead, g.Dead) {
		fmt.Fprintf(b, "<li><a href=\"/gone/%d.html\">sold out</a></li>\n", n)
	}
	b.WriteString("</ul>\n")
}

// writeChild links a child, by a redirect where it is behind one, and under
// each of its other spellings.
func (g *Generated) writeChild(b *bytes.Buffer, n, c int) {
	href := g.href(n, c, g.roll(c, words))
	switch g.hops(c) {
	case 1:
		href = "/go/" + strconv.Itoa(c)
	case 2:
		href = "/far/" + strconv.Itoa(c)
	}
	fmt.Fprintf(b, "<li><a href=\"%s\">%s</a>", href, g.title(c))
	for _, v := range g.variants(c) {
		fmt.Fprintf(b, ", <a href=\"%s\">again</a>", v)
	}
	b.WriteString("</li>\n")
}

// writeLink links any page, under one of its spellings.
func (g *Generated) writeLink(b *bytes.Buffer, n, to int, style uint64) {
	href := g.href(n, to, style)
	if v := g.variants(to); len(v) > 0 && style%2 == 0 {
		href = v[style/2%uint64(len(v))]
	}
	fmt.Fprintf(b, "<li><a class=\"item\" href=\"%s\">%s</a></li>\n", href, g.title(to))
}

// href spells a link to a page in one of the ways in which people do.
func (g *Generated) href(from, to int, style uint64) string {
	path := g.path(to)
	switch style % 5 {
	case 0:
		return g.Origin + path
	case 1:
		return g.Origin[strings.Index(g.Origin, ":")+1:] + path // protocol-relative
	case 2:
		return path + "#content"
	case 3:
		if depth := strings.Count(g.path(from), "/") - 1; depth > 0 {
			return strings.Repeat("../", depth) + path[1:]
		}
	}
	return path
}

// variants gives the superfluous spellings of a page.
func (g *Generated) variants(n int) []string {
	var v []string
	path := g.path(n)
	if n == 0 {
		return nil
	}
	if g.has(n, sessions, g.Sessions) {
		id := g.sessionID(n, g.roll(n, sessions))
		if g.roll(n, sessions)>>32&1 == 0 {
			v = append(v, path+"?PHPSESSID="+id)
		} else {
			v = append(v, path+";jsessionid="+id)
		}
	}
	if g.has(n, tracking, g.Tracking) {
		v = append(v, path+"?utm_source=letter&amp;utm_campaign="+vocabulary[n%len(vocabulary)])
	}
	if g.has(n, sorted, g.Sorted) {
		v = append(v, path+"?sort=name")
	}
	return v
}

func (g *Generated) sessionID(n int, salt uint64) string {
	var id [16]byte
	for i := range 2 {
		x := g.roll(n, salt+uint64(i))
		for j := range 8 {
			id[8*i+j] = byte(x >> (8 * j))
		}
	}
	return hex.EncodeToString(id[:])
}

func (g *Generated) makeNav() chunk {
	var b bytes.Buffer
	b.WriteString("<nav id=\"top\"><ul>\n")
	for n := 1; n <= hubs && n < g.Pages; n++ {
		fmt.Fprintf(&b, "<li><a class=\"nav-link\" href=\"%s\">%s</a></li>\n", g.path(n), g.title(n))
	}
	b.WriteString("</ul></nav>\n")
	return deflated(b.Bytes())
}

func (g *Generated) makeFoot() chunk {
	var b bytes.Buffer
	b.WriteString("</main>\n<footer><ul>\n")
	for n := 1; n <= hubs && n < g.Pages; n++ {
		fmt.Fprintf(&b, "<li><a class=\"footer-link\" href=\"%s%s\">%s</a></li>\n", g.Origin, g.path(n), g.title(n))
	}
	b.WriteString("</ul></footer>\n</body>\n</html>\n")
	return deflated(b.Bytes())
}
