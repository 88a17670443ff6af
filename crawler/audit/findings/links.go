package findings

import (
	"fmt"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier/record"
)

// linkRules are about links and the ways that they make.
func linkRules() []Rule {
	return []Rule{
		{
			ID: "link-malformed", Severity: Warning, Scope: OfPage, Need: Always, Once: true,
			Title: "a link that is no usable address",
			When:  "a link cannot be read as a URL; or its path holds another address, as if its scheme was forgotten, and is not found; of what the pages of a template share it is told once",
			Why:   "Visitors land nowhere.",
			Fix:   "Correct the address.",
			each: func(s *survey, u *subject) {
				for _, p := range s.pairsOf(u.ID) {
					switch {
					case s.code(p.to) == audit.InvalidURL:
						u.linksTo(p, Finding{Detail: "it links to what is no URL"})
					case s.has(p.to, isStacked) && s.code(p.to) == audit.HTTP4xx:
						u.linksTo(p, Finding{Detail: "it links to an address inside of another, which is not found"})
					}
				}
			},
		},
		{
			ID: "links-elsewhere", Severity: Error, Scope: OfHost, Need: Always, Everywhere: true,
			Title:  "links lead to the wrong address",
			When:   "of the pages to which no link leads half or more, at least {pages} and {share} % of the indexable ones, are linked under another host or scheme, or in the folder of <base href> (404); or the base element of the start page leads its links there",
			Why:    "Visitors are led away, to a copy of the site or to nothing, and engines find its pages by no link.",
			Fix:    "Correct <base href>, or remove it; have links name this host and scheme, or none.",
			Limits: []Limit{{"pages", 3}, {"share", 10}},
			before: func(s *survey) {
				if l := s.away(); l.origin != "" {
					s.siteFound(s.o.Scope.Host, Finding{Target: l.example, Likely: s.doubt != "", Detail: fmt.Sprintf("of %s to which no link leads %s linked on %s instead",
						plural(l.of, "page", "pages"), plural(len(l.paths), "is", "are"), l.origin)})
					return
				}
				if origin, example := s.baseAway(); origin != "" {
					s.siteFound(s.o.Scope.Host, Finding{Target: example, Detail: "the base element of the start page leads its links to " + origin})
				}
			},
		},
		{
			ID: "link-to-private", Severity: Error, Scope: OfPage, Need: Always, Once: true,
			Title:  "links to a private address",
			When:   "a page of a public site links to a private address, or a name such as .local; warning, likely: to the reader's own machine (localhost, 127.0.0.1), where no such link of the page says so by its text; or to a copy of the site for tests, by its name (staging., dev., test.); of what the pages of a template share it is told once",
			Why:    "The link is dead for everyone outside.",
			Fix:    "Replace it by the public address.",
			before: func(s *survey) { s.readOwnMachines() },
			each: func(s *survey, u *subject) {
				for _, p := range s.pairsOf(u.ID) {
					switch {
					case s.private:
					case s.has(p.to, isPrivate) && s.ownMachines[p.to]:
						if !s.tellsOfOwn[u.ID] {
							u.linksTo(p, Finding{Severity: Warning, Likely: true, Detail: "it links to the reader's own machine"})
						}
					case s.has(p.to, isPrivate):
						u.linksTo(p, Finding{Detail: "it links to an address of a private network"})
					case s.has(p.to, isStaging):
						u.linksTo(p, Finding{Severity: Warning, Likely: true, Detail: "it links to what is called as a copy for tests"})
					}
				}
			},
		},
		{
			ID: "link-fragment-missing", Severity: Notice, Scope: OfTarget, Need: Definite, Once: true,
			Title:  "links to places that are not there",
			When:   "a link leads to a place (#name) of the page itself, or of another one that was read, that no element there has, of the first 1,000 such links of a page; likely, where no link of another page leads to a place of that page that is there, since its scripts may make them; of what the pages of a template share it is told once",
			Why:    "The reader lands at the top of the page, or nothing happens.",
			Fix:    "Correct the name, or give the place its id.",
			before: func(s *survey) { s.readPlaces() },
			each:   lostPlaces,
		},
		{
			ID: "link-text-poor", Severity: Notice, Scope: OfPage, Need: Always, Once: true,
			Title:  "links that do not say where to",
			When:   "a link of an indexable page has no text, alternative text or label, or one such as \"click here\" or \"more\", and not the name of the place (#name) that it leads to; of what the pages of a template share it is told once, as of the same link of {pages} pages outside of main",
			Why:    "Neither readers nor engines know what it leads to.",
			Fix:    "Say where the link leads.",
			Limits: []Limit{{"pages", 10}},
			before: func(s *survey) { s.readCommonLinks() },
			each: func(_ *survey, u *subject) {
				if u.readable && has(u, record.LinkTextPoor) {
					u.flawedLink(record.LinkTextPoor, 0)
				}
			},
		},
		{
			ID: "deep-page", Severity: Notice, Scope: OfSite, Need: Whole, clicks: true, Linked: true,
			Title:  "many clicks from the start",
			When:   "the shortest way of a reader from the start to an indexable page takes more than {clicks} clicks",
			Why:    "What lies deep is crawled rarely.",
			Fix:    "Link it nearer to the start.",
			Limits: []Limit{{"clicks", 4}},
			each: func(s *survey, u *subject) {
				if clicks, reached := s.clicks.Of(u.ID); u.indexable && reached && float64(clicks) > s.limit("clicks") {
					u.says("%d clicks", clicks)
				}
			},
		},
		{
			ID: "weakly-linked", Severity: Notice, Scope: OfSite, Need: Whole, copies: []int{sameSpelling}, Linked: true,
			Title: "one page alone links to it",
			When:  "one other page links to an indexable page by a followed link; pages that name another canonical do not count; not later parts of lists, nor a page under several spellings (duplicate-variants)",
			Why:   "It is one link from being lost.",
			Fix:   "Add links from pages on its topic.",
			each: func(s *survey, u *subject) {
				if u.indexable && u.marks&(linked|linkedTwice|isStart|isSeries|asNext|asAlternate|isLater) == linked && u.inPages[u.ID] == 1 && !s.copies[sameSpelling].has(u.ID) {
					u.says("one page links to it")
				}
			},
		},
		{
			ID: "pagination-canonical-first", Severity: Warning, Scope: OfTarget, Need: Definite,
			Title: "a later part is not its canonical",
			When:  "a later part of a list names another part as canonical whose text is another: by rel prev of an address like its own, or by an address that is that of the first part with a page number",
			Why:   "What only that part links to is lost to engines.",
			Fix:   "Let every part name itself.",
			each: func(s *survey, u *subject) {
				switch {
				case !s.namesAnother(u) || !s.definite(u.Canonical) || !s.isPartOf(u):
				case s.followsPart(u):
					u.about(u.Canonical, 0, "it has a part before it, and is not its own canonical")
				default:
					u.about(u.Canonical, 0, "it is a later part of what it names as its canonical")
				}
			},
		},
		{
			ID: "pagination-redirects", Severity: Warning, Scope: OfPage, Need: AtLeast, Linked: true,
			Title: "a later part leads to the first",
			When:  "a page links to a later part of a list, by its address the second or a later one, and that redirects to the first part",
			Why:   "What only that part shows is lost to visitors and engines.",
			Fix:   "Show the part at its address; or, where the list has no such part, do not link to it.",
			each: func(s *survey, u *subject) {
				if s.leadsToFirst(u) {
					u.about(u.Location, 0, "%s; %s to it", how(u), plural(int(u.inPages[u.ID]), "page links", "pages link"))
				}
			},
		},
		{
			ID: "pagination-broken", Severity: Notice, Scope: OfTarget, Need: Definite, copies: []int{sameSpelling}, Linked: true,
			Title: "rel next and prev do not fit",
			When:  "a URL that a page names by rel next or prev answers 4xx or 5xx, or redirects, and no link leads to it (linked ones are client-error, server-error or link-to-redirect); or it is listed, and no link leads to it, or it does not name that page by the other, where the site uses both",
			Why:   "Google does not use them; others may.",
			Fix:   "Name the parts that exist, both ways, and link them with plain links.",
			each:  brokenSeries,
		},
	}
}
