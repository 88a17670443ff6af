package crawler

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/frontier"
)

// hostRechecks asks hosts that are parked whether they are well again. The pace has no
// word in it, the time for it has come, and robots.txt has where the URL was not asked for
// before.
type hostRechecks struct {
	modest
	s     *scheduler
	shown map[frontier.ID]bool // pages that were asked for to see whether a host shows what is new
}

func (h *hostRechecks) next(now time.Time, _ func(task) bool) (wait time.Duration) {
	for h.s.running < h.s.workers {
		url, wait := h.s.hosts.Recheck(now, func(url string) bool {
			wait, refused := h.s.robotsAllow(h.s.origin(url), url, now)
			return wait == 0 && refused == ""
		}, h.fresh)
		if url == "" {
			return wait
		}
		h.s.start(h.s.origin(url), job{task: hostRecheck(url)}, now)
	}
	return forever
}

// enoughToLookAt is how many URLs are leased to find one that was not asked for.
const enoughToLookAt = 200

// fresh gives a page that is queued, and was not asked for, of another folder than a refused one where there is
// such: the last one, and each once.
func (h *hostRechecks) fresh(refused string) string {
	s := h.s
	if l := &s.leased; len(l.queue) < enoughToLookAt {
		items, next, err := s.leaseDue(enoughToLookAt, time.Now())
		if err != nil {
			s.c.fail(err)
			return ""
		}
		l.queue, l.retry = append(l.queue, items...), next
	}
	other := frontier.Item{ID: frontier.NoID}
	for _, item := range slices.Backward(s.leased.queue) {
		o := s.origin(item.URL)
		if item.Tries > 0 || h.shown[item.ID] || o.pace != s.hosts.Of(refused) || s.deeper(item) || s.quarantined(item) {
			continue
		}
		if wait, no := s.robotsAllow(o, item.URL, time.Now()); wait > 0 || no != "" {
			continue
		}
		if other.ID == frontier.NoID {
			other = item
		}
		if folder(item.URL) != folder(refused) {
			other = item
			break
		}
	}
	h.shown[other.ID] = true
	return other.URL
}

// folder is a URL up to its last slash.
func folder(url string) string { return url[:strings.LastIndexByte(url, '/')+1] }

// hostRecheck asks for a URL whose record is settled, to see whether its host
// is well.
type hostRecheck string

func (t hostRecheck) url() string     { return string(t) }
func (t hostRecheck) purpose() string { return "probe of whether the host is well" }

func (t hostRecheck) ask(ctx context.Context, w *worker) (*outcome, pace.Exchange) {
	return w.get(ctx, string(t))
}

func (t hostRecheck) answered(*scheduler, *pace.Exchange, time.Time) {}
