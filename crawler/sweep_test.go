package crawler_test

import (
	"context"
	"iter"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/frontier"
)

// stoppedInSweep is a store during whose sweep the run is stopped from
// outside: when all is read that was fetched before a rule was learned.
type stoppedInSweep struct {
	*frontier.Memory
	stop  context.CancelFunc
	swept int
}

func (s *stoppedInSweep) Rows(ctx context.Context) iter.Seq2[*frontier.Row, error] {
	if s.Meta("unswept") == "yes" {
		s.swept++
		s.stop()
	}
	return s.Memory.Rows(ctx)
}

// A run that is stopped while it sweeps was interrupted, and no store has
// failed; the next run goes on where it stopped.
func TestStoppedInSweep(t *testing.T) {
	s := &linkSite{pages: 120}
	s.link = func(http.ResponseWriter, *http.Request) func(int) string {
		id := s.token()
		return func(n int) string {
			if n > 20 && n%3 != 0 || n == 4 {
				return s.path(n) + "?late=" + id
			}
			return s.path(n)
		}
	}
	c := crawl(t, s.site("https://a.example"), "https://a.example/", nil)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	store := &stoppedInSweep{Memory: frontier.NewMemory(), stop: stop}
	result, err := crawler.Run(ctx, c.opts, store)
	if err != nil || result.End != crawler.Interrupted || store.swept != 1 {
		t.Fatalf("ended as %q after %d sweeps: %v", result.End, store.swept, err)
	}
	c.store = store.Memory
	if c.result, err = crawler.Run(t.Context(), c.opts, c.store); err != nil || c.result.End != crawler.Complete {
		t.Fatalf("the next run ended as %q: %v", c.result.End, err)
	}
	if diff := cmp.Diff(s.expected("https://a.example"), c.listed(t)); diff != "" {
		t.Errorf("sitemap (-want +got):\n%s", diff)
	}
}
