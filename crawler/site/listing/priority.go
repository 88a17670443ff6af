package listing

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/frontier"
)

// Priority is a rule that gives a URL its priority.
type Priority struct {
	text           string
	depth, inlinks bool
	pattern        crawler.Filter // with one rule
	value          string
	used           int // times that it decided
}

// ParsePriority reads a rule: depth, inlinks, or PATTERN=VALUE for the URLs
// that match.
func ParsePriority(text string) (Priority, error) {
	switch text {
	case "depth":
		return Priority{text: text, depth: true}, nil
	case "inlinks":
		return Priority{text: text, inlinks: true}, nil
	}
	pattern, value, ok := cutPattern(text, true)
	n, err := strconv.ParseFloat(value, 64)
	if !ok || err != nil || !(n >= 0 && n <= 1) {
		return Priority{}, fmt.Errorf("%q: it is depth, inlinks, or PATTERN=VALUE with a value from 0.0 to 1.0", text)
	}
	rule := Priority{text: text, value: tenths(n)}
	if err := rule.pattern.Add(pattern, true); err != nil {
		return Priority{}, fmt.Errorf("%q: %w", text, err)
	}
	return rule, nil
}

// tenths writes a priority as the protocol has it.
func tenths(n float64) string { return strconv.FormatFloat(n, 'f', 1, 64) }

// prioritisesBy reports a rule of a kind.
func (o *Options) prioritisesBy(kind func(Priority) bool) bool {
	return slices.ContainsFunc(o.Priorities, kind)
}

// priorityOf gives a URL's priority, "" for the protocol's default.
func (o *Options) priorityOf(url string, facts *urlFacts, id frontier.ID) string {
	for i := range o.Priorities {
		switch r := &o.Priorities[i]; {
		case r.depth:
			if clicks, reached := facts.clicks.Of(id); reached {
				r.used++
				return byDepth(clicks)
			}
		case r.inlinks:
			r.used++
			return byInLinks(facts.pages[id], facts.top)
		default:
			if pass, number, _ := r.pattern.Pass([]byte(url)); pass && number > 0 {
				r.used++
				return r.value
			}
		}
	}
	return ""
}

// byDepth falls by two tenths a click for two clicks, then by one: 1.0, 0.8,
// 0.6, 0.5, down to 0.1.
func byDepth(depth int) string {
	steps := [...]string{"1.0", "0.8", "0.6", "0.5", "0.4", "0.3", "0.2"}
	if depth < len(steps) {
		return steps[depth]
	}
	return "0.1"
}

// byInLinks rises with the logarithm of the number of linking pages, from 0.1
// to 1.0 for the page that most link to.
func byInLinks(n, top uint32) string {
	if top == 0 {
		return "0.1"
	}
	return tenths(0.1 + 0.9*math.Log1p(float64(n))/math.Log1p(float64(top)))
}
