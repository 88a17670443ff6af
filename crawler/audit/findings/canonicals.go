package findings

import (
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// canonicalRules are about rel=canonical.
func canonicalRules() []Rule {
	return []Rule{
		{
			ID: "canonical-to-non-200", Severity: Error, Scope: OfTarget, Need: Definite,
			Title: "names a canonical that is no page",
			When:  "the canonical of a page answers 4xx, 5xx or nothing (error), or redirects (warning)",
			Why:   "The signal is ignored, and engines choose by themselves which page they show.",
			Fix:   "Name the final, living address.",
			each: func(s *survey, u *subject) {
				if !s.namesAnother(u) {
					return
				}
				switch to := u.Canonical; {
				case s.broken(to):
					u.about(to, Error, "the canonical answers %s", s.answer(to))
				case !s.definite(to):
					s.unverified()
				case s.code(to) == audit.Redirect || s.code(to) == audit.RedirectLoop:
					u.about(to, Warning, "the canonical redirects (%s)", s.answer(to))
				}
			},
		},
		{
			ID: "canonical-to-non-indexable", Severity: Error, Scope: OfTarget, Need: Definite,
			Title: "canonical that may not be indexed",
			When:  "the canonical of a page says noindex, or robots.txt forbids it; where many pages of the last sitemap say noindex it is noindex-prominent alone",
			Why:   "Both pages may vanish from search.",
			Fix:   "Make that page indexable, or choose another.",
			each: func(s *survey, u *subject) {
				if !s.namesAnother(u) {
					return
				}
				switch code := s.code(u.Canonical); {
				case s.has(u.Canonical, comesNoIndexed):
				case isNoIndex(code):
					u.onNoIndex(u.Canonical, Finding{Target: u.Canonical, Detail: "the canonical says noindex"})
				case code == audit.RobotsBlocked:
					u.about(u.Canonical, 0, "robots.txt forbids the canonical%s", s.forbidden(s.urlOf(u.Canonical)))
				}
			},
		},
		{
			ID: "canonical-chain", Severity: Warning, Scope: OfTarget, Need: Definite,
			Title: "a chain or circle of canonicals",
			When:  "a page names one as canonical that names a third (warning), or they name each other, or one the next in a circle (error)",
			Why:   "Engines follow chains badly, and circles not at all.",
			Fix:   "Name the last page in all of them; of a circle, the one that is to be found.",
			each: func(s *survey, u *subject) {
				if !s.namesAnother(u) || !s.has(u.Canonical, isCanonical) || s.mark[u.Canonical]&outside != 0 {
					return
				}
				switch n := s.circle(u.ID); {
				case n == 2:
					u.about(u.Canonical, Error, "the two pages name each other")
				case n > 2:
					u.about(u.Canonical, Error, "%d pages name one the next, in a circle", n)
				case s.to[u.Canonical] != u.Canonical:
					u.about(u.Canonical, 0, "the canonical names a third page")
				}
			},
		},
		{
			ID: "canonical-conflict", Severity: Error, Scope: OfPage, Need: Always,
			Title:  "names several canonicals",
			When:   "tags and Link headers of a page name different canonicals",
			Why:    "Engines ignore all of them.",
			Fix:    "Keep exactly one.",
			before: func(s *survey) { s.readConflicts() },
			each: func(s *survey, u *subject) {
				if u.isPage && isAnswered(u) && u.Page.Canonical == record.CanonicalConflict {
					u.says("several different canonicals%s", u.canonicalsNamed())
				}
			},
		},
		{
			ID: "canonical-invalid", Severity: Warning, Scope: OfPage, Need: Always,
			Title: "a canonical that is void or risky",
			When:  "the canonical of a page is empty, no http(s) URL, has a fragment, or is qualified by media, type or hreflang; in the body it is head-broken; notice: it is relative",
			Why:   "Engines ignore what is void or has a fragment. What is relative they resolve against the page, or its base element: under another address of the page it names another one.",
			Fix:   "Write the full absolute address, in the head, with nothing but rel and href.",
			each: func(s *survey, u *subject) {
				if !u.isPage || !isAnswered(u) || has(u, record.CanonicalOutsideHead) {
					return
				}
				switch {
				case has(u, record.CanonicalQualified):
					u.says("%s", record.CanonicalQualified.Words())
				case u.Page.Canonical == record.CanonicalInvalid:
					if raw, noted := strings.CutPrefix(u.noted(record.CanonicalFlawed), ": void "); noted {
						u.says("it is no usable http or https URL: %s", raw)
					} else {
						u.says("it is empty, or no http or https URL")
					}
				case has(u, record.CanonicalFlawed):
					what, raw, _ := strings.Cut(strings.TrimPrefix(u.noted(record.CanonicalFlawed), ": "), " ")
					switch what {
					case "fragment":
						u.says("it has a fragment: %s", raw)
					case "relative":
						u.about(frontier.NoID, Notice, "it is relative, which engines resolve: %s", raw)
					}
				}
			},
		},
		{
			ID: "canonical-missing", Severity: Notice, Scope: OfPage, Need: Always,
			Title: "parameters, and no canonical",
			When:  "an indexable page whose URL has a query names no canonical",
			Why:   "Parameters make copies; a canonical says which of them counts.",
			Fix:   "Add a self-referencing canonical to the template.",
			each: func(s *survey, u *subject) {
				if u.indexable && u.Page.Canonical == record.CanonicalAbsent && withoutQuery(u.URL) != u.URL {
					u.says("no canonical")
				}
			},
		},
		{
			ID: "canonical-form-drift", Severity: Warning, Scope: OfSite, Need: AtLeast,
			Title:  "canonicals in another spelling",
			When:   "of at least {count} canonicals {share} % are spelled as the URLs of the site are, and others by another scheme or host, or with session ids or tracking; or {slash} % with a slash at the end or without, and others not (likely)",
			Why:    "The signal is split between spellings.",
			Fix:    "Use one spelling everywhere.",
			Limits: []Limit{{"count", 10}, {"share", 70}, {"slash", 95}},
			before: func(s *survey) { s.drift = s.driftOf(s.spellings()) },
			each: func(s *survey, u *subject) {
				if !u.isPage || !isAnswered(u) || !statesCanonical(u.Page) {
					return
				}
				switch end := s.slashOf(u); {
				case s.drift.spelling && has(u, record.CanonicalFolded):
					u.about(u.Canonical, 0, "its canonical has another scheme, host or parameters than those of other pages%s", u.noted(record.CanonicalFolded))
				case s.drift.slash != 0 && end != endsNoWay && end != s.drift.slash:
					u.found(Finding{Likely: true, Target: u.Canonical, Detail: "its canonical " + slashWords[end] + ", other than those of other pages"})
				}
			},
		},
		{
			ID: "noindex-with-canonical", Severity: Warning, Scope: OfPage, Need: Always,
			Title: "noindex and a canonical at once",
			When:  "a page says noindex and names another page as its canonical",
			Why:   "The two contradict each other: the noindex may be taken over to the canonical.",
			Fix:   "Keep the canonical, and drop the noindex.",
			each: func(s *survey, u *subject) {
				if isNoIndex(u.code) && u.isPage && u.Page.Canonical == record.CanonicalOther {
					u.onNoIndex(u.ID, Finding{Target: u.Canonical, Detail: u.code.Meaning() + ", and a canonical elsewhere"})
				}
			},
		},
		{
			ID: "link-to-canonicalised", Severity: Warning, Scope: OfTarget, Need: AtLeast, Linked: true,
			Title: "linked, and no canonical page",
			When:  "pages of the site link to a page that names another one as canonical; a part of a list that does is pagination-canonical-first; where many name one page it is canonical-mass-target alone, where most name another host canonical-cross-domain, where most name a parameter or folder more canonical-longer",
			Why:   "The site's own links point at the copy, and the canonical at the original.",
			Fix:   "Link to the canonical address.",
			each: func(s *survey, u *subject) {
				if u.code == audit.CanonicalElsewhere && u.marks&linked != 0 && u.inPages[u.ID] > 0 && !s.isFault(u.Canonical) && !s.isPartOf(u) {
					u.about(u.Canonical, 0, "%s to it", plural(int(u.inPages[u.ID]), "page links", "pages link"))
				}
			},
		},
	}
}

// namesAnother tells whether a URL is a page in scope that names another one
// as canonical.
func (s *survey) namesAnother(u *subject) bool {
	return u.isPage && isAnswered(u) && u.Page.Canonical == record.CanonicalOther && u.Canonical != frontier.NoID && u.Canonical != u.ID
}

// maxConflicts are the pages with several canonicals of which it is kept what
// they name; shownCanonicals is how many of each.
const (
	maxConflicts    = 100_000
	shownCanonicals = 3
)

// readConflicts finds what pages name that name several canonicals.
func (s *survey) readConflicts() {
	if len(s.conflicts) == 0 {
		return
	}
	for e, err := range s.crawl.Edges(s.ctx, frontier.LinkCanonical) {
		if s.fail(err); err != nil {
			return
		}
		if list, is := s.conflicts[e.From]; is && len(list) < shownCanonicals && !slices.Contains(list, e.To) {
			s.conflicts[e.From] = append(list, e.To)
		}
	}
}

// canonicalsNamed gives the first canonicals that a page names.
func (u *subject) canonicalsNamed() string {
	var urls []string
	for _, id := range u.conflicts[u.ID] {
		urls = append(urls, cut(u.urlOf(id)))
	}
	if urls == nil {
		return ""
	}
	return ": " + strings.Join(urls, " and ")
}

// circle counts the pages that name one the next as canonical from a page on and
// back to it, 0 if they do not come back.
func (s *survey) circle(id frontier.ID) int {
	for at, n := s.to[id], 1; n <= maxHops && s.has(at, isCanonical) && s.mark[at]&outside == 0; at, n = s.to[at], n+1 {
		if s.to[at] == id {
			return n + 1
		}
	}
	return 0
}

func has(u *subject, p record.Problem) bool { return u.Page.Problems&(1<<p) != 0 }
