package sqlite

import (
	"context"
	"iter"

	"github.com/portolan-seo/portolan/frontier"
)

// Found is a URL with one place in a source that names it.
type Found struct {
	ID     frontier.ID
	URL    string
	Detail string
}

// FoundIn iterates over what one source names, in order of discovery, a URL
// once for each place.
func (s *Store) FoundIn(ctx context.Context, source frontier.Source) iter.Seq2[Found, error] {
	const query = "SELECT s.id, u.url, s.detail FROM source s JOIN url u ON u.id = s.id WHERE s.source = ? ORDER BY s.id, s.detail"
	return func(yield func(Found, error) bool) {
		err := each(ctx, s.readers, query, func(scan func(...any) error) error {
			var id idCol
			var url, detail textCol
			if err := scan(&id, &url, &detail); err != nil {
				return err
			}
			if !yield(Found{frontier.ID(id), string(url), string(detail)}, nil) {
				return errStop
			}
			return nil
		}, int64(source))
		if err != nil && err != errStop {
			yield(Found{}, s.readError("sources", err))
		}
	}
}
