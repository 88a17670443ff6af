package findings

import (
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
)

// sitemapRules are about the sitemaps that the site has.
func sitemapRules() []Rule {
	lists := func(id, title, when, fix string, detail func(*survey, *subject) (string, frontier.ID)) Rule {
		clicked := id != "sitemap-lists-redirect" && id != "sitemap-lists-canonicalised"
		if clicked {
			when += "; error: by an export it has clicks in search results, unless it wants a password"
		}
		return Rule{
			ID: id, Severity: Warning, Scope: OfTarget, Need: Definite, ByLine: id == "sitemap-lists-blocked", Title: title, When: when,
			Why: "The sitemap asks search engines for what they are not to have; dirt costs trust in the whole file.", Fix: fix,
			each: func(s *survey, u *subject) {
				if u.marks&inSitemap == 0 {
					return
				}
				if text, target := detail(s, u); text != "" {
					severity := Warning
					if clicked && u.code != audit.Denied && u.measure().clicks > 0 {
						severity = Error
					}
					f := Finding{Severity: severity, Target: target, Detail: text + "; " + s.listedIn(u)}
					if isNoIndex(u.code) {
						u.onNoIndex(u.ID, f)
					} else {
						u.found(f)
					}
				}
			},
		}
	}
	alone := func(text string) (string, frontier.ID) { return text, frontier.NoID }
	return []Rule{
		{
			ID: "sitemap-missing", Severity: Notice, Scope: OfHost, Need: Always,
			Title: "no sitemap, or a hidden one",
			When:  "robots.txt names no sitemap, and at the usual places there is none either, or one",
			Why:   "Pages are found by links anyway, but late ones sooner by a sitemap.",
			Fix:   "Publish the generated sitemap, and name it in robots.txt.",
			before: func(s *survey) {
				if s.o.NoRobots || s.o.Sitemaps == nil {
					return
				}
				place := ""
				for _, f := range s.o.Sitemaps {
					switch {
					case f.Named == "robots":
						return // what is wrong with it is another finding
					case f.Untold:
						return
					case f.Read && place == "":
						place = f.URL
					}
				}
				detail := "none found"
				if place != "" {
					detail = place + " is not named in robots.txt"
				}
				s.siteFound(s.o.Scope.Host, Finding{Target: frontier.NoID, Detail: detail})
			},
		},
		{
			ID: "sitemap-unreadable", Severity: Error, Scope: OfHost, Need: Always,
			Title: "a sitemap that cannot be read",
			When:  "a sitemap that robots.txt or an index names does not answer 200, or is none",
			Why:   "Engines ignore the whole file.",
			Fix:   "Replace the file by a valid one, or remove the line that names it.",
			before: func(s *survey) {
				for _, f := range s.o.Sitemaps {
					if f.Read || f.Named == "usual-place" || f.Named == "given" || f.Status == 429 || f.Status == 503 {
						continue
					}
					detail := fmt.Sprintf("status %d", f.Status)
					if f.Status == 0 {
						detail = "no answer"
					}
					s.siteFound(f.URL, Finding{Target: frontier.NoID, Status: f.Status, Detail: strings.TrimSuffix(detail+", "+firstOf(f.Note, f.Problem), ", ")})
				}
			},
		},
		{
			ID: "sitemap-faulty", Severity: Warning, Scope: OfHost, Need: Always,
			Title: "a sitemap breaks the protocol",
			When:  "a sitemap that can be read has errors by the Sitemaps protocol, other than its entries' addresses and dates; portolan check lists all of them",
			Why:   "Engines ignore the entries in question, or all that follow.",
			Fix:   "Correct the entries.",
			before: func(s *survey) {
				for _, f := range s.o.Sitemaps {
					if n, first := f.otherErrors(); f.Read && n > 0 && f.URLs <= mostURLs {
						s.siteFound(f.URL, Finding{Target: frontier.NoID, Status: f.Status, Detail: plural(n, "error", "errors") + ", the first: " + first})
					}
				}
			},
		},
		{
			ID: "sitemap-over-limit", Severity: Error, Scope: OfHost, Need: Always,
			Title:  "a sitemap is over the limits",
			When:   "a sitemap lists more than {urls} URLs, or an index as many sitemaps, or it has more than 52,428,800 bytes unpacked",
			Why:    "Engines refuse it.",
			Fix:    "Split it, and list the parts in an index.",
			Limits: []Limit{{"urls", mostURLs}},
			before: func(s *survey) {
				for _, f := range s.o.Sitemaps {
					if float64(f.URLs) > s.limit("urls") {
						s.siteFound(f.URL, Finding{Target: frontier.NoID, Status: f.Status, Detail: plural(f.URLs, "URL", "URLs")})
						continue
					}
					for _, flaw := range f.Flaws {
						if _, over := overFlaws[flaw.Code]; over {
							s.siteFound(f.URL, Finding{Target: frontier.NoID, Status: f.Status, Detail: strings.TrimSuffix(flaw.Code+": "+cut(flaw.Detail), ": ")})
						}
					}
				}
			},
		},
		entries("sitemap-loc-invalid", Error, "a sitemap lists what is no address",
			"a sitemap has entries whose address is relative, badly escaped, longer than 2,047 characters, no http or https, or none; warning: it has a fragment, or is on a host or in a folder that this file may not list",
			"List absolute addresses of this host alone.", locFlaws),
		entries("sitemap-lastmod-invalid", Warning, "dates in a sitemap are void",
			"a sitemap has a lastmod that is no W3C date, or lies in the future or before 1991",
			"Write the date of the last true change, or none.", lastmodFlaws),
		entries("sitemap-duplicate", Notice, "a sitemap lists an address twice",
			"a sitemap lists the same address again, or the same page by http and by https",
			"List each address once.", twiceFlaws),
		lists("sitemap-lists-redirect", "in the sitemap, and redirects", "a URL in a sitemap of the site redirects",
			"List the target.", func(s *survey, u *subject) (string, frontier.ID) {
				if u.code == audit.Redirect || u.code == audit.RedirectLoop {
					return fmt.Sprintf("it redirects (%s)", how(u)), u.Location
				}
				return "", 0
			}),
		lists("sitemap-lists-error", "in the sitemap, and broken", "a URL in a sitemap of the site answers 4xx, 5xx or nothing",
			"Remove it, or repair the page.", func(s *survey, u *subject) (string, frontier.ID) {
				switch u.code {
				case audit.HTTP4xx, audit.HTTP5xx, audit.Denied:
					return alone(fmt.Sprintf("it answers %d", u.Page.Status))
				case audit.NetworkError:
					if u.Page != nil && !s.isDown(u.URL) {
						return alone("it does not answer: " + u.Page.Err.Words())
					}
				}
				return "", 0
			}),
		lists("sitemap-lists-noindex", "in the sitemap, and noindex", "a URL in a sitemap of the site says noindex; where many pages of the last sitemap do it is noindex-prominent alone",
			"Remove the entry, or the noindex.", func(s *survey, u *subject) (string, frontier.ID) {
				if isNoIndex(u.code) && u.marks&comesNoIndexed == 0 {
					return alone(u.code.Meaning())
				}
				return "", 0
			}),
		lists("sitemap-lists-blocked", "in the sitemap, and blocked", "robots.txt forbids a URL in a sitemap of the site",
			"Allow it, or remove it.", func(s *survey, u *subject) (string, frontier.ID) {
				if u.code == audit.RobotsBlocked {
					return alone("robots.txt forbids it" + s.forbidden(u.URL))
				}
				return "", 0
			}),
		lists("sitemap-lists-canonicalised", "in the sitemap, canonicalised", "a URL in a sitemap of the site names another one as canonical; where many name one page it is canonical-mass-target alone, where most name another host canonical-cross-domain, where most name a parameter or folder more canonical-longer",
			"List the canonical page.", func(s *survey, u *subject) (string, frontier.ID) {
				if u.code == audit.CanonicalElsewhere && !s.isFault(u.Canonical) {
					return "it names another canonical", u.Canonical
				}
				return "", 0
			}),
		{
			ID: "list-names-no-page", Severity: Error, Scope: OfPage, Need: Always,
			Title: "in your list, and dead or noindex",
			When:  "a URL that a list or an export of yours names answers 4xx or nothing, and is told of by no other finding; warning: it says noindex",
			Why:   "What you count on is not there, or not to be found.",
			Fix:   "Restore the page or remove the noindex, redirect it to its successor, or strike it off the list.",
			each:  listed,
		},
		{
			ID: "sitemap-misses-page", Severity: Warning, Scope: OfSite, Need: Definite, OneMend: true,
			Title: "an indexable page in no sitemap",
			When:  "the site's sitemaps were read, list indexable pages, and lack this one; not later parts of lists",
			Why:   "Engines may find it late.",
			Fix:   "Use the generated sitemap.",
			each: func(s *survey, u *subject) {
				if u.code == audit.Listed && u.indexable && u.marks&(inSitemap|isSeries|isLater) == 0 && s.sitemapsRead() {
					u.says("no sitemap lists it")
				}
			},
		},
		{
			ID: "orphan", Severity: Warning, Scope: OfSite, Need: Whole,
			Title: "no link leads to it",
			When:  "an indexable page is known from a sitemap, a log, a list or the last sitemap, and no link of another page leads to it, nor to a URL that redirects to it; not later parts of lists and translations, nor pages that are linked under another address (links-elsewhere)",
			Why:   "No visitor can click there, and engines think little of it.",
			Fix:   "Link it from a page on its topic, or retire it.",
			each: func(s *survey, u *subject) {
				if u.indexable && u.marks&isReached == 0 && u.Sources&elsewhere != 0 && !isNamedHere(u) && !s.leadsAway(u.URL) {
					text := "known from " + sourceNames(u.Sources)
					if u.marks&inSitemap != 0 {
						text += "; " + s.listedIn(u)
					}
					u.says("%s", text)
				}
			},
		},
	}
}

