package page_test

import (
	"bytes"
	"github.com/portolan-seo/portolan/frontier/record"
	"slices"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/page"
)

func words(text string) []uint64 { return page.AppendWords(nil, []byte(text)) }

func TestAppendWords(t *testing.T) {
	for _, c := range []struct{ name, a, b string }{
		{"case", "Not FOUND Öl ПРИВЕТ", "not found öl привет"},
		{"punctuation", "“not-found”, (here)!", "not found here"},
		{"words with digits", "page 404 at 10:22 by req-8f3a S24 x1y", "page at by req"},
		{"no spaces", "見つかり", "見 つ か り"},
		{"between scripts", "ページabcが", "ページ abc が"},
		{"soft hyphen", "por\u00adtolan", "portolan"},
		{"marks", "cafe\u0301 x", "cafe\u0301, x"},
		{"nothing", " \n12 -- 7", ""},
		{"broken UTF-8", "a\xffb", "a b"},
	} {
		if a, b := words(c.a), words(c.b); !slices.Equal(a, b) {
			t.Errorf("%s: %q gives %x, %q %x", c.name, c.a, a, c.b, b)
		}
	}
	if got := page.AppendWords(words("many words before it"), []byte(" a")); !slices.Equal(got, words("many words before it a")) {
		t.Errorf("a short text behind many words: %x", got)
	}
	distinct := map[uint64]string{}
	for _, w := range []string{"a", "b", "ab", "ba", "abcdefgh", "abcdefghi", "hgfedcba", "abcdefghabcdefgh", "aaaaaaaa", "aaaaaaaaa", "ä", "äa", "aä", "見", "привет", "приветы"} {
		h := words(w)
		if len(h) != 1 {
			t.Fatalf("%q gives %d words", w, len(h))
		}
		if other, known := distinct[h[0]]; known {
			t.Errorf("%q and %q have the same hash", w, other)
		}
		distinct[h[0]] = w
	}
}

func TestAppendURLWords(t *testing.T) {
	for url, want := range map[string]string{
		"http://a.example/red-lamps/gone_Away.html?q=not+here": "red lamps gone away html q not here",
		"http://a.example/caf%C3%A9/%zz%4":                     "café zz", // %4 has a digit
		"http://a.example":                                     "",
		"http://a.example?q=x":                                 "q x",
		"":                                                     "",
	} {
		if got := page.AppendURLWords(nil, url); !slices.Equal(got, words(want)) {
			t.Errorf("%s: %x, want the words %q", url, got, want)
		}
	}
	if got := page.AppendURLWords([]uint64{1}, "http://a.example/"+strings.Repeat("a/", 1000)); len(got) != 65 {
		t.Errorf("%d words of a long URL", len(got))
	}
}

// The sketch is that of the set of the first words.
func TestSketch(t *testing.T) {
	a := record.SketchOf(words("there is no such page as here"))
	b := record.SketchOf(words("Here, there is no PAGE; no such, as"))
	if a != b || a == 0 {
		t.Errorf("sketches %x and %x", a, b)
	}
	if record.SketchOf(nil) != 0 {
		t.Error("a sketch of nothing")
	}
	long := strings.Repeat("word after word ", 40)
	if record.SketchOf(words(long)) != record.SketchOf(words(long+"and then others at the very end")) {
		t.Error("the end of a long text counts")
	}
	differ, of := b.Differ(record.SketchOf(words("other words altogether stand on this one")))
	if of < 7 || differ*10 < of*8 {
		t.Errorf("two texts differ in %d of %d bins", differ, of)
	}
	if differ, of := a.Differ(b); differ != 0 || of == 0 {
		t.Errorf("a text differs from itself in %d of %d bins", differ, of)
	}
}

