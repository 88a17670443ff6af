package apps

import (
	"bytes"
	"fmt"
	"html"
	"math/rand/v2"
	"strings"
)

// Frame is what all pages of an application have around them.
type Frame struct {
	Brand  string // name of the site
	Skin   Skin
	Nav    []Link
	Footer []Link
	// Recent gives a link for the boxes that change from request to request
	// ("recently viewed"); nil leaves them out.
	Recent func(*rand.Rand) Link
	Still  bool // nothing changes from request to request
}

// Skin is the markup of the frame.
type Skin uint8

// The skins.
const (
	Elements Skin = iota // header, nav, main, aside, footer
	Divs                 // div elements whose class tells
	Tables               // as in 2003
	Flat                 // one div with everything in it
)

// skins hold the start tags of each part; the end tags follow from them.
var skins = [...]struct{ head, nav, trail, side, main, recent, foot string }{
	Elements: {"<header>", "<nav>", `<nav class="breadcrumb" aria-label="breadcrumb">`, "<aside>", "<main>", `<aside class="recent">`, "<footer>"},
	Divs: {`<div id="header">`, `<div class="menu">`, `<div class="breadcrumbs">`, `<div class="sidebar">`, `<div id="content">`,
		`<div class="box-recent">`, `<div id="footer">`},
	Tables: {"<table width=\"100%\"><tr><td>", "<table><tr><td>", "<font size=\"1\">", "<table align=\"left\"><tr><td>", "<table><tr><td>",
		"<table border=\"1\"><tr><td>", "<table><tr><td>"},
	Flat: {"<div>", "<div>", "<p>", "<section>", "<section>", "<section>", "<div>"},
}

// end gives the end tags of start tags, the last one first.
func end(start string) string {
	var tags string
	for part := range strings.SplitSeq(start, "<") {
		if name, _, _ := strings.Cut(part, ">"); name != "" {
			name, _, _ = strings.Cut(name, " ")
			tags = "</" + name + ">" + tags
		}
	}
	return tags + "\n"
}

// write puts the page together.
func (f *Frame) write(b *bytes.Buffer, p *Page) {
	f.writeHead(b, p)
	if p.NoFrame {
		b.WriteString("<body>\n" + p.main.String() + "</body>\n</html>\n")
		return
	}
	s := skins[f.Skin]
	part := func(start, inner string) {
		if inner != "" {
			b.WriteString(start + "\n" + inner + end(start))
		}
	}
	b.WriteString("<body>\n")
	part(s.head, fmt.Sprintf("<a class=\"logo\" href=\"%s\">%s</a>\n", html.EscapeString(p.href("/")), html.EscapeString(f.Brand))+f.status(p))
	part(s.nav, p.list("menu", f.Nav))
	part(s.trail, trail(p))
	part(s.side, p.side.String())
	part(s.main, "<h1>"+html.EscapeString(p.H1)+"</h1>\n"+p.main.String())
	part(s.recent, f.recent(p))
	part(s.foot, p.list("links", f.Footer)+f.clock(p))
	b.WriteString("</body>\n</html>\n")
}

func (f *Frame) writeHead(b *bytes.Buffer, p *Page) {
	b.WriteString("<!DOCTYPE html>\n<html")
	if p.Lang != "" {
		fmt.Fprintf(b, " lang=\"%s\"", p.Lang)
	}
	fmt.Fprintf(b, ">\n<head>\n<meta charset=\"utf-8\">\n<title>%s</title>\n", html.EscapeString(p.Title))
	if p.Description != "" {
		fmt.Fprintf(b, "<meta name=\"description\" content=\"%s\">\n", html.EscapeString(p.Description))
	}
	if p.Robots != "" {
		fmt.Fprintf(b, "<meta name=\"robots\" content=\"%s\">\n", p.Robots)
	}
	if !f.Still {
		fmt.Fprintf(b, "<meta name=\"csrf-token\" content=\"%016x%016x\">\n", p.Chance.Uint64(), p.Chance.Uint64())
	}
	for _, l := range []struct{ rel, href string }{{"canonical", p.Canonical}, {"prev", p.Prev}, {"next", p.Next}} {
		if l.href != "" {
			fmt.Fprintf(b, "<link rel=\"%s\" href=\"%s\">\n", l.rel, html.EscapeString(l.href))
		}
	}
	for _, l := range p.Alternates {
		fmt.Fprintf(b, "<link rel=\"alternate\" hreflang=\"%s\" href=\"%s\">\n", l.Text, html.EscapeString(l.Href))
	}
	b.WriteString("<link rel=\"stylesheet\" href=\"/static/site.css\">\n</head>\n")
}

func trail(p *Page) string {
	var b strings.Builder
	for i, l := range p.Trail {
		if i > 0 {
			b.WriteString(" &rsaquo; ")
		}
		b.WriteString(p.A(l))
	}
	return b.String()
}

// status is what a header says of the visitor.
func (f *Frame) status(p *Page) string {
	if f.Still {
		return ""
	}
	return fmt.Sprintf("<span class=\"visitors\">%d visitors online</span>\n", 20+p.Chance.IntN(900))
}

// recent is a box of links that is another one at each request.
func (f *Frame) recent(p *Page) string {
	if f.Recent == nil || f.Still {
		return ""
	}
	var links []Link
	for range 3 + p.Chance.IntN(2) {
		links = append(links, f.Recent(p.Chance))
	}
	return "<h4>Others are looking at</h4>\n" + p.list("recent", links)
}

func (f *Frame) clock(p *Page) string {
	if f.Still {
		return "<p>Copyright " + html.EscapeString(f.Brand) + "</p>\n"
	}
	return fmt.Sprintf("<p>Copyright %s. Page made in 0.%03d s at %02d:%02d:%02d.</p>\n",
		html.EscapeString(f.Brand), 5+p.Chance.IntN(200), p.Chance.IntN(24), p.Chance.IntN(60), p.Chance.IntN(60))
}
