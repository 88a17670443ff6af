package audit

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// A URL that stood in the last sitemap and could not be read this time stays
// in it, for a while: three runs, and fourteen days at most. One whose visitors
// are sent away stays until both are over, since runs may be minutes apart.
const (
	carryRuns = 3
	carryFor  = 14 * 24 * time.Hour
)

// Previous is what is known of a URL that the last published sitemap lists. It
// is the Detail of the URL's seed with source frontier.FromPrevious.
type Previous struct {
	Verified time.Time // when the page was last read and found fit to be listed
	Runs     int       // sets since that have carried it unread, this one included
	LastMod  string    // that stood in the last sitemap, "" if none did
	Type     string    // its media type, "" for HTML or where it is not known
	Expired  bool      // it has been carried long enough
	// Left: an earlier sitemap lists it, the last one does not. Runs are the
	// crawls that have asked for it since, this one included.
	Left bool
}

// AskedAgain tells whether a URL that has left the sitemap is to be asked for
// again: for as many runs as one is carried, since it may have been a fault.
func (p Previous) AskedAgain() bool { return p.Runs < carryRuns }

// Next gives what a crawl that began at now notes of a URL: it may be carried
// for three runs and fourteen days.
func (p Previous) Next(now time.Time) Previous {
	p.Runs++
	p.Expired = p.Runs > carryRuns || now.Sub(p.Verified) > carryFor
	return p
}

// String gives the form that ParsePrevious reads.
func (p Previous) String() string {
	state := "carried"
	switch {
	case p.Left:
		state = "left"
	case p.Expired:
		state = "expired"
	}
	text := fmt.Sprintf("verified %s, %s %d", p.Verified.UTC().Format(time.RFC3339), state, p.Runs)
	if p.LastMod != "" {
		text += ", lastmod " + p.LastMod
	}
	if p.Type != "" {
		text += ", type " + p.Type
	}
	return text
}

// ParsePrevious reads what String has written. ok is false for anything else.
func ParsePrevious(detail string) (p Previous, ok bool) {
	parts := strings.Split(detail, ", ")
	if len(parts) < 2 {
		return p, false
	}
	verified, isVerified := strings.CutPrefix(parts[0], "verified ")
	state, runs, _ := strings.Cut(parts[1], " ")
	var err error
	if p.Verified, err = time.Parse(time.RFC3339, verified); err != nil || !isVerified || state != "carried" && state != "expired" && state != "left" {
		return Previous{}, false
	}
	if p.Runs, err = strconv.Atoi(runs); err != nil {
		return Previous{}, false
	}
	p.Expired, p.Left = state == "expired", state == "left"
	for _, part := range parts[2:] {
		switch name, value, _ := strings.Cut(part, " "); name {
		case "lastmod":
			p.LastMod = value
		case "type":
			p.Type = value
		}
	}
	return p, true
}

// PreviousOf gives what the sources of a URL say of the last sitemap. ok is
// false if they say nothing.
func PreviousOf(sources []frontier.SourceDetail) (p Previous, ok bool) {
	for _, s := range sources {
		if s.Source != frontier.FromPrevious {
			continue
		}
		if found, isOne := ParsePrevious(s.Detail); isOne {
			p, ok = found, true
		}
	}
	return p, ok
}

// unread reports what says "not read now", and nothing about the page: a wait,
// a server or a proxy that failed, an answer that is no page and no error.
func unread(c Code, p *record.Page) bool {
	switch r := c.rule(); c {
	case HTTP5xx, HTTPOther:
		return true
	case HTTP4xx:
		return p != nil && saysTryAgain(p.Status)
	default:
		return r != nil && r.unread
	}
}

// saysTryAgain reports the statuses of 4xx that are about the request and the
// connection (RFC 9110 15.5.9, 15.5.20, RFC 8470 5.2), and that of nginx for a
// client that did not wait.
func saysTryAgain(status int) bool {
	return status == 408 || status == 421 || status == 425 || status == 499
}

