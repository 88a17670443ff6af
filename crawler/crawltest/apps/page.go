package apps

import (
	"fmt"
	"html"
	"math/rand/v2"
	"strings"
)

// Link is a reference with its text.
type Link struct{ Href, Text string }

// Page is a web page while it is drawn.
type Page struct {
	Lang        string // of the html element, "" for none
	Title, H1   string
	Description string
	Canonical   string // reference, "" for none
	Robots      string // content of the meta, "" for none
	Prev, Next  string // of link elements in the head
	Alternates  []Link // hreflang: the text is the language
	Trail       []Link // breadcrumbs
	Sessions    func(href string) string
	NoFrame     bool // neither header nor footer: a bare page

	// Chance is another one at each request for each URL: for what changes on
	// a page that stays the same.
	Chance *rand.Rand
	Nth    int // how often this URL has been asked for, from 1

	self string // path and query
	side strings.Builder
	main strings.Builder
}

// Self gives path and query of the page.
func (p *Page) Self() string { return p.self }

// Raw writes HTML into the main part.
func (p *Page) Raw(format string, args ...any) { fmt.Fprintf(&p.main, format, args...) }

// P writes a paragraph.
func (p *Page) P(text string) { p.Raw("<p>%s</p>\n", html.EscapeString(text)) }

// H2 writes a heading.
func (p *Page) H2(text string) { p.Raw("<h2>%s</h2>\n", html.EscapeString(text)) }

// A gives a link as HTML. More attributes may follow, such as ` rel="next"`.
func (p *Page) A(l Link, attributes ...string) string {
	return fmt.Sprintf("<a href=\"%s\"%s>%s</a>", html.EscapeString(p.href(l.Href)), strings.Join(attributes, ""), html.EscapeString(l.Text))
}

func (p *Page) href(href string) string {
	if p.Sessions == nil || strings.Contains(href, "://") || strings.HasPrefix(href, "#") {
		return href
	}
	return p.Sessions(href)
}

// Links writes a list of links into the main part.
func (p *Page) Links(class string, links []Link) { p.main.WriteString(p.list(class, links)) }

func (p *Page) list(class string, links []Link) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<ul class=\"%s\">\n", class)
	for _, l := range links {
		b.WriteString("<li>" + p.A(l) + "</li>\n")
	}
	b.WriteString("</ul>\n")
	return b.String()
}

// Line writes links beside each other into the main part: views, sorts,
// pagers.
func (p *Page) Line(class string, links []Link) {
	p.Raw("<div class=\"%s\">", class)
	for _, l := range links {
		if l.Href == "" {
			p.Raw(" <span>%s</span>", html.EscapeString(l.Text))
			continue
		}
		p.Raw(" %s", p.A(l))
	}
	p.Raw("</div>\n")
}

// Card writes an entry of a list: a link with something about it.
func (p *Page) Card(l Link, text string) {
	p.Raw("<div class=\"card\"><h3>%s</h3><p>%s</p></div>\n", p.A(l), html.EscapeString(text))
}

// Rows writes a table of names and values.
func (p *Page) Rows(rows ...[2]string) {
	p.Raw("<table class=\"facts\">\n")
	for _, r := range rows {
		p.Raw("<tr><th>%s</th><td>%s</td></tr>\n", html.EscapeString(r[0]), html.EscapeString(r[1]))
	}
	p.Raw("</table>\n")
}

// Block writes a titled box of links into the side of the page.
func (p *Page) Block(title string, links []Link) {
	fmt.Fprintf(&p.side, "<div class=\"block\"><h4>%s</h4>\n%s</div>\n", html.EscapeString(title), p.list("options", links))
}

// Form writes a form that sends by POST, with a token of its own.
func (p *Page) Form(action, button string) {
	p.Raw("<form method=\"post\" action=\"%s\"><input type=\"hidden\" name=\"csrf\" value=\"%016x\"><button>%s</button></form>\n",
		html.EscapeString(action), p.Chance.Uint64(), html.EscapeString(button))
}
