package sqlite

import (
	"context"
	"iter"

	"github.com/portolan-seo/portolan/frontier"
)

// Measures implements frontier.Crawl.
func (s *Store) Measures(ctx context.Context) iter.Seq2[*frontier.Measured, error] {
	return func(yield func(*frontier.Measured, error) bool) {
		var m frontier.Measured
		err := s.eachMeasure(ctx, &m, "SELECT url, source, facts FROM measure ORDER BY url, source", func() error {
			if !yield(&m, nil) {
				return errStop
			}
			return nil
		})
		if err != nil && err != errStop {
			yield(nil, s.readError("measures", err))
		}
	}
}

// MeasuresOf implements frontier.Crawl.
func (s *Store) MeasuresOf(url string) (of []frontier.Measured, err error) {
	var m frontier.Measured
	err = s.eachMeasure(context.Background(), &m, "SELECT url, source, facts FROM measure WHERE url = ? ORDER BY source", func() error {
		of = append(of, m)
		return nil
	}, url)
	return of, s.readError("measures", err)
}

func (s *Store) eachMeasure(ctx context.Context, m *frontier.Measured, query string, f func() error, args ...any) error {
	return each(ctx, s.readers, query, func(scan func(...any) error) error {
		var url, source, facts textCol
		if err := scan(&url, &source, &facts); err != nil {
			return err
		}
		*m = frontier.Measured{URL: string(url), Source: string(source), Facts: string(facts)}
		return f()
	}, args...)
}
