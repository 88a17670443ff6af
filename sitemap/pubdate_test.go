package sitemap_test

import (
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/sitemap"
)

// TestPubDate: the date of an RSS item keeps its zone, and gets none that it
// does not have.
func TestPubDate(t *testing.T) {
	for date, want := range map[string]string{
		"Wed, 07 Feb 2024 10:00:00 +0100": "2024-02-07T10:00:00+01:00",
		"Wed, 07 Feb 2024 10:00:00 -0330": "2024-02-07T10:00:00-03:30",
		"Wed, 07 Feb 2024 10:00:00 GMT":   "2024-02-07T10:00:00Z",
		"Wed, 07 Feb 2024 10:00:00 +0000": "2024-02-07T10:00:00Z",
		"7 Feb 24 10:00 EST":              "2024-02-07T10:00:00-05:00",
		"Wed, 07 Feb 2024 10:00:00 CET":   "2024-02-07",
		"Wed, 07 Feb 2024 10:00:00 +2000": "2024-02-06T14:00:00Z",
		"2024-02-07T10:00:00+01:00":       "2024-02-07T10:00:00+01:00",
		"soon":                            "",
	} {
		text := "<rss version='2.0'><channel><item><link>https://a.example/1</link><pubDate>" + date + "</pubDate></item></channel></rss>"
		got := "no item"
		_, err := sitemap.Read(strings.NewReader(text), sitemap.ReadOptions{}, func(it sitemap.Item) error {
			got = it.LastMod
			return nil
		})
		if err != nil || got != want {
			t.Errorf("%s: %q, error %v; want %q", date, got, err, want)
		}
	}
}
