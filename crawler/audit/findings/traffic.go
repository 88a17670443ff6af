package findings

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/maphash"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
)

// measured is what logs and exports of the user know of a URL.
type measured struct {
	visits, linkers, hits float64
	clicks                float64 // in search results, of the visits
	people                float64 // requests of people that were answered well
	canonical             string  // that Google has chosen, "" if that is not known or the URL
	contested             string  // queries of which other pages have a fair share, too
}

// visited counts who came, and the links that lead there from elsewhere.
func (m measured) visited() float64 { return m.visits + m.linkers + m.people }

const maxMeasured = 2 << 20 // URLs of which it is kept

// readMeasures takes what sources measure, where there is any.
func (s *survey) readMeasures(ctx context.Context) error {
	for m, err := range s.crawl.Measures(ctx) {
		if err != nil {
			return err
		}
		var facts map[string]any
		if json.Unmarshal([]byte(m.Facts), &facts) != nil {
			continue
		}
		number := func(name string) float64 { n, _ := facts[name].(float64); return max(0, n) }
		var x measured
		s.logged, s.exported = s.logged || m.Source == "log", s.exported || m.Source == "export"
		if m.Source == "log" {
			x.hits, x.people = number("hits-search-verified"), min(number("hits-people"), number("hits-2xx"))
		} else {
			x.visits, x.linkers, x.clicks = max(number("clicks"), number("sessions")), number("referring-pages"), number("clicks")
			if chosen, _ := facts["google-canonical"].(string); strings.HasPrefix(chosen, "http") && chosen != m.URL {
				x.canonical = chosen
			}
			x.contested, _ = facts["contested-by"].(string)
		}
		if x == (measured{}) || len(s.measures) == maxMeasured {
			continue
		}
		if s.measures == nil {
			s.measures = map[uint64]measured{}
		}
		key := maphash.String(s.seed, m.URL)
		had := s.measures[key]
		had.visits, had.linkers, had.hits = had.visits+x.visits, had.linkers+x.linkers, had.hits+x.hits
		had.people, had.clicks = had.people+x.people, had.clicks+x.clicks
		if x.canonical != "" {
			had.canonical = x.canonical
		}
		if x.contested != "" {
			had.contested = x.contested
		}
		s.measures[key] = had
		s.botHits += x.hits
	}
	return nil
}

// measure gives what is measured of the URL.
func (u *subject) measure() measured {
	if u.measures == nil {
		return measured{}
	}
	return u.measures[maphash.String(u.seed, u.URL)]
}

// trafficRules are about what logs and exports tell of pages.
func trafficRules() []Rule {
	return []Rule{
		{
			ID: "traffic-lost", Severity: Error, Scope: OfPage, Need: AtLeast,
			Title: "visited, and dead or noindex",
			When:  "by an export it has clicks, sessions or links of other sites, or by an access log people were served it (2xx), and it is broken, redirects, or is noindex",
			Why:   "Readers and the standing that links give end here.",
			Fix:   "Restore the page, redirect it to its successor, or let it be indexed.",
			each: func(_ *survey, u *subject) {
				m := u.measure()
				if m.visited() == 0 {
					return
				}
				var why string
				switch u.answer {
				case audit.HTTP4xx, audit.HTTP5xx, audit.HTTPOther, audit.NetworkError, audit.Soft404, audit.RedirectLoop, audit.Denied:
					why = u.answer.Meaning()
				case audit.NoIndexHeader, audit.NoIndexMeta:
					why = "it says noindex"
				case audit.Redirect:
					if m.linkers == 0 || u.Page != nil && (u.Page.Status == 301 || u.Page.Status == 308) {
						return // moved for good: what led there is passed on
					}
					why = "it redirects for the time being"
				default:
					return
				}
				detail := why
				for _, x := range []struct {
					n         float64
					one, many string
				}{{m.linkers, "link of another site", "links of other sites"}, {m.visits, "click or visit", "clicks or visits"}, {m.people, "request by people, in a log", "requests by people, in a log"}} {
					if x.n > 0 {
						detail = plural(int(x.n), x.one, x.many) + "; " + detail
					}
				}
				u.says("%s", detail)
			},
		},
		{
			ID: "google-canonical-differs", Severity: Warning, Scope: OfPage, Need: Always,
			Title: "Google chose another canonical",
			When:  "by an export of Search Console's URL inspection Google shows another URL in the place of an indexable page",
			Why:   "The page that is meant is not shown.",
			Fix:   "Make the pages different, or give links, sitemap and canonical to one of them.",
			each: func(_ *survey, u *subject) {
				if chosen := u.measure().canonical; chosen != "" && u.indexable && strings.TrimSuffix(chosen, "/") != strings.TrimSuffix(u.URL, "/") {
					u.says("Google shows %s", cut(chosen))
				}
			},
		},
		{
			ID: "cannibalisation", Severity: Notice, Likely: true, Scope: OfTarget, Need: Always,
			Title: "pages compete for a query",
			When:  "by an export of queries with their pages two pages or more have a fifth each of a query's impressions, of 100 at least; told of those that are indexable",
			Why:   "Where both mean the same, each takes from the other; where they do not, it is as it should be.",
			Fix:   "See whether one page could answer the query; merge the others into it, or say what is particular to each.",
			each: func(_ *survey, u *subject) {
				if text := u.measure().contested; text != "" && u.indexable {
					u.says("%s", cut(text))
				}
			},
		},
		{
			ID: "bot-waste", Severity: Warning, Scope: OfSite, Need: Always,
			Title:  "search bots fetch what is no page",
			When:   "by an access log more than {share} % of {hits} or more verified requests of search engines are for URLs that are no pages to be listed",
			Why:    "What they fetch in vain they do not fetch of the pages.",
			Fix:    "Stop linking to what the report names, or forbid it in robots.txt.",
			Limits: []Limit{{"share", 20}, {"hits", 100}},
			each: func(s *survey, u *subject) {
				if hits := u.measure().hits; hits > 0 && u.code.State() == audit.ListedInFile {
					s.botListed += hits
				}
			},
			after: func(s *survey) {
				waste := s.botHits - s.botListed
				if s.botHits >= s.limit("hits") && waste*100 > s.limit("share")*s.botHits {
					s.siteFound(s.o.Scope.Host, Finding{Target: frontier.NoID, Detail: fmt.Sprintf("%s of %s requests, %.0f %%", number(float64(int(waste))), number(float64(int(s.botHits))), waste*100/s.botHits)})
				}
			},
		},
	}
}
