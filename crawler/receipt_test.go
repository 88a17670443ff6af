package crawler_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/frontier/record"
)

// The receipt says what made the crawler slow down.
func TestReceiptTellsWhyItSlowedDown(t *testing.T) {
	once := func(bad reply) func(url string, n, inFlight int) reply {
		return func(url string, n, inFlight int) reply {
			if n == 20 {
				return bad
			}
			return good(url, n, inFlight)
		}
	}
	for name, tt := range map[string]struct {
		answer func(url string, n, inFlight int) reply
		want   string
	}{
		"well":  {good, "It never asked for less, and the crawler never had to slow down."},
		"429":   {once(reply{status: 429}), "It asked for less (429, 503) once; the crawler slowed down once, because the site asked for less."},
		"reset": {once(reply{err: record.ErrReset}), "It never asked for less; the crawler slowed down once, because requests got no answer."},
		"500":   {once(reply{status: 500}), "It never asked for less; the crawler slowed down once, because the server answered with errors (5xx)."},
		"slower": {func(url string, n, _ int) reply {
			if n < 300 {
				return reply{after: 20 * time.Millisecond, body: url}
			}
			return reply{after: 300 * time.Millisecond, body: url}
		}, "because answers took longer than before."},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := crawlFake(t, homeAnd(500, tt.answer), nil)
				text := f.result.Receipt.Text("shop.example", "portolan/1", f.took)
				if !strings.Contains(text, tt.want) {
					t.Errorf("%q\ndoes not say %q", text, tt.want)
				}
			})
		})
	}
}

// Several causes are told in their order.
func TestReceiptTellsOfSeveralCauses(t *testing.T) {
	r := crawler.Receipt{Requests: 9, Throttled: 2, BackOffs: 6, SlowedBy: []pace.SlowedBy{{Why: "requests got no answer", Times: 5}, {Why: "the site asked for less", Times: 1}}, Parked: 1}
	want := "It asked for less (429, 503) twice; the crawler slowed down 6 times: 5 times because requests got no answer, once because the site asked for less." +
		" It was left alone for a minute or more once, after failures or refusals in a row."
	if got := r.Text("shop.example", "portolan/1", time.Minute); !strings.HasSuffix(got, want) {
		t.Errorf("%q\ndoes not end in %q", got, want)
	}
}
