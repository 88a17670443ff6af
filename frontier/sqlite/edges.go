package sqlite

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// Edges implements frontier.Crawl.
func (s *Store) Edges(ctx context.Context, kind ...frontier.LinkFlags) iter.Seq2[*frontier.Edge, error] {
	return s.withTexts(ctx, &linkQuery{from: 0, to: frontier.NoID, kind: kind})
}

// EdgesThat iterates over links as Edges does, but for those that pick does not
// take, which it is asked before a text is looked for. It does not keep the edge.
func (s *Store) EdgesThat(ctx context.Context, pick func(*frontier.Edge) bool) iter.Seq2[*frontier.Edge, error] {
	return s.withTexts(ctx, &linkQuery{from: 0, to: frontier.NoID, pick: pick})
}

// Graph implements frontier.Crawl.
func (s *Store) Graph(ctx context.Context, pick ...func(frontier.ID) bool) iter.Seq2[*frontier.Edge, error] {
	return func(yield func(*frontier.Edge, error) bool) {
		q := &linkQuery{from: 0, to: frontier.NoID}
		if len(pick) > 0 {
			q.of = pick[0]
		}
		if len(pick) > 1 {
			if q.targets = s.targetsThat(pick[1]); q.targets == nil {
				return
			}
		}
		s.edges(ctx, q, nil, yield)
	}
}

// LinksFrom iterates over the links of one page, as Edges does. It reads
// little else.
func (s *Store) LinksFrom(ctx context.Context, id frontier.ID, kind ...frontier.LinkFlags) iter.Seq2[*frontier.Edge, error] {
	return s.withTexts(ctx, &linkQuery{from: id, to: id, kind: kind})
}

// LinksOf iterates over the links of some pages, as Graph does. ids ascend. Of
// the table it reads where these pages are, and what lies between near ones.
func (s *Store) LinksOf(ctx context.Context, ids []frontier.ID) iter.Seq2[*frontier.Edge, error] {
	const near = 1 << 12
	return func(yield func(*frontier.Edge, error) bool) {
		for more := true; more && len(ids) > 0; {
			n := 1
			for n < len(ids) && ids[n]-ids[n-1] < near {
				n++
			}
			run := newTargets(ids[:n])
			s.edges(ctx, &linkQuery{from: run.first, to: run.last, of: run.has}, nil, func(e *frontier.Edge, err error) bool {
				more = yield(e, err) && err == nil
				return more
			})
			ids = ids[n:]
		}
	}
}

// linkQuery says which links are asked for: those of the pages from ≤ id ≤ to
// that lead to targets.
type linkQuery struct {
	from, to frontier.ID
	of       func(frontier.ID) bool    // nil: all
	targets  *targets                  // nil: all
	kind     []frontier.LinkFlags      // none: all but LinkPlace
	pick     func(*frontier.Edge) bool // nil: all

	ids []frontier.ID // of the links of a page
}

// wants tells whether a page may have links that are asked for.
func (q *linkQuery) wants(from frontier.ID) bool {
	return q.from <= from && from <= q.to && (q.of == nil || q.of(from))
}

// decode gives the links of a page that lead to the targets.
func (q *linkQuery) decode(blob []byte, limit frontier.ID, links []outLink) ([]outLink, error) {
	if q.targets != nil {
		return q.targets.linksTo(blob, limit, links)
	}
	if len(q.kind) > 0 && q.kind[0] != frontier.LinkA {
		links, ids, err := decodeKind(blob, limit, q.kind[0], links, q.ids)
		q.ids = ids
		return links, err
	}
	return decodeLinks(blob, limit, links)
}

func (q *linkQuery) wantsKind(kind frontier.LinkFlags) bool {
	if len(q.kind) > 0 {
		return kind == q.kind[0]
	}
	return kind != frontier.LinkPlace
}

// withTexts gives links with their texts.
func (s *Store) withTexts(ctx context.Context, q *linkQuery) iter.Seq2[*frontier.Edge, error] {
	return func(yield func(*frontier.Edge, error) bool) {
		texts, err := s.newAnchorReader(ctx)
		if err != nil {
			yield(nil, s.readError("link texts", err))
			return
		}
		defer texts.close()
		s.edges(ctx, q, texts.text, yield)
	}
}

// edges gives links: with their texts, unless text is nil.
func (s *Store) edges(ctx context.Context, q *linkQuery, text func(outLink) (string, error), yield func(*frontier.Edge, error) bool) {
	var edge frontier.Edge
	var links []outLink
	err := s.eachBlob(ctx, q.from, q.to, q.of, func(from frontier.ID, out []byte, limit frontier.ID) (err error) {
		if !q.wants(from) {
			return nil
		}
		if links, err = q.decode(out, limit, links[:0]); err != nil {
			return fmt.Errorf("%w: URL %d: %w", ErrDamaged, from, err)
		}
		for _, l := range links {
			if q.targets != nil && !q.targets.has(l.to) || !q.wantsKind(l.flags.Kind()) {
				continue
			}
			edge.From, edge.To, edge.Flags = from, l.to, l.flags
			if q.pick != nil && !q.pick(&edge) {
				continue
			}
			if text != nil {
				if edge.Anchor, err = text(l); err != nil {
					return err
				}
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
	rows          recallRows
	firsts, texts [textCache]cachedText
}

const textCache = 1 << 14

type cachedText struct {
	id   uint32
	full bool
	text string
}

func (s *Store) newAnchorReader(ctx context.Context) (*anchorReader, error) {
	rows, err := s.newRecallRows(ctx, &pageRow{})
	if pages, are := rows.(*recallPages); are {
		pages.order = make([]uint32, heldBeside) // links come by page, and most texts are at hand
	}
	return &anchorReader{rows: rows}, err
}

func (r *anchorReader) close() { r.rows.close() }

func (r *anchorReader) text(l outLink) (string, error) {
	c, id := &r.firsts[l.to%textCache], uint32(l.to)
	switch l.mode {
	case anchorEmpty:
		return "", nil
	case anchorByID:
		c, id = &r.texts[l.anchor%textCache], l.anchor
	}
	if c.full && c.id == id {
		return c.text, nil
	}
	var text string
	var err error
	if l.mode == anchorByID {
		text, err = r.rows.text(id)
	} else {
		_, text, _, err = r.rows.url(l.to)
	}
	if err != nil {
		return "", err
	}
	*c = cachedText{id, true, strings.Clone(text)} // it is a part of its page
	return c.text, nil
}
