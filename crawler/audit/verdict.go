package audit

import (
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Verdict is the verdict of one URL.
type Verdict struct {
	Code   Code
	Also   uint64      // bit n: Code n, of lower precedence, matches, too
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
	// Quarantined is TrapQuarantine or LimitPrefix where a pattern that is
	// not fetched any further matches the URL, else NoVerdict.
	Quarantined Code
	Down        bool // its host does not answer any more
	HostAnswers bool // the request ran out of time, and its host answers others
	ShutOut     bool // the answer is of a firewall that refused everything
	Wall        bool // it redirects to a page that stands before the whole site
	Stands      bool // it is such a page itself
	Soft404     bool // it is the page that answers URLs that cannot exist
	// Left is the verdict of URLs that the run left in the frontier.
	Left Code
	// Location and Canonical tell about the URLs it points to.
	Location  Target
	Canonical Target

	// Staging: robots.txt and noindex are noted in Also and decide nothing.
	Staging bool

	ListType bool // its media type is one of those listed
	NoList   bool // a rule says not to list it
}

// Form is the canonical form of a URL under rules that were learned after it
// was found.
type Form struct {
	Code   Code   // NoVerdict if the URL is its own form
	Also   uint64 // bit n: Code n is a reason for the form, too
	Target frontier.ID
}

// Target is what is known of the URL that another points to.
type Target uint8

const (
	TargetOther Target = iota // nothing that matters
	TargetGone                // certainly 404 or 410
	TargetLoop                // in a circle of redirects or canonicals
)

// Judge gives the verdict of one URL: of all rules that match, the first in
// order of precedence decides, the others are kept in Also.
func Judge(f *Facts) Verdict {
	v := Verdict{Target: frontier.NoID}
	say := v.say
	if f.Staging {
		say = v.sayOnStaging
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
		v.say(Listed, frontier.NoID)
	}
	return v
}

// say takes a rule that matches.
func (v *Verdict) say(c Code, target frontier.ID) {
	switch {
	case v.Code == NoVerdict:
		v.Code, v.Target = c, target
	case c.before(v.Code):
		v.Also |= 1 << v.Code
		v.Code, v.Target = c, target
	case c != v.Code:
		v.Also |= 1 << c
	}
}

// Matches gives the codes of all rules that match: the verdict first, then
// the others in order of precedence.
func (v *Verdict) Matches() []Code {
	codes := []Code{v.Code}
	for _, c := range precedence {
		if c != v.Code && v.Also&(1<<c) != 0 {
			codes = append(codes, c)
		}
	}
	return codes
}

// judgeURL holds the rules that look at the URL, not at its answer.
func judgeURL(f *Facts, say func(Code, frontier.ID)) {
	row := f.Row
	if row.Reason == frontier.InvalidURL {
		say(InvalidURL, frontier.NoID)
	}
	if f.Form.Code != NoVerdict {
		say(f.Form.Code, f.Form.Target)
		for c := DuplicateSession; c <= DuplicateCleanParam; c++ {
			if f.Form.Also&(1<<c) != 0 {
				say(c, f.Form.Target)
			}
		}
	}
	if c := reasonCode(f.Decided); c != NoVerdict {
		say(c, frontier.NoID)
	}
	if row.Page != nil && (row.Page.Outcome == record.PrivateTarget || row.Page.Err == record.ErrPrivate) {
		say(PrivateAddress, frontier.NoID)
	}
	if row.Reason == frontier.TooLong {
		say(TooLong, frontier.NoID)
	}
	if row.NoFollow {
		say(NotFollowed, frontier.NoID)
	}
	if f.Blocked || row.Page != nil && row.Page.Outcome == record.RobotsBlocked {
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
	if f.RobotsUnavailable {
		say(RobotsUnavailable, frontier.NoID)
	}
	if f.Quarantined != NoVerdict {
		say(f.Quarantined, frontier.NoID)
	}
	retry := f.Row.Retry
	switch {
	case f.Down:
		say(NetworkError, frontier.NoID)
	case retry != nil && retry.Err == record.ErrNone && (retry.Status == 403 || retry.Status/100 == 2):
		say(Challenged, frontier.NoID) // no other answer with such a status is asked for again
	case f.Left != NoVerdict:
		say(f.Left, frontier.NoID)
	default:
		say(Pending, frontier.NoID)
	}
	switch {
	case retry == nil:
	case isThrottled(retry.Status):
		say(Throttled, frontier.NoID)
	case retry.Err != record.ErrNone && !f.Down:
		say(f.noAnswerCode(retry.Err), frontier.NoID)
	}
}

// judgeAnswer holds the rules that look at what came back.
func judgeAnswer(f *Facts, say func(Code, frontier.ID)) {
	p := f.Row.Page
	switch p.Outcome {
	case record.Fault:
		say(InternalError, frontier.NoID)
		return
	case record.NoAnswer:
		say(f.noAnswerCode(p.Err), frontier.NoID)
		return
	case record.Challenged:
		say(Challenged, frontier.NoID)
		return
	case record.RobotsBlocked, record.PrivateTarget:
		return // the rules above have spoken
	case record.Folded:
		if f.Form.Code == NoVerdict { // the rule that folded it no longer holds
			say(DuplicateVariant, f.Row.Location)
		}
		return
	}
	if f.ShutOut {
		say(Challenged, frontier.NoID)
	}
	if c := statusCode(p.Status); c != NoVerdict {
		say(c, frontier.NoID)
		return
	}
	redirects := f.Row.Location != frontier.NoID
	if redirects {
		if f.Wall {
			say(RedirectWall, f.Row.Location)
		}
		c := Redirect
		if f.Location == TargetLoop {
			c = RedirectLoop
		}
		say(c, f.Row.Location)
	}
	switch isPage := p.Status == 200 || p.Status == 203; {
	case redirects && p.Status >= 300:
		// Whatever its body is, nobody reads it.
	case p.Err != record.ErrNone:
		say(f.noAnswerCode(p.Err), frontier.NoID) // the answer broke off or cannot be read
	case !isPage:
		say(HTTPOther, frontier.NoID)
	default:
		judgeContent(f, say)
	}
}

// noAnswerCode tells apart why there is no complete answer: by the table of
// record.ErrClass. A server that answers others, and let this request run out of
// time, is asked too much.
func (f *Facts) noAnswerCode(class record.ErrClass) Code {
	if class == record.ErrTimeout && f.HostAnswers {
		return Throttled
	}
	if c, known := codeNamed(class.Verdict()); known {
		return c
	}
	return NetworkError
}

// isThrottled reports the statuses by which a server asks for less.
func isThrottled(status int) bool { return status == 429 || status == 503 }

// statusCode gives the verdict that the status alone decides.
func statusCode(status int) Code {
	switch {
	case isThrottled(status):
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
	if f.Stands {
		say(RedirectWall, frontier.NoID)
	}
	if !f.ListType {
		say(Type, frontier.NoID)
	}
	if !p.HeaderRobots.Indexable() {
		say(NoIndexHeader, frontier.NoID)
	}
	if !p.MetaRobots.Indexable() {
		say(NoIndexMeta, frontier.NoID)
	}
	if p.Canonical == record.CanonicalOther && f.Canonical == TargetOther {
		say(CanonicalElsewhere, f.Row.Canonical)
	}
	if f.Soft404 {
		say(Soft404, frontier.NoID)
	}
	if f.NoList {
		say(FilterList, frontier.NoID)
	}
}
