package sqlite

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// A URL's rank is in url.flags as it was at discovery; table rank has what has
// changed since, many URLs to a row.

// makeSooner gives a URL an earlier rank.
func (s *Store) makeSooner(id frontier.ID, rank frontier.Rank) error {
	p := &s.pending
	p.ranks.set(id, rank)
	s.scratch.sooner = append(s.scratch.sooner, backItem{place{rank: rank}, id})
	if !p.line.has(id) && !p.aside.has(id) {
		return nil
	}
	if err := s.inserts.flush(); err != nil { // its row may be of this batch
		return err
	}
	item, err := s.item(id)
	if err != nil {
		return err
	}
	p.sooner(id, item.Depth)
	return nil
}

// appendSooner inserts what makeSooner has changed in a batch: of one URL the
// last change, which is the soonest rank.
func (s *Store) appendSooner() error {
	slices.SortFunc(s.scratch.sooner, func(a, b backItem) int {
		return cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(a.id, b.id))
	})
	var list idList
	for i, it := range s.scratch.sooner {
		list.add(it.id)
		if i+1 == len(s.scratch.sooner) || s.scratch.sooner[i+1].rank != it.rank {
			if err := s.inserts.rank.add(nil, int64(it.rank), list.b); err != nil {
				return err
			}
			list = idList{}
		}
	}
	return nil
}

// idList is a row's ids, which ascend.
type idList struct {
	b    []byte
	last frontier.ID
}

func (l *idList) add(id frontier.ID) {
	l.b = binary.AppendUvarint(l.b, uint64(id-l.last))
	l.last = id
}

// eachID calls f for the ids of a row, which must be below limit.
func eachID(b []byte, limit frontier.ID, f func(frontier.ID)) error {
	r, last := blobReader{b: b}, uint64(0)
	for len(r.b) > 0 {
		last += r.uvarint()
		if r.bad || last >= uint64(limit) {
			return fmt.Errorf("%w: a list of URLs whose rank has changed is wrong", ErrDamaged)
		}
		f(frontier.ID(last))
	}
	return nil
}

// loadRanks reads the changes of rank into pending, and tells of which URLs.
func (s *Store) loadRanks(ctx context.Context, known frontier.ID) (changed bitset, err error) {
	err = each(ctx, s.readers, "SELECT rank, ids FROM rank ORDER BY n", func(scan func(...any) error) error {
		var rank intCol
		var ids blobCol
		if err := scan(&rank, &ids); err != nil {
			return err
		}
		if rank < 0 || rank > intCol(frontier.LastRank) {
			return fmt.Errorf("%w: %d is no rank", ErrDamaged, rank)
		}
		return eachID(ids, known, func(id frontier.ID) {
			changed.set(id)
			s.pending.ranks.set(id, frontier.Rank(rank))
		})
	})
	return changed, err
}

// Rerank implements frontier.Frontier.
func (s *Store) Rerank(ctx context.Context, from frontier.Rank, rank func(*frontier.Item) frontier.Rank) error {
	if s.failed != nil {
		return s.failed
	}
	if s.readOnly {
		return fmt.Errorf("change ranks in %s: %w", s.path, ErrReadOnly)
	}
	c := rankChange{moved: map[place][]span{}}
	err := s.eachWaiting(ctx, from, func(item *frontier.Item, inLine bool) {
		if r := min(rank(item), frontier.LastRank); r != item.Rank {
			c.add(item, r, inLine)
		}
	})
	if err == nil {
		err = s.storeRanks(&c)
	}
	if err != nil {
		err = fmt.Errorf("change ranks in %s: %w", s.path, explain(err))
		if ctx.Err() == nil {
			s.failed = err
		}
		return err
	}
	if err := s.pending.change(&c); err != nil {
		s.failed = fmt.Errorf("change ranks in %s: %w", s.path, err)
	}
	return s.failed
}

