package frontier_test

import (
	"testing"

	"github.com/portolan-seo/portolan/frontier"
)

func TestStated(t *testing.T) {
	for _, s := range []frontier.Stated{
		{}, {LastMod: "2026-11-21"}, {Priority: "0.5"}, {LastMod: "2026-11-21T07:00:00Z", ChangeFreq: "daily", Priority: "1.0"},
	} {
		for _, detail := range []string{"urls.txt:3", "my urls.txt:3 and 4 more", "lastmod=1999 x.txt:1"} {
			text := s.AddTo(detail)
			if got := frontier.StatedIn(text); got != s {
				t.Errorf("%q: %+v, want %+v", text, got, s)
			}
		}
	}
}
