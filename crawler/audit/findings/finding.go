package findings

import "github.com/portolan-seo/portolan/frontier"

// Severity is how grave a finding is.
type Severity uint8

const (
	Notice  Severity = iota + 1 // a chance, or worth knowing
	Warning                     // signals or crawl are wasted, probably harm
	Error                       // a page, a sitemap or a visitor is lost
)

// String gives the word that reports print.
func (s Severity) String() string {
	if s < Notice || s > Error {
		return "none"
	}
	return [...]string{"notice", "warning", "error"}[s-Notice]
}

// Severities are the words of all, the gravest first.
func Severities() []string { return []string{Error.String(), Warning.String(), Notice.String()} }

// Finding is one thing that is wrong. Texts may hold any text of the site.
type Finding struct {
	Rule     *Rule    `json:"-"`
	Severity Severity // Rule.Severity in most cases
	Likely   bool     // a guess, or something that was not read could refute it

	ID       frontier.ID // of the URL that it is about; NoID for a host, a file or the whole site
	URL      string      // that URL, or the host or file; "" for the whole site
	Template string      // shape of that URL, "" where ID is NoID
	Status   int         // of the URL's answer, 0 where none came
	Detail   string      // what was found, with its numbers
	Target   frontier.ID // another URL that it is about: where it redirects, what it duplicates; NoID if none
	From     frontier.ID // a page that links to the URL, NoID if none does
	Pages    int         // pages that link to it
	Ignored  string      // why it is left as it is, "" if it is not
}

// Confidence is "certain" or "likely".
func (f *Finding) Confidence() string {
	if f.Likely {
		return "likely"
	}
	return "certain"
}

// Count is how often a rule fired.
type Count struct {
	Rule     *Rule
	Severity Severity // the gravest of them
	N        int
	By       [Error + 1]int // N by severity
	Likely   int            // of N
	Examples []Finding
	// Unverified are the URLs to which the rule could not be applied, since what
	// they point to was not read.
	Unverified int
	// Ignored are those that are left as they are; they are not in N.
	Ignored int
	// Withheld is why nothing is claimed at all, "" if something is, or could be.
	Withheld string
}

// Summary is what came of all rules.
type Summary struct {
	Counts    []Count // of the rules that fired or were withheld, in the order of Rules
	Totals    [Error + 1]int
	Seen      Seen // of the whole site, whatever Options.In says
	InScope   int  // URLs, with Options.In of those alone
	Indexable int  // pages that search engines may have, whatever Options.In says
	Doubted   int  // of them, those that look like error pages (soft-404)
	// Idle says of rules that had nothing to look at why, by their IDs: that
	// they found nothing says nothing of the site.
	Idle map[string]string
}

const maxExamples = 5

// Of gives the count of a rule, zero if it did not fire.
func (s *Summary) Of(id string) Count {
	for _, c := range s.Counts {
		if c.Rule.ID == id {
			return c
		}
	}
	return Count{}
}

// Obscured gives the rule by whose findings it cannot be told how much of what a site offers may be indexed, "" for none:
// scripts make its start page and no browser has read that; most of its pages look like error pages, come under session ids
// alone, or cannot be unpacked; one text came in the place of many; or links lead to wrong addresses.
func (s *Summary) Obscured(start string) string {
	if shell := s.Of("js-shell"); shell.N > 0 && shell.Examples[0].URL == start {
		return shell.Rule.ID
	}
	for _, most := range []struct {
		rule string
		n    int
	}{{"soft-404", s.Doubted}, {"redirect-session", s.Of("redirect-session").N}, {"content-encoding-void", s.Of("content-encoding-void").N}} {
		if most.n > 0 && 2*most.n > s.Indexable {
			return most.rule
		}
	}
	switch {
	case s.Of("one-answer").N > 0:
		return "one-answer"
	case s.Of("login-instead").By[Error] > 0:
		return "login-instead"
	case s.Seen.Doubt != "":
		return "unknown-urls-answer-200"
	case s.Of("links-elsewhere").N > 0:
		return "links-elsewhere"
	}
	return ""
}
