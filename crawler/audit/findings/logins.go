package findings

import (
	"fmt"
	"slices"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// loginRules are about a login that stands at the addresses of pages, with status 200: one
// to which they redirect is redirect-wall.
func loginRules() []Rule {
	return []Rule{{
		ID: "login-instead", Severity: Warning, Scope: OfPage, Need: AtLeast, Instead: true, copies: []int{sameTitle},
		Title: "a login in the place of a page",
		When:  "the title or heading of indexable pages is that of a login, their addresses are not, and they have one title and one text; likely: texts that are the same but for a few words, such as the name of what was asked for, of half the words at most that half of the pages have; an error where most pages show one",
		Why:   "Search shows a form in the place of what was there, and may take the pages for one.",
		Fix:   "Show the page to everybody; or answer 401, or redirect to the login.",
		each: func(s *survey, u *subject) {
			if u.marks&isInstead != 0 {
				u.showsOne(page.GateLogin)
			} else if n := s.showsLogin(u); n > 0 {
				u.says("one login at %d addresses", n)
			} else if s.nearLogins[u.ID] {
				u.found(Finding{Likely: true, Target: frontier.NoID, Detail: fmt.Sprintf("one of %d logins with texts that differ in a few words", len(s.nearLogins))})
			}
		},
	}, {
		ID: "one-answer", Severity: Error, Scope: OfPage, Need: AtLeast, Instead: true,
		Title: "one text in the place of pages",
		When:  "pages show one text in the place of their own: one that they did not show in the last crawl, as many do now; a notice that too much is asked for, at a tenth of the pages or more; or one of maintenance, of consent or the like at most of them; a login is login-instead",
		Why:   "Of these pages nothing was read. Who comes to them, search engines included, may be shown the same.",
		Fix:   "Crawl again more slowly (--rate 1 --concurrency 1) where the server limits requests, and have it answer 429 with Retry-After instead; else mend what shows the text.",
		each: func(_ *survey, u *subject) {
			if u.marks&isInstead != 0 {
				u.showsOne("")
			}
		},
	}}
}

// showsOne tells of a page in whose place one answer came, by the rule of logins, or by that of
// all others.
func (u *subject) showsOne(gate page.Gate) {
	if a := u.one; (a.Gate == string(page.GateLogin)) == (gate == page.GateLogin) {
		u.about(u.oneAt, Error, "%s", instead(a))
	}
}

// instead says what came in the place of a page.
func instead(a *frontier.OneAnswer) string {
	text := fmt.Sprintf("one of %s pages that show \"%s\"", number(float64(a.Pages)), quote(a.Says))
	if seems := page.Gate(a.Gate).Seems(); seems != "" {
		text += ": " + seems
	}
	return text
}

// showsLogin gives how many pages have the title and the text of a page that shows a login, 0
// if it shows none.
func (s *survey) showsLogin(u *subject) int {
	if !u.indexable || page.IsLogin(u.URL) || !page.NamesLogin(u.Page.Title) && !page.NamesLogin(u.Page.H1[0]) {
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

// loginPage is an indexable page whose title or heading is that of a login, and its address
// is not.
type loginPage struct {
	id     frontier.ID
	sketch record.Sketch
	words  uint32
}

const (
	maxLogins   = 1 << 16
	leastLogins = 3  // with nearly one text
	maxCentres  = 16 // of which those like them are looked for
)

// noteLogin remembers such a page.
func (s *survey) noteLogin(row *frontier.Row) {
	if len(s.logins) < maxLogins && (page.NamesLogin(row.Page.Title) || page.NamesLogin(row.Page.H1[0])) && !page.IsLogin(row.URL) {
		s.logins = append(s.logins, loginPage{row.ID, row.Page.Sketch, uint32(row.Page.Words)})
	}
}

// findLogins tells which of them show next to the same text: each names the page that was
// asked for. They have fewer words than pages have; articles about logins have as many.
func (s *survey) findLogins() {
	words := make([]uint32, 0, len(s.pageWords))
	if len(s.logins) < leastLogins {
		return
	}
	for _, w := range s.pageWords {
		words = append(words, w.words)
	}
	slices.Sort(words)
	s.logins = slices.DeleteFunc(s.logins, func(l loginPage) bool { return 2*l.words > words[len(words)/2] })
	var most []loginPage
	for i := range min(maxCentres, len(s.logins)) {
		if like := nearLogins(s.logins, s.logins[i].sketch, 2); len(like) > len(most) {
			most = like
		}
	}
	var sketches []record.Sketch
	for _, l := range most {
		sketches = append(sketches, l.sketch)
	}
	if most = nearLogins(most, record.Common(sketches), 3); len(most) < leastLogins {
		return
	}
	s.nearLogins = map[frontier.ID]bool{}
	for _, l := range most {
		s.nearLogins[l.id] = true
	}
}

// nearLogins gives those of whose text one part in so many differs at most.
func nearLogins(list []loginPage, from record.Sketch, parts int) (near []loginPage) {
	for _, l := range list {
		if differ, bins := l.sketch.Differ(from); differ*parts <= bins {
			near = append(near, l)
		}
	}
	return near
}
