package sqlite

import (
	"container/heap"
	"context"
	"encoding/binary"
	"fmt"

	"github.com/portolan-seo/portolan/frontier"
)

func sipKey(key [16]byte) (k0, k1 uint64) {
	return binary.LittleEndian.Uint64(key[:8]), binary.LittleEndian.Uint64(key[8:])
}

// start reads the facts and prepares the statements of a writer.
func (s *Store) start() error {
	if err := s.readFacts(); err != nil {
		return err
	}
	s.inserts = newInserts(s.writer)
	return s.prepareReads()
}

// load builds in memory what the file says of every URL: the seen table and
// which URLs wait.
func (s *Store) load() error {
	ctx := context.Background()
	known, err := s.known(ctx)
	if err != nil {
		return err
	}
	settled, err := s.loadSettled(ctx, known)
	if err != nil {
		return err
	}
	far, followed, reached, err := s.loadLinked(ctx)
	if err != nil {
		return err
	}
	delayed, err := s.ids(ctx, "SELECT DISTINCT id FROM retry")
	if err != nil {
		return err
	}
	changed, err := s.loadRanks(ctx, known)
	if err != nil {
		return err
	}
	s.seen.reserve(known)
	err = s.eachKnown(ctx, known, func(u knownURL) {
		n := s.seen.n
		unfollowed := u.noFollow() && !followed.has(n)
		switch {
		case unfollowed:
			u.anchor |= noFollowBit
		case !u.decided() && !reached.has(n) && (u.noFollow() && far.has(n) || !u.noFollow() && u.depth == frontier.NoDepth):
			u.anchor |= farBit
		}
		s.seen.add(u.key, u.anchor)
		if !changed.has(n) {
			s.pending.ranks.set(n, u.rank())
		}
		if n >= known&^(chunkSize-1) {
			s.recent.add(u.depth, u.state)
		}
		s.counts.Known++
		switch {
		case settled.has(n):
			s.counts.Settled++
		case u.decided():
			s.counts.Decided++
		case unfollowed:
			s.counts.NoFollow++
		default:
			s.counts.Pending++
			if !u.noFollow() && !reached.has(n) && !delayed.has(n) {
				s.pending.add(n, u.depth)
			}
		}
	})
	if err != nil {
		return err
	}
	if err := s.loadAside(ctx, settled, delayed); err != nil {
		return err
	}
	if err := s.loadDelays(ctx, settled); err != nil {
		return err
	}
	s.postponed = len(s.pending.delays)
	if err := s.loadAnchors(ctx); err != nil {
		return err
	}
	if s.batches, err = s.lastBatch(ctx); err != nil {
		return err
	}
	want, err := s.lastCounts(ctx)
	if got := s.Counts(); err == nil && got != want {
		err = fmt.Errorf("%w: after its last batch it had %+v, now %+v", ErrDamaged, want, got)
	}
	return err
}

// gap tells that a URL's row is missing.
func gap(id frontier.ID) error { return fmt.Errorf("%w: URL %d is missing", ErrDamaged, id) }

// loadLinked tells which URLs are in followed, of these the ones without depth,
// and which are in reached.
func (s *Store) loadLinked(ctx context.Context) (far, followed, reached bitset, err error) {
	if far, err = s.ids(ctx, "SELECT id FROM followed WHERE depth IS NULL"); err != nil {
		return
	}
	if followed, err = s.ids(ctx, "SELECT id FROM followed"); err != nil {
		return
	}
	reached, err = s.ids(ctx, "SELECT id FROM reached")
	return
}

// loadAside makes wait what followed links have reached since.
func (s *Store) loadAside(ctx context.Context, settled, delayed bitset) error {
	const query = `SELECT id, depth FROM reached
		UNION ALL SELECT id, depth FROM followed WHERE id NOT IN (SELECT id FROM reached)`
	return each(ctx, s.readers, query, func(scan func(...any) error) error {
		var id idCol
		var depth depthCol
		if err := scan(&id, &depth); err != nil {
			return err
		}
		if n := frontier.ID(id); !settled.has(n) && !delayed.has(n) {
			s.pending.putAside(n, uint16(depth))
		}
		return nil
	})
}

// loadDelays makes wait what was postponed.
func (s *Store) loadDelays(ctx context.Context, settled bitset) error {
	return each(ctx, s.readers, "SELECT id, max(n), tries, due FROM retry GROUP BY id", func(scan func(...any) error) error {
		var id idCol
		var n, tries, due intCol
		if err := scan(&id, &n, &tries, &due); err != nil {
			return err
		}
		s.retryN = max(s.retryN, int64(n))
		if !settled.has(frontier.ID(id)) {
			heap.Push(&s.pending.delays, delay{due: int64(due), id: frontier.ID(id), tries: uint16(tries)})
		}
		return nil
	})
}

// loadAnchors fills the table of link texts with the first ones, which are
// those of the site's menus, and the last ones.
func (s *Store) loadAnchors(ctx context.Context) error {
	const keep = anchorSets * anchorWays / 2
	var next intCol
	if err := s.writer.QueryRowContext(ctx, "SELECT max(id) + 1 FROM anchor").Scan(&next); err != nil {
		return err
	}
	err := each(ctx, s.readers, "SELECT id, text FROM anchor WHERE id < ? OR id >= ? ORDER BY id", func(scan func(...any) error) error {
		var id intCol
		var text textCol
		if err := scan(&id, &text); err != nil {
			return err
		}
		s.anchors.next = uint32(id)
		s.anchors.id(s.anchorKey([]byte(text)))
		return nil
	}, keep, int64(next)-keep)
	s.anchors.next = uint32(next)
	return err
}

// ids reads a query's numbers of URLs as a set.
func (s *Store) ids(ctx context.Context, query string) (bitset, error) {
	var set bitset
	err := each(ctx, s.readers, query, func(scan func(...any) error) error {
		var id idCol
		if err := scan(&id); err != nil {
			return err
		}
		set.set(frontier.ID(id))
		return nil
	})
	return set, err
}
