package frontier_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/frontier"
)

// TestTranslationLinks: what pages name and what sitemaps name for them come as one,
// in order, and entries with one set of translations have it all.
func TestTranslationLinks(t *testing.T) {
	m := frontier.NewMemory()
	url := func(name string) []byte { return []byte("https://a.example/" + name) }
	key := func(name string) uint64 { return uint64(name[0]) }
	seed := func(name string, source frontier.Source, detail string) frontier.Seed {
		return frontier.Seed{Key: key(name), URL: url(name), Depth: frontier.NoDepth, Source: source, Detail: detail}
	}
	set := func(name string, line int, lang string) frontier.Seed {
		return seed(name, frontier.FromHreflang, frontier.SitemapTranslation{File: "https://a.example:8080/map.xml", Line: line, Lang: lang}.String())
	}
	settle := func(b frontier.Batch) {
		t.Helper()
		if err := m.Settle(&b); err != nil {
			t.Fatal(err)
		}
	}
	settle(frontier.Batch{Seeds: []frontier.Seed{
		seed("s", frontier.FromStart, ""), set("a", 3, ""), set("b", 3, ""), set("a", 3, "de"), set("b", 3, "fr"), set("c", 9, ""), set("d", 9, "pt-BR"),
		seed("e", frontier.FromSitemap, "https://a.example:8080/map.xml:3 2026-01-01"),
	}})
	items, _, err := m.Lease(1, frontier.RankPage, time.Time{})
	if err != nil || len(items) != 1 {
		t.Fatal(items, err)
	}
	link := func(name, lang string) frontier.Link {
		return frontier.Link{Key: key(name), URL: url(name), Flags: frontier.LinkAlternate, Anchor: []byte(lang)}
	}
	settle(frontier.Batch{Pages: []frontier.Settled{{ID: items[0].ID, Links: []frontier.Link{link("b", "it"), link("a", "es")}, Location: -1, Canonical: -1}}})
	var got []string
	for e, err := range frontier.TranslationLinks(t.Context(), m) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprintf("%d %d %s %v", e.From, e.To, e.Anchor, e.Flags&frontier.InSitemap != 0))
	}
	want := []string{"0 1 es false", "0 2 it false", "1 1 de true", "1 2 fr true", "2 1 de true", "2 2 fr true", "3 4 pt-BR true"}
	if !slices.Equal(got, want) {
		t.Errorf("links between translations:\n got %q\nwant %q", got, want)
	}
	for most, cut := range map[int]bool{2: true, 4: true, 5: false} {
		undo := frontier.HoldTranslations(most)
		if told, err := frontier.ReadSitemapTranslations(t.Context(), m); err != nil || told.Cut != cut {
			t.Errorf("where %d references are held, that it is cut is %v (%v)", most, told.Cut, err)
		}
		undo()
	}
	if file := frontier.FileOfTranslation("https://a.example:8080/map.xml:3 de"); file != "https://a.example:8080/map.xml" {
		t.Errorf("the file is %s", file)
	}
}
