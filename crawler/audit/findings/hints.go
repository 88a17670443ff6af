package findings

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/robots"
)

// tally counts for rules that speak of a host or a template at the end.
type tally struct {
	noHSTS, https     int
	snippets          map[string]*share // by template
	dated, datedAtNow int               // pages with Last-Modified; with that of the answer's own time
	dates             map[string]*datesOf
	compared          int             // pages whose dates were
	foldedBy          map[string]bool // kinds of rules by which links of pages are spelled
}

type share struct{ n, of int }

// hintRules are about markup that costs pictures, snippets, or the reader's way.
func hintRules() []Rule {
	noted := func(p record.Problem, severity Severity) func(*survey, *subject) {
		return func(_ *survey, u *subject) {
			if u.readable && has(u, p) {
				u.flawed(p, severity)
			}
		}
	}
	return []Rule{
		{
			ID: "structured-data-invalid", Severity: Error, Scope: OfPage, Need: Always,
			Title: "structured data that is void",
			When:  "JSON-LD of an indexable page cannot be read (error), or a thing in it lacks properties without which engines show nothing of it (warning)",
			Why:   "Rich results are lost.",
			Fix:   "Correct the JSON, or add the properties.",
			each: func(_ *survey, u *subject) {
				switch {
				case !u.readable:
				case has(u, record.DataBroken):
					u.flawed(record.DataBroken, Error)
				case has(u, record.DataLacking):
					u.flawed(record.DataLacking, Warning)
				}
			},
		},
		{
			ID: "image-hidden", Severity: Warning, Scope: OfPage, Need: Always,
			Title: "images that only scripts load",
			When:  "an image of an indexable page has its address in data-src alone",
			Why:   "Search for pictures does not find it.",
			Fix:   "Use src with loading=lazy.",
			each:  noted(record.ImageHidden, 0),
		},
		{
			ID: "hero-lazy", Severity: Notice, Likely: true, Scope: OfPage, Need: Always,
			Title: "the first image is loaded late",
			When:  "the first image of the main part of an indexable page says loading=lazy",
			Why:   "If it is what readers see first, they wait longer for it.",
			Fix:   "Leave loading=lazy out of the first image.",
			each:  noted(record.HeroLazy, 0),
		},
		{
			ID: "empty-listing", Severity: Warning, Likely: true, Scope: OfPage, Need: Always,
			Title: "a list without entries",
			When:  "an indexable page of little text says that there are no results, products or the like",
			Why:   "Engines take it for an error page.",
			Fix:   "Answer 404, or say noindex while the list is empty.",
			each:  noted(record.NothingHere, 0),
		},
		{
			ID: "list-uncrawlable", Severity: Warning, Likely: true, Scope: OfPage, Need: Always,
			Title: "a list that leads to a part of it",
			When:  "an indexable page says that it shows the first of many entries (1-20 of 340), and has no link to the next ones",
			Why:   "What only scripts load is not found by search engines.",
			Fix:   "Link the next part of the list by a plain link.",
			each:  noted(record.ListCut, 0),
		},
		{
			ID: "search-indexable", Severity: Warning, Likely: true, Scope: OfPage, Need: Always,
			Title: "search results that may be indexed",
			When:  "an indexable page has a parameter such as q= or search=, or lies below /search/ with a query",
			Why:   "There is no end to them, and engines ask for them not to be offered.",
			Fix:   "Say noindex on pages of search results, or forbid them in robots.txt.",
			each: func(_ *survey, u *subject) {
				if name := searchParameter(u.URL); u.indexable && name != "" {
					u.says("%s", name)
				}
			},
		},
		{
			ID: "snippet-suppressed", Severity: Warning, Scope: OfSite, Need: AtLeast,
			Title:  "pages forbid their snippet",
			When:   "{share} % of the indexable pages of a template, and {pages} or more, say nosnippet or max-snippet:0",
			Why:    "Results show no text of them, and AI answers do not use them.",
			Fix:    "Remove the directive if that is not meant.",
			Limits: []Limit{{"share", 90}, {"pages", 10}},
			each: func(s *survey, u *subject) {
				if !u.indexable {
					return
				}
				if s.tally.snippets == nil {
					s.tally.snippets = map[string]*share{}
				}
				x := s.tally.snippets[u.shape()]
				if x == nil {
					if len(s.tally.snippets) == maxShapes {
						return
					}
					x = &share{}
					s.tally.snippets[u.shape()] = x
				}
				x.of++
				if (u.Page.MetaRobots|u.Page.HeaderRobots)&robots.NoSnippet != 0 {
					x.n++
				}
			},
			after: func(s *survey) {
				var shapes []string
				for shape, x := range s.tally.snippets {
					if float64(x.n) >= s.limit("pages") && float64(x.n*100) >= s.limit("share")*float64(x.of) {
						shapes = append(shapes, shape)
					}
				}
				slices.Sort(shapes)
				for _, shape := range shapes {
					x := s.tally.snippets[shape]
					s.siteFound(shape, Finding{Target: frontier.NoID, Detail: fmt.Sprintf("%d of %s", x.n, plural(x.of, "page", "pages"))})
				}
			},
		},
		{
			ID: "hsts-missing", Severity: Notice, Scope: OfHost, Need: Always,
			Title: "nothing keeps browsers at https",
			When:  "pages by https come without Strict-Transport-Security, or with max-age=0; not on private hosts",
			Why:   "The first request of a visitor can go by http, where anybody on the way can answer.",
			Fix:   "Send Strict-Transport-Security once all is on https.",
			each: func(s *survey, u *subject) {
				if u.isPage && isAnswered(u) && u.marks&(overHTTP|outside|isPrivate) == 0 {
					s.tally.https++
					if has(u, record.NoHSTS) {
						s.tally.noHSTS++
					}
				}
			},
			after: func(s *survey) {
				if n := s.tally.noHSTS; n > 0 {
					s.siteFound(s.o.Scope.Host, Finding{Target: frontier.NoID, Detail: fmt.Sprintf("%d of %s", n, plural(s.tally.https, "page", "pages"))})
				}
			},
		},
		{
			ID: "lastmod-untrue", Severity: Warning, Likely: true, Scope: OfSite, Need: AtLeast,
			Title:  "dates of the day, not of changes",
			When:   "of {pages} or more pages with Last-Modified, {share} % name the time of the answer itself, within 5 seconds; or of so many dates in a sitemap, {share} % are of one day, and that at most {days} days before the crawl; or {off} % are a week older or a month newer than the date that the page itself gives (dateModified)",
			Why:    "Engines stop to trust the dates, and nothing can be asked for by \"only if changed\".",
			Fix:    "Date a page when its content has changed, not when it was built or sent; or give no date.",
			Limits: []Limit{{"pages", 20}, {"share", 90}, {"days", 2}, {"off", 10}},
			before: func(s *survey) {
				for i := range s.o.Sitemaps {
					if f := &s.o.Sitemaps[i]; s.ofOneDay(f) {
						s.siteFound(f.URL, Finding{Target: frontier.NoID, Status: f.Status, Detail: fmt.Sprintf("%d of %s are of %s", f.Dates.OnDay, plural(f.Dates.N, "date", "dates"), f.Dates.Day)})
					}
				}
			},
			each: func(s *survey, u *subject) {
				s.compareDates(u)
				if !u.isPage || !isAnswered(u) || u.Page.LastModified == "" || u.Page.Date == "" || !u.Page.ReadAt.IsZero() {
					return
				}
				changed, err := parseDate(u.Page.LastModified)
				now, err2 := parseDate(u.Page.Date)
				if err != nil || err2 != nil {
					return
				}
				s.tally.dated++
				if now.Sub(changed).Abs() <= 5*time.Second {
					s.tally.datedAtNow++
				}
			},
			after: func(s *survey) {
				s.tellDates()
				if n := s.tally.datedAtNow; float64(s.tally.dated) >= s.limit("pages") && float64(n*100) >= s.limit("share")*float64(s.tally.dated) {
					s.siteFound(s.o.Scope.Host, Finding{Target: frontier.NoID, Detail: fmt.Sprintf("%d of %s", n, plural(s.tally.dated, "page", "pages"))})
				}
			},
		},
		{
			ID: "hreflang-lang-mismatch", Severity: Warning, Scope: OfTarget, Need: AtLeast,
			Title: "hreflang and html lang differ",
			When:  "an indexable page is named by hreflang as one language, by itself or, where it does not name itself, by the pages that do, and its html lang is another",
			Why:   "One of them is wrong; engines may show the page to the wrong readers.",
			Fix:   "Correct the lang attribute or the annotation.",
			each: func(s *survey, u *subject) {
				if !u.indexable || u.Page.Lang == "" {
					return
				}
				own := plainTongue(u.Page.Lang)
				var said []string
				for _, ref := range s.annotations(u) {
					if lang := plainTongue(s.langs[ref.lang]); ref.to == u.ID && lang != "x" {
						said = append(said, lang)
					}
				}
				if _, unclear := s.mixed[u.ID]; said == nil && !unclear && s.calledBy != nil && s.calledBy[u.ID] > 0 {
					said = []string{plainTongue(s.langs[s.calledBy[u.ID]-1])}
				}
				if len(said) > 0 && len(own) == 2 && !slices.Contains(said, own) {
					u.says("hreflang=%q, lang=%q", said[0], cut(u.Page.Lang))
				}
			},
		},
		{
			ID: "pagination-noindex", Severity: Warning, Scope: OfSite, Need: Whole,
			Title: "later parts of a list say noindex",
			When:  "a later part of a list, by rel=prev or by its address, says noindex, and links to listed pages to which no page links that may be indexed",
			Why:   "Engines stop to follow the links of pages that stay noindex: what only these parts link to is lost.",
			Fix:   "Let the parts of lists be indexed.",
			each: func(s *survey, u *subject) {
				if u.marks&(isSeries|isLater) == 0 || !isNoIndex(u.code) {
					return
				}
				if n, first := s.leadsAlone(u.ID); n > 0 {
					u.about(first, 0, "%s to which no page links that may be indexed", plural(n, "page", "pages"))
				}
			},
		},
	}
}

