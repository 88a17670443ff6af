package findings

import (
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
)

// loginRules are about a login that stands at the addresses of pages, with status 200: one
// to which they redirect is redirect-wall.
func loginRules() []Rule {
	return []Rule{{
		ID: "login-instead", Severity: Warning, Scope: OfPage, Need: AtLeast, copies: []int{sameTitle},
		Title: "a login in the place of a page",
		When:  "indexable pages have one title and one text, the title or heading is that of a login, and their addresses are not",
		Why:   "Search shows a form in the place of what was there, and may take the pages for one.",
		Fix:   "Show the page to everybody; or answer 401, or redirect to the login.",
		each: func(s *survey, u *subject) {
			if n := s.showsLogin(u); n > 0 {
				u.says("one login at %d addresses", n)
			}
		},
	}}
}

// showsLogin gives how many pages have the title and the text of a page that shows a login, 0
// if it shows none.
func (s *survey) showsLogin(u *subject) int {
	if !u.indexable || u.Page == nil || page.IsLogin(u.URL) || !page.NamesLogin(u.Page.Title) && !page.NamesLogin(u.Page.H1[0]) {
		return 0
	}
	m, found := s.copies[sameTitle].of(u.ID)
	if !found || m.other == frontier.NoID {
		return 0
	}
	other, err := s.crawl.Row(m.other)
	if s.fail(err); err != nil || other == nil || other.Page == nil || other.Page.TextHash != u.Page.TextHash {
		return 0
	}
	return int(m.size)
}
