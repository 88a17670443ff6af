package findings

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/frontier"
)

// Flaws of entries, by code of package sitemap, with how grave they are: 0 as
// the rule says.
var (
	locFlaws = map[string]Severity{
		"loc-missing": 0, "loc-relative": 0, "loc-scheme": 0, "loc-not-escaped": 0, "loc-too-long": 0, "text-not-a-url": 0,
		"loc-out-of-scope": Warning, "loc-fragment": Warning,
	}
	lastmodFlaws = map[string]Severity{"lastmod-bad": 0, "lastmod-future": 0, "lastmod-before-web": 0}
	twiceFlaws   = map[string]Severity{"loc-duplicate": 0, "http-https-duplicate": 0}
	overFlaws    = map[string]Severity{"too-large": 0, "too-large-084": 0, "too-many-urls": 0, "too-many-sitemaps": 0, "too-many-sitemaps-084": 0}
)

// entries is a rule about the entries of sitemaps: a finding for each file and
// kind of flaw.
func entries(id string, severity Severity, title, when, fix string, flaws map[string]Severity) Rule {
	return Rule{
		ID: id, Severity: severity, Scope: OfHost, Need: Always, Title: title, When: when,
		Why: "Engines ignore the entries, or distrust the file.", Fix: fix,
		before: func(s *survey) {
			for i := range s.o.Sitemaps {
				f := &s.o.Sitemaps[i]
				for _, flaw := range f.Flaws {
					if worse, is := flaws[flaw.Code]; is && f.Read {
						s.siteFound(f.URL, Finding{Severity: worse, Target: frontier.NoID, Status: f.Status, Detail: flaw.text()})
					}
				}
			}
		},
	}
}

func (f *SitemapFlaw) text() string {
	text := fmt.Sprintf("%s: %s", f.Code, plural(f.N, "entry", "entries"))
	if f.Line > 0 {
		text += fmt.Sprintf(", the first in line %d", f.Line)
	}
	if f.Detail != "" {
		text += ": " + cut(f.Detail)
	}
	return text
}

// otherErrors counts the errors of a file that no rule of its own tells of.
func (f *SitemapFile) otherErrors() (n int, first string) {
	if len(f.Flaws) == 0 {
		return f.Errors, f.Problem
	}
	for _, flaw := range f.Flaws {
		told := slices.ContainsFunc([]map[string]Severity{locFlaws, lastmodFlaws, twiceFlaws, overFlaws}, func(of map[string]Severity) bool { _, is := of[flaw.Code]; return is })
		if !flaw.Error || told {
			continue
		}
		if n == 0 {
			first = fmt.Sprintf("%s, line %d", flaw.Code, flaw.Line)
		}
		n += flaw.N
	}
	return n, first
}

// ofOneDay reports a sitemap whose dates are next to all of one day, and that
// but just past: the day on which it was made. News are of the day by nature.
func (s *survey) ofOneDay(f *SitemapFile) bool {
	day, err := time.Parse(time.DateOnly, f.Dates.Day)
	age := f.At.Sub(day).Hours() / 24 // a day east of the crawl's may be tomorrow
	return err == nil && age > -1 && age <= s.limit("days")+1 && float64(f.Dates.N) >= s.limit("pages") && float64(f.Dates.OnDay*100) >= s.limit("share")*float64(f.Dates.N) &&
		!strings.Contains(pathOf(f.URL), "news")
}