// plainTongue is the language of a code without its region, in the code of today;
// the two forms of Norwegian are one.
func plainTongue(code string) string {
	tongue, _, _ := strings.Cut(strings.ToLower(strings.ReplaceAll(code, "_", "-")), "-")
	if now := map[string]string{"nb": "no", "nn": "no", "iw": "he", "in": "id", "ji": "yi"}[tongue]; now != "" {
		return now
	}
	return tongue
}

// searchNames are parameters of a site's own search.
var searchNames = []string{"q", "s", "query", "search", "keyword", "keywords", "searchterm", "search_query", "suche", "suchbegriff", "recherche", "buscar", "zoekterm"}

// searchPages are names of the page of a site's own search.
var searchPages = []string{"search", "suche", "recherche", "catalogsearch"}

// searchParameter tells by what a URL is one of search results, "" if it is none.
func searchParameter(raw string) string {
	_, query, has := strings.Cut(raw, "?")
	if !has {
		return ""
	}
	for part := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(part, "=")
		if slices.Contains(searchNames, strings.ToLower(name)) && value != "" {
			return "the parameter " + name
		}
	}
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	for segment := range strings.SplitSeq(strings.ToLower(u.Path), "/") {
		if name, _, _ := strings.Cut(segment, "."); slices.Contains(searchPages, name) {
			return "below " + cut(u.Path)
		}
	}
	return ""
}

// parseDate reads a time of a header. With GMT in the layout the time zone costs
// no allocation.
func parseDate(text string) (time.Time, error) {
	t, err := time.Parse("Mon, 02 Jan 2006 15:04:05 GMT", text)
	if err != nil {
		return time.Parse(time.RFC1123, text)
	}
	return t, nil
}
