package filter

import (
	"fmt"
	"regexp"
	"strings"
)

// List is an ordered list of rules on whole canonical URLs; the first rule
// that matches decides. A URL that no rule matches passes, unless the list
// holds include rules only.
type List struct {
	rules []rule
}

type rule struct {
	text    string
	include bool
	match   *regexp.Regexp
}

// Add appends a rule. A pattern is a glob over the whole URL, where `*`
// stands for any run of characters and `?` for itself (URLs have queries), or
// a regular expression after `re:`, found anywhere in the URL.
func (f *List) Add(pattern string, include bool) error {
	expr, isRegexp := strings.CutPrefix(pattern, "re:")
	if !isRegexp {
		expr = globExpr(pattern)
	}
	re, err := regexp.Compile(expr)
	if err != nil {
		return fmt.Errorf("read filter %q: %w", pattern, err)
	}
	f.rules = append(f.rules, rule{pattern, include, re})
	return nil
}

// globExpr turns a glob over a whole URL into a regular expression.
func globExpr(glob string) string {
	parts := strings.Split(glob, "*")
	for i, p := range parts {
		parts[i] = regexp.QuoteMeta(p)
	}
	return `\A` + strings.Join(parts, `.*`) + `\z`
}

// Empty reports a filter that lets everything pass.
func (f *List) Empty() bool { return len(f.rules) == 0 }

// Pass tells whether a URL passes, and which rule decided: its number from 1
// and its text, or 0 and "" where none matched.
func (f *List) Pass(url []byte) (pass bool, number int, rule string) {
	onlyIncludes := len(f.rules) > 0
	for i, r := range f.rules {
		if r.match.Match(url) {
			return r.include, i + 1, r.String()
		}
		onlyIncludes = onlyIncludes && r.include
	}
	return !onlyIncludes, 0, ""
}

// String gives the rules as they were typed, one a line.
func (f *List) String() string {
	lines := make([]string, len(f.rules))
	for i, r := range f.rules {
		lines[i] = r.String()
	}
	return strings.Join(lines, "\n")
}

func (r rule) String() string {
	if r.include {
		return "include " + r.text
	}
	return "exclude " + r.text
}
