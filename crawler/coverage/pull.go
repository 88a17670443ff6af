package coverage

import (
	"iter"

	"github.com/portolan-seo/portolan/frontier"
)

// pull gives measures one by one, nil at their end.
func pull(all iter.Seq2[*frontier.Measured, error]) (next func() (*frontier.Measured, error), stop func()) {
	more, stop := iter.Pull2(all)
	return func() (*frontier.Measured, error) {
		m, err, ok := more()
		if !ok {
			return nil, nil
		}
		return m, err
	}, stop
}
