package live

import (
	"slices"

	"github.com/portolan-seo/portolan/crawler/audit"
)

// Kind is what an answer means for a sitemap. Its value is what programs read.
type Kind string

// The kinds.
const (
	Good      Kind = "good"      // an engine may index it
	Dead      Kind = "dead"      // an error status, or no answer
	Redirects Kind = "redirects" // to another URL
	NoIndex   Kind = "noindex"
	Canonical Kind = "canonical" // it names another URL as its canonical one
	Blocked   Kind = "blocked"   // by robots.txt
	ErrorPage Kind = "error-page"
	OneText   Kind = "one-text" // the page that more than half of all URLs show
	OffSite   Kind = "off-site" // on another host
	// CanonicalVoid is no fault: the page names as canonical what is gone, or leads in
	// a circle, which does not count, so that a crawl lists it, too.
	CanonicalVoid Kind = "canonical-void"
	Untold        Kind = "untold" // it could not be read for now
)

// faults are the kinds in the order in which they are told, with their
// verdicts.
var faults = []struct {
	kind    Kind
	meaning string
	codes   []audit.Code
}{
	{Dead, "an error status, or no answer", []audit.Code{audit.HTTP4xx, audit.HTTP5xx, audit.HTTPOther, audit.Denied, audit.NetworkError, audit.InvalidURL, audit.TooLong, audit.PrivateAddress}},
	{Redirects, "to another URL", []audit.Code{audit.Redirect, audit.RedirectLoop, audit.RedirectWall}},
	{NoIndex, "the page or its header says so", []audit.Code{audit.NoIndexHeader, audit.NoIndexMeta}},
	{Canonical, "it names another URL as canonical", []audit.Code{audit.CanonicalElsewhere}},
	{Blocked, "forbidden by robots.txt", []audit.Code{audit.RobotsBlocked}},
	{OneText, "more than half show this one text under this title, as a login or an error does", nil},
	{ErrorPage, "an error page with status 200", []audit.Code{audit.Soft404}},
	{OffSite, "on another host or scheme", []audit.Code{audit.ScopeHost, audit.ScopeScheme}},
	{CanonicalVoid, "it may be indexed, but names as canonical what is gone, or leads in a circle, which does not count", nil},
	{Untold, "it could not be read for now; that is no fault of the sitemap", nil},
}

// Kind tells what the answer means. What only compares a page with others, such
// as its copies, is no fault of a sitemap that lists it.
func (a Answer) Kind() Kind {
	for _, f := range faults {
		if slices.Contains(f.codes, a.Code) {
			return f.kind
		}
	}
	if a.Code.State() == audit.Deferred && a.Code != audit.TrapQuarantine {
		return Untold
	}
	if a.Same > 0 {
		return OneText
	}
	if a.Target != "" {
		return CanonicalVoid
	}
	return Good
}

// Indexable tells of kinds that an engine may index.
func (k Kind) Indexable() bool { return k == Good || k == CanonicalVoid }

// Faults gives the kinds but Good, in the order in which they are told.
func Faults() (kinds []Kind) {
	for _, f := range faults {
		kinds = append(kinds, f.kind)
	}
	return kinds
}

// Meaning explains a kind in a few words.
func (k Kind) Meaning() string {
	for _, f := range faults {
		if f.kind == k {
			return f.meaning
		}
	}
	return "it may be indexed"
}
