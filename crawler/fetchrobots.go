package crawler

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
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

// robotsHop is one request of those that a robots.txt takes.
type robotsHop struct {
	url   string
	count int // redirects followed so far
}

// fetchRobots makes one request for an origin's robots.txt. A copy goes to
// the committer, unless a redirect leads further.
func (w *worker) fetchRobots(ctx context.Context, j job) (*outcome, report) {
	answer, file, x := w.askRobots(ctx, j.origin.name, j.hop)
	o := w.c.outcome(outcomeRobots)
	if w.res.Err == record.ErrCanceled || answer.next != "" {
		o.kind = outcomeNothing
	}
	o.robots = file
	return o, report{job: j, x: x, robots: answer}
}

// followRobots asks an origin for robots.txt with all redirects.
func (w *asker) followRobots(ctx context.Context, origin string) (robotsAnswer, frontier.RobotsFile) {
	hop := robotsHop{url: origin + "/robots.txt"}
	for {
		answer, file, _ := w.askRobots(ctx, origin, hop)
		if answer.next == "" {
			return answer, file
		}
		hop = robotsHop{answer.next, hop.count + 1}
	}
}

// AskRobots asks an origin, scheme://host[:port], for its robots.txt as a crawl
// does: up to five redirects are followed, a challenge of a firewall counts as
// none to be had. The file's Status is 0 where no answer came, and its Note then
// says why.
func AskRobots(ctx context.Context, f Fetcher, origin string) (*robots.Rules, frontier.RobotsFile, error) {
	rules, err := canonical.New(canonical.Config{})
	if err != nil {
		return nil, frontier.RobotsFile{}, err
	}
	answer, file := (&asker{fetcher: f, resolver: rules.NewResolver()}).followRobots(ctx, origin)
	return answer.rules, file, nil
}

// askRobots makes one request for an origin's robots.txt. Up to five
// redirects are to be followed; more count as "no robots.txt" (RFC 9309
// 2.3.1.2, as a 4xx). A firewall's challenge says nothing of the site's
// rules: robots.txt is unavailable then, whatever its status.
func (w *asker) askRobots(ctx context.Context, origin string, hop robotsHop) (robotsAnswer, frontier.RobotsFile, pace.Exchange) {
	w.fetcher.Fetch(ctx, &fetch.Request{URL: hop.url, Accept: "text/plain,*/*;q=0.5", MaxBody: robotsBytes, KeepBody: keepAll}, &w.res)
	x := pace.ExchangeOf(&w.res, time.Now())
	file := frontier.RobotsFile{Origin: origin, FetchedAt: time.Now(), Status: w.res.Status}
	if hop.count > 0 {
		file.Note = "redirected to " + hop.url
	}
	target, redirected := w.redirectTarget(hop.url)
	switch {
	case w.res.Outcome != record.Answered || w.res.Err != record.ErrNone && w.res.Status/100 == 2:
		file.Status = 0 // a part of a file may lack the very rule that forbids
		file.Note = strings.TrimSpace(w.res.Err.String() + ": " + w.res.ErrText)
		return robotsAnswer{rules: robots.Unavailable(), maxAge: -1, final: w.res.Err == record.ErrPrivate}, file, x
	case redirected && hop.count >= robotsHops:
		file.Note = fmt.Sprintf("more than %d redirects: read as no robots.txt", robotsHops)
		return robotsAnswer{rules: robots.AllowAll(), maxAge: -1}, file, x
	case redirected:
		return robotsAnswer{next: target, maxAge: -1}, file, x
	case x.Vendor != "":
		file.Status = http.StatusServiceUnavailable
		file.Note = fmt.Sprintf("status %d is a challenge of %s: %s", w.res.Status, x.Vendor, x.Proof)
		return robotsAnswer{rules: robots.Unavailable(), retryAfter: x.RetryAfter, maxAge: -1}, file, x
	}
	file.Body = append([]byte(nil), w.res.Body...)
	return robotsAnswer{
		rules:      robots.FromStatus(robotsStatus(w.res.Status), w.res.Body),
		retryAfter: x.RetryAfter,
		maxAge:     maxAge(w.res.Header.Get("Cache-Control")),
	}, file, x
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
