package sqlite

import (
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// maxExampled bounds the rules of which it is remembered that they have all
// the examples that are kept.
const maxExampled = 4096

type foldKey struct{ host, kind, name string }

// foldMerge adds up a batch's folds of the same host and rule: hundreds of
// pages fire the same few rules.
type foldMerge struct {
	places map[foldKey]int
	sums   []frontier.Fold
}

// merge gives one fold for each host and rule, in the order in which they
// first come, with the first examples: twice as many as are kept, since as
// many may be known. It is valid until the next call.
func (m *foldMerge) merge(folds []frontier.Fold) []frontier.Fold {
	if m.places == nil {
		m.places = map[foldKey]int{}
	}
	clear(m.places)
	clear(m.sums)
	m.sums = m.sums[:0]
	for i := range folds {
		f := &folds[i]
		key := foldKey{f.Host, f.Kind, f.Name}
		at, known := m.places[key]
		if !known {
			at = len(m.sums)
			m.places[key] = at
			m.sums = append(m.sums, frontier.Fold{Host: f.Host, Kind: f.Kind, Name: f.Name})
		}
		sum := &m.sums[at]
		sum.Count += f.Count
		for _, e := range f.Examples {
			if len(sum.Examples) < 2*frontier.MaxExamples && !slices.Contains(sum.Examples, e) {
				sum.Examples = append(sum.Examples, e)
			}
		}
	}
	return m.sums
}
