package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"

	"github.com/portolan-seo/portolan/frontier"
)

// InLinks is how often a URL is linked, by links that a reader can follow:
// a, area, frame and iframe, nofollow or not.
type InLinks struct {
	ID    frontier.ID
	Links uint32 // links in all
	Pages uint32 // other pages that have one
}

// inlinkWindow is how many URLs are counted in one pass over the links; it
// bounds the memory at 128 MiB.
const inlinkWindow = 1 << 24

// BuildInLinks replaces the derived table of in-links. It takes one pass over
// all links for each 16 million URLs, and 8 bytes of memory a URL of them.
func (s *Store) BuildInLinks(ctx context.Context) error {
	err := s.buildInLinks(ctx)
	if err != nil {
		return fmt.Errorf("count in-links in %s: %w", s.path, explain(err))
	}
	return nil
}

func (s *Store) buildInLinks(ctx context.Context) error {
	if s.failed != nil {
		return s.failed
	}
	if s.readOnly {
		return ErrReadOnly
	}
	known, err := s.known(ctx)
	if err != nil {
		return err
	}
	return derive(s.writer, "inlink", 3, func(rows *inserter) error {
		counts := make([]inlinkCount, min(known, inlinkWindow))
		for from := frontier.ID(0); from < known; from += inlinkWindow {
			clear(counts)
			window := counts[:min(known-from, inlinkWindow)]
			if err := s.countInLinks(ctx, from, window); err != nil {
				return err
			}
			for i, c := range window {
				if c.links == 0 {
					continue
				}
				if err := rows.add(int64(from)+int64(i), int64(c.links), int64(c.pages)); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

type inlinkCount struct{ links, pages uint32 }

// countInLinks adds up the links to the URLs from a number on.
func (s *Store) countInLinks(ctx context.Context, first frontier.ID, window []inlinkCount) error {
	var targets []frontier.ID
	return s.eachBlob(ctx, func(from frontier.ID, out []byte, limit frontier.ID) (err error) {
		if targets, err = decodeTargets(out, limit, targets); err != nil {
			return fmt.Errorf("%w: URL %d: %w", ErrDamaged, from, err)
		}
		last := from // its links to itself count for no page
		for _, to := range targets {
			if i := to - first; int64(i) < int64(len(window)) {
				window[i].links++
				if to != last && to != from {
					window[i].pages++
				}
				last = to
			}
		}
		return nil
	})
}

// InLinks iterates over what BuildInLinks has counted, in order of ID; URLs
// without in-links are left out.
func (s *Store) InLinks(ctx context.Context) iter.Seq2[InLinks, error] {
	return func(yield func(InLinks, error) bool) {
		var id idCol
		var links, pages intCol
		err := each(ctx, s.readers, "SELECT id, links, pages FROM inlink ORDER BY id", func(scan func(...any) error) error {
			if err := scan(&id, &links, &pages); err != nil {
				return err
			}
			if !yield(InLinks{frontier.ID(id), uint32(links), uint32(pages)}, nil) {
				return errStop
			}
			return nil
		})
		if err != nil && err != errStop {
			yield(InLinks{}, s.readError("in-links", err))
		}
	}
}

// InLinksOf gives what BuildInLinks has counted for one URL.
func (s *Store) InLinksOf(id frontier.ID) (InLinks, error) {
	var links, pages intCol
	err := s.readers.QueryRowContext(context.Background(), "SELECT links, pages FROM inlink WHERE id = ?", int64(id)).Scan(&links, &pages)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return InLinks{id, uint32(links), uint32(pages)}, s.readError("in-links", err)
}

// LinksTo iterates over the links of any kind that lead to some URLs, up to
// most for each of them, by ID of the page. The Edge is reused. It is one
// pass over all links, and takes as much memory as there are targets.
func (s *Store) LinksTo(ctx context.Context, targets []frontier.ID, most int) iter.Seq2[*frontier.Edge, error] {
	return func(yield func(*frontier.Edge, error) bool) {
		left := make(map[frontier.ID]int, len(targets))
		for _, id := range targets {
			left[id] = most
		}
		for e, err := range s.selected(ctx, func(to frontier.ID) bool { return left[to] > 0 }) {
			if err == nil {
				if left[e.To]--; left[e.To] == 0 {
					delete(left, e.To)
				}
			}
			if !yield(e, err) || len(left) == 0 {
				return
			}
		}
	}
}
