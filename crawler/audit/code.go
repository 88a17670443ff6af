// Package audit says what a crawl means: the verdict of every URL, with its
// evidence. It is pure over the facts that a frontier.Crawl holds.
package audit

import (
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// Code is a verdict: why a URL is listed or not. Codes are stored in crawl
// files, so their numbers never change: new ones come last among those below
// ListedUnverified. Which verdict decides is told by the order of rules.
type Code uint8

const (
	NoVerdict Code = iota
	InvalidURL
	DuplicateSession
	DuplicateTracking
	DuplicateSchemeHost
	DuplicateCleanParam
	ScopeHost
	ScopeScheme
	ScopePath
	PrivateAddress
	TooLong
	FilterCrawl
	NotFollowed
	RobotsBlocked
	RobotsUnavailable
	TrapQuarantine
	LimitPages
	LimitDepth
	LimitTime
	LimitBytes
	LimitPrefix
	LimitMemory
	Pending
	Throttled
	InternalError
	NetworkError
	RedirectLoop
	RedirectWall
	Redirect
	Challenged
	Denied
	HTTP4xx
	HTTP5xx
	HTTPOther
	Type
	NoIndexHeader
	NoIndexMeta
	CanonicalElsewhere
	Soft404
	DuplicateVariant
	DuplicateContent
	FilterList
	LimitDisk
	NeedsRendering

	// Sets of codes have 64 bits: those of what is listed are the last three.
	ListedUnverified Code = 61
	ListedCarried    Code = 62
	Listed           Code = 63
	codeCount             = 64
)

// State is what a verdict comes to.
type State uint8

const (
	Excluded     State = iota
	Deferred           // not decided; another run can change it
	ListedInFile       // stands in the sitemap
)

// String names the state as reports do.
func (s State) String() string {
	return [...]string{"excluded", "deferred", "listed"}[s]
}

// String gives the verdict's name, as in reports and in --json.
func (c Code) String() string {
	if r := c.rule(); r != nil {
		return r.name
	}
	if c == NoVerdict {
		return ""
	}
	return "unknown"
}

// State tells whether a URL with this verdict is listed, excluded or deferred.
func (c Code) State() State {
	if r := c.rule(); r != nil {
		return r.state
	}
	return Deferred
}

// Meaning explains the verdict in at most 35 characters.
func (c Code) Meaning() string {
	switch r := c.rule(); {
	case r != nil:
		return r.meaning
	case c == NoVerdict:
		return "no verdict has been computed yet"
	}
	return ""
}

func (c Code) rule() *rule {
	if c >= codeCount {
		return nil
	}
	return ruleOf[c]
}

// codeNamed gives the verdict with a name.
func codeNamed(name string) (c Code, known bool) {
	for r := range inOrder {
		if r.name == name {
			return r.code, true
		}
	}
	return NoVerdict, false
}

// Names gives the names of verdicts by code, "" where there is none.
func Names() []string {
	names := make([]string, codeCount)
	for r := range inOrder {
		names[r.code] = r.name
	}
	return names
}

// InState gives the verdicts that come to a state.
func InState(s State) (codes frontier.Codes) {
	for r := range inOrder {
		if r.state == s {
			codes |= 1 << r.code
		}
	}
	return codes
}

// before reports the code that decides where both match.
func (c Code) before(other Code) bool { return rank[c] < rank[other] }

// Codes gives all verdicts in order of precedence.
func Codes() []Code { return slices.Clone(precedence) }
