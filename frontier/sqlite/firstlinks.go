package sqlite

import (
	"context"
	"iter"

	"github.com/portolan-seo/portolan/frontier"
)

// FirstLink is the link by which a URL was found first.
type FirstLink struct {
	ID, Via frontier.ID // Via is the page that has it, NoID where no link led to the URL then
	Text    string      // "" where it has none
}

// FirstLinks iterates over the first links of all known URLs, in order of
// discovery.
func (s *Store) FirstLinks(ctx context.Context) iter.Seq2[FirstLink, error] {
	return func(yield func(FirstLink, error) bool) {
		var id, via idCol
		var text textCol
		urls, err := s.firstLinks(ctx, &id, &via, &text)
		if err != nil {
			yield(FirstLink{}, s.readError("first links", err))
			return
		}
		defer urls.close()
		for ; err == nil && urls.more; err = urls.next() {
			if err = ctx.Err(); err != nil {
				break
			}
			if !yield(FirstLink{frontier.ID(id), frontier.ID(via), string(text)}, nil) {
				return
			}
		}
		if err != nil {
			yield(FirstLink{}, s.readError("first links", err))
		}
	}
}

func (s *Store) firstLinks(ctx context.Context, id, via *idCol, text *textCol) (*cursor, error) {
	if s.direct("page") {
		return s.scan(ctx, "url", []string{"id", "via", "anchor"}, []any{id, via, text})
	}
	return s.cursor(ctx, "SELECT id, via, anchor FROM url ORDER BY id", []any{id, via, text})
}
