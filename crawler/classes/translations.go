package classes

import (
	"strings"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

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
	own, all, host := map[*pair]valueCounts{}, map[string]valueCounts{}, map[*pair]string{}
	for _, p := range pairs {
		if names[p.name] && p.mayTranslate() && (p.relation == Sorts || p.relation == Undecided || p.relation == Translates) {
			p.relation = Translates
			host[p] = canonical.Origin(p.shape.pattern) + " " + p.name
			of := p.countDefaults()
			if all[host[p]] == nil {
				all[host[p]] = valueCounts{}
			}
			all[host[p]].add(of)
			own[p] = of
		}
	}
	for p, of := range own {
		p.defaults = of.defaults(all[host[p]])
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

// valueCounts are the samples with each value, and those of them that are the
// same as without.
type valueCounts map[string]struct{ clear, same int }

func (p *pair) countDefaults() valueCounts {
	n := valueCounts{}
	for _, s := range p.samples {
		if s.base == nil || s.found == unclear {
			continue
		}
		count := n[s.value(p.name)]
		count.clear++
		if s.found == same {
			count.same++
		}
		n[s.value(p.name)] = count
	}
	return n
}

func (n valueCounts) add(other valueCounts) {
	for value, count := range other {
		sum := n[value]
		sum.clear, sum.same = sum.clear+count.clear, sum.same+count.same
		n[value] = sum
	}
}

func (n valueCounts) isDefault(value string) bool {
	count := n[value]
	return count.clear >= leastDefaults && count.same*20 >= count.clear*19
}

// defaults gives the values with which pages are the same as without: by what
// the class shows, or else, unless it shows something else, by all classes of the host.
func (n valueCounts) defaults(all valueCounts) map[string]bool {
	found := map[string]bool{}
	for value := range all {
		own := n[value]
		found[value] = n.isDefault(value) || own.clear < leastDefaults && own.same == own.clear && all.isDefault(value)
	}
	return found
}

func (s *sample) value(name string) string {
	for _, p := range s.addr.params {
		if p.name == name {
			return p.value
		}
	}
	return ""
}