func TestMainText(t *testing.T) {
	for _, c := range []struct{ name, body, text, links string }{
		{"header, nav, footer", "<header>Shop</header><nav>All <a href=x>x</a></nav><p>One <b>t</b>wo<p>three<footer>Imprint</footer>", "One two|three|", ""},
		{"of main", "<main><header><h1>Title</h1></header>text<footer>by me</footer></main><footer>us</footer>", "Title|text|by me|", ""},
		{"of an article", "<article><header>Title</header>text</article><header>no</header>yes", "Title|text|yes", ""},
		{"aside and select", "a<aside>no<select><option>no</select>no</aside>b", "a|b", ""},
		{"links", "see <a href=x>the <i>other</i> page</a> there<div><a href=y>more</a>", "see  there|", "the other page|more"},
		{"no target", "<a>named</a> text", "named text", ""},
		{"never closed", "<nav>menu<div>more<h1>Title</h1>text", "Title|text", ""},
		{"never closed, main", "<header>head<main>text", "text", ""},
		{"closed too often", "</nav></header></main>text<header>no</header>", "text|", ""},
		{"references", "caf&eacute; &amp;", "café &", ""},
		{"not shown", "<title>t</title><script>s</script><template>no</template><noscript>no</noscript>a", "a", ""},
		{"menu in SVG", "<svg><title>icon</title></svg>a", "a", ""},
	} {
		got := parse(page.Options{Text: true}, 200, "<!DOCTYPE html><body>"+c.body, "Content-Type: text/html; charset=utf-8")
		bar := func(b []byte) string { return strings.ReplaceAll(string(b), "\n", "|") }
		if bar(got.Text) != c.text || bar(got.LinkText) != c.links {
			t.Errorf("%s: text %q, links %q, want %q and %q", c.name, bar(got.Text), bar(got.LinkText), c.text, c.links)
		}
		short := parse(page.Options{}, 200, "<!DOCTYPE html><body>"+c.body, "Content-Type: text/html; charset=utf-8")
		if short.Text != nil || short.Sketch != got.Sketch || got.Sketch != record.SketchOf(words(string(got.Text))) {
			t.Errorf("%s: sketch %x without text, %x with it", c.name, short.Sketch, got.Sketch)
		}
	}
	long := "<p>" + strings.Repeat("word <a href=x>link</a> ", 50_000)
	got := parse(page.Options{Text: true}, 200, long, "Content-Type: text/html")
	if len(got.Text) != 64<<10 || len(got.LinkText) != 64<<10 {
		t.Errorf("%d bytes of text, %d of links", len(got.Text), len(got.LinkText))
	}
}

// What a page repeats of its address is no part of the sketch.
func TestSketchOfAddress(t *testing.T) {
	p := page.NewParser(page.Options{})
	sketch := func(url, body string) record.Sketch {
		return p.Parse(page.Input{URL: url, Status: 200, Header: htmlHeader(), Body: []byte(body)}).Sketch
	}
	a := sketch("http://a.example/lamps/red-one", "<p>There is no /lamps/red-one here")
	b := sketch("http://a.example/lamps/portolan-f00", "<p>There is no /lamps/portolan-f00 here")
	if a != b || a == 0 {
		t.Errorf("sketches %x and %x", a, b)
	}
	// It does not move the end of what is looked at, either.
	long := strings.Repeat("all that we have ever had is here ", 11)
	for i := range 12 {
		tail := strings.Repeat(string(rune('a'+i))+" ", 30)
		a = sketch("http://a.example/red", "<p>red red red red red red "+long+tail)
		b = sketch("http://a.example/portolan", "<p>portolan "+long+tail)
		if a != b {
			t.Errorf("sketches %x and %x", a, b)
		}
	}
}

func FuzzAppendWords(f *testing.F) {
	f.Add([]byte("Not found: /lamps/10"), uint(3))
	f.Add([]byte("ページ\xff\xc3"), uint(1))
	f.Fuzz(func(t *testing.T, text []byte, at uint) {
		whole := page.AppendWords(nil, text)
		if len(whole) > len(text) {
			t.Errorf("%d words of %d bytes", len(whole), len(text))
		}
		if spaced := page.AppendWords(nil, bytes.ReplaceAll(text, []byte(" "), []byte("\n ."))); !slices.Equal(whole, spaced) {
			t.Errorf("%q: white space and punctuation count", text)
		}
		cut := int(at % uint(len(text)+1))
		parts := page.AppendWords(page.AppendWords(nil, text[:cut]), append([]byte(" "), text[cut:]...))
		joined := page.AppendWords(nil, slices.Concat(text[:cut], []byte(" "), text[cut:]))
		if !slices.Equal(parts, joined) && bytes.Equal(bytes.ToValidUTF8(text, nil), text) && (cut == len(text) || text[cut]&0xC0 != 0x80) {
			t.Errorf("%q cut at %d: words are not found one by one", text, cut)
		}
	})
}

// BenchmarkSketch parses a page whose main text is short, with its sketch.
func BenchmarkSketch(b *testing.B) {
	body := []byte("<title>t</title><p>" + strings.Repeat("the harbour chart of an old pilot shows every island; 1482 copies ", 20))
	p := page.NewParser(page.Options{})
	in := page.Input{URL: "https://shop.example/charts/carta-pisana-sheet/?page=2", Status: 200, Header: htmlHeader(), Body: body}
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		if p.Parse(in).Sketch == 0 {
			b.Fatal("no sketch")
		}
	}
}
