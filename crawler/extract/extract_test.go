package extract_test

import (
	"strings"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/crawler/extract"
)

const doc = `<html><head><title>Shoes</title><script>var price = 12.50;</script></head><body>
<h1>Red <b>shoes</b></h1><span class=price> 49.90&nbsp;€ </span><a class=buy href="/cart?a=1">buy</a><a class=buy href="/cart?a=2">buy <i>now</i></a>
<p>Sold out. SOLD OUT.</p></body></html>`

func TestValues(t *testing.T) {
	for text, want := range map[string]string{
		"x=css:.price":                `{"x":"49.90 €"}`,
		"x=css:h1":                    `{"x":"Red shoes"}`,
		"x=css:a.buy @href":           `{"x":"/cart?a=1"}`,
		"x=css:a.buy@href":            `{"x":"/cart?a=1"}`,
		"x=css-all:a.buy @href":       `{"x":["/cart?a=1","/cart?a=2"]}`,
		"x=css-all:a.buy":             `{"x":["buy","buy now"]}`,
		"x=css-count:a":               `{"x":2}`,
		"x=css:.none":                 ``,
		"x=css-count:.none":           `{"x":0}`,
		"x=xpath://a[2]/@href":        `{"x":"/cart?a=2"}`,
		"x=xpath-all://a":             `{"x":["buy","buy now"]}`,
		"x=xpath:count(//a)":          `{"x":"2"}`,
		"x=xpath:string(//title)":     `{"x":"Shoes"}`,
		"x=xpath-count://a":           `{"x":2}`,
		`x=re:price = ([\d.]+);`:      `{"x":"12.50"}`,
		`x=re-all:cart\?a=\d`:         `{"x":["cart?a=1","cart?a=2"]}`,
		"search x=sold out":           `{"x":2}`,
		"search x=re:(?i)sold\\s+out": `{"x":2}`,
	} {
		s := &extract.Set{}
		add := s.AddExtract
		if search, is := strings.CutPrefix(text, "search "); is {
			text, add = search, s.AddSearch
		}
		if err := add(text); err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := s.Clone().Of([]byte(doc)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// What is wrong is refused before anything is fetched.
func TestWrong(t *testing.T) {
	s := &extract.Set{}
	for _, text := range []string{"", "x", "x=", "X=css:a", "x=css:a[", "x=xpath://a[", "x=re:(", "x=nothing:a", "x=css-some:a", "x=css:", "x y=css:a"} {
		if err := s.AddExtract(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
	for _, text := range []string{"", "x", "x=", "x=re:("} {
		if err := s.AddSearch(text); err == nil {
			t.Errorf("search %q is taken", text)
		}
	}
	if s.AddExtract("x=css:a") != nil || s.AddSearch("x=b") == nil {
		t.Error("a name can be given twice")
	}
}

// No page takes long, nor gives much.
func TestHostile(t *testing.T) {
	s := &extract.Set{}
	for _, text := range []string{"a=css-all:p", "b=xpath-all://p//b//p//b", "c=css:div:has(p:has(b))", "d=re-all:.*", "e=xpath-all://*[contains(.,'x')]"} {
		if err := s.AddExtract(text); err != nil {
			t.Fatal(err)
		}
	}
	for _, body := range []string{strings.Repeat("<p>x<b>", 100_000), strings.Repeat("<div>", 100_000), strings.Repeat("\xff\x00", 100_000), "", "<"} {
		if got := s.Of([]byte(body)); len(got) > 200_000 {
			t.Errorf("%d bytes", len(got))
		}
	}
}

// Tags of which each costs a walk over all that are open, and axes that cost the
// square of a page, end with its time. The next page has values again.
func TestBudget(t *testing.T) {
	for text, body := range map[string]string{
		"x=css:b":                         strings.Repeat("<b><p>", 700_000),
		"x=css:body":                      "<body>" + strings.Repeat("<a>x", 1_000_000),
		"x=xpath://p/following::q":        strings.Repeat("<p><i>a</i><b>b</b>", 20_000),
		"x=xpath:count(//i/following::q)": strings.Repeat("<p><i>a</i><b>b</b>", 20_000),
	} {
		s := &extract.Set{}
		if err := s.AddExtract(text); err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		got := s.Of([]byte(body))
		if took := time.Since(begun); !strings.Contains(got, `"extract_timeout":1`) || took > 10*time.Second {
			t.Errorf("%s: %s, in %v", text, got, took)
		}
		for _, page := range []string{"<body><p><b>w</b><i>v</i><q>w</q>", "<body>"} {
			if fresh := s.Clone(); s.Of([]byte(page)) != fresh.Of([]byte(page)) {
				t.Errorf("%s of %s: %s, not %s", text, page, s.Of([]byte(page)), fresh.Of([]byte(page)))
			}
		}
	}
}

// What is not looked at is told: beyond 4 MiB, and nested too deep to be read.
func TestPart(t *testing.T) {
	s := &extract.Set{}
	if err := s.AddSearch("n=hello"); err != nil {
		t.Fatal(err)
	}
	if got := s.Of([]byte(strings.Repeat(" ", 5<<20) + "hello")); !strings.Contains(got, `"extract_timeout":1`) {
		t.Error(got)
	}
	if err := s.AddExtract("b=css:b"); err != nil {
		t.Fatal(err)
	}
	if got := s.Of([]byte(strings.Repeat("<div>", 600) + "<b>hello")); got != `{"extract_timeout":1,"n":1}` {
		t.Error(got)
	}
}
