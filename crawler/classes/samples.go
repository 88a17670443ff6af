package classes

import (
	"cmp"
	"slices"
)

// baseKeys gives the keys of what a URL is without its parameter, without it and
// those of which none ever stands without the others, and without all that come with it always.
func (p *pair) baseKeys(s *sample) []uint64 {
	keys := []uint64{s.addr.key(func(name string) bool { return name == p.name })}
	if len(p.with) > 0 {
		keys = append(keys, s.addr.key(p.together), s.addr.key(p.bundle))
	}
	if p.shape.hasIdle() {
		keys = append(keys, s.addr.key(func(name string) bool { return p.bundle(name) || p.shape.idle(name) }))
	}
	return keys
}

func (p *pair) bundle(name string) bool { return name == p.name || slices.Contains(p.with, bare(name)) }

// together names the parameter, and those beside it that it always stands beside, too.
func (p *pair) together(name string) bool {
	return name == p.name || p.isBound(bare(name))
}

func shorter(a, b string) bool {
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) < 0
}

// settle notes what was found, and the first sample that shows it.
func (p *pair) settle(relation Relation, by ...finding) {
	p.relation = relation
	for _, s := range p.samples {
		if s.base == nil || s.extra {
			continue
		}
		p.counts[s.found]++
		if p.proof[0] == "" && slices.Contains(by, s.found) {
			p.proof = [2]string{s.page.url, s.base.url}
		}
	}
}
