package findings

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// redirectRules are about where redirects lead.
func redirectRules() []Rule {
	return []Rule{
		{
			ID: "link-to-redirect", Severity: Notice, Scope: OfTarget, Need: AtLeast, Linked: true,
			Title: "linked, and redirects",
			When:  "pages of the site link to a URL in scope that redirects, but not to a login; a later part of a list that leads to the first is pagination-redirects",
			Why:   "Each click and each visit of an engine takes one hop more than it has to.",
			Fix:   "Link straight to the final address; use 301 or 308 for what has moved for good.",
			each: func(s *survey, u *subject) {
				if u.code == audit.Redirect && u.marks&linkedAtAll != 0 && u.inPages[u.ID] > 0 && u.marks&isRedirect != 0 && !s.toLogin(u) && !s.leadsToFirst(u) {
					u.about(u.Location, 0, "%s; %s to it", how(u), plural(int(u.inPages[u.ID]), "page links", "pages link"))
				}
			},
		},
		{
			ID: "redirect-chain", Severity: Warning, Scope: OfTarget, Need: AtLeast, Linked: true,
			Title:  "a chain of redirects",
			When:   "a URL that is linked, listed or named redirects at least {hops} times before a page comes; error above {most}",
			Why:    "Chains are slow, and engines give up on long ones.",
			Fix:    "Point the first address straight at the last.",
			Limits: []Limit{{"hops", 2}, {"most", 10}},
			each: func(s *survey, u *subject) {
				if u.marks&isRedirect == 0 || !u.isNamed(u.ID) || u.code != audit.Redirect {
					return
				}
				hops, end, loop := s.way(u.ID)
				if loop || float64(hops) < s.limit("hops") || s.broken(end) {
					return
				}
				severity := Warning
				if float64(hops) > s.limit("most") {
					severity = Error
				}
				if !s.definite(end) {
					u.about(end, severity, "%d redirects at least: where the last leads was not read", hops)
					return
				}
				u.about(end, severity, "%d redirects before the page", hops)
			},
		},
		{
			ID: "redirect-loop", Severity: Error, Scope: OfTarget, Need: Always, Linked: true,
			Title: "redirects in a circle",
			When:  "the redirects of a URL that is linked, listed or named come back to one of them, with cookies, too",
			Why:   "Nobody reaches a page.",
			Fix:   "Remove the rule that sends the page back to itself.",
			each: func(s *survey, u *subject) {
				if u.code == audit.RedirectLoop && u.marks&(named|asNext|isStart) != 0 {
					hops, _, _ := s.way(u.ID)
					u.about(u.Location, 0, "%s, and then again", plural(hops, "redirect", "redirects"))
				}
			},
		},
		{
			ID: "redirect-session", Severity: Error, Scope: OfPage, Need: Always,
			Title: "no page without a session id",
			When:  "a page redirects to itself with a session id, another one for each request, to who brings cookies, too; it was read with one",
			Why:   "Each visit of an engine finds the page under an address that nobody has seen before, and never at the one that the sitemap lists.",
			Fix:   "Answer the address without a session id with the page itself (200), and keep sessions in cookies, begun where one is needed (basket, login).",
			each:  onPage(record.UnderSession),
		},
		{
			ID: "redirect-to-error", Severity: Error, Scope: OfTarget, Need: AtLeast, Linked: true,
			Title: "redirects to an error",
			When:  "the redirects of a URL that is linked, listed or named end in 4xx, 5xx or no answer; not in 401, 403 or 429",
			Why:   "Visitors and all that links to the address are lost.",
			Fix:   "Redirect to a living page, or answer 410.",
			each: func(s *survey, u *subject) {
				if u.code != audit.Redirect || !u.isNamed(u.ID) || u.marks&isRedirect == 0 {
					return
				}
				if _, end, loop := s.way(u.ID); !loop && s.broken(end) {
					u.about(end, 0, "it ends at an address that answers %s", s.answer(end))
				}
			},
		},
		{
			ID: "redirect-by-refresh", Severity: Warning, Scope: OfPage, Need: Always,
			Title: "sends on by a refresh",
			When:  "a page leads to another URL by meta refresh or a Refresh header: notice without a delay, which engines take for a redirect, else warning",
			Why:   "A weaker signal than a redirect, and slower; readers lose the way back.",
			Fix:   "Replace it by an HTTP 301.",
			each: func(s *survey, u *subject) {
				switch {
				case u.marks&byRefresh != 0:
					u.about(u.Location, Notice, "at once")
				case u.marks&slowRefresh != 0 && u.isPage:
					u.says("after some seconds")
				}
			},
		},
		{
			ID: "mass-redirect", Severity: Warning, Scope: OfSite, Need: AtLeast,
			Title:  "many URLs redirect to one page",
			When:   "at least {count} URLs that are linked, listed or named redirect to one page that is not another spelling of theirs, nor a login; not the addresses of parts of that page (single posts), which it links to itself and no sitemap names",
			Why:    "Engines take such redirects for pages that are gone, and nothing of their standing is passed on.",
			Fix:    "Redirect each address to its own successor; answer 404 or 410 where there is none.",
			Limits: []Limit{{"count", 20}},
			before: func(s *survey) { s.countRedirects() },
			each: func(s *survey, u *subject) {
				if n := s.redirected[u.ID]; float64(n) >= s.limit("count") && u.marks&isRedirect == 0 {
					to := "here"
					if s.isHome(u) {
						to = "to the home page"
					}
					u.says("%s redirect %s", plural(n, "address", "addresses"), to)
				}
			},
		},
		{
			ID: "soft-404", Severity: Warning, Likely: true, Scope: OfPage, Need: AtLeast,
			Title:  "an error page that answers 200",
			When:   "a page looks as the site's answer to addresses that cannot exist; or its title or heading says that nothing was found, and it has less than {words} words or says noindex, or both say so; or there is nothing on it at all",
			Why:    "Engines index such pages as thin ones, or spend their visits on them.",
			Fix:    "Answer 404 or 410 for pages that do not exist.",
			Limits: []Limit{{"words", 50}},
			each: func(s *survey, u *subject) {
				switch {
				case u.code == audit.Soft404:
					u.says("it looks as the answer to addresses that cannot exist")
				case u.isPage && mayRank(u.code) && isBlank(u.Page):
					u.says("there is nothing on it: no title, no text, no picture")
				case u.isPage && s.saysNotFound(u.Page, u.marks) != "":
					u.says("it says %q", cut(s.saysNotFound(u.Page, u.marks)))
				default:
					return
				}
				if mayRank(u.code) && (s.o.Ignored == nil || s.o.Ignored(s.rule.ID, u.URL) == "") {
					s.doubted++
				}
			},
		},
		{
			ID: "redirect-wall", Severity: Warning, Scope: OfHost, Need: Always, Everywhere: true,
			Title: "pages redirect to a login page",
			When:  "most pages of the host, or a part of them, redirect to a login, a consent or the like",
			Why:   "What lies behind it cannot be judged, and engines do not get past it, either.",
			Fix:   "Let the crawler past the login, consent or country page.",
			before: func(s *survey) {
				walls := map[string]*wall{}
				for at := range s.codes {
					id := frontier.ID(at)
					if s.mark[id]&isRedirect == 0 || s.answerCode(id) != audit.RedirectWall { // carried or not
						continue
					}
					hops, end, _ := s.way(id)
					url := withoutQuery(s.urlOf(end))
					if walls[url] == nil {
						walls[url] = &wall{first: end}
					}
					if walls[url].all++; hops > 1 {
						walls[url].byWay++
					}
				}
				for _, url := range slices.Sorted(maps.Keys(walls)) {
					w := walls[url]
					detail := plural(w.all, "address redirects", "addresses redirect") + " to it"
					if w.byWay > 0 {
						detail += fmt.Sprintf("; %d of them by way of others", w.byWay)
					}
					s.siteFound(url, Finding{Target: w.first, Detail: detail})
				}
			},
		},
		{
			ID: "unknown-urls-answer-200", Severity: Warning, Scope: OfHost, Need: Always, OneMend: true,
			Title: "made-up addresses answer 200",
			When:  "a host answers 200 to made-up addresses; where more than one in twenty pages of a template look as that answer, it is told of the template",
			Why:   "Dead addresses look alive: engines index them, and pages that are gone stay.",
			Fix:   "Answer 404 or 410 for unknown addresses.",
			before: func(s *survey) {
				if s.one != nil {
					return // made-up addresses may show it, too, and are told of once the site answers
				}
				for _, a := range s.o.Alike {
					s.siteFound(a.Pattern, Finding{Target: frontier.NoID, Detail: fmt.Sprintf("%d of %d pages look as the answer to %s, such as %s", a.Alike, a.Pages, a.Unknown, a.Example)})
				}
				s.answersAll()
			},
		},
	}
}

