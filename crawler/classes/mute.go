package classes

import "github.com/portolan-seo/portolan/frontier"

// mute gives the content that three bases and more of a parameter's samples have: it says nothing, as that of lists
// which are links alone. 0 where there is none.
func (p *pair) mute() uint64 {
	bases := map[uint64]map[frontier.ID]bool{}
	for _, s := range p.samples {
		if s.base == nil {
			continue
		}
		if bases[s.base.content] == nil {
			bases[s.base.content] = map[frontier.ID]bool{}
		}
		if bases[s.base.content][s.base.id] = true; len(bases[s.base.content]) >= leastSamples {
			return s.base.content
		}
	}
	return 0
}

// compareMute tells what a page is to its base by a few links alone: where it has some of these and no other, it is
// another page, since boxes that change have others each time; one or two links are the same by chance.
func (p *page) compareMute(base *page) finding {
	switch own, others, both := p.outer.compare(&base.outer); {
	case own == 0 && others > 0 && both > 0:
		return other
	case both > 0 && own+others+both <= 2:
		return unclear
	}
	return same
}
