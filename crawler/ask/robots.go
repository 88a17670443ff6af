package ask

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

// Policy says which robots.txt rules are obeyed.
type Policy struct {
	Ignore bool // fetch whatever robots.txt says; it is asked for once, for the sitemaps that it names
	// Advisory asks for robots.txt and fetches whatever it says; nofollow of
	// a whole page is not obeyed either.
	Advisory bool
	Agent    string // product token to look for; "" = portolan
	File     []byte // rules to obey instead of the live file; nil = the live one
	// Wait is the pause before an unavailable robots.txt is asked for again;
	// the second pause is four times as long. 0 = 15 s.
	Wait time.Duration
}

// Answer is a robots.txt as it was found.
type Answer struct {
	Next       string // ask this URL, to which it redirects; all else is void
	Rules      *robots.Rules
	RetryAfter time.Duration
	MaxAge     time.Duration // by Cache-Control, negative if it says nothing
	Final      bool          // asking again cannot change it
}

// Hop is one request of those that a robots.txt takes.
type Hop struct {
	URL   string
	Count int // redirects followed so far
}

// Redirected begins the Note of a robots.txt that was asked for elsewhere.
const Redirected = "redirected to "

// FollowRobots asks an origin for robots.txt with all redirects.
func (a *Asker) FollowRobots(ctx context.Context, origin string) (Answer, frontier.RobotsFile) {
	hop := Hop{URL: origin + "/robots.txt"}
	for {
		answer, file, _ := a.Robots(ctx, origin, hop)
		if answer.Next == "" {
			return answer, file
		}
		hop = Hop{answer.Next, hop.Count + 1}
	}
}

// Robots asks an origin, scheme://host[:port], for its robots.txt as a crawl
// does: up to five redirects are followed, a challenge of a firewall counts as
// none to be had. The file's Status is 0 where no answer came, or a part of one,
// and its Note then says why.
func Robots(ctx context.Context, f pace.Fetcher, origin string) (*robots.Rules, frontier.RobotsFile, error) {
	rules, err := canonical.New(canonical.Config{})
	if err != nil {
		return nil, frontier.RobotsFile{}, err
	}
	answer, file := (&Asker{Fetcher: f, Resolver: rules.NewResolver()}).FollowRobots(ctx, origin)
	return answer.Rules, file, nil
}

// Robots makes one request for an origin's robots.txt. Up to five
// redirects are to be followed; more count as "no robots.txt" (RFC 9309
// 2.3.1.2, as a 4xx). A firewall's challenge says nothing of the site's
// rules: robots.txt is unavailable then, whatever its status.
func (a *Asker) Robots(ctx context.Context, origin string, hop Hop) (Answer, frontier.RobotsFile, pace.Exchange) {
	a.Fetcher.Fetch(ctx, &fetch.Request{URL: hop.URL, Accept: "text/plain,*/*;q=0.5", MaxBody: robotsBytes, KeepBody: keepAll}, &a.Res)
	x := pace.ExchangeOf(&a.Res, time.Now())
	file := frontier.RobotsFile{Origin: origin, FetchedAt: time.Now(), Status: a.Res.Status}
	if hop.Count > 0 {
		file.Note = Redirected + hop.URL
	}
	target, redirected := a.RedirectTarget(hop.URL)
	switch {
	case a.Res.Outcome != record.Answered || a.Res.Err != record.ErrNone && a.Res.Status/100 == 2:
		file.Status = 0 // a part of a file may lack the very rule that forbids
		why := strings.TrimSpace(a.Res.Err.String() + ": " + a.Res.ErrText)
		if hop.Count > 0 {
			why = file.Note + ": " + why
		}
		file.Note = why
		return Answer{Rules: robots.Unavailable(), MaxAge: -1, Final: a.Res.Err == record.ErrPrivate}, file, x
	case redirected && hop.Count >= robotsHops:
		file.Note = fmt.Sprintf("more than %d redirects: read as no robots.txt", robotsHops)
		return Answer{Rules: robots.AllowAll(), MaxAge: -1}, file, x
	case redirected:
		return Answer{Next: target, MaxAge: -1}, file, x
	case x.Vendor != "":
		file.Status = http.StatusServiceUnavailable
		file.Note = fmt.Sprintf("status %d is a challenge of %s: %s", a.Res.Status, x.Vendor, x.Proof)
		return Answer{Rules: robots.Unavailable(), RetryAfter: x.RetryAfter, MaxAge: -1}, file, x
	}
	if a.Res.Status/100 == 3 {
		file.Note = strings.TrimPrefix(file.Note+", and that ", ", and that ") + "redirects to what is no URL, " + strconv.Quote(a.Res.Location) + ": read as no robots.txt"
	}
	file.Body = append([]byte(nil), a.Res.Body...)
	return Answer{
		Rules:      robots.FromStatus(robotsStatus(a.Res.Status), a.Res.Body),
		RetryAfter: x.RetryAfter,
		MaxAge:     maxAge(a.Res.Header.Get("Cache-Control")),
	}, file, x
}

// robotsStatus reads a 3xx that leads nowhere as "no robots.txt".
func robotsStatus(status int) int {
	if status >= 300 && status < 400 {
		return http.StatusNotFound
	}
	return status
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