// rankChange is what Rerank has found: of ranks as many as there are, each with
// its URLs, and the places in line of those that wait there.
type rankChange struct {
	ids   [frontier.LastRank + 1]idList
	moved map[place][]span
}

func (c *rankChange) add(item *frontier.Item, to frontier.Rank, inLine bool) {
	c.ids[to].add(item.ID)
	if inLine {
		at := place{to, item.Depth}
		c.moved[at] = addSpan(c.moved[at], span{item.ID, item.ID + 1})
	}
}

// eachWaiting calls f for the URLs that wait in a rank from one on, by id. The
// item is reused.
func (s *Store) eachWaiting(ctx context.Context, from frontier.Rank, f func(item *frontier.Item, inLine bool)) error {
	p := &s.pending
	var b briefReader
	defer b.close()
	if err := b.openURLs(ctx, s, 0); err != nil {
		return err
	}
	var item frontier.Item
	for at := frontier.ID(0); at < s.seen.n; at += min(lumpRows, s.seen.n-at) {
		to := at + min(lumpRows, s.seen.n-at)
		if !p.line.any(at, to) && !p.aside.any(at, to) {
			continue
		}
		if err := b.readURLs(ctx, at, to); err != nil {
			return err
		}
		for id := at; id < to; id++ {
			b.setURL(id)
			rank, inLine := p.ranks.of(id), p.line.has(id)
			if rank < from || !inLine && !p.aside.has(id) {
				continue
			}
			if err := b.side.place(&b.rowReader); err != nil {
				return err
			}
			item = frontier.Item{ID: id, URL: b.row.URL, Depth: b.row.Depth, Via: b.row.Via, Rank: rank}
			f(&item, inLine)
		}
		if err := cmp.Or(b.urls.err, ctx.Err()); err != nil {
			return err
		}
	}
	return nil
}

// storeRanks inserts the rows of a change in one transaction.
func (s *Store) storeRanks(c *rankChange) error {
	ctx := context.Background()
	if _, err := s.writer.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	for rank := range c.ids {
		if len(c.ids[rank].b) == 0 {
			continue
		}
		if err := s.inserts.rank.add(nil, int64(rank), c.ids[rank].b); err != nil {
			s.writer.ExecContext(ctx, "ROLLBACK")
			return err
		}
	}
	err := s.inserts.rank.flush()
	if err == nil {
		_, err = s.writer.ExecContext(ctx, "COMMIT")
	}
	if err != nil {
		s.writer.ExecContext(ctx, "ROLLBACK")
	}
	return err
}

// change brings memory up to a change of ranks that is stored.
func (p *pending) change(c *rankChange) error {
	p.unread(0)
	for rank := range c.ids {
		if err := eachID(c.ids[rank].b, frontier.NoID, func(id frontier.ID) { p.ranks.set(id, frontier.Rank(rank)) }); err != nil {
			return err
		}
	}
	for at, spans := range c.moved {
		l := p.level(at)
		l.spans = mergeSpans(append(l.spans, spans...))
	}
	p.back = p.back.current(p)
	return nil
}

// mergeSpans brings spans into order and makes one of those that touch.
func mergeSpans(spans []span) []span {
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	merged := spans[:0]
	for _, s := range spans {
		merged = addSpan(merged, s)
	}
	return slices.Clip(merged)
}

// current gives the heap with each URL that waits in it once, in the rank that
// it has now.
func (h backHeap) current(p *pending) backHeap {
	kept := h[:0]
	for _, b := range h {
		if p.aside.has(b.id) {
			b.rank = p.ranks.of(b.id)
			kept = append(kept, b)
		}
	}
	slices.SortFunc(kept, func(a, b backItem) int { return cmp.Or(cmp.Compare(a.id, b.id), a.compare(b.place)) })
	kept = slices.CompactFunc(kept, func(a, b backItem) bool { return a.id == b.id })
	slices.SortFunc(kept, func(a, b backItem) int { return cmp.Or(a.compare(b.place), cmp.Compare(a.id, b.id)) })
	return kept // sorted, it is a heap
}