// listed tells of what the user's own lists name and nothing else does.
func listed(s *survey, u *subject) {
	if u.Sources&frontier.FromList == 0 || u.measure().visited() > 0 {
		return
	}
	switch u.answer {
	case audit.HTTP4xx, audit.HTTPOther, audit.Denied:
		if u.marks&named == 0 {
			u.says("it answers %d", u.Page.Status)
		}
	case audit.NetworkError:
		if u.marks&named == 0 && u.Page != nil && !s.isDown(u.URL) {
			u.says("it does not answer: %s", u.Page.Err.Words())
		}
	case audit.NoIndexHeader, audit.NoIndexMeta:
		if u.marks&inSitemap == 0 {
			u.about(frontier.NoID, Warning, "it says noindex (%s)", u.answer)
		}
	}
}

// mostURLs is what a sitemap may list (Sitemaps protocol 0.9).
const mostURLs = 50_000

// listedIn says where the site's sitemaps list a URL.
func (s *survey) listedIn(u *subject) string {
	sources, err := s.crawl.Sources(u.ID)
	s.fail(err)
	for _, at := range sources {
		if at.Source == frontier.FromSitemap {
			place, _, _ := strings.Cut(at.Detail, " ")
			return "listed in " + place
		}
	}
	return "listed"
}