// wall counts the addresses that redirect to a page which stands before the site.
type wall struct {
	first      frontier.ID // of its own addresses
	all, byWay int         // byWay: by other redirects
}

// answersAll gives a finding for each host that answers made-up addresses by 200,
// where no template of it tells.
func (s *survey) answersAll() {
	list, err := frontier.List[frontier.Unknown](s.crawl.Meta(frontier.MetaUnknown))
	s.fail(err)
	told := map[string]bool{}
	for _, a := range s.o.Alike {
		told[canonical.Origin(a.Pattern)] = true
	}
	for _, u := range list {
		origin := canonical.Origin(u.URL)
		if told[origin] || u.Status != 200 {
			continue
		}
		told[origin] = true
		asked, well := 0, 0
		for _, other := range list {
			if canonical.Origin(other.URL) == origin && other.Status != 0 {
				if asked++; other.Status == 200 {
					well++
				}
			}
		}
		s.siteFound(origin+"/", Finding{Target: frontier.NoID, Status: 200, Detail: fmt.Sprintf("%d of %d made-up addresses answer 200, such as %s", well, asked, u.URL)})
	}
}

// how says by what a URL redirects.
func how(u *subject) string {
	if u.marks&byRefresh != 0 {
		return "by a refresh"
	}
	return fmt.Sprintf("by %d", u.Page.Status)
}

