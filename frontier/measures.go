package frontier

import (
	"cmp"
	"context"
	"iter"
	"slices"
)

// Measured is what sources of one kind know of a URL besides that it is there:
// clicks, requests, an index status. The URL need not be one of the crawl's: it
// may be known to be dead, and not be asked for; where it holds a secret it is
// masked.
type Measured struct {
	URL    string
	Source string // the kind: log, directory, list or export
	Facts  string // a JSON object: a number or a text by its name
}

func (m *Measured) compare(o *Measured) int {
	return cmp.Or(cmp.Compare(m.URL, o.URL), cmp.Compare(m.Source, o.Source))
}

// measure takes what a batch measures, in place of what is known.
func (m *Memory) measure(all []Measured) {
	for _, next := range all {
		at, found := slices.BinarySearchFunc(m.measures, next, func(a, b Measured) int { return a.compare(&b) })
		if found {
			m.measures[at] = next
		} else {
			m.measures = slices.Insert(m.measures, at, next)
		}
	}
}

// Measures implements Crawl.
func (m *Memory) Measures(ctx context.Context) iter.Seq2[*Measured, error] {
	return func(yield func(*Measured, error) bool) {
		for i := range m.measures {
			if err := ctx.Err(); err != nil {
				yield(nil, err)
				return
			}
			if !yield(&m.measures[i], nil) {
				return
			}
		}
	}
}

// MeasuresOf implements Crawl.
func (m *Memory) MeasuresOf(url string) (of []Measured, err error) {
	for _, one := range m.measures {
		if one.URL == url {
			of = append(of, one)
		}
	}
	return of, nil
}
