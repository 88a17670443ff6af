package pace

import (
	"errors"
	"math"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Exchange is what a Pace needs to know of a finished request.
type Exchange struct {
	URL        string
	Started    time.Time
	Status     int
	Failed     bool // no answer
	Err        record.ErrClass
	Robots     bool   // of robots.txt, which says nothing of pages
	Again      bool   // the URL was asked for before, in vain
	Alone      bool   // and others were answered well since: it tells of itself
	Vendor     string // of the firewall that has answered, "" if none has
	Proof      string // the header line or the words that show it
	File       bool   // of another type than pages have
	Limited    bool   // a plain refusal of a host that gives such ones to what comes too fast
	Login      bool   // 401, as all that the host has answered: it is no ban
	Cached     bool   // a cache has answered, and not the site (RFC 9111 5.1)
	InRow      int32  // refusals that a firewall may have given, this the last of them
	TTFB       time.Duration
	RetryAfter time.Duration
}

// ExchangeOf reads an answer that came at now. What the answer cannot tell is
// left to the caller: URL, Started, Robots and Again.
func ExchangeOf(res *fetch.Response, now time.Time) Exchange {
	vendor, proof := firewallMark(res)
	x := Exchange{
		Vendor: vendor,
		Proof:  proof,
		Err:    res.Err,
		Status: res.Status,
		Failed: res.Outcome != record.Answered,
		TTFB:   res.TTFB,
		File:   isFile(res.Header.Get("Content-Type")),
		Cached: strings.Trim(res.Header.Get("Age"), "0 ") != "",
	}
	if after := res.Header.Get("Retry-After"); after != "" {
		x.RetryAfter = retryAfter(after, clockOf(res.Header, now))
	}
	return x
}

// Challenge tells in words which firewall has answered, and what shows it.
func (x *Exchange) Challenge() string { return x.Vendor + " (" + x.Proof + ")" }

// AsksForLess reports an answer by which a server says that it is asked too
// much (RFC 6585 4, RFC 9110 15.6.4).
func (x *Exchange) AsksForLess() bool {
	return x.Status == http.StatusTooManyRequests || x.Status == http.StatusServiceUnavailable
}

// Blocked reports an answer that a firewall may have given.
func (x *Exchange) Blocked() bool { return x.Vendor != "" || x.refuses() || x.AsksForLess() }

// refuses reports an answer that wants a permission: the site's word on a page, or meant for who asks.
func (x *Exchange) refuses() bool {
	return x.Status == http.StatusForbidden || x.Status == http.StatusUnauthorized && !x.Login
}

// IsPlain reports a refusal that names neither a firewall nor a time to wait.
func (x *Exchange) IsPlain() bool {
	return !x.Failed && x.refuses() && x.Vendor == "" && x.RetryAfter == 0
}

// isBroken reports an answer with a server's error that is not that of a firewall.
func (x *Exchange) isBroken() bool { return !x.Failed && !x.Blocked() && x.Status >= 500 }

// isPage reports an answer that is a page, as far as its header says. Of what has not changed (304) it
// does not: it may be a file.
func (x *Exchange) isPage() bool {
	return !x.Failed && !x.Blocked() && x.Status == http.StatusOK && !x.File
}

func isFile(contentType string) bool {
	media, _, err := mime.ParseMediaType(contentType)
	return err == nil && media != "text/html" && media != "application/xhtml+xml"
}

// showsStrain tells, of a request without an answer, whether the server may
// have been asked too much: what is no HTTP, cannot be unpacked or may not be
// reached is no sooner answered by asking less.
func (x *Exchange) showsStrain() bool {
	switch x.Err {
	case record.ErrCanceled, record.ErrProtocol, record.ErrInflate, record.ErrTLS, record.ErrDNS, record.ErrPrivate:
		return false
	}
	return true
}

// retryAfter reads a Retry-After header: seconds, or a date (RFC 9110
// 10.2.3). What cannot be read, or lies in the past, is 0; the caller caps it.
func retryAfter(value string, now time.Time) time.Duration {
	value = strings.TrimSpace(value)
	switch n, err := strconv.ParseUint(value, 10, 31); {
	case err == nil:
		return time.Duration(n) * time.Second
	case errors.Is(err, strconv.ErrRange):
		return math.MaxInt32 * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}

// clockOf gives the time by the clock of who sent an answer, now if it does not
// say (RFC 9110 6.6.1).
func clockOf(header http.Header, now time.Time) time.Time {
	if at, err := http.ParseTime(header.Get("Date")); err == nil {
		return at
	}
	return now
}
