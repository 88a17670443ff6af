package crawler

import (
	"context"
	"log/slog"
	"time"
)

// logRequest tells of a request that was made, where the log wants to know of
// each.
func (s *scheduler) logRequest(r *report, now time.Time) {
	log := s.c.opts.Log
	if !log.Enabled(context.Background(), slog.LevelDebug) {
		return
	}
	values := []any{"url", r.x.URL}
	if r.x.Failed {
		values = append(values, "answer", "none: "+r.x.Err.String())
	} else {
		values = append(values, "answer", r.x.Status)
	}
	values = append(values, "ms", now.Sub(r.job.started).Milliseconds())
	if why := r.job.purpose(); why != "" {
		values = append(values, "for", why)
	}
	log.Debug("asked", values...)
}
