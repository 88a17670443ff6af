package findings

import (
	"strings"
	"unicode/utf8"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// contentRules are about what pages say.
func contentRules() []Rule {
	return []Rule{
		{
			ID: "duplicate-variants", Severity: Warning, Scope: OfSite, Need: AtLeast, copies: []int{sameSpelling}, Shared: true,
			Title: "one page under several spellings",
			When:  "indexable pages with the same text have URLs that differ in case, slash at the end, index file or order of parameters alone; or a URL was proven to be another spelling of a page",
			Why:   "Engines read the page several times over, and split what leads to it.",
			Fix:   "Redirect all to one spelling; views that are wanted, such as sorted lists, name the plain page as canonical.",
			each: func(s *survey, u *subject) {
				if u.code == audit.DuplicateVariant && u.isPage {
					verdict, err := s.crawl.VerdictOf(u.ID)
					s.fail(err)
					u.about(verdict.Target, 0, "a view of another page, proven by the crawl: portolan explain has the proof")
				}
				if m, found := s.copies[sameSpelling].of(u.ID); found && !s.translationOf(u.ID, m.other) {
					u.about(m.other, 0, "the text of %s whose URLs differ in spelling%s", plural(int(m.size), "page", "pages"), u.namesNone())
				}
			},
		},
		{
			ID: "duplicate-exact", Severity: Warning, Scope: OfSite, Need: AtLeast, copies: []int{sameSpelling, sameText}, Shared: true,
			Title:  "the whole text of another page",
			When:   "indexable pages have the same visible text, case aside, of {words} words at least, whether all are listed or one stands for all; or a page has nothing but what another one says, and is left out for that",
			Why:    "Engines pick one of them, and not always the one that is meant.",
			Fix:    "Merge them, or name one canonical.",
			Limits: []Limit{{"words", leastWords}},
			each: func(s *survey, u *subject) {
				if _, variant := s.copies[sameSpelling].of(u.ID); variant {
					return
				}
				if m, found := s.copies[sameText].of(u.ID); found && float64(u.Page.Words) >= s.limit("words") && !s.translationOf(u.ID, m.other) {
					u.about(m.other, 0, "the text of %s%s: %s", plural(int(m.size), "page", "pages"), u.namesNone(), cut(u.Page.Title))
				} else if !found && u.code == audit.DuplicateContent && u.isPage && float64(u.Page.Words) >= s.limit("words") {
					verdict, err := s.crawl.VerdictOf(u.ID)
					s.fail(err)
					u.about(verdict.Target, 0, "nothing but what that page says%s: %s", u.namesNone(), cut(u.Page.Title))
				}
			},
		},
		{
			ID: "duplicate-near", Severity: Notice, Likely: true, Scope: OfSite, Need: AtLeast, copies: []int{sameSpelling, sameText, sameContent, nearContent}, Shared: true,
			Title:  "nearly the text of another page",
			When:   "indexable pages of {words} words and more have the same words in their main text (without links, some sixty different words at least), the order and numbers but for prices aside; or of their different words about nine in ten are the other one's, too, what most kinds of pages of the site have aside; not later parts of a list",
			Why:    "The pages compete with each other.",
			Fix:    "Make them different, or merge them.",
			Limits: []Limit{{"words", 2 * leastWords}},
			each: func(s *survey, u *subject) {
				for _, kind := range []int{sameSpelling, sameText} {
					if _, found := s.copies[kind].of(u.ID); found {
						return
					}
				}
				of := "the main text of %s%s: %s"
				m, found := s.copies[sameContent].of(u.ID)
				if !found {
					of = "one of %s, each with nearly the main text of another one%s: %s"
					m, found = s.copies[nearContent].of(u.ID)
				}
				if found && float64(u.Page.Words) >= s.limit("words") && !s.translationOf(u.ID, m.other) {
					u.about(m.other, 0, of, plural(int(m.size), "page", "pages"), u.namesNone(), cut(u.Page.Title))
				}
			},
		},
		{
			ID: "thin-content", Severity: Notice, Likely: true, Scope: OfSite, Need: AtLeast,
			Title:  "far less text than its like",
			When:   "an indexable page has less than {words} words, and less than {share} % of the median of its template, of {pages} pages at least; not parts of lists, pages of links (five, and one for ten words), logins and search pages",
			Why:    "Something may be missing on it; next to empty pages rarely rank.",
			Fix:    "See whether content is missing; else merge it with another page.",
			Limits: []Limit{{"words", 100}, {"share", 20}, {"pages", 20}},
			before: func(s *survey) { s.readWords(s.spellings()); s.readLists(s.spellings().few) },
			each: func(s *survey, u *subject) {
				if !u.readable || float64(u.Page.Words) >= s.limit("words") || u.marks&(isStart|isSeries|inSeries|isLater) != 0 || isForm(u.URL) || s.lists[u.ID] {
					return
				}
				if s.isThin(u.Page.Words, s.words[u.shape()]) {
					u.says("%s, where half of its like have %s and more", plural(u.Page.Words, "word", "words"), number(float64(s.words[u.shape()])))
				}
			},
		},
		{
			ID: "charset-faulty", Severity: Warning, Scope: OfPage, Need: Always,
			Title: "the charset is wrong or missing",
			When:  "header and meta name different charsets, or one that does not exist, or none though there is more than ASCII; likely: title, description or heading of an indexable page hold characters that could not be read, or that were encoded twice",
			Why:   "Text comes out garbled.",
			Fix:   "Declare UTF-8, and send it.",
			each: func(_ *survey, u *subject) {
				if !u.isPage || !isAnswered(u) {
					return
				}
				for _, p := range []record.Problem{record.CharsetConflict, record.CharsetUnknown, record.CharsetUndeclared} {
					if has(u, p) {
						u.says("%s; read as %s", p.Words(), u.Page.Charset)
						return
					}
				}
				for _, text := range [...]string{u.Page.Title, u.Page.H1[0], u.Page.Description} {
					if u.indexable && isGarbled(text) {
						u.found(Finding{Likely: true, Target: frontier.NoID, Detail: "it says " + cut(text)})
						return
					}
				}
			},
		},
		{
			ID: "js-shell", Severity: Warning, Likely: true, Scope: OfPage, Need: Always,
			Title:  "the content needs a browser",
			When:   "a page has less than {words} words, at most {links} links, scripts, and an empty place for what they make, or a notice to those without them; of the start page, where no browser has read it, scripts are enough",
			Why:    "Links and text that scripts make are not seen by crawlers that do not run them, and late by those that do.",
			Fix:    "Render on the server.",
			Limits: []Limit{{"words", shellWords}, {"links", shellLinks}},
			each: func(s *survey, u *subject) {
				if u.isPage && isAnswered(u) && isShell(u.Page) && u.marks&isStart == 0 {
					u.says("%s, and an empty place where scripts put the page", plural(u.Page.Words, "word", "words"))
				}
				if u.marks&isStart != 0 && u.isPage && (u.rendered == nil || u.rendered.Page == nil) && scriptsMake(u.Page, s.o.Front, s.limit("words"), s.limit("links")) {
					u.says("words: %d, links: %d, scripts: %d", u.Page.Words, s.o.Front.Links, s.o.Front.Scripts)
				}
			},
		},
	}
}

// A page of fewer words and no more links may be one that scripts make.
const shellWords, shellLinks = 50, 3

// scriptsMake tells whether scripts seem to make a start page.
func scriptsMake(p *record.Page, front page.Front, words, links float64) bool {
	return float64(p.Words) < words && mayBeShell(front, links)
}

// mayBeShell tells whether the markup of a start page, which has so many links at most, is that of one.
func mayBeShell(front page.Front, links float64) bool {
	return float64(front.Links) <= links && front.Scripts > 0
}

// isGarbled tells of text with characters that could not be read, or with the marks
// of UTF-8 that was taken for Latin-1 and encoded once more (Ã¤ for ä, â€™ for ’).
// A replacement character alone between brackets or quotes is spoken of.
func isGarbled(text string) bool {
	before := rune(0)
	for at, r := range text {
		switch {
		case r == utf8.RuneError:
			after, _ := utf8.DecodeRuneInString(text[at+utf8.RuneLen(r):])
			if !strings.ContainsRune(quoting, before) || !strings.ContainsRune(quoting, after) {
				return true
			}
		case before == 'â' && r == '€', (before == 'Ã' || before == 'Â') && 0x80 <= r && r <= 0xBF:
			return true
		}
		before = r
	}
	return false
}

// quoting are the characters between which one is named.
const quoting = "()[]<>\"'`“”„‘’‚«»‹›"

// namesNone says of a page with the text of others that it names no canonical.
func (u *subject) namesNone() string {
	if u.Page.Canonical == record.CanonicalAbsent {
		return ", without a canonical"
	}
	return ""
}
