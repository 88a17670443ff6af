package classes

import "github.com/portolan-seo/portolan/frontier/canonical"

// What narrows lists leaves some as they are: where all is in stock, or next to
// all. What sorts them narrows none.

// settleNarrowing takes what seems to sort, by few samples, for what narrows where
// it does so in other classes of the host and sorts, by enough samples, in none.
func settleNarrowing(pairs []*pair) {
	type word struct{ narrows, sorts int }
	host := func(p *pair) string { return canonical.Origin(p.shape.pattern) + " " + p.name }
	words := map[string]word{}
	for _, p := range pairs {
		w := words[host(p)]
		switch {
		case p.relation == Narrows && p.counts[part] >= leastSamples:
			w.narrows++
		case p.relation == Sorts && p.clear() >= maxSamples:
			w.sorts++
		}
		words[host(p)] = w
	}
	for _, p := range pairs {
		if w := words[host(p)]; p.relation == Sorts && w.narrows >= leastNarrowing && w.sorts == 0 {
			p.relation = Narrows
		}
	}
}

// leastNarrowing classes speak for the others.
const leastNarrowing = 3
