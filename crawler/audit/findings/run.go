package findings

import (
	"cmp"
	"fmt"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// runRules are about the crawl itself.
func runRules() []Rule {
	return []Rule{
		{
			ID: "start-not-200", Severity: Error, Scope: OfPage, Need: Always,
			Title: "the start page does not answer",
			When:  "the start page answers 4xx, 5xx or nothing, or is kept from the crawler, but by robots.txt alone (robots-blocks-start)",
			Why:   "Nothing that follows says anything about the site.",
			Fix:   "Give the URL of a page that answers, or let the crawler in.",
			each: func(_ *survey, u *subject) {
				if u.marks&isStart == 0 {
					return
				}
				if StartFailed(u.code) && u.code != audit.RobotsBlocked {
					detail := u.code.Meaning()
					if u.Page != nil && u.Page.Status != 0 {
						detail = fmt.Sprintf("it answers %d", u.Page.Status)
					}
					u.says("%s", detail)
				}
			},
		},
		{
			ID: "page-on-http", Severity: Error, Scope: OfHost, Need: Always, Everywhere: true,
			Title: "the site is served by http",
			When:  "pages answer 200 by http; not on private hosts",
			Why:   "Browsers call the site not secure, and anybody on the way can read and change it.",
			Fix:   "Serve the site by https, and redirect http to it.",
			before: func(s *survey) {
				pages, example := 0, frontier.NoID
				for id := range s.mark {
					if s.mark[id]&(overHTTP|outside|isPrivate|isRedirect) == overHTTP && record.IsPage(int(s.status[id])) {
						if pages++; example == frontier.NoID {
							example = frontier.ID(id)
						}
					}
				}
				if pages > 0 {
					s.siteFound(s.o.Scope.Host, Finding{Target: example, Detail: plural(pages, "URL answers", "URLs answer") + " by http"})
				}
			},
		},
		{
			ID: "crawl-incomplete", Severity: Notice, Scope: OfSite, Need: Always,
			Title: "not the whole site was seen",
			When:  "the crawl stopped at a limit, was interrupted, could not read URLs in scope, or has read one answer in the place of many pages",
			Why:   "What needs the whole site is not claimed, and other counts are the least there is.",
			Fix:   "Repeat the run; where a limit has stopped it, raise that; where one answer came in the place of pages, see one-answer or login-instead first.",
			before: func(s *survey) {
				counts := map[audit.Code]int{}
				for id, code := range s.codes {
					if isUnread(audit.Code(code), s.area) && s.mark[id]&outside == 0 {
						counts[audit.Code(code)]++
					}
				}
				detail := cmp.Or(s.o.Incomplete, s.seen.Doubt)
				for _, c := range audit.Codes() {
					if n := counts[c]; n > 0 {
						if detail != "" {
							detail += "; "
						}
						detail += plural(n, "URL", "URLs") + " (" + c.Meaning() + ")"
					}
				}
				if n := len(s.refused); n > 0 {
					if detail != "" {
						detail += "; "
					}
					detail += plural(n, "URL", "URLs") + " (refused, as others were that came later)"
				}
				if detail != "" {
					s.siteFound("", Finding{Target: frontier.NoID, Detail: detail})
				}
			},
		},
	}
}

// StartFailed tells of the verdicts of a start page under which little else
// says anything about the site, or about what search engines have of it.
func StartFailed(c audit.Code) bool {
	switch c {
	case audit.HTTP4xx, audit.HTTP5xx, audit.Denied, audit.HTTPOther, audit.NetworkError, audit.Challenged, audit.Throttled, audit.RobotsBlocked,
		audit.RobotsUnavailable, audit.RedirectLoop:
		return true
	}
	return false
}
