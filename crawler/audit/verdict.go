package audit

import (
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
)

// Verdict is the verdict of one URL.
type Verdict struct {
	Code   Code
	Also   uint64      // bit n: Code n matches, too
	Target frontier.ID // the URL it points to, frontier.NoID if none
}

// Facts is what one URL's verdict rests on.
type Facts struct {
	Row *frontier.Row
	// Form is what the canonical form of the URL would be by the rules known
	// now: the kind of the removal and the target, where it is another.
	Form Form
	// Decided is the reason by the URL alone, by the options in force now.
	Decided frontier.Reason
	// Blocked tells whether robots.txt forbids the URL to our agent or to
	// the listing agent.
	Blocked bool
	// RobotsUnavailable: robots.txt of its origin could not be had.
	RobotsUnavailable bool
	// Left is the verdict of URLs that the run left in the frontier.
	Left Code
	// Location and Canonical tell about the URLs it points to.
	Location  Target
	Canonical Target

	ListType bool // its media type is one of those listed
	NoList   bool // a rule says not to list it
}

// Form is the canonical form of a URL under rules that were learned after it
// was found.
type Form struct {
	Code   Code // NoVerdict if the URL is its own form
	Target frontier.ID
}

// Target is what is known of the URL that another points to.
type Target uint8

const (
	TargetOther Target = iota // nothing that matters
	TargetGone                // certainly 404 or 410
	TargetLoop                // in a circle of redirects or canonicals
)

// Judge gives the verdict of one URL: the first rule that matches decides,
// all later ones are kept in Also.
func Judge(f *Facts) Verdict {
	v := Verdict{Target: frontier.NoID}
	say := func(c Code, target frontier.ID) {
		if v.Code == NoVerdict {
			v.Code, v.Target = c, target
			return
		}
		v.Also |= 1 << c
	}
	judgeURL(f, say)
	if f.Row.Page == nil {
		if v.Code == NoVerdict {
			judgeUnfetched(f, say)
		}
	} else {
		judgeAnswer(f, say)
	}
	if v.Code == NoVerdict {
		say(Listed, frontier.NoID)
	}
	return v
}

// judgeURL holds the rules that look at the URL, not at its answer.
func judgeURL(f *Facts, say func(Code, frontier.ID)) {
	row := f.Row
	if row.Reason == frontier.InvalidURL {
		say(InvalidURL, frontier.NoID)
	}
	if f.Form.Code != NoVerdict {
		say(f.Form.Code, f.Form.Target)
	}
	if c := reasonCode(f.Decided); c != NoVerdict {
		say(c, frontier.NoID)
	}
	if row.Page != nil && (row.Page.Outcome == page.PrivateTarget || row.Page.Err == page.ErrPrivate) {
		say(PrivateAddress, frontier.NoID)
	}
	if row.Reason == frontier.TooLong {
		say(TooLong, frontier.NoID)
	}
	if row.NoFollow {
		say(NotFollowed, frontier.NoID)
	}
	if f.Blocked || row.Page != nil && row.Page.Outcome == page.RobotsBlocked {
		say(RobotsBlocked, frontier.NoID)
	}
}

func reasonCode(r frontier.Reason) Code {
	switch r {
	case frontier.ScopeHost:
		return ScopeHost
	case frontier.ScopeScheme:
		return ScopeScheme
	case frontier.ScopePath:
		return ScopePath
	case frontier.FilterCrawl, frontier.FilterEffect:
		return FilterCrawl
	}
	return NoVerdict
}

// judgeUnfetched holds the rules for URLs that are still in the frontier.
func judgeUnfetched(f *Facts, say func(Code, frontier.ID)) {
	retry := f.Row.Retry
	switch {
	case f.RobotsUnavailable:
		say(RobotsUnavailable, frontier.NoID)
	case retry != nil && (retry.Status == 429 || retry.Status == 503):
		say(Throttled, frontier.NoID)
	case f.Left != NoVerdict:
		say(f.Left, frontier.NoID)
	default:
		say(Pending, frontier.NoID)
	}
}

// judgeAnswer holds the rules that look at what came back.
func judgeAnswer(f *Facts, say func(Code, frontier.ID)) {
	p := f.Row.Page
	switch p.Outcome {
	case page.Fault:
		say(InternalError, frontier.NoID)
		return
	case page.NoAnswer:
		say(NetworkError, frontier.NoID)
		return
	case page.Challenged:
		say(Challenged, frontier.NoID)
		return
	case page.RobotsBlocked, page.Folded, page.PrivateTarget:
		return // the rules above have spoken
	}
	if c := statusCode(p.Status); c != NoVerdict {
		say(c, frontier.NoID)
		return
	}
	if p.Err != page.ErrNone {
		say(NetworkError, frontier.NoID) // the answer broke off or cannot be read
		return
	}
	if f.Row.Location != frontier.NoID {
		c := Redirect
		if f.Location == TargetLoop {
			c = RedirectLoop
		}
		say(c, f.Row.Location)
		if p.Status >= 300 {
			return
		}
	} else if p.Status != 200 && p.Status != 203 {
		say(HTTPOther, frontier.NoID)
		return
	}
	judgeContent(f, say)
}

// statusCode gives the verdict that the status alone decides.
func statusCode(status int) Code {
	switch {
	case status == 429 || status == 503:
		return Throttled
	case status == 401 || status == 403 || status == 407 || status == 451:
		return Denied
	case status >= 400 && status < 500:
		return HTTP4xx
	case status >= 500 && status < 600:
		return HTTP5xx
	}
	return NoVerdict
}

// judgeContent holds the rules for a page that answered 200.
func judgeContent(f *Facts, say func(Code, frontier.ID)) {
	p := f.Row.Page
	if !f.ListType {
		say(Type, frontier.NoID)
	}
	if !p.HeaderRobots.Indexable() {
		say(NoIndexHeader, frontier.NoID)
	}
	if !p.MetaRobots.Indexable() {
		say(NoIndexMeta, frontier.NoID)
	}
	if p.Canonical == page.CanonicalOther && f.Canonical == TargetOther {
		say(CanonicalElsewhere, f.Row.Canonical)
	}
	if f.NoList {
		say(FilterList, frontier.NoID)
	}
}
