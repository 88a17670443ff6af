package findings

import (
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
)

// byHiding are the beginnings of the names of rules that a page mends which leaves the
// index: copies, thin pages, what sitemaps list, what noindex and canonicals say.
var byHiding = []string{
	"duplicate-", "title-duplicate", "description-duplicate", "thin-content", "empty-listing", "search-indexable", "cannibalisation", "soft-404",
	"orphan", "weakly-linked", "deep-page", "sitemap-", "canonical-", "noindex-", "pagination-", "hreflang-", "nofollow-", "link-to-", "google-canonical-",
}

// Hidden tells whether a page has left the index, by its verdicts then and now, so that
// what a rule found of it may be there as before, and is not looked for any more.
func (r *Rule) Hidden(then, now audit.Code) bool {
	hides := func(c audit.Code) bool { return isNoIndex(c) || c == audit.CanonicalElsewhere }
	return !hides(then) && hides(now) && !slices.ContainsFunc(byHiding, func(begin string) bool { return strings.HasPrefix(r.ID, begin) })
}

// MendedUnnamed tells that what a rule found of a URL is mended where nothing names the
// URL any more: it is about who links to it, or lists it. Of what is about the URL
// itself nothing is known then.
func (r *Rule) MendedUnnamed() bool {
	return r.Linked && r.Scope != OfSite || strings.HasPrefix(r.ID, "sitemap-") && r.ID != "sitemap-misses-page"
}
