package findings

import (
	"fmt"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// statusRules are about answers that are no page.
func statusRules() []Rule {
	return []Rule{
		{
			ID: "client-error", Severity: Error, Scope: OfPage, Need: AtLeast, Linked: true,
			Title: "named, and not found (4xx)",
			When:  "a URL in scope that a link, a sitemap, a canonical or hreflang names answers 4xx, but for 401, 403, 407, 429 and 451",
			Why:   "Visitors and engines run into a dead end.",
			Fix:   "Restore the page, redirect it to its successor, or remove the links.",
			each: func(s *survey, u *subject) {
				if u.answer == audit.HTTP4xx && u.isNamed(u.ID) && !s.inBaseFolder(u.URL) && (u.marks&isStacked == 0 || u.inPages[u.ID] == 0) { // else the link is malformed
					if u.inPages[u.ID] == 0 && u.marks&(asCanonical|asAlternate) == 0 {
						u.says("it answers %d; no page links to it, a sitemap of the site names it", u.Page.Status)
						return
					}
					u.says("it answers %d", u.Page.Status)
				}
			},
		},
		{
			ID: "server-error", Severity: Error, Scope: OfPage, Need: AtLeast, Everywhere: true,
			Title:  "the server fails (5xx)",
			When:   "a URL in scope answers 5xx, other than 503, in at least {tries} tries; likely in fewer, such as with --tries 1; where more than {share} % of a host's answers do, at least {answers}, or one was given up since it answers with nothing else, the host is one finding",
			Why:    "A page that goes on failing leaves the index.",
			Fix:    "Have the server's log checked for these addresses and times.",
			Limits: []Limit{{"tries", 2}, {"share", 20}, {"answers", 20}},
			before: func(s *survey) {
				for _, d := range s.downs() {
					if d.Status > 0 {
						s.siteFound(d.Host, Finding{Target: frontier.NoID, Detail: fmt.Sprintf("the host answers with errors alone: %d", d.Status)})
						s.failing = s.failing || d.Host == s.o.Scope.Host
					}
				}
				failed, answers := 0, 0
				for id, status := range s.status {
					if status == 0 || s.mark[id]&outside != 0 {
						continue
					}
					if answers++; s.answerCode(frontier.ID(id)) == audit.HTTP5xx {
						failed++
					}
				}
				if float64(answers) >= s.limit("answers") && float64(failed*100) > s.limit("share")*float64(answers) && !s.failing {
					s.failing = true
					s.siteFound(s.o.Scope.Host, Finding{Target: frontier.NoID, Detail: fmt.Sprintf("%s of %s answers are errors of the server", number(float64(failed)), number(float64(answers)))})
				}
			},
			each: func(s *survey, u *subject) {
				if u.answer != audit.HTTP5xx || s.failing || u.Page == nil {
					return
				}
				f := Finding{Target: frontier.NoID, Detail: fmt.Sprintf("it answers %d, in each of %d tries", u.Page.Status, u.Page.Tries)}
				if float64(u.Page.Tries) < s.limit("tries") {
					f.Likely, f.Detail = true, fmt.Sprintf("it answers %d, in %s", u.Page.Status, plural(u.Page.Tries, "try", "tries"))
				}
				u.found(f)
			},
		},
		{
			ID: "access-denied", Severity: Warning, Scope: OfPage, Need: AtLeast, Linked: true,
			Title: "linked, and not allowed (401, 403)",
			When:  "a URL in scope with a followed link answers 401, 403, 407 or 451, and is no login; likely: in fewer than three tries, where pages like it were refused, and came later",
			Why:   "Search does not see it; that may be meant.",
			Fix:   "Open the page, or stop linking to it publicly.",
			each: func(s *survey, u *subject) {
				if u.answer != audit.Denied || u.marks&linked == 0 || page.IsLogin(u.URL) {
					return
				}
				if s.refused[u.ID] {
					u.found(Finding{Likely: true, Target: frontier.NoID, Detail: fmt.Sprintf("it answers %d, in %s; pages like it came when they were asked for again", u.Page.Status, plural(u.Page.Tries, "try", "tries"))})
					return
				}
				u.says("it answers %d", u.Page.Status)
			},
		},
		{
			ID: "no-response", Severity: Error, Scope: OfPage, Need: AtLeast, Everywhere: true, Linked: true,
			Title: "no answer, or a broken one",
			When:  "no answer came in all tries, or not all of it: DNS, connection, TLS, no HTTP, a body that ended early; a host that was given up is one finding",
			Why:   "Nobody gets the page.",
			Fix:   "Check DNS, certificate, firewall and server of this host.",
			before: func(s *survey) {
				for _, d := range s.downs() {
					if d.Status == 0 {
						s.siteFound(d.Host, Finding{Target: frontier.NoID, Detail: "the host does not answer any more: " + errWords(d.Err)})
					}
				}
			},
			each: func(s *survey, u *subject) {
				if u.answer == audit.NetworkError && u.Page != nil && u.Page.Err != record.ErrNone && u.isNamed(u.ID) && !s.isDown(u.URL) {
					u.says("%s, in %s", u.Page.Err.Words(), plural(u.Page.Tries, "try", "tries"))
				}
			},
		},
		{
			ID: "crawler-blocked", Severity: Warning, Scope: OfHost, Need: Always, Everywhere: true,
			Title: "the crawler is kept out",
			When:  "a firewall, or something else before the site, answers with challenges or refusals in its stead; or every answer is 503, as of a site that is closed for maintenance",
			Why:   "The numbers describe what stands before the site, not the site.",
			Fix:   "Run again once the site is up for visitors; where it is, have the crawler's user agent allowed, or crawl more slowly.",
			before: func(s *survey) {
				list, err := frontier.List[frontier.Firewall](s.crawl.Meta(frontier.MetaFirewall))
				s.fail(err)
				for _, f := range list {
					detail := fmt.Sprintf("it answered %d", f.Status)
					if f.Vendor != "" {
						detail += ", by " + f.Vendor
					}
					s.siteFound(f.Host, Finding{Target: frontier.NoID, Detail: detail + ", such as for " + f.Example})
				}
				if len(list) > 0 {
					return
				}
				if n, first := s.having(audit.Challenged, true); n > 0 {
					s.siteFound(s.o.Scope.Host, Finding{Target: first, Status: int(s.status[first]), Detail: plural(n, "URL was answered", "URLs were answered") + " by a challenge"})
				} else if n, first := s.having(audit.Challenged, false); n > 0 {
					s.siteFound(s.o.Scope.Host, Finding{Target: first, Detail: plural(n, "URL was refused", "URLs were refused") + ", and could not be asked for again"})
				}
			},
		},
	}
}

// downs are the hosts that were given up.
func (s *survey) downs() []frontier.Down {
	list, err := frontier.List[frontier.Down](s.crawl.Meta(frontier.MetaDown))
	s.fail(err)
	return list
}

// errWords says what an error class means, by its name.
func errWords(name string) string {
	for c := record.ErrNone; c.String() != "unknown"; c++ {
		if c.String() == name {
			return c.Words()
		}
	}
	return name
}

// plural writes a number with one of two words.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return number(float64(n)) + " " + many
}

// isDown tells whether the host of a URL was given up.
func (s *survey) isDown(url string) bool {
	for _, host := range s.down {
		if hostOf(url) == host {
			return true
		}
	}
	return false
}

// having counts the URLs with a verdict, those that are settled or those that wait, and gives the first.
func (s *survey) having(code audit.Code, settled bool) (n int, first frontier.ID) {
	first = frontier.NoID
	for id, c := range s.codes {
		if audit.Code(c) == code && (s.status[id] > 0) == settled {
			if n++; n == 1 {
				first = frontier.ID(id)
			}
		}
	}
	return n, first
}
