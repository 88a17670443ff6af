package classes

import (
	"context"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// plainBases in a row that name no view as canonical show that most do not.
const plainBases = 5

// heedCanonicals takes back what was found of parameters with which most of the pages
// without them name their view as canonical (?id=5 does ?id=5&L=0): it is the page then,
// and what stands for it would be listed nowhere.
func (r *reader) heedCanonicals(context.Context) error {
	for _, p := range r.pairs {
		if p.relation != NoEffect && p.relation != AnyValue && p.relation != Sorts {
			continue
		}
		bases, named := 0, 0
		for _, s := range p.samples {
			if s.base == nil {
				continue
			}
			if bases == maxSamples || bases == plainBases && named == 0 {
				break
			}
			is, err := r.namesView(s, p)
			if err != nil {
				return err
			}
			if bases++; is {
				named++
			}
		}
		if 2*named > bases {
			p.relation = Undecided
		}
	}
	r.mark()
	return nil
}

// namesView tells whether the base of a sample names as canonical a URL of its own family that has the parameter.
func (r *reader) namesView(s *sample, p *pair) (bool, error) {
	base, err := r.crawl.Row(s.base.id)
	if err != nil || !isPage(base) || base.Page.Canonical != record.CanonicalOther || base.Canonical == frontier.NoID {
		return false, err
	}
	named, err := r.crawl.Row(base.Canonical)
	if err != nil || named == nil {
		return false, err
	}
	a := parse(named.URL, r.addr.words)
	return a.family == s.addr.family && slices.ContainsFunc(a.params, func(q param) bool { return q.name == p.name }), nil
}
