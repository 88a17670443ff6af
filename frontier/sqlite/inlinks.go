package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strconv"

	"github.com/portolan-seo/portolan/frontier"
)

// InLinks is how often a URL is linked, by links that a reader can follow:
// a, area, frame and iframe, nofollow or not.
type InLinks struct {
	ID    frontier.ID
	Links uint32 // links in all
	Pages uint32 // other pages that have one
}

// BuildInLinks replaces the derived tables of what leads to URLs. It takes one pass
// over all links for each two million URLs, and 44 bytes of memory a URL of them.
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
	if _, err := s.writer.ExecContext(ctx, linkedTable); err != nil {
		return err
	}
	err = s.derive(s.writer, "inlink", 2, func(counts *inserter) error {
		if _, err := s.writer.ExecContext(ctx, "DELETE FROM linked"); err != nil {
			return err
		}
		facts := newInserter(s.writer, "linked", 2, 64)
		err := s.eachLinked(ctx, known, func(lump *linkedURLs) error {
			n := int64(lump.from / inlinkLump)
			return errors.Join(counts.add(n, inlinksJSON(lump.urls)), facts.add(n, linkedBlob(lump)))
		})
		if err == nil {
			err = facts.flush()
		}
		return errors.Join(err, facts.close())
	})
	if err != nil {
		return err
	}
	return s.Settle(&frontier.Batch{Meta: map[string]string{metaLinked: s.linkedStamp()}})
}

// inlinkLump is how many URLs a row of the tables inlink and linked has; it divides
// linkedWindow. A row for each URL would cost more than counting their links.
const inlinkLump = 1 << 10

// inlinksJSON gives counts as table inlink holds them: [[links,pages],...].
func inlinksJSON(urls []linkedURL) string {
	b := make([]byte, 0, 8*len(urls))
	for i := range urls {
		u := &urls[i]
		b = append(b, "[,"[min(i, 1)], '[')
		b = strconv.AppendUint(b, uint64(u.links), 10)
		b = append(b, ',')
		b = strconv.AppendUint(b, uint64(u.otherPages()), 10)
		b = append(b, ']')
	}
	return string(append(b, ']'))
}

// InLinks iterates over what BuildInLinks has counted, in order of ID; URLs
// without in-links are left out.
func (s *Store) InLinks(ctx context.Context) iter.Seq2[InLinks, error] {
	return func(yield func(InLinks, error) bool) {
		err := each(ctx, s.readers, "SELECT n, counts FROM inlink ORDER BY n", func(scan func(...any) error) error {
			var lump idCol
			var text textCol
			if err := scan(&lump, &text); err != nil {
				return err
			}
			var counts [][2]uint32
			if err := json.Unmarshal([]byte(text), &counts); err != nil {
				return fmt.Errorf("%w: its counts of in-links are wrong: %w", ErrDamaged, err)
			}
			for i, c := range counts {
				if c[0] > 0 && !yield(InLinks{frontier.ID(lump)*inlinkLump + frontier.ID(i), c[0], c[1]}, nil) {
					return errStop
				}
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
	err := s.readers.QueryRowContext(context.Background(),
		"SELECT value ->> 0, value ->> 1 FROM (SELECT counts -> ? AS value FROM inlink WHERE n = ?)", id%inlinkLump, id/inlinkLump).Scan(&links, &pages)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return InLinks{id, uint32(links), uint32(pages)}, s.readError("in-links", err)
}

// LinksTo iterates over the links of any kind that lead to some URLs, up to
// most for each of them, by ID of the page. The Edge is reused. It is one
// pass over all links, and holds one bit a known URL at most, besides the
// targets.
func (s *Store) LinksTo(ctx context.Context, ids []frontier.ID, most int) iter.Seq2[*frontier.Edge, error] {
	return func(yield func(*frontier.Edge, error) bool) {
		left := make(map[frontier.ID]int, len(ids))
		for _, id := range ids {
			left[id] = most
		}
		if len(left) == 0 || most < 1 {
			return
		}
		t := newTargets(ids)
		for e, err := range s.withTexts(ctx, &linkQuery{from: 0, to: frontier.NoID, targets: t}) {
			if err == nil {
				if left[e.To]--; left[e.To] == 0 {
					delete(left, e.To)
					t.remove(e.To)
				}
			}
			if !yield(e, err) || len(left) == 0 {
				return
			}
		}
	}
}
