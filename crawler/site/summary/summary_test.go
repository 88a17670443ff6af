package summary

import (
	"context"
	"testing"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// known is a crawl that knows some URLs, and a robots.txt.
func known(t *testing.T) frontier.Crawl {
	t.Helper()
	m := frontier.NewMemory()
	batch := frontier.Batch{Robots: []frontier.RobotsFile{{Origin: "https://a.example", Status: 200, Body: []byte("Sitemap: https://a.example/sitemap.xml\n")}}}
	for i, url := range []string{"https://a.example/", "https://a.example/blog/old/1", "https://a.example/blog/old/2"} {
		batch.Seeds = append(batch.Seeds, frontier.Seed{Key: uint64(i + 1), URL: []byte(url), Source: frontier.FromList})
	}
	if err := m.Settle(&batch); err != nil {
		t.Fatal(err)
	}
	return m
}

// A pattern that matches nothing is told with the wider one that would.
func TestMatchNothing(t *testing.T) {
	got, err := MatchNothing(context.Background(), known(t), []string{"*/blog/*", "blog/old", "news", `re:\.php$`})
	if err != nil {
		t.Fatal(err)
	}
	want := []Unmatched{{At: 1, Pattern: "blog/old", Would: "*blog/old*", Matches: 2}, {At: 2, Pattern: "news"}, {At: 3, Pattern: `re:\.php$`}}
	if len(got) != len(want) {
		t.Fatalf("%d patterns: %+v", len(got), got)
	}
	for i, w := range want {
		if g := got[i]; g.At != w.At || g.Pattern != w.Pattern || g.Would != w.Would || g.Matches != w.Matches {
			t.Errorf("%q: would %q, %d matches", g.Pattern, g.Would, g.Matches)
		}
	}
	if got, err := MatchNothing(context.Background(), known(t), nil); got != nil || err != nil {
		t.Errorf("no patterns: %v, %v", got, err)
	}
}

func TestRobotsLacks(t *testing.T) {
	for mapURL, want := range map[string]bool{"https://a.example/sitemap.xml": false, "https://a.example/other.xml": true} {
		scope, err := canonical.ScopeOf(mapURL)
		if err != nil {
			t.Fatal(err)
		}
		if lacks, read := RobotsLacks(known(t), scope, mapURL); lacks != want || !read {
			t.Errorf("%s: lacks %t, read %t", mapURL, lacks, read)
		}
	}
	other, err := canonical.ScopeOf("https://b.example/sitemap.xml")
	if err != nil {
		t.Fatal(err)
	}
	if _, read := RobotsLacks(known(t), other, "https://b.example/sitemap.xml"); read {
		t.Error("the robots.txt of another host counts")
	}
}

func TestNoOtherHosts(t *testing.T) {
	if a, err := OtherHosts(known(t)); a != nil || err != nil {
		t.Errorf("%+v, %v", a, err)
	}
}