// sitemapsRead tells whether all sitemaps were read that something names, and
// one of them lists indexable pages.
func (s *survey) sitemapsRead() bool {
	if s.sitemapsAre == 0 {
		s.sitemapsAre = 1
		lists := false
		for _, f := range s.o.Sitemaps {
			lists = lists || f.Read && f.URLs > 0
			if !f.Read && f.Named != "usual-place" {
				return false
			}
		}
		if lists {
			s.sitemapsAre = 2
		}
	}
	return s.sitemapsAre == 2
}

// elsewhere are the sources by which a page is known that nothing on the site names.
const elsewhere = frontier.FromSitemap | frontier.FromLog | frontier.FromList | frontier.FromDirectory | frontier.FromPrevious

// isNamedHere tells of a URL that pages name (as canonical, say), or a sitemap as a translation, and
// nothing else names but the last sitemap, which lists it for that.
func isNamedHere(u *subject) bool {
	return u.Sources&(frontier.FromLink|frontier.FromHreflang) != 0 && u.Sources&elsewhere&^frontier.FromPrevious == 0
}

func sourceNames(sources frontier.Source) string {
	var names []string
	for _, n := range [...]struct {
		bit  frontier.Source
		name string
	}{{frontier.FromSitemap, "a sitemap"}, {frontier.FromLog, "a log"}, {frontier.FromList, "a list"}, {frontier.FromDirectory, "the web server's folder"}, {frontier.FromPrevious, "the last sitemap"}} {
		if sources&n.bit != 0 {
			names = append(names, n.name)
		}
	}
	return strings.Join(names, ", ")
}
