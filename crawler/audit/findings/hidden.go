package findings

import (
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
)

// byHiding are the beginnings of the names of rules that a page mends which names another
// as canonical: copies, thin pages, what sitemaps list, what noindex and canonicals say.
var byHiding = []string{
	"duplicate-", "title-duplicate", "description-duplicate", "thin-content", "empty-listing", "search-indexable", "cannibalisation", "soft-404",
	"orphan", "weakly-linked", "deep-page", "sitemap-", "canonical-", "noindex-", "pagination-", "hreflang-", "nofollow-", "link-to-", "google-canonical-",
}

// byNoIndex are those of them that noindex mends, too: what is not worth a search.
var byNoIndex = []string{
	"duplicate-", "title-duplicate", "description-duplicate", "thin-content", "empty-listing", "search-indexable", "cannibalisation", "soft-404",
	"sitemap-lists-", "noindex-", "pagination-noindex",
}

// byDeath are those that a page mends which answers 404: what was no page, and what
// sitemaps and noindex say of it. All else that is found of a page goes with it.
var byDeath = []string{"soft-404", "empty-listing", "sitemap-lists-", "noindex-"}

// HasLeft tells whether a page is no candidate for search any more, by its verdicts
// then and now: robots.txt forbids it, it says noindex, or names another as canonical.
func HasLeft(then, now audit.Code) bool {
	hides := func(c audit.Code) bool { return isNoIndex(c) || c == audit.CanonicalElsewhere }
	return now == audit.RobotsBlocked && then != now || hides(now) && !hides(then)
}

// Hidden tells whether a page has left what search may have, so that what a rule found
// of it may be there as before, and is not looked for any more. A robots.txt mends nothing
// of a page, nor does that a page which says noindex has left the last sitemap, or that one
// without a canonical is taken for a variant.
func (r *Rule) Hidden(then, now audit.Code) bool {
	switch {
	case r.ID == "noindex-prominent" && isNoIndex(now), r.ID == "canonical-missing" && now == audit.DuplicateVariant:
		return true
	}
	mends := byHiding
	switch {
	case now == audit.RobotsBlocked:
		mends = nil
	case isNoIndex(now):
		mends = byNoIndex
	}
	return HasLeft(then, now) && !slices.ContainsFunc(mends, func(begin string) bool { return strings.HasPrefix(r.ID, begin) })
}

// Gone tells whether a page answers 404 or the like, by its verdicts then and now, so
// that what a rule found of it went with the page; or redirects, where it should have
// named a canonical.
func (r *Rule) Gone(then, now audit.Code) bool {
	if r.ID == "canonical-missing" && now == audit.Redirect {
		return true
	}
	if now != audit.HTTP4xx || r.MendedUnnamed() || slices.ContainsFunc(byDeath, func(begin string) bool { return strings.HasPrefix(r.ID, begin) }) {
		return false
	}
	switch then {
	case audit.NoIndexHeader, audit.NoIndexMeta, audit.CanonicalElsewhere, audit.DuplicateVariant, audit.DuplicateContent, audit.FilterList, audit.Type:
		return true
	}
	return then.State() == audit.ListedInFile
}

// MendedUnnamed tells that what a rule found of a URL is mended where nothing names the
// URL any more: it is about who links to it, or lists it. Of what is about the URL
// itself nothing is known then.
func (r *Rule) MendedUnnamed() bool {
	return r.Linked && r.Scope != OfSite || strings.HasPrefix(r.ID, "sitemap-") && r.ID != "sitemap-misses-page"
}
