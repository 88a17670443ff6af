package outcome_test

import (
	"strings"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/guard"
	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/crawler/site/last"
	"github.com/portolan-seo/portolan/crawler/site/outcome"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// TestRefusalBegins: the first words of a refusal say what has come of the URLs, and of a site
// that is closed for a while that it is; nothing is offered to accept then.
func TestRefusalBegins(t *testing.T) {
	for _, tt := range []struct {
		carried, lost int
		closed        crawler.Closed
		want          string
		meant         bool
	}{
		{20, 0, crawler.Closed{Status: 503, For: time.Hour}, "the site is closed (503; it asks to be left alone for 1 hour). Nothing was read\n", false},
		{20, 0, crawler.Closed{Status: 429, For: 90 * time.Second}, "the site is closed (429; it asks to be left alone for 90 seconds). Nothing was read\n", false},
		{20, 0, crawler.Closed{}, "20 of the 20 URLs in the sitemap could not be read (100 %)\n", true},
		{12, 8, crawler.Closed{Status: 503, For: time.Hour}, "20 of the 20 URLs in the sitemap would be lost, or could not be read (100 %)\n", true},
		{0, 8, crawler.Closed{}, "8 of the 20 URLs in the sitemap would be lost (40 %)\n", true},
	} {
		c := &guard.Comparison{Listed: 20 - tt.lost}
		c.Standing.URLs = 20
		c.Standing.Of[guard.Carried], c.Standing.Of[guard.Lost] = tt.carried, tt.lost
		c.Standing.Of[guard.Kept] = 20 - tt.carried - tt.lost
		set := &last.Set{Dir: "shop.example", Files: &publish.Result{URLs: 20}}
		r := outcome.Refusal{Refusal: &site.Refusal{Comparison: c, Last: set}, Closed: tt.closed, Again: "portolan shop.example"}
		text := r.Text()
		if !strings.HasPrefix(text, tt.want) || strings.Contains(strings.ToLower(text), "if it is meant") != tt.meant || tt.closed.For > 0 && tt.lost == 0 && strings.Contains(text, "it would list") {
			t.Errorf("%+v: %s", tt, text)
		}
	}
}
