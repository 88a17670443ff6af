package sqlite

import (
	"context"
	"iter"

	"github.com/portolan-seo/portolan/frontier"
)

// FoundIn implements frontier.Crawl.
func (s *Store) FoundIn(ctx context.Context, source frontier.Source) iter.Seq2[frontier.Found, error] {
	const query = "SELECT s.id, u.url, s.detail FROM source s JOIN url u ON u.id = s.id WHERE s.source = ? ORDER BY s.id, s.detail"
	return func(yield func(frontier.Found, error) bool) {
		err := each(ctx, s.readers, query, func(scan func(...any) error) error {
			var id idCol
			var url, detail textCol
			if err := scan(&id, &url, &detail); err != nil {
				return err
			}
			if !yield(frontier.Found{ID: frontier.ID(id), URL: string(url), Detail: string(detail)}, nil) {
				return errStop
			}
			return nil
		}, int64(source))
		if err != nil && err != errStop {
			yield(frontier.Found{}, s.readError("sources", err))
		}
	}
}
