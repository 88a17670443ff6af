package outcome

import (
	"fmt"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

const (
	fewDoubts = 10 // too few URLs to doubt a site by
	softRule  = "soft-404"
	awayRule  = "links-elsewhere"
	hostRule  = "canonical-cross-domain"

	longerRule  = "canonical-longer"
	sessionRule = "redirect-session"
	deadRule    = "canonical-to-non-200"
	shellRule   = "js-shell"
	oneRule     = "one-answer"
	alikeRule   = "unknown-urls-answer-200"
	codingRule  = "content-encoding-void"
)

// spoilt are the findings of pages that no engine can show from a sitemap, whatever else
// is right with them, and what is said where most have them.
var spoilt = [...]struct{ rule, what string }{
	{codingRule, "are sent with a Content-Encoding that they do not have: browsers show an error in their stead (content-encoding-void)"},
	{deadRule, "name a canonical that is not there: engines may drop both (canonical-to-non-200)"},
	{sessionRule, "redirect to themselves with a session id, another one each time: engines never find a page at its address (redirect-session)"},
}

// found is how often the audit has found something, 0 where it was not made.
func (r *Outcome) found(rule string) int {
	if r.Found == nil {
		return 0
	}
	return r.Found.Of(rule).N
}

// CheckFirst says of a set that was published why a person should look at the site before
// it is used, "" where nothing speaks against it. A first crawl has no earlier set to be
// measured by, but the site's own sitemap; and pages that say that there is none are
// listed where most do.
func (r *Outcome) CheckFirst() string {
	if r.Refused != nil || r.Published == nil {
		return ""
	}
	listed := r.Verdicts.Of(audit.ListedInFile)
	if n := r.doubted(); n >= fewDoubts && 2*n > listed {
		return fmt.Sprintf("%s of the %s URLs listed look like error pages that answer 200 (soft-404)", prose.Thousands(n), prose.Thousands(listed))
	}
	for _, s := range spoilt {
		if n := r.found(s.rule); n > 0 && 2*n > listed {
			return fmt.Sprintf("%s of the %s URLs listed %s", prose.Thousands(n), prose.Thousands(listed), s.what)
		}
	}
	if r.Found != nil {
		if away := r.Found.Of(awayRule); away.N > 0 {
			return away.Rule.Title + ": " + safe.OneLine(away.Examples[0].Detail)
		}
	}
	if why := r.Store.Meta(frontier.MetaDoubt); why != "" && r.obscured() != shellRule { // else it is told of before
		return why
	}
	if r.Last != nil {
		return r.shrunk() // the guard has compared the rest
	}
	if r.OneText != nil {
		return safe.OneLine(findings.OneTextOf(r.OneText))
	}
	if foreign := r.foreign(); foreign != "" {
		return foreign
	}
	if n := r.found(longerRule); n > 0 {
		return fmt.Sprintf("%s pages name as canonical their own address with a parameter or folder more, to which no page links, and that is listed (%s)", prose.Thousands(n), longerRule)
	}
	faults, n := r.ownFaults()
	if total := r.Verdicts.Own.Total(); n >= fewDoubts && 4*n > total {
		return fmt.Sprintf("%s of the %s URLs in the site's own sitemap are not to be listed: %s", prose.Thousands(n), prose.Thousands(total), strings.Join(faults, ", "))
	}
	return ""
}

// shrunk says that many pages have lost most of their text, "" where they have not.
func (r *Outcome) shrunk() string {
	if r.Compared == nil || r.Compared.Shrunk.URLs == 0 {
		return ""
	}
	s := r.Compared.Shrunk
	return fmt.Sprintf("%s of the %s pages have lost most of their text since the last crawl, as %s has: %s words, where there were %s", prose.Thousands(s.URLs), prose.Thousands(s.Of), safe.OneLine(s.URL), prose.Thousands(s.Has), prose.Thousands(s.Had))
}

// foreign says that most pages name their canonicals on one other host, "" where they do not.
func (r *Outcome) foreign() string {
	if r.Found == nil {
		return ""
	}
	named := r.Found.Of(hostRule)
	n := named.By[findings.Error]
	if n == 0 {
		return ""
	}
	host := "another host"
	if i := slices.IndexFunc(named.Examples, func(f findings.Finding) bool { return f.Severity == findings.Error }); i >= 0 {
		if to, err := r.Store.Row(named.Examples[i].Target); err == nil && to != nil {
			host = safe.OneLine(canonical.Origin(to.URL))
		}
	}
	return fmt.Sprintf("%s pages name their canonicals on %s, and are not listed (%s); if this is the live site, correct rel=canonical in its templates", prose.Thousands(n), host, hostRule)
}

// doubted counts the URLs listed of which the crawl's findings say that they are error
// pages; those that are not listed for that reason are none of them.
func (r *Outcome) doubted() int {
	if r.Found == nil {
		return 0
	}
	return r.Found.Doubted
}

// ownFaults counts the URLs of the site's own sitemaps that are not to be listed, by what they are;
// what lies outside of what was crawled is none of its faults.
func (r *Outcome) ownFaults() (faults []string, sum int) {
	for _, f := range faultNames {
		if n := r.Verdicts.Own.Of(f.codes...); n > 0 {
			faults = append(faults, prose.Thousands(n)+" "+f.name)
			if f.key != outOfScope {
				sum += n
			}
		}
	}
	return faults, sum
}

func (r *Outcome) checkFirstRow(b *strings.Builder) {
	if why := r.CheckFirst(); why != "" {
		fmt.Fprintf(b, "%s\n\n", strings.Join(prose.Wrap("CHECK FIRST: "+why+". Look at the site before this sitemap is used.", prose.Width), "\n"))
	}
}
