package audit

import (
	"cmp"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/frontier"
)

// soft404s tells error pages that answer 200: they look like the answer to a
// URL that cannot exist, and did so again when the crawl asked once more for
// them, or for others of their template. Where many pages of a template look
// like it, all are taken for pages: it is the site's software that answers
// everything in the same way. Up to half of them are none where their title or
// heading says so.
type soft404s struct {
	answers   *lookalike.Answers
	one       *frontier.OneAnswer // that came in the place of pages: they are no error pages, and what answers so is not known
	templates lookalike.Templates
	looks     map[frontier.ID]frontier.SecondLook
	home      map[frontier.ID]bool // the start page, and what it leads to by redirects or its canonical
	of        map[string]lookCount // of the second looks, by template and by answer
	many      map[string]*AnsweredAlike
}

// lookCount counts the second looks at pages of one kind.
type lookCount struct{ alike, other, looks int }

func (s *lookCount) add(l frontier.Look) {
	switch l {
	case frontier.LookAlike:
		s.alike++
	case frontier.LookOther:
		s.other++
	case frontier.LookFailed:
		return
	}
	s.looks++
}

// most tells whether so many of those looked at are alike that the others,
// which were not looked at, are taken to be: nineteen of twenty.
func (s lookCount) most() bool { return s.looks > 0 && s.alike*20 >= s.looks*19 }

// misled tells whether half of those looked at are pages of their own: what
// the pages of the template share hides what they do not. Then only a look at
// the page itself counts.
func (s lookCount) misled() bool { return s.other > 0 && s.other*2 >= s.looks }

// AnsweredAlike is a template of which many pages look like the answer to a
// URL that cannot exist. They are listed all the same.
type AnsweredAlike struct {
	Pattern    string `json:"pattern"`
	Pages      int    `json:"pages"`
	Alike      int    `json:"alike"`
	Unknown    string `json:"unknown"`              // the URL that cannot exist
	Similarity int    `json:"similarity,omitempty"` // percent of the text, of the page that is least like it; 0 if none was looked at again
	Example    string `json:"example"`
}

func readSoft404s(crawl frontier.Crawl) (s soft404s, err error) {
	answers, err := frontier.List[frontier.Unknown](crawl.Meta(frontier.MetaUnknown))
	if err != nil {
		return s, err
	}
	s.answers, s.one = lookalike.ReadAnswers(answers), frontier.OneAnswerOf(crawl)
	looks, err := frontier.List[frontier.SecondLook](crawl.Meta(frontier.MetaSecondLook))
	s.looks, s.home = make(map[frontier.ID]frontier.SecondLook, len(looks)), map[frontier.ID]bool{}
	for _, l := range looks {
		s.looks[l.ID] = l
	}
	return s, err
}

// count takes a row of the first pass.
func (s *soft404s) count(row *frontier.Row) {
	if row.Sources&frontier.FromStart != 0 || s.home[row.ID] {
		s.home[row.ID] = true
		for _, to := range [...]frontier.ID{row.Location, row.Canonical} {
			if to != frontier.NoID {
				s.home[to] = true
			}
		}
	}
	if s.answers.Any() && lookalike.IsPage(row) {
		s.templates.Add(row.URL, s.alike(row) != nil)
	}
}

// conclude comes after all rows were counted. look gives a row by its ID.
func (s *soft404s) conclude(look func(frontier.ID) (*frontier.Row, error)) error {
	s.of, s.many = map[string]lookCount{}, map[string]*AnsweredAlike{}
	for id, l := range s.looks {
		row, err := look(id)
		if err != nil {
			return err
		}
		if row == nil {
			continue
		}
		for _, kind := range [...]string{s.templates.Of(row.URL).Pattern, l.URL} {
			of := s.of[kind]
			of.add(l.Result)
			s.of[kind] = of
		}
	}
	return nil
}

