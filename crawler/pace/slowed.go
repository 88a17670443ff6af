package pace

import (
	"cmp"
	"slices"
	"strings"
)

// strain is what made the crawler slow down.
type strain uint8

const (
	askedForLess strain = iota
	refuses
	silent
	fails
	slower
	strains = iota
)

var strainTexts = [strains]string{
	askedForLess: "the site asked for less",
	refuses:      "it refused requests, as firewalls do",
	silent:       "requests got no answer",
	fails:        "the server answered with errors (5xx)",
	slower:       "answers took longer than before",
}

// StrainTexts are what SlowedBy.Why may say.
func StrainTexts() []string { return strainTexts[:] }

// SlowedBy is a cause for which the pace was cut.
type SlowedBy struct {
	Why   string `json:"why"` // the rest of "it slowed down because"
	Times int    `json:"times"`
}

// SlowedBy tells how often each cause made a pace slow down, the most frequent
// first.
func (h *Hosts) SlowedBy() []SlowedBy {
	var list []SlowedBy
	for why, text := range strainTexts {
		times := 0
		for _, p := range h.paces {
			times += p.slowed[why]
		}
		if times > 0 {
			list = append(list, SlowedBy{text, times})
		}
	}
	slices.SortFunc(list, func(a, b SlowedBy) int { return cmp.Or(b.Times-a.Times, strings.Compare(a.Why, b.Why)) })
	return list
}
