package audit

import (
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// Edition changes whenever a verdict comes to mean something else, so that
// verdicts which an earlier version has stored are computed again.
const Edition = "2026-11.7"

// rule is one verdict. To add a verdict is to add a Code and a rule.
type rule struct {
	code    Code
	name    string // in reports and JSON, at most 21 characters
	state   State
	meaning string // for people, at most 35 characters
	text    Entry  // of the catalogue; its Code is filled in

	unread  bool // it says "not read now", and nothing about the page
	forbids bool // a site's word to search engines, which staging copies give on purpose

	matches  func(*Facts) bool        // nil: it is given outside of try
	target   func(*Facts) frontier.ID // the URL that it points to; nil: none
	evidence func(*JudgeCrawl, Code, *frontier.Row) []Evidence
	points   func(*JudgeCrawl, *Reason, *frontier.Row) error // fills in what target is; nil where there is none
}

// The rules in order of precedence: of all that match, the first decides. Those
// in byAnswer come after those in byURL.
var (
	byURL    []rule
	byAnswer []rule
	ruleOf   [codeCount]*rule
	rank     [codeCount]uint8 // place in precedence, from 1
)

// The table refers to functions that look things up in it, which no
// initialiser of a variable may.
func init() {
	byURL = urlRules()
	byAnswer = slices.Concat(waitingRules(), answerRules(), contentRules())
	for r := range inOrder {
		ruleOf[r.code] = r
		rank[r.code] = uint8(len(precedence) + 1)
		precedence = append(precedence, r.code)
	}
}

// precedence holds the codes of all verdicts in their order.
var precedence []Code

// inOrder gives all rules in order of precedence.
func inOrder(yield func(*rule) bool) {
	for _, rules := range [...][]rule{byURL, byAnswer} {
		for i := range rules {
			if !yield(&rules[i]) {
				return
			}
		}
	}
}

// hasForm matches URLs whose canonical form another one is, for the reason that
// c stands for.
func hasForm(c Code) func(*Facts) bool {
	return func(f *Facts) bool { return f.Form.Code == c || f.Form.Also&(1<<c) != 0 }
}

// leftAs matches URLs that the run left in the frontier with c.
func leftAs(c Code) func(*Facts) bool {
	return func(f *Facts) bool { return f.left == c }
}

// failedAs matches URLs whose status or error comes to c.
func failedAs(c Code) func(*Facts) bool {
	return func(f *Facts) bool { return f.failure == c }
}
