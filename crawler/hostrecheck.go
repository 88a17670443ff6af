package crawler

import (
	"context"
	"time"

	"github.com/portolan-seo/portolan/crawler/pace"
)

// hostRechecks asks hosts that are parked whether they are well again. The pace has no
// word in it, the time for it has come, and robots.txt has where the URL was not asked for
// before.
type hostRechecks struct {
	modest
	s *scheduler
}

func (h *hostRechecks) next(now time.Time, _ func(task) bool) (wait time.Duration) {
	for h.s.running < h.s.workers {
		url, wait := h.s.hosts.Recheck(now, func(url string) bool {
			wait, refused := h.s.robotsAllow(h.s.origin(url), url, now)
			return wait == 0 && refused == ""
		})
		if url == "" {
			return wait
		}
		h.s.start(h.s.origin(url), job{task: hostRecheck(url)}, now)
	}
	return forever
}

// hostRecheck asks for a URL whose record is settled, to see whether its host
// is well.
type hostRecheck string

func (t hostRecheck) url() string     { return string(t) }
func (t hostRecheck) purpose() string { return "probe of whether the host is well" }

func (t hostRecheck) ask(ctx context.Context, w *worker) (*outcome, pace.Exchange) {
	return w.get(ctx, string(t))
}

func (t hostRecheck) answered(*scheduler, *pace.Exchange, time.Time) {}
