package outcome

import (
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/site/query"
)

// Figures are those of the first screen of the report.
type Figures struct {
	Seen       findings.Seen `json:"-"`
	Unread     int           `json:"unread"`     // URLs in scope that should have been read and were not
	InScope    int           `json:"in_scope"`   // URLs
	HeldBack   int           `json:"held_back"`  // of these, URLs that are endless, or views of pages
	Incomplete string        `json:"incomplete"` // why the crawl has not seen the whole site, "" if it has
	Now        Offered       `json:"now"`
	Before     *Offered      `json:"before"` // in the complete crawl before, nil if there is none, or it could not tell
}

// Offered counts the URLs that the site offers by links, sitemaps or hreflang,
// and those of them that may be indexed.
type Offered struct {
	URLs      int `json:"offered"`
	Indexable int `json:"indexable"`
}

func (o Offered) share() string {
	switch {
	case o.URLs == 0:
		return "none offered"
	case o.Indexable == o.URLs:
		return "100 %"
	case o.Indexable > 0 && o.Indexable*1000 < o.URLs:
		return "< 0.1 %"
	}
	tenths := min((o.Indexable*2000+o.URLs)/(2*o.URLs), 999) // never rounded up to 100
	return fmt.Sprintf("%.1f %%", float64(tenths)/10)
}

// figureRows tell whether the site was seen, and how much of what it offers may
// be indexed.
func (r *Outcome) figureRows(b *strings.Builder) {
	f := r.Figures
	if f == nil {
		return
	}
	prose.Row(b, "Complete?", "%s", query.SeenText(f.Seen))
	before := ""
	if f.Before != nil {
		before = "; " + f.Before.share() + " last time"
	}
	if r.Unpublished.Behind() {
		prose.Row(b, "Indexable", "not known: most of what was read is not the site%s", before)
		return
	}
	if rule := r.obscured(); rule != "" {
		prose.Row(b, "Indexable", "not known: %s (%s)%s", obscuredBy[rule], rule, before)
		return
	}
	if f.Seen.Little() {
		prose.Row(b, "Indexable", "not known: %s of %s addresses were not read%s", prose.Thousands(f.Seen.Unread), prose.Thousands(f.Seen.InScope), before)
		return
	}
	prose.Row(b, "Indexable", "%s of the %s that the site offers%s", f.Now.share(), prose.Counted(f.Now.URLs, "URL"), before)
}

// obscuredBy says why it is not known how much may be indexed.
var obscuredBy = map[string]string{
	shellRule:   "what scripts make was not read",
	oneRule:     "one text came in the place of pages",
	loginRule:   "a login came in the place of pages",
	softRule:    "most of its pages look like error pages",
	alikeRule:   "most of its pages look like what is shown at any address",
	codingRule:  "browsers cannot show most of its pages",
	sessionRule: "pages redirect to themselves with a session id",
	awayRule:    "links lead to the wrong address",
}

// obscured is findings.Summary.Obscured, "" where no audit was made.
func (r *Outcome) obscured() string {
	if r.Found == nil {
		return ""
	}
	return r.Found.Obscured(r.Start.URL)
}
