package robots

import (
	"strings"

	"github.com/temoto/robotstxt"
)

// Limits of what temoto/robotstxt is asked, because it compiles a rule with
// operators to a regular expression whose work is rule times path. Beyond
// them the answer is ours alone.
const (
	maxConfirmPattern = 2048    // bytes of a rule with operators
	maxConfirmWork    = 1 << 15 // stars times bytes of the path
	maxConfirmKept    = 512     // compiled rules that an Agent keeps
)

// wire replaces the bytes that robotstxt's scanner or its rule syntax would
// take for something else by private-use characters, in rule and path alike.
var wire = strings.NewReplacer(" ", "\uE001", "\t", "\uE002", "\v", "\uE003", "$", "\uE004")

// anchor stands before rule and path, because robotstxt matches a rule with
// operators anywhere in the path.
const anchor = "/\uE000"

// confirmed asks robotstxt whether pattern i, which matches path by our
// reckoning, does. What lies beyond the limits counts as confirmed.
func (m *matcher) confirmed(i int32, path string) bool {
	pattern := m.patterns[i]
	lit, plain := literalOf(pattern)
	plain = plain && lit != "" && !strings.ContainsAny(lit, " \t\v$")
	switch {
	case plain:
		pattern = lit
	case len(pattern) > maxConfirmPattern, (strings.Count(pattern, "*")+1)*len(path) > maxConfirmWork:
		return true
	default:
		path = anchor + wire.Replace(path)
	}
	group := m.confirm[i].Load()
	if group == nil {
		if !plain {
			pattern = wirePattern(pattern)
		}
		if group = soleRule(pattern); group == nil {
			return false
		}
		if m.built.Add(1) <= maxConfirmKept {
			m.confirm[i].Store(group)
		}
	}
	return !group.Test(path)
}

func wirePattern(pattern string) string {
	body, end := strings.CutSuffix(pattern, "$")
	for strings.Contains(body, "**") {
		body = strings.ReplaceAll(body, "**", "*")
	}
	body = anchor + wire.Replace(body)
	if end {
		body += "$"
	}
	return body
}

// soleRule returns robotstxt's reading of a file with one Disallow line, nil
// if it cannot read it.
func soleRule(pattern string) *robotstxt.Group {
	data, err := robotstxt.FromString("User-agent: *\nDisallow: " + pattern)
	if err != nil {
		return nil
	}
	return data.FindGroup("*")
}
