package sqlite

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// Table batch is the journal of what was settled. It saves reading the pages
// when a file is opened, and counting URLs when it is read.

// appendBatch inserts the row of a batch.
func (s *Store) appendBatch(b *frontier.Batch) error {
	c := s.counts
	s.batches++
	return s.inserts.batch.add(s.batches, int64(c.Known), int64(c.Settled), int64(c.Decided), int64(c.NoFollow), int64(s.postponed), blob(settledIDs(b.Pages)))
}

func settledIDs(pages []frontier.Settled) []byte {
	ids := make([]frontier.ID, len(pages))
	for i := range pages {
		ids[i] = pages[i].ID
	}
	slices.Sort(ids)
	b, last := make([]byte, 0, 2*len(ids)), frontier.ID(0)
	for _, id := range ids {
		b = binary.AppendUvarint(b, uint64(id-last))
		last = id
	}
	return b
}

// loadSettled gives the ids of the settled URLs.
func (s *Store) loadSettled(ctx context.Context, known frontier.ID) (bitset, error) {
	set := bitset{}
	err := each(ctx, s.readers, "SELECT ids FROM batch WHERE ids IS NOT NULL ORDER BY n", func(scan func(...any) error) error {
		var ids blobCol
		if err := scan(&ids); err != nil {
			return err
		}
		r, last := blobReader{b: ids}, uint64(0)
		for len(r.b) > 0 {
			last += r.uvarint()
			if r.bad || last >= uint64(known) || set.has(frontier.ID(last)) {
				return fmt.Errorf("%w: its list of settled URLs is wrong", ErrDamaged)
			}
			set.set(frontier.ID(last))
		}
		return nil
	})
	return set, err
}

// lastBatch gives the number of the last batch.
func (s *Store) lastBatch(ctx context.Context) (int64, error) {
	var n intCol
	err := s.readers.QueryRowContext(ctx, "SELECT max(n) FROM batch").Scan(&n)
	if err == nil && (n < 0 || n >= 1<<lumpBatchBits-1) {
		err = fmt.Errorf("%w: its last batch is %d", ErrDamaged, n)
	}
	return int64(n), err
}

// lastCounts gives the counts after the last batch, with nothing leased.
func (s *Store) lastCounts(ctx context.Context) (c frontier.Counts, err error) {
	var known, settled, decided, noFollow, postponed intCol
	err = s.readers.QueryRowContext(ctx, "SELECT known, settled, decided, nofollow, postponed FROM batch ORDER BY n DESC LIMIT 1").
		Scan(&known, &settled, &decided, &noFollow, &postponed)
	if errors.Is(err, sql.ErrNoRows) {
		return c, nil
	}
	return frontier.Counts{
		Known: int(known), Settled: int(settled), Decided: int(decided), NoFollow: int(noFollow), Delayed: int(postponed),
		Pending: int(known - settled - decided - noFollow),
	}, err
}
