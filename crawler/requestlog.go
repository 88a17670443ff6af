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

// purpose says what a request is made for that does not fetch a page, "" for
// one that does.
func (j *job) purpose() string {
	switch {
	case j.probe != nil:
		return "probe of how the site spells URLs"
	case j.robots:
		return "robots.txt"
	case j.unknown != "":
		return "probe of what the site answers to URLs that cannot exist"
	case j.look != nil:
		return "second look at a page"
	case j.walk != nil:
		return "a page that wants cookies"
	case j.again != "":
		return "probe of whether the host is well"
	case j.source != nil:
		return "sitemap of the site"
	case j.translation != nil:
		return "translation on another host"
	}
	return ""
}
