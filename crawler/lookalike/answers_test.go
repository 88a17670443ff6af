package lookalike_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

const unknownURL = "http://a.example/lamps/portolan-0f"

// row is the row of a page of the given text.
func row(url, title, text string) *frontier.Row {
	r := &frontier.Row{URL: url, Page: &record.Page{}}
	r.Page.Status, r.Page.HTML, r.Page.Title, r.Page.TextHash = 200, true, title, 1
	own := page.AppendURLWords(nil, url)
	r.Page.Sketch = record.SketchOf(slices.DeleteFunc(page.AppendWords(nil, []byte(text)), func(w uint64) bool { return slices.Contains(own, w) }))
	return r
}

func answerOf(title, text string) frontier.Unknown {
	return frontier.Unknown{Prefix: "http://a.example/", URL: unknownURL, Status: 200, TextHash: 2, Title: title, Text: text}
}

func TestMatch(t *testing.T) {
	const text = "There is no such page as lamps portolan here or it has moved to another place"
	one := lookalike.ReadAnswers([]frontier.Unknown{answerOf("Oops", text)})
	page := func(change func(*frontier.Row)) *frontier.Row {
		r := row("http://a.example/lamps/red", "Oops", strings.ReplaceAll(text, "portolan", "red"))
		change(r)
		return r
	}
	for _, c := range []struct {
		name    string
		answers *lookalike.Answers
		row     *frontier.Row
		want    bool
	}{
		{"the same", one, page(func(*frontier.Row) {}), true},
		{"word of the address in the answer", one, row("http://a.example/such-place", "Oops", text), true},
		{"other text", one, row("http://a.example/lamps/red", "Oops", "A red lamp for rooms that have no light of their own at night"), false},
		{"other title", one, page(func(r *frontier.Row) { r.Page.Title = "Red lamp" }), false},
		{"title with a number", one, page(func(r *frontier.Row) { r.Page.Title = "Oops 404!" }), true},
		{"not of status 200", one, page(func(r *frontier.Row) { r.Page.Status = 404 }), false},
		{"no HTML", one, page(func(r *frontier.Row) { r.Page.HTML = false }), false},
		{"not fetched", one, &frontier.Row{URL: "http://a.example/x"}, false},
		{"other directory", lookalike.ReadAnswers([]frontier.Unknown{{Prefix: "http://a.example/lamps/", URL: unknownURL, Status: 200, TextHash: 2, Title: "Oops", Text: text}}),
			row("http://a.example/chairs/red", "Oops", text), false},
		{"no text but the same hash", lookalike.ReadAnswers([]frontier.Unknown{answerOf("404", "")}), func() *frontier.Row {
			r := row("http://a.example/x", "404", "")
			r.Page.TextHash = 2
			return r
		}(), true},
		{"no text", lookalike.ReadAnswers([]frontier.Unknown{answerOf("404", "")}), row("http://a.example/x", "404", ""), false},
		{"an answer of status 404", lookalike.ReadAnswers([]frontier.Unknown{{Prefix: "http://a.example/", Status: 404, TextHash: 2, Title: "Oops", Text: text}}), page(func(*frontier.Row) {}), false},
		{"once 200, once 404", lookalike.ReadAnswers([]frontier.Unknown{answerOf("Oops", text), {Prefix: "http://a.example/", Status: 404}}), page(func(*frontier.Row) {}), false},
		{"once 200, once no answer", lookalike.ReadAnswers([]frontier.Unknown{answerOf("Oops", text), {Prefix: "http://a.example/"}}), page(func(*frontier.Row) {}), true},
	} {
		if got, _ := c.answers.Match(c.row); (got != nil) != c.want {
			t.Errorf("%s: match %v, want %t", c.name, got, c.want)
		}
	}
	if lookalike.ReadAnswers(nil).Any() || !one.Any() {
		t.Error("answers are miscounted")
	}
}

// What differs between two answers for one directory, pages may differ in, too.
func TestMatchNoise(t *testing.T) {
	const text = "There is no such page here or it has moved to another place "
	first, second := answerOf("Oops", text+"our cat sleeps on it today"), answerOf("Oops", text+"gone fishing with grandfather")
	r := row("http://a.example/x", "Oops", text+"rainy weather keeps everybody indoors")
	if got, _ := lookalike.ReadAnswers([]frontier.Unknown{first}).Match(r); got != nil {
		t.Error("it matches one answer: the test shows nothing")
	}
	if got, _ := lookalike.ReadAnswers([]frontier.Unknown{first, second}).Match(r); got == nil {
		t.Error("it does not match two answers that differ as much")
	}
	second.Prefix = "http://a.example/other/"
	if got, _ := lookalike.ReadAnswers([]frontier.Unknown{first, second}).Match(r); got != nil {
		t.Error("it matches two answers for different directories")
	}
}

// The sketch finds nearly all texts that have 95 % of their words in common,
// and few of those that have half.
func TestSketchError(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	word := func() string {
		b := make([]byte, 8)
		for i := range b {
			b[i] = byte('a' + rnd.IntN(26))
		}
		return string(b) + " "
	}
	const pairs = 2000
	found := func(words int, common float64) float64 {
		n := 0
		for range pairs {
			// Of two texts of n words that share k, k/(2n-k) are common.
			k := int(float64(words)*2*common/(1+common) + 0.999)
			var shared, a, b strings.Builder
			for range k {
				shared.WriteString(word())
			}
			for range words - k {
				a.WriteString(word())
				b.WriteString(word())
			}
			answers := lookalike.ReadAnswers([]frontier.Unknown{answerOf("T", shared.String()+a.String())})
			if got, _ := answers.Match(row("http://a.example/x", "T", shared.String()+b.String())); got != nil {
				n++
			}
		}
		return float64(n) / pairs
	}
	for _, words := range []int{10, 20, 40, 60, 100} {
		same, half := found(words, 0.95), found(words, 0.5)
		t.Logf("%d words: %.2f %% of those with 95 %% in common are found, %.2f %% with 80 %%, %.2f %% with 50 %%", words, 100*same, 100*found(words, 0.8), 100*half)
		if same < 0.985 {
			t.Errorf("%d words: %.2f %% of those with 95 %% in common are found", words, 100*same)
		}
		if half > 0.06 {
			t.Errorf("%d words: %.2f %% of those with half in common are found", words, 100*half)
		}
	}
}

func BenchmarkMatch(b *testing.B) {
	answers := lookalike.ReadAnswers([]frontier.Unknown{answerOf("Not found | Shop", strings.Repeat("there is nothing here at all ", 30))})
	var rows []*frontier.Row
	for i := range 100 {
		name := fmt.Sprintf("item-%d-%x", i, i*i)
		rows = append(rows, row("http://a.example/lamps/"+name, name+" | Shop", strings.Repeat(name+" is a lamp ", 20)))
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		answers.Match(rows[i%len(rows)])
		i++
	}
}
