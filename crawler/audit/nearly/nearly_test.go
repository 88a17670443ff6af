package nearly_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/portolan-seo/portolan/crawler/audit/nearly"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// writer writes made-up texts.
type writer struct{ *rand.Rand }

// words gives words that hardly any other text has.
func (w writer) words(n int) (text []string) {
	for range n {
		word := ""
		for range 3 + w.IntN(3) {
			word += string("bcdfghklmnprstvz"[w.IntN(16)]) + string("aeiou"[w.IntN(5)])
		}
		text = append(text, word)
	}
	return text
}

// some gives the text with a share of its words replaced.
func (w writer) some(text []string, share float64) []string {
	other := append([]string(nil), text...)
	for i := range int(float64(len(text))*share + 0.5) {
		other[i*len(text)/max(1, int(float64(len(text))*share+0.5))] = w.words(1)[0]
	}
	return other
}

// printOf gives the print of a page with a main text.
func printOf(t *testing.T, parts ...[]string) record.Print {
	t.Helper()
	body := "<title>x</title><main>"
	for _, part := range parts {
		for _, word := range part {
			body += word + " "
		}
	}
	p := page.NewParser(page.Options{})
	return p.Parse(page.Input{URL: "https://a.example/", Status: 200, Body: []byte(body)}).Print
}

// found counts the pages of a site that are told of.
func found(pages *nearly.Pages) (n int) {
	pages.Groups(func(_, _, _ frontier.ID) { n++ })
	return n
}

// TestGroups: pages with 95 of 100 words alike are found among many others; those
// that share two thirds, a notice on all kinds of pages, or too little, are not.
func TestGroups(t *testing.T) {
	w := writer{rand.New(rand.NewPCG(1, 2))}
	site := func(n int, make func(i int) (folder string, parts [][]string)) *nearly.Pages {
		pages := &nearly.Pages{}
		for i := range n {
			folder, parts := make(i)
			pages.Add(frontier.ID(i), fmt.Sprintf("https://a.example/%s/%d", folder, i), printOf(t, parts...))
		}
		return pages
	}
	base := w.words(300)
	if n := found(site(200, func(int) (string, [][]string) { return "cities", [][]string{w.some(base, 0.02)} })); n < 196 {
		t.Errorf("pages for cities with 98 %% of one text: %d of 200 are found", n)
	}
	var pair []string
	if n := found(site(400, func(i int) (string, [][]string) {
		if i%2 == 0 {
			pair = w.words(200)
		}
		return "pairs", [][]string{w.some(pair, float64(i%2)*0.04)}
	})); n < 340 {
		t.Errorf("200 pairs, of whose words 96 %% are alike: %d of 400 are found", n)
	}
	if n := found(site(500, func(int) (string, [][]string) { return "own", [][]string{w.words(150)} })); n > 0 {
		t.Errorf("pages with texts of their own: %d are found", n)
	}
	terms := w.words(100)
	if n := found(site(1000, func(int) (string, [][]string) { return "products", [][]string{terms, w.words(40)} })); n > 10 {
		t.Errorf("products with 40 words of their own after 100 that all have: %d of 1000 are found", n)
	}
	notice := w.words(300)
	if n := found(site(900, func(i int) (string, [][]string) {
		return []string{"products", "blog", "help"}[i%3], [][]string{notice, w.words(30)}
	})); n > 9 {
		t.Errorf("a notice of 300 words on three kinds of short pages: %d of 900 are found", n)
	}
	if n := found(site(100, func(int) (string, [][]string) { return "short", [][]string{terms[:20]} })); n > 0 {
		t.Errorf("short texts that are the same: %d are found", n)
	}
}

// TestNear: of notes on releases, each of which takes most from the one before, those
// at the ends of the row have little in common; each names one that it is like.
func TestNear(t *testing.T) {
	w := writer{rand.New(rand.NewPCG(3, 4))}
	text, pages := w.words(400), &nearly.Pages{}
	for i := range 40 {
		copy(text[i*10:], w.words(10)) // 25 in 1,000
		pages.Add(frontier.ID(i), fmt.Sprintf("https://a.example/releases/%d", i), printOf(t, text))
	}
	told, farthest := 0, 0
	pages.Groups(func(id, near, first frontier.ID) {
		told, farthest = told+1, max(farthest, int(id)-int(first))
		if steps := max(id, near) - min(id, near); steps == 0 || steps > 5 {
			t.Errorf("page %d is said to be like %d: %d words of 400 differ", id, near, 10*steps)
		}
	})
	if told < 36 || farthest < 10 {
		t.Errorf("%d pages of 40 are found, in groups of %d pages in a row", told, farthest)
	}
}
