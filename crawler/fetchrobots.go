package crawler

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/robots"
)

const (
	robotsHops  = 5           // redirects followed, across hosts (RFC 9309 2.3.1.2)
	robotsBytes = 500<<10 + 1 // one more than is read, so that the cut is known
)

// asker makes single requests outside the frontier: robots.txt and probes.
// Like a Fetcher it belongs to one goroutine.
type asker struct {
	fetcher  Fetcher
	resolver *canonical.Resolver
	res      fetch.Response
}

// fetchRobots gets an origin's robots.txt and sends a copy to the committer.
func (w *worker) fetchRobots(ctx context.Context, j job) report {
	answer, file, x := w.askRobots(ctx, j.origin.name)
	o := w.c.outcome(outcomeRobots)
	if w.res.Err == page.ErrCanceled {
		o.kind = outcomeNothing
	}
	o.robots = file
	w.c.outcomes <- o
	return report{job: j, x: x, robots: answer}
}

// askRobots asks an origin for robots.txt, following up to five redirects;
// more count as "no robots.txt" (RFC 9309 2.3.1.2, as a 4xx).
func (w *asker) askRobots(ctx context.Context, origin string) (robotsAnswer, frontier.RobotsFile, exchange) {
	url := origin + "/robots.txt"
	file := frontier.RobotsFile{Origin: origin, FetchedAt: time.Now()}
	for hop := 0; ; hop++ {
		w.fetcher.Fetch(ctx, &fetch.Request{URL: url, Accept: "text/plain,*/*;q=0.5", MaxBody: robotsBytes, KeepBody: keepAll}, &w.res)
		x := exchangeOf(&w.res, time.Now())
		file.Status = w.res.Status
		target, redirected := w.redirectTarget(url)
		switch {
		case w.res.Outcome != page.Answered && !(w.res.Err == page.ErrTruncated && w.res.Status == 200):
			file.Note = strings.TrimSpace(w.res.Err.String() + ": " + w.res.ErrText)
			return robotsAnswer{rules: robots.Unavailable(), maxAge: -1}, file, x
		case redirected && hop >= robotsHops:
			file.Note = fmt.Sprintf("more than %d redirects: read as no robots.txt", robotsHops)
			return robotsAnswer{rules: robots.AllowAll(), maxAge: -1}, file, x
		case redirected:
			file.Note = "redirected to " + target
			url = target
			continue
		}
		file.Body = append([]byte(nil), w.res.Body...)
		return robotsAnswer{
			rules:      robots.FromStatus(robotsStatus(w.res.Status), w.res.Body),
			retryAfter: x.retryAfter,
			maxAge:     maxAge(w.res.Header.Get("Cache-Control")),
		}, file, x
	}
}

// robotsStatus reads a 3xx that leads nowhere as "no robots.txt".
func robotsStatus(status int) int {
	if status >= 300 && status < 400 {
		return http.StatusNotFound
	}
	return status
}

func (w *asker) redirectTarget(url string) (string, bool) {
	if w.res.Status < 300 || w.res.Status >= 400 || w.res.Location == "" {
		return "", false
	}
	if err := w.resolver.SetBase(url, ""); err != nil {
		return "", false
	}
	r := w.resolver.Resolve([]byte(w.res.Location))
	return string(r.URL), r.Reason == canonical.OK
}

func keepAll(int, http.Header) bool { return true }

// retryAfter reads a Retry-After header: seconds, or a date (RFC 9110
// 10.2.3). What cannot be read, or lies in the past, is 0.
func retryAfter(value string, now time.Time) time.Duration {
	value = strings.TrimSpace(value)
	if value == "" {
		return 0
	}
	if n, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(n) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}

// maxAge reads max-age of a Cache-Control header (RFC 9111 5.2.2.1), 0 for
// no-cache and no-store, -1 if it says nothing.
func maxAge(value string) time.Duration {
	for directive := range strings.SplitSeq(value, ",") {
		name, arg, _ := strings.Cut(strings.TrimSpace(directive), "=")
		switch strings.ToLower(name) {
		case "no-cache", "no-store":
			return 0
		case "max-age":
			if n, err := strconv.ParseUint(strings.Trim(arg, `"`), 10, 31); err == nil {
				return time.Duration(n) * time.Second
			}
		}
	}
	return -1
}