// shutNow reports a page that asks for a permission: a firewall's word, or the
// site's. 451 is about the page and meant.
func shutNow(c Code, p *record.Page) bool { return c == Denied && p != nil && p.Status != 451 }

// MayCarry tells whether a URL with a verdict, and what came of it, may be
// carried: it was not read, or shut or sent away by what can be a fault of the
// whole site.
func MayCarry(c Code, p *record.Page) bool {
	return unread(c, p) || shutNow(c, p) || c == RedirectWall || c == Redirect
}

// CarriedFor gives the verdict that a URL would have if it were not carried.
func CarriedFor(v frontier.Verdict) Code {
	verdict := Verdict{Code: Code(v.Code), Also: v.Also}
	if all := verdict.Matches(); verdict.Code == ListedCarried && len(all) > 1 {
		return all[1]
	}
	return NoVerdict
}

// sentAway tells whether a URL redirects to what stands before the site, to a
// host that takes all, or for the time being only.
func (j *JudgeCrawl) sentAway(row *frontier.Row, c Code) bool {
	switch {
	case c == RedirectWall:
		return row.Location != frontier.NoID // the wall itself is not carried
	case c != Redirect || row.Page == nil:
		return false
	case Temporary(row.Page.Status):
		return true
	}
	to, err := j.crawl.Row(row.Location)
	if err != nil && j.err == nil {
		j.err = fmt.Errorf("read where %s leads: %w", row.URL, err)
	}
	return to != nil && page.IsWall(row.URL, to.URL)
}

// Temporary reports the statuses of redirects that do not last (RFC 9110
// 15.4.3, 15.4.4, 15.4.8).
func Temporary(status int) bool { return status == 302 || status == 303 || status == 307 }

// carry lists a URL that could not be read, if the last sitemap lists it and
// no rule of the user's is against it. The deferral stays in Also. What a run has
// left in the frontier nobody has seen: no loss of it is accepted.
func (j *JudgeCrawl) carry(row *frontier.Row, v Verdict) Verdict {
	if row.Sources&frontier.FromPrevious == 0 || !MayCarry(v.Code, row.Page) {
		return v
	}
	meant := j.o.Forced || !shutNow(v.Code, row.Page) && !j.sentAway(row, v.Code)
	if meant && !unread(v.Code, row.Page) || v.Code != j.o.Left && j.o.Accepted != nil && j.o.Accepted(row.URL) {
		return v
	}
	sources, err := j.crawl.Sources(row.ID)
	if err != nil && j.err == nil {
		j.err = fmt.Errorf("read where %s was listed: %w", row.URL, err)
	}
	if p, ok := PreviousOf(sources); ok && !p.Left && (!p.Expired || !j.over(row, p)) {
		v.Also |= 1 << v.Code
		v.Code, v.Target = j.carriedAs(row.URL, p), frontier.NoID
	}
	return v
}

// over tells whether an expired URL has been carried long enough: one that
// redirects is carried for three runs and fourteen days, both of them.
func (j *JudgeCrawl) over(row *frontier.Row, p Previous) bool {
	if row.Location == frontier.NoID {
		return true
	}
	whole, err := j.crawl.Row(row.ID) // of Brief it may not have the time
	if err != nil && j.err == nil {
		j.err = fmt.Errorf("read when %s was asked for: %w", row.URL, err)
	}
	return whole == nil || whole.Page == nil || p.Runs > carryRuns && whole.Page.FetchedAt.Sub(p.Verified) > carryFor
}

// carriedAs gives the verdict of a URL that may be carried: what the user lets
// nobody list stays out, read or not.
func (j *JudgeCrawl) carriedAs(url string, p Previous) Code {
	switch {
	case j.o.NoList != nil && j.o.NoList([]byte(url)):
		return FilterList
	case p.Type != "" && !j.listed(p.Type):
		return Type
	}
	return ListedCarried
}
