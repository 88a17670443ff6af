package findings

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// titleRules are about what a page calls itself.
func titleRules() []Rule {
	return []Rule{
		{
			ID: "title-missing", Severity: Error, Scope: OfPage, Need: Always,
			Title: "no title",
			When:  "an indexable page has no title, or an empty one",
			Why:   "Engines guess the line under which the page is found.",
			Fix:   "Give the page a title.",
			each: func(_ *survey, u *subject) {
				if u.readable && u.Page.Title == "" {
					u.says("no title, or an empty one")
				}
			},
		},
		{
			ID: "title-duplicate", Severity: Warning, Scope: OfSite, Need: AtLeast, copies: []int{sameTitle, sameSpelling, sameText}, Shared: true,
			Title: "the title of other pages",
			When:  "indexable pages of one language have the same title, case aside; not translations of each other, nor later parts of a list, nor a login (login-instead)",
			Why:   "The pages compete with each other, and nobody can tell them apart in a list of results.",
			Fix:   "Say what is particular to each page.",
			each: func(s *survey, u *subject) {
				if s.showsLogin(u) == 0 {
					s.duplicate(u, sameTitle, "the title", func() string { return u.Page.Title })
				}
			},
		},
		{
			ID: "title-length", Severity: Notice, Scope: OfPage, Need: Always,
			Title:  "a title too short or too long",
			When:   "the title of an indexable page has less than {shortest} characters, or more than {longest} columns, of which a wide character takes two",
			Why:    "Lists of results cut it off, or it says too little to be clicked.",
			Fix:    "Bring the title to 10 to 60 characters.",
			Limits: []Limit{{"shortest", 10}, {"longest", 60}},
			each: func(s *survey, u *subject) {
				if !u.readable || u.Page.Title == "" {
					return
				}
				title := u.Page.Title
				switch n := Columns(title); {
				case float64(n) > s.limit("longest"):
					u.says("%d columns: %s", n, title)
				case float64(characters(title)) < s.limit("shortest") && n < int(s.limit("shortest")):
					u.says("%s: %s", plural(characters(title), "character", "characters"), title)
				}
			},
		},
		{
			ID: "description-missing", Severity: Notice, Scope: OfPage, Need: Always,
			Title: "no meta description",
			When:  "an indexable page has no description, or an empty one",
			Why:   "Engines choose the lines below the title by themselves.",
			Fix:   "Write one for the pages that matter.",
			each: func(_ *survey, u *subject) {
				if u.readable && u.Page.Description == "" {
					u.says("no description")
				}
			},
		},
		{
			ID: "description-duplicate", Severity: Notice, Scope: OfSite, Need: AtLeast, copies: []int{sameDescription, sameSpelling, sameText}, Shared: true,
			Title: "the description of other pages",
			When:  "as title-duplicate, of descriptions",
			Why:   "It says nothing of this page in particular.",
			Fix:   "Write one per page, or none.",
			each: func(s *survey, u *subject) {
				s.duplicate(u, sameDescription, "the description", func() string { return u.Page.Description })
			},
		},
		{
			ID: "description-length", Severity: Notice, Scope: OfPage, Need: Always,
			Title:  "description too short or too long",
			When:   "the description of an indexable page has less than {shortest} or more than {longest} columns",
			Why:    "It is cut off, or does not fill its lines.",
			Fix:    "Bring it to 70 to 155 characters.",
			Limits: []Limit{{"shortest", 70}, {"longest", 155}},
			each: func(s *survey, u *subject) {
				if n := Columns(u.Page0().Description); u.readable && n > 0 && (float64(n) < s.limit("shortest") || float64(n) > s.limit("longest")) {
					u.says("%d columns: %s", n, cut(u.Page.Description))
				}
			},
		},
		{
			ID: "heading-h1", Severity: Notice, Scope: OfPage, Need: Always,
			Title: "no main heading (h1)",
			When:  "an indexable page has no h1 with text, nor with a picture that has an alternative text",
			Why:   "Its topic is unclear to readers and to engines.",
			Fix:   "Use one main heading.",
			each: func(_ *survey, u *subject) {
				if u.readable && u.Page.H1[0] == "" && !u.Page.Frameset {
					u.says("no h1")
				}
			},
		},
		{
			ID: "head-broken", Severity: Warning, Scope: OfPage, Need: Always,
			Title: "the head ends too early",
			When:  "an element that is not allowed in the head ends it before what belongs there (warning); a canonical stands in the body by that, or was put there (error; warning where the head or a header has one, too)",
			Why:   "Engines stop reading the head: what comes after is void, canonicals and hreflang included.",
			Fix:   "Move that element into the body.",
			each: func(_ *survey, u *subject) {
				switch {
				case !u.isPage || !isAnswered(u):
				case has(u, record.CanonicalOutsideHead) && u.Page.Canonical == record.CanonicalAbsent:
					u.about(frontier.NoID, Error, "%s", record.CanonicalOutsideHead.Words())
				case has(u, record.CanonicalOutsideHead):
					u.says("%s; that of the head or the header holds", record.CanonicalOutsideHead.Words())
				case has(u, record.HeadBroken):
					u.says("%s", record.HeadBroken.Words())
				}
			},
		},
	}
}

// Page0 is the record of the URL, an empty one if it has none.
func (u *subject) Page0() *record.Page {
	if u.Page == nil {
		return &record.Page{}
	}
	return u.Page
}

// duplicate tells of a page that has a text in common with others.
func (s *survey) duplicate(u *subject, kind int, what string, text func() string) {
	m, found := s.copies[kind].of(u.ID)
	if !found || s.translationOf(u.ID, m.other) {
		return
	}
	for _, whole := range []int{sameSpelling, sameText} {
		if all, found := s.copies[whole].of(u.ID); found && all.size == m.size {
			return // the whole page is that of the others: one cause
		}
	}
	u.found(Finding{Target: m.other, Detail: what + " of " + plural(int(m.size), "page", "pages") + ": " + cut(text())})
}

// Columns is the width of a text as a list of results shows it: a wide
// character (UAX 11: W, F) takes two columns, a combining one and what has no
// width none.
func Columns(text string) int {
	n := 0
	for _, r := range text {
		switch {
		case r < unicode.MaxASCII:
			n++
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		default:
			n++
			if k := width.LookupRune(r).Kind(); k == width.EastAsianWide || k == width.EastAsianFullwidth {
				n++
			}
		}
	}
	return n
}

// characters counts those that can be seen.
func characters(text string) int {
	n := 0
	for _, r := range text {
		if r < unicode.MaxASCII || !unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
			n++
		}
	}
	return n
}

// cut shortens a text of the site for a detail.
func cut(text string) string {
	const most = 160
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

func firstOf(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}
