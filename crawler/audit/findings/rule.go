package findings

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Scope is what one finding of a rule is about.
type Scope uint8

const (
	OfPage   Scope = iota // a URL, by its own answer
	OfTarget              // a URL, by its answer and those of the URLs it names
	OfSite                // a URL or the site, by all that is known
	OfHost                // once for each host, file or pattern
)

// String describes the scope.
func (s Scope) String() string {
	return [...]string{"a URL, by its own answer", "a URL, with those that it names", "the whole crawl", "a host, a file or a pattern"}[s]
}

// Need is what a rule needs of a crawl that is not complete.
type Need uint8

const (
	Always   Need = iota // what one answer says holds always
	AtLeast              // so many at least
	Definite             // only where what a URL points to was read
	Whole                // nothing without the whole site
)

// String describes the need.
func (n Need) String() string {
	return [...]string{"holds always", "at least so many", "only where the URL that is named was read", "wants a complete crawl"}[n]
}

// Rule is one kind of finding. To add one is to add an entry to a topic's table
// and, below testdata/findings, a page on which it fires and one on which it
// does not.
type Rule struct {
	ID       string // stable
	Severity Severity
	Likely   bool
	Scope    Scope
	Need     Need
	Title    string // what is wrong, in at most 34 characters
	When     string // what it takes; {name} stands for a limit
	Why      string
	Fix      string // as told to the client
	Limits   []Limit
	// OneMend tells that one mend removes all findings, of a host where they are of
	// hosts: they are one cause.
	OneMend bool
	// Everywhere tells that what is found of a host or a file concerns all pages.
	Everywhere bool
	// ByLine tells that a mend may be at the line of robots.txt that details name, as
	// LineOf has it.
	ByLine bool
	// Linked tells that a mend may be at the page that links to the URL.
	Linked bool
	// Once tells that what the pages of a template share is told of one of them.
	Once bool
	// Shared tells that pages have something in common: the target is the first of
	// the others.
	Shared bool
	// Instead tells that it looks at pages, too, in whose place one answer came (frontier.OneAnswer):
	// what that says, and lacks, is nothing of theirs.
	Instead bool
	copies  []int // kinds of them that it looks at
	clicks  bool  // it looks at clicks from the start

	// One of these, or several. Each is called with the survey of the crawl:
	// before the URLs, for each known URL in order, after the URLs.
	before func(*survey)
	each   func(*survey, *subject)
	after  func(*survey)
	place  int // in Rules
}

// Limit is a threshold of a rule.
type Limit struct {
	Name  string
	Value float64
}

// Text gives When with the limits filled in.
func (r *Rule) Text() string { return r.Filled(r.When) }

// Filled gives a text, When or a translation of it, with the limits filled in.
func (r *Rule) Filled(text string) string {
	for _, l := range r.Limits {
		text = strings.ReplaceAll(text, "{"+l.Name+"}", number(l.Value))
	}
	return text
}

// number writes a limit as people do: 2,000,000 or 0.5.
func number(v float64) string {
	if n := int(v); float64(n) == v && 0 <= n && n < 1000 {
		return strconv.Itoa(n)
	}
	text := fmt.Sprintf("%g", v)
	if v != float64(int(v)) {
		return text
	}
	text = fmt.Sprint(int(v))
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

var rules []*Rule

// The table refers to functions that look rules up.
func init() {
	for _, topic := range [...][]Rule{
		runRules(), hostRules(), statusRules(), redirectRules(), robotsRules(), canonicalRules(), templateCanonicalRules(), sitemapRules(), languageRules(),
		titleRules(), loginRules(), contentRules(), markupRules(), linkRules(), checkedRules(), urlRules(), renderedRules(), hintRules(), trafficRules(), speedRules(),
	} {
		for i := range topic {
			topic[i].place = len(rules)
			rules = append(rules, &topic[i])
		}
	}
}

// Rules gives all rules, by topic. They are shared, and not to be changed.
func Rules() []*Rule { return slices.Clone(rules) }

// RuleOf gives the rule with an ID, nil if there is none.
func RuleOf(id string) *Rule {
	return rulesByID()[id]
}

var rulesByID = sync.OnceValue(func() map[string]*Rule {
	of := make(map[string]*Rule, len(rules))
	for _, r := range rules {
		of[r.ID] = r
	}
	return of
})

// IDs are those of all rules, in order.
func IDs() []string {
	ids := make([]string, len(rules))
	for i, r := range rules {
		ids[i] = r.ID
	}
	return ids
}
