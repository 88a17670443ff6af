package audit

import (
	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/frontier"
)

// Verdict is the verdict of one URL.
type Verdict struct {
	Code   Code
	Also   uint64      // bit n: Code n, of lower precedence, matches, too
	Target frontier.ID // the URL it points to, frontier.NoID if none
}

// Facts is what one URL's verdict rests on.
type Facts struct {
	// Row may be one of Brief, as JudgeAll reads them: of its Page a rule sees
	// what Brief gives, and the details that briefDetails asks for.
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

	ListType bool         // its media type is one of those listed
	NoList   bool         // a rule says not to list it
	Original Original     // the listed page whose content it has
	View     classes.View // what its parameters make of it

	course
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
	v.try(byURL, f)
	if f.Row.Page != nil || v.Code == NoVerdict {
		f.follow()
		v.try(byAnswer, f)
	}
	if v.Code == NoVerdict {
		v.Code = Listed
	}
	return v
}

// try takes the rules that match.
func (v *Verdict) try(rules []rule, f *Facts) {
	for i := range rules {
		r := &rules[i]
		switch {
		case r.matches == nil || !r.matches(f):
		case v.Code != NoVerdict || f.Staging && r.forbids:
			v.Also |= 1 << r.code
		default:
			v.Code = r.code
			if r.target != nil {
				v.Target = r.target(f)
			}
		}
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
