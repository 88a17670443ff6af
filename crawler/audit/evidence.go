package audit

import (
	"fmt"

	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/frontier"
)

// Evidence is one fact that a verdict rests on. Text holds the deciding bytes
// as the site sent them, or the words of a setting; it may hold any byte.
type Evidence struct {
	Kind  string // one of the Evidence constants
	Text  string
	Where string // where the text stands: file and line; "" where Kind says it
	Note  string // what it means here, for people; may be ""
}

// The kinds of evidence. They are stable.
const (
	EvidenceURL       = "url"        // the URL itself
	EvidenceRemoved   = "removed"    // a part that an identity rule removes or replaces
	EvidenceRule      = "rule"       // a boundary or filter of the user
	EvidenceRobotsTxt = "robots-txt" // a line of robots.txt, or what became of it
	EvidenceLimit     = "limit"      // a limit of the run
	EvidencePattern   = "pattern"    // a pattern of URLs in quarantine
	EvidenceFirewall  = "firewall"   // a firewall that shut the crawl out
	EvidencePrevious  = "previous"   // what the last sitemap says of the URL
	EvidenceSource    = "source"     // what names the URL besides links
	EvidenceRetry     = "retry"      // a request that is to be repeated
	EvidenceStatus    = "status"     // the status of the answer
	EvidenceError     = "error"      // why no answer came, or not all of it
	EvidenceHeader    = "header"     // a header line
	EvidenceTag       = "tag"        // content of an element
	EvidenceType      = "type"       // the media type
	EvidenceCanonical = "canonical"  // what rel=canonical amounts to
	EvidenceSame      = "same"       // what a page has in common with another one
	EvidenceClass     = "class"      // what a parameter does in a class of URLs
	EvidenceSample    = "sample"     // two pages that show it
	EvidenceUnknown   = "unknown"    // a URL that cannot exist, whose answer it looks like
)

// Reason is one rule that matches a URL, with what shows it.
type Reason struct {
	Code     Code
	Evidence []Evidence
	Target   *Neighbour // the URL that the rule points to, nil if none
	Hops     []Hop      // of a redirect: from the target to the end
}

// Neighbour is a URL that another points to.
type Neighbour struct {
	URL  string
	Code Code // its own verdict, NoVerdict if it is not known
}

// Explain gives all rules that match a URL, in order of precedence: the first
// is its verdict. The row may be one that the crawl does not hold, without
// page: then it tells what a crawl would decide from the URL alone.
func (j *JudgeCrawl) Explain(row *frontier.Row) ([]Reason, error) {
	v := j.Verdict(row)
	own := *j.underOwnName(row)
	row = &own
	if j.err != nil {
		return nil, j.err
	}
	reasons := make([]Reason, 0, 2)
	for _, c := range v.Matches() {
		rule := c.rule()
		r := Reason{Code: c, Evidence: rule.evidence(j, c, row)}
		if rule.points != nil {
			if err := rule.points(j, &r, row); err != nil {
				return nil, err
			}
		}
		reasons = append(reasons, r)
	}
	return reasons, nil
}

// These fill in the URL that a rule points to.

func (j *JudgeCrawl) pointToForm(r *Reason, row *frontier.Row) (err error) {
	form := j.forms.Resolve([]byte(row.URL))
	r.Target, err = j.neighbour(string(form.URL))
	return err
}

func (j *JudgeCrawl) pointToHop(r *Reason, row *frontier.Row) (err error) {
	if r.Hops, err = j.Hops(row); err == nil && len(r.Hops) > 0 {
		r.Target = &Neighbour{r.Hops[0].URL, r.Hops[0].Code}
	}
	return err
}

func (j *JudgeCrawl) pointToCanonical(r *Reason, row *frontier.Row) (err error) {
	r.Target, err = j.Known(row.Canonical)
	return err
}

func (j *JudgeCrawl) pointToOriginal(r *Reason, row *frontier.Row) (err error) {
	id := j.copies.of(row.ID).ID
	if view := j.viewOf(row); view.Kind == classes.Copy {
		id = view.Target
	}
	r.Target, err = j.Known(id)
	return err
}

// neighbour looks a URL up by its canonical form.
func (j *JudgeCrawl) neighbour(url string) (*Neighbour, error) {
	row, err := j.crawl.Find(url)
	if err != nil {
		return nil, fmt.Errorf("look up %s: %w", url, err)
	}
	if row == nil {
		return &Neighbour{URL: url}, nil
	}
	return &Neighbour{url, j.Verdict(row).Code}, nil
}

// Known gives a URL of the crawl by its number, nil if there is none.
func (j *JudgeCrawl) Known(id frontier.ID) (*Neighbour, error) {
	if id == frontier.NoID {
		return nil, nil
	}
	row, err := j.crawl.Row(id)
	if err != nil || row == nil {
		return nil, err
	}
	return &Neighbour{row.URL, j.Verdict(row).Code}, nil
}