// alike gives the answer to a URL that cannot exist which a page looks like,
// nil if there is none, or if a closer look has shown a difference. The start
// page looks like none, whichever of its addresses stands for it.
func (s *soft404s) alike(row *frontier.Row) *frontier.Unknown {
	if s.home[row.ID] || s.looks[row.ID].Result == frontier.LookOther || s.one.Shows(row) {
		return nil
	}
	answer, _ := s.answers.Match(row)
	return answer
}

// standing is what becomes of a page that looks like such an answer.
type standing uint8

const (
	standsApart  standing = iota // it does not
	standsMany                   // too many of its template do: listed
	standsOnce                   // it did only once: listed
	standsUnseen                 // nothing shows that it would do so again: listed
	standsOut                    // a soft 404
)

func (s *soft404s) standing(row *frontier.Row) (standing, *frontier.Unknown, lookalike.Template) {
	if !s.answers.Any() {
		return standsApart, nil, lookalike.Template{}
	}
	if answer := s.answers.MatchNone(row); answer != nil && !s.home[row.ID] {
		return standsOut, answer, s.templates.Of(row.URL)
	}
	answer := s.alike(row)
	if answer == nil {
		return standsApart, nil, lookalike.Template{}
	}
	t := s.templates.Of(row.URL)
	if t.Pages == 0 {
		return standsApart, nil, t // a spelling under which nothing was counted
	}
	seen, own := s.of[t.Pattern], s.looks[row.ID].Result
	if seen.misled() {
		if own != frontier.LookAlike && own != frontier.LookOnce {
			return standsApart, nil, t
		}
		t.Alike = seen.alike
	}
	if !t.Few() && !(t.Half() && saysMissing(row)) {
		return standsMany, answer, t
	}
	switch own {
	case frontier.LookAlike:
		return standsOut, answer, t
	case frontier.LookOnce:
		return standsOnce, answer, t
	}
	if seen.looks == 0 {
		seen = s.of[answer.URL]
	}
	if seen.most() {
		return standsOut, answer, t
	}
	return standsUnseen, answer, t
}

// saysMissing tells whether a page's title or heading says that there is no such page.
func saysMissing(row *frontier.Row) bool {
	return lookalike.SaysMissing(row.Page.Title) || lookalike.SaysMissing(row.Page.H1[0])
}

// is tells whether a page is an error page that answers 200. A template of which
// many look like one is told of, since it is listed, unless the page is known
// for an echo.
func (s *soft404s) is(row *frontier.Row, echo bool) bool {
	st, answer, t := s.standing(row)
	if st == standsMany && !echo {
		s.note(row, answer, t)
	}
	return st == standsOut
}

// once tells whether a page looked like one only at first.
func (s *soft404s) once(row *frontier.Row) bool {
	if s.looks[row.ID].Result != frontier.LookOnce {
		return false
	}
	st, _, _ := s.standing(row)
	return st == standsOnce
}

// note keeps a template of which many pages look alike.
func (s *soft404s) note(row *frontier.Row, answer *frontier.Unknown, t lookalike.Template) {
	m := s.many[t.Pattern]
	if m == nil {
		if len(s.many) == maxAnsweredAlike {
			return
		}
		m = &AnsweredAlike{Pattern: t.Pattern, Pages: t.Pages, Alike: t.Alike, Unknown: answer.URL, Example: strings.Clone(row.URL)}
		s.many[t.Pattern] = m
	}
	if l, looked := s.looks[row.ID]; looked && l.Result == frontier.LookAlike && (m.Similarity == 0 || l.Text < m.Similarity) {
		m.Similarity = l.Text
	}
}

// maxAnsweredAlike are the templates that are told of.
const maxAnsweredAlike = 100

// answeredAlike gives the templates noted so far, those with most pages first.
func (s *soft404s) answeredAlike() []AnsweredAlike {
	var list []AnsweredAlike
	for _, m := range s.many {
		list = append(list, *m)
	}
	slices.SortFunc(list, func(a, b AnsweredAlike) int {
		return cmp.Or(cmp.Compare(b.Alike, a.Alike), cmp.Compare(a.Pattern, b.Pattern))
	})
	return list
}
