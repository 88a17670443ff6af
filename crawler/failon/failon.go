// Package failon says when a command that has done its job fails all the same:
// the rules of --fail-on. It is the one place that knows their grammar,
//
//	[new:]KIND[>N|>N%]
//
// where KIND is what the command counts: a change, a verdict. Without a number
// one is too many.
package failon

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Rule is one rule.
type Rule struct {
	New     bool // only what was not so before counts
	Kind    string
	More    float64 // as many are allowed
	Percent bool    // More is a part of all, 0 to 100
}

// UnknownKindError is an error of Parse for a kind that is none of those that
// can be counted.
type UnknownKindError struct{ Kind string }

func (e *UnknownKindError) Error() string { return fmt.Sprintf("there is no kind %q", e.Kind) }

// None is the text for no rules.
const None = "none"

// Parse reads rules, commas between them, or None. kinds are those that can be
// counted.
func Parse(text string, kinds []string) ([]Rule, error) {
	var rules []Rule
	if text == None {
		return nil, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		r, err := parse(strings.TrimSpace(part), kinds)
		if err != nil {
			return nil, err
		}
		rules = append(rules, r)
	}
	return rules, nil
}

func parse(text string, kinds []string) (r Rule, err error) {
	kind, limit, limited := strings.Cut(text, ">")
	r.Kind, r.New = strings.CutPrefix(strings.TrimSpace(kind), "new:")
	if r.Kind == "" {
		return r, fmt.Errorf("%q names no kind: a rule is [new:]KIND[>N|>N%%], such as removed>1%%", text)
	}
	if !slices.Contains(kinds, r.Kind) {
		return r, &UnknownKindError{r.Kind}
	}
	if !limited {
		return r, nil
	}
	limit = strings.TrimSpace(limit)
	number, percent := strings.CutSuffix(limit, "%")
	r.Percent = percent
	if strings.Trim(number, "0123456789.") != "" || number == "" {
		return r, fmt.Errorf("%q: what follows > is a number, or a number and %%", text)
	}
	r.More, err = strconv.ParseFloat(number, 64)
	switch {
	case err != nil:
		return r, fmt.Errorf("%q: %q is no number", text, number)
	case !percent && strings.Contains(number, "."):
		return r, fmt.Errorf("%q: a count is a whole number; a part of all ends in %%", text)
	case percent && r.More >= 100:
		return r, fmt.Errorf("%q: more than 100 %% is never reached", text)
	}
	return r, nil
}

// Broken reports a rule that is broken by a count, of so many in all.
func (r Rule) Broken(count, of int) bool {
	if !r.Percent {
		return float64(count) > r.More
	}
	return count > 0 && float64(count)*100 > r.More*float64(of)
}

// String gives the rule as it is typed.
func (r Rule) String() string {
	text := r.Kind
	if r.New {
		text = "new:" + text
	}
	if r.More == 0 && !r.Percent {
		return text
	}
	text += ">" + strconv.FormatFloat(r.More, 'f', -1, 64)
	if r.Percent {
		text += "%"
	}
	return text
}

// Count is how many there are of what a rule is about.
type Count struct {
	N, Of   int
	What    string // is counted, where it is not URLs, of which Of is the number
	Unknown string // why that cannot be said; "" if it can
	// Examples name some of them, where nothing else that is printed does.
	Examples []string
}

// Result is a rule with what was counted.
type Result struct {
	Rule
	Count
}

// Judge holds rules against what was counted: those that are broken, and those
// of which that cannot be said.
func Judge(rules []Rule, count func(Rule) Count) (broken, unknown []Result) {
	for _, r := range rules {
		switch c := count(r); {
		case c.Unknown != "":
			unknown = append(unknown, Result{r, c})
		case r.Broken(c.N, c.Of):
			broken = append(broken, Result{r, c})
		}
	}
	return broken, unknown
}
