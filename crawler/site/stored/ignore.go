package stored

import (
	"errors"
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
)

// ignored says that findings of a rule about URLs that match are known, and why
// they are left as they are.
type ignored struct {
	acceptance
	rule string
	urls crawler.Filter
	used int
}

// Ignored are the findings that a person has looked at and leaves, each with
// the reason. They stay in the data and are counted apart.
type Ignored []*ignored

// Add adds ID PATTERN [until=DATE] REASON: the ID is a rule's, the rest as in
// Acceptances.
func (l *Ignored) Add(text string) error {
	text = strings.TrimSpace(text)
	id, rest := cutWord(text)
	if findings.RuleOf(id) == nil {
		return fmt.Errorf("there is no finding %q: it wants ID PATTERN [until=DATE] REASON, such as 'noindex-prominent /account/* members only'", id)
	}
	if rest == "" || !strings.Contains(rest, " ") {
		return errors.New("it wants a pattern and a reason behind the ID, such as 'noindex-prominent /account/* members only'")
	}
	a, err := parseAcceptance(rest)
	if err != nil {
		return err
	}
	if a.reason == "REASON" {
		return errors.New("in the place of REASON it wants the reason")
	}
	x := &ignored{acceptance: a, rule: id}
	pattern, _ := cutWord(a.text)
	if err := x.urls.Add(onPath(pattern), true); err != nil {
		return err
	}
	x.text = text
	*l = append(*l, x)
	return nil
}

// Lines are the entries as they were typed, one a line.
func (l Ignored) Lines() string {
	var lines []string
	for _, x := range l {
		lines = append(lines, x.text)
	}
	return strings.Join(lines, "\n")
}

// readIgnored is the inverse of Lines. What a later version knows and this one
// does not is left out.
func readIgnored(lines string) (l Ignored) {
	for line := range strings.SplitSeq(lines, "\n") {
		_ = l.Add(line)
	}
	return l
}

// Idle are the entries that have let nothing be, with the reason.
func (s *Crawl) Idle() (list []string) {
	for _, x := range s.Ignored {
		switch {
		case x.over(s.Began):
			list = append(list, fmt.Sprintf("%q: its last day was before the crawl", x.text))
		case x.used == 0:
			list = append(list, fmt.Sprintf("%q: no finding matches", x.text))
		}
	}
	return list
}

// reason says why a finding is left as it is, "" for one that is not. Days are
// those of the crawl.
func (s *Crawl) reason(rule, url string) string {
	for _, x := range s.Ignored {
		if x.rule != rule || x.over(s.Began) {
			continue
		}
		if pass, _, _ := x.urls.Pass([]byte(url)); pass {
			x.used++
			return x.acceptance.reason
		}
	}
	return ""
}