// toLogin tells whether a URL redirects to a page that stands before others.
func (s *survey) toLogin(u *subject) bool {
	_, end, loop := s.way(u.ID)
	to := ""
	if !loop {
		to = s.urlOf(end)
	}
	return to != "" && (page.IsWall(u.URL, to) || page.IsLogin(to) || page.IsLogin(u.URL))
}

// broken tells whether a URL is certainly no page: 4xx, 5xx, no answer.
func (s *survey) broken(id frontier.ID) bool {
	switch s.code(id) {
	case audit.HTTP4xx, audit.HTTP5xx:
		return true
	case audit.NetworkError:
		return s.wasAsked(id)
	}
	return false
}

// wasAsked tells whether a request was made for a URL.
func (s *survey) wasAsked(id frontier.ID) bool {
	row, err := s.crawl.Row(id)
	s.fail(err)
	return row != nil && row.Page != nil
}

// answer says what a URL answers.
func (s *survey) answer(id frontier.ID) string {
	if s.valid(id) && s.status[id] != 0 {
		return fmt.Sprint(s.status[id])
	}
	return "nothing"
}

func withoutQuery(url string) string {
	url, _, _ = strings.Cut(url, "?")
	return url
}

// withoutScheme leaves scheme and www away.
func withoutScheme(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	return strings.TrimPrefix(rest, "www.")
}

// isHome tells of the start page, and of the home page of the host.
func (s *survey) isHome(u *subject) bool { return u.marks&isStart != 0 || pathOf(u.URL) == "/" }

// urlOf gives the URL of a number, "" if it is not known.
func (s *survey) urlOf(id frontier.ID) string {
	if !s.valid(id) {
		return ""
	}
	if c, is := s.crawl.(interface {
		URL(frontier.ID) (string, error)
	}); is { // it reads nothing else
		url, err := c.URL(id)
		s.fail(err)
		return url
	}
	row, err := s.crawl.Row(id)
	s.fail(err)
	if row == nil {
		return ""
	}
	return strings.Clone(row.URL)
}

// isError tells of pages that are errors by what is on them: nothing at all, or
// words that say so. They have no findings about their content.
func (s *survey) isError(p *record.Page, m marks) bool {
	return isBlank(p) || s.saysNotFound(p, m) != ""
}

// saysNotFound gives the title or the heading of a page, not the start, that
// says that there is none, where there is not much else, or both say so and no more. It
// gives "" where none does.
func (s *survey) saysNotFound(p *record.Page, m marks) string {
	both := lookalike.SaysNone(p.Title, p.H1[0])
	if m&isStart != 0 || !both && float64(p.Words) >= s.fewWords && p.MetaRobots.Indexable() {
		return ""
	}
	for _, text := range [...]string{p.Title, p.H1[0]} {
		if lookalike.SaysMissing(text) {
			return text
		}
	}
	return ""
}
