package start_test

import (
	"context"
	"errors"
	"testing"

	"github.com/portolan-seo/portolan/crawler/ask"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/start"
	"github.com/portolan-seo/portolan/frontier/record"
)

// silent never answers.
type silent struct{}

func (silent) Fetch(_ context.Context, _ *fetch.Request, res *fetch.Response) {
	*res = fetch.Response{Exchange: record.Exchange{Outcome: record.NoAnswer, Err: record.ErrTimeout, ErrText: "no answer in 30s"}}
}

// TestSilentRobots: a robots.txt that is waited for in vain is named, and not the start page,
// which was not asked for; with robots.txt ignored it is the page.
func TestSilentRobots(t *testing.T) {
	for _, ignored := range []bool{false, true} {
		r := &start.Resolver{Fetcher: silent{}, Robots: ask.Policy{Agent: "portolan", Ignore: ignored}}
		_, err := r.Resolve(t.Context(), "http://a.example/page")
		want := "robots.txt gives no answer, and no page is asked for before it: http://a.example/robots.txt: no answer in 30s"
		if ignored {
			want = "start URL is unreachable: http://a.example/page: no answer in 30s"
		}
		e, ok := errors.AsType[*start.UnreachableError](err)
		if !ok || err.Error() != want || e.Robots == ignored || !errors.Is(err, start.ErrUnreachable) {
			t.Errorf("ignored %t: %v, want %s", ignored, err, want)
		}
	}
}
