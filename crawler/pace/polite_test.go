package pace_test

import (
	"context"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/frontier/record"
)

// site is a Fetcher that answers as it is told, after 10 ms.
type site struct {
	answer func(url string, res *fetch.Response)
	asked  []time.Time
}

func (s *site) Fetch(ctx context.Context, req *fetch.Request, res *fetch.Response) {
	*res = fetch.Response{Header: http.Header{}}
	if ctx.Err() != nil {
		res.Outcome, res.Err = record.NoAnswer, record.ErrCanceled
		return
	}
	req.Sent()
	s.asked = append(s.asked, time.Now())
	time.Sleep(10 * time.Millisecond)
	res.Status, res.TTFB, res.Wire = 200, 10*time.Millisecond, 100
	if s.answer != nil {
		s.answer(req.URL, res)
	}
}

func ask(t *testing.T, p *pace.PoliteFetcher, url string) *fetch.Response {
	t.Helper()
	var res fetch.Response
	p.Fetch(t.Context(), &fetch.Request{URL: url}, &res)
	return &res
}

func TestPoliteFetcherKeepsTheRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &site{}
		p := pace.NewPoliteFetcher(s, pace.Politeness{Rate: 2})
		for range 4 {
			ask(t, p, "https://h/a")
		}
		ask(t, p, "http://h/b") // the same server
		for i, at := range s.asked[1:] {
			if gap := at.Sub(s.asked[i]); gap < 500*time.Millisecond || gap > 600*time.Millisecond {
				t.Errorf("request %d comes %v after the one before, want half a second and little more", i+1, gap)
			}
		}
		begun := time.Now()
		if ask(t, p, "https://other/"); time.Since(begun) > 20*time.Millisecond {
			t.Errorf("another host waits %v", time.Since(begun))
		}
	})
}

func TestPoliteFetcherWaitsAsItIsAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &site{}
		s.answer = func(_ string, res *fetch.Response) {
			if len(s.asked) == 1 {
				res.Status = 429
				res.Header.Set("Retry-After", "30")
			}
		}
		p := pace.NewPoliteFetcher(s, pace.Politeness{})
		ask(t, p, "https://h/a")
		ask(t, p, "https://h/a")
		if gap := s.asked[1].Sub(s.asked[0]); gap < 30*time.Second || gap > 31*time.Second {
			t.Errorf("the next request comes after %v, want 30 s", gap)
		}
	})
}

func TestPoliteFetcherEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &site{}
		p := pace.NewPoliteFetcher(s, pace.Politeness{Delay: time.Hour})
		ask(t, p, "https://h/a")
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		begun := time.Now()
		var res fetch.Response
		p.Fetch(ctx, &fetch.Request{URL: "https://h/b"}, &res)
		if took := time.Since(begun); took != time.Second || res.Err != record.ErrCanceled || len(s.asked) != 1 {
			t.Errorf("after %v: %v, %d requests; want the end of the context and no second request", took, res.Err, len(s.asked))
		}
	})
}

func TestAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &site{answer: func(url string, res *fetch.Response) {
			switch url {
			case "https://h/busy":
				res.Status = 503
			case "https://private/":
				res.Outcome, res.Err = record.NoAnswer, record.ErrPrivate
			}
		}}
		p := pace.NewPoliteFetcher(s, pace.Politeness{})
		for _, url := range []string{"https://h/robots.txt", "https://h/a/robots.txt", "https://h/busy", "https://private/"} {
			ask(t, p, url)
		}
		if got, want := p.Asked(), (pace.Asked{Requests: 3, Robots: 1, Throttled: 1, Bytes: 300}); got != want {
			t.Errorf("asked for %+v, want %+v", got, want)
		}
	})
}
