package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"

	"github.com/portolan-seo/portolan/frontier"
)

// Edges implements frontier.Crawl.
func (s *Store) Edges(ctx context.Context) iter.Seq2[*frontier.Edge, error] {
	return s.selected(ctx, func(frontier.ID) bool { return true })
}

// selected gives the links to some targets with their texts.
func (s *Store) selected(ctx context.Context, wanted func(to frontier.ID) bool) iter.Seq2[*frontier.Edge, error] {
	return func(yield func(*frontier.Edge, error) bool) {
		texts, err := s.newAnchorReader(ctx)
		if err != nil {
			yield(nil, s.readError("link texts", err))
			return
		}
		defer texts.close()
		s.edges(ctx, wanted, texts.text, yield)
	}
}

// Graph implements frontier.Crawl.
func (s *Store) Graph(ctx context.Context) iter.Seq2[*frontier.Edge, error] {
	return func(yield func(*frontier.Edge, error) bool) {
		s.edges(ctx, func(frontier.ID) bool { return true }, func(outLink) (string, error) { return "", nil }, yield)
	}
}

func (s *Store) edges(ctx context.Context, wanted func(frontier.ID) bool, text func(outLink) (string, error), yield func(*frontier.Edge, error) bool) {
	var edge frontier.Edge
	var links []outLink
	err := s.eachBlob(ctx, func(from frontier.ID, out []byte, limit frontier.ID) (err error) {
		if links, err = decodeLinks(out, limit, links[:0]); err != nil {
			return fmt.Errorf("%w: URL %d: %w", ErrDamaged, from, err)
		}
		for _, l := range links {
			if !wanted(l.to) {
				continue
			}
			edge = frontier.Edge{From: from, To: l.to, Flags: l.flags}
			if edge.Anchor, err = text(l); err != nil {
				return err
			}
			if !yield(&edge, nil) {
				return errStop
			}
		}
		return nil
	})
	if err != nil && err != errStop {
		yield(nil, s.readError("links", err))
	}
}

// eachBlob calls f with the links of each page that has any, and the number
// of known URLs.
func (s *Store) eachBlob(ctx context.Context, f func(from frontier.ID, out []byte, limit frontier.ID) error) error {
	limit, err := s.known(ctx)
	if err != nil {
		return err
	}
	return each(ctx, s.readers, "SELECT id, out FROM page WHERE out IS NOT NULL ORDER BY id", func(scan func(...any) error) error {
		var id idCol
		var out blobCol
		if err := scan(&id, &out); err != nil {
			return err
		}
		return f(frontier.ID(id), out, limit)
	})
}

// known gives the number of known URLs.
func (s *Store) known(ctx context.Context) (frontier.ID, error) {
	var n intCol
	err := s.readers.QueryRowContext(ctx, "SELECT max(id) + 1 FROM url").Scan(&n)
	if err == nil && (n < 0 || n > intCol(frontier.NoID)) {
		err = fmt.Errorf("%w: it has %d URLs", ErrDamaged, n)
	}
	return frontier.ID(n), err
}

// anchorReader finds link texts again, with a cache of the last used ones.
type anchorReader struct {
	ctx           context.Context
	first, byID   *sql.Stmt
	firsts, texts [textCache]cachedText
}

const textCache = 1 << 14

type cachedText struct {
	id   uint32
	full bool
	text string
}

func (s *Store) newAnchorReader(ctx context.Context) (*anchorReader, error) {
	first, err := s.readers.PrepareContext(ctx, "SELECT anchor FROM url WHERE id = ?")
	if err != nil {
		return nil, err
	}
	byID, err := s.readers.PrepareContext(ctx, "SELECT text FROM anchor WHERE id = ?")
	if err != nil {
		return nil, errors.Join(err, first.Close())
	}
	return &anchorReader{ctx: ctx, first: first, byID: byID}, nil
}

func (r *anchorReader) close() {
	r.first.Close()
	r.byID.Close()
}

func (r *anchorReader) text(l outLink) (string, error) {
	switch l.mode {
	case anchorEmpty:
		return "", nil
	case anchorByID:
		return r.cached(&r.texts[l.anchor%textCache], l.anchor, r.byID)
	}
	return r.cached(&r.firsts[l.to%textCache], uint32(l.to), r.first)
}

func (r *anchorReader) cached(c *cachedText, id uint32, stmt *sql.Stmt) (string, error) {
	if c.full && c.id == id {
		return c.text, nil
	}
	var text textCol
	if err := stmt.QueryRowContext(r.ctx, int64(id)).Scan(&text); err != nil {
		return "", err
	}
	*c = cachedText{id, true, string(text)}
	return c.text, nil
}
