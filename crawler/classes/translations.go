package classes

import "strings"

// settleTranslations finds parameters that seem to sort pages which are no
// lists in parts: they have the same links and other words or prices. A
// parameter that translates in one place does so everywhere.
func settleTranslations(pairs []*pair) {
	names := map[string]bool{}
	for _, p := range pairs {
		if p.relation == Sorts && p.counts[equal] > 0 && !p.shape.isList() && p.mayTranslate() {
			names[p.name] = true
		}
		if p.relation == Translates {
			names[p.name] = true
		}
	}
	for _, p := range pairs {
		if names[p.name] && p.mayTranslate() && (p.relation == Sorts || p.relation == Undecided || p.relation == Translates) {
			p.relation = Translates
			p.findDefaults()
		}
	}
}

// mayTranslate tells of values that may be languages or currencies: not 0 and
// 1, nor what looks generated, nor what a list is sorted by.
func (p *pair) mayTranslate() bool {
	return p.alternates > 0 || !strings.HasSuffix(p.name, first) && p.tokens*2 <= p.known && !p.saysLook()
}

// leastDefaults are the samples that show a value to be the one that is meant
// where none is given.
const leastDefaults = 2

// findDefaults finds the values with which pages are the same as without.
func (p *pair) findDefaults() {
	n := map[string][2]int{}
	for _, s := range p.samples {
		if s.base == nil || s.found == unclear {
			continue
		}
		count := n[s.value(p.name)]
		count[0]++
		if s.found == same {
			count[1]++
		}
		n[s.value(p.name)] = count
	}
	p.defaults = map[string]bool{}
	for value, count := range n {
		p.defaults[value] = count[0] >= leastDefaults && count[1]*20 >= count[0]*19
	}
}

func (s *sample) value(name string) string {
	for _, p := range s.addr.params {
		if p.name == name {
			return p.value
		}
	}
	return ""
}
