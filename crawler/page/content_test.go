package page_test

import (
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/page"
)

// Two pages have the same content, or not, whatever else differs.
func TestContent(t *testing.T) {
	content := func(url, body string) (all, own uint64) {
		p := page.NewParser(page.Options{}).Parse(page.Input{URL: "http://a.example" + url, Status: 200, Header: htmlHeader(), Body: []byte(body)})
		return p.Content, p.ContentOwn
	}
	const text = "<h1>Lamps</h1><p>Lamps for every room, new each year</p>"
	for _, c := range []struct {
		name, a, b string
		same       bool
	}{
		{"order", text + "<p>A red one, 12.50 €</p><p>A blue one, 9 €</p>", text + "<p>A blue one, 9 €</p><p>A red one, 12.50 €</p>", true},
		{"a word more", text, text + "<p>bright</p>", false},
		{"a word twice", text, text + "<p>new</p>", false},
		{"menus and links", text, "<nav>Menu</nav>" + text + "<a href=x>see also</a><aside>box</aside><footer>end</footer>", true},
		{"counters and clocks", text + "<p>17 visitors, 12:30:59, request x8f3 in 0.017 s", text + "<p>999 visitors, 01:02:03, request ab12 in 0.2 s", true},
		{"minutes and hours ago", text + "<p>Posted 59 minutes ago, read a moment ago", text + "<p>Posted about an hour ago, read 2 days ago", true},
		{"ages in other languages", text + "<p>vor 59 Minuten, il y a 59 minutes", text + "<p>vor einer Stunde, il y a une heure", true},
		{"ages in other languages", text + "<p>vor 2 Tagen, hace una semana, il y a une semaine", text + "<p>vor einer Stunde, hace 3 horas, il y a 5 mois", true},
		{"years and months ago", text + "<p>3 years, 2 months ago", text + "<p>11 months ago", true},
		{"how long", text + "<p>A boat for a week, 3 days at most", text + "<p>A boat for a month, 3 weeks at most", false},
		{"days", text + "<p>Posted today", text + "<p>Posted yesterday", false},
		{"how long, in German", text + "<p>in 20 Minuten fertig", text + "<p>in 2 Stunden fertig", false},
		{"what stands behind an age", text + "<p>2 days ago, a red lamp", text + "<p>an hour ago, a blue lamp", false},
		{"an article and a number", text + "<p>a lamp, 12 lamps", text + "<p>lamp, 12 lamps", false},
		{"units without a number", text + "<p>visits by month", text + "<p>visits by day", false},
		{"price", text + "<p>12.50 €", text + "<p>12.60 €", false},
		{"price before the code", text + "<p>CHF 12.50", text + "<p>CHF 13", false},
		{"price with its sign", text + "<p>only $12", text + "<p>only $13", false},
		{"large price", text + "<p>EUR 1,299.00", text + "<p>EUR 1,399.00", false},
		{"price with a hard space", text + "<p>1.299,00&nbsp;€", text + "<p>1.399,00&nbsp;€", false},
		{"currency", text + "<p>12.50 €", text + "<p>12.50 $", false},
		{"number of no price", text + "<p>12 lamps from EUR", text + "<p>13 lamps from EUR", true},
		{"availability", text + "<p>in stock", text + "<p>sold out", false},
		{"main picture", text + "<img src=/red.jpg>", text + "<img src=/blue.jpg>", false},
		{"other pictures", text + "<img src=/red.jpg><img src=1>", text + "<img src=/red.jpg><img src=2>", true},
		{"picture of the head", "<img src=a>" + text, "<img src=b>" + text, true},
		{"picture in main", "<h1>x</h1><img src=a><main>y<img src=c>", "<h1>x</h1><img src=b><main>y<img src=c>", true},
		{"case and punctuation", text, strings.ReplaceAll(strings.ToUpper(text), "ROOM,", "(room)"), true},
		{"long words", text + "incomprehensibilities", text + "incomprehensibilityes", false},
	} {
		a, _ := content("/x", c.a)
		b, _ := content("/x", c.b)
		if (a == b) != c.same || a == 0 {
			t.Errorf("%s: %x and %x, the same: %t, want %t", c.name, a, b, a == b, c.same)
		}
	}
	_, plain := content("/lamps", text)
	_, echo := content("/lamps?colour=deep+red", "<h1>Lamps: deep Red</h1><p>Lamps for every room, new each year</p>")
	if plain != echo {
		t.Errorf("with words of its URL %x, without %x", echo, plain)
	}
	for _, url := range [...]string{"/log/src/io/read.c", "/?f=src/io/read.c;h=12ab", "/?f=src%2Fio%2Fread.c&h=12ab"} {
		_, echo := content(url, text+"<p>path: src / io / read.c (limited to 'src/io/read.c'), read.c</p>")
		if _, plain := content("/log/", text+"<p>path: (limited to)</p>"); plain != echo {
			t.Errorf("with the path that its URL %s has %x, without %x", url, echo, plain)
		}
	}
	if all, own := content("/", "<nav>x</nav> 12 "); all != 0 || own != 0 {
		t.Errorf("no content gives %x, %x", all, own)
	}
}
