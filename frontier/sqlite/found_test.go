package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

func TestFoundIn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s, err := sqlite.Create(path, quick)
	must(t, err)
	seed := func(url string, source frontier.Source, detail string) frontier.Seed {
		return frontier.Seed{Key: uint64(len(url)), URL: []byte(url), Depth: frontier.NoDepth, Source: source, Detail: detail}
	}
	must(t, s.Settle(&frontier.Batch{Seeds: []frontier.Seed{
		seed("https://a.example/", frontier.FromStart, ""),
		seed("https://a.example/bb", frontier.FromSitemap, "map:2"),
		seed("https://a.example/a", frontier.FromSitemap, "map:1"),
		seed("https://a.example/bb", frontier.FromSitemap, "other:9"),
		seed("https://a.example/ccc", frontier.FromList, "list:1"),
		seed("https://a.example/", frontier.FromSitemap, "map:3"),
	}}))
	must(t, s.Finish())
	must(t, s.Close())
	s, err = sqlite.OpenReadOnly(path)
	must(t, err)
	defer s.Close()
	var got []string
	for found, err := range s.FoundIn(t.Context(), frontier.FromSitemap) {
		must(t, err)
		got = append(got, found.URL+" "+found.Detail)
	}
	want := []string{"https://a.example/ map:3", "https://a.example/bb map:2", "https://a.example/bb other:9", "https://a.example/a map:1"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("found (-want +got):\n%s", diff)
	}
	for range s.FoundIn(t.Context(), frontier.FromSitemap) {
		break // leaves nothing open: Close would wait for it
	}
}
