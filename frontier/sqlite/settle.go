package sqlite

import (
	"container/heap"
	"context"
	"errors"
	"fmt"
	"maps"

	"github.com/portolan-seo/portolan/frontier"
)

// scratch is what Settle uses again from batch to batch.
type scratch struct {
	links []outLink
	lumps lumps
	folds foldMerge
}

// lease is what memory holds of a URL that is handed out.
type lease struct {
	depth   uint16
	delayed bool // it was postponed before: due and tries hold
	due     int64
	tries   uint16
}

// Settle implements frontier.Frontier. An error other than ErrNotLeased ends
// the store's use: it must be opened again, and the batch was not stored.
func (s *Store) Settle(b *frontier.Batch) error {
	if s.failed != nil {
		return s.failed
	}
	if s.readOnly {
		return fmt.Errorf("settle batch in %s: %w", s.path, ErrReadOnly)
	}
	if err := b.Check(func(id frontier.ID) bool { _, ok := s.leased[id]; return ok }); err != nil {
		return err
	}
	s.scratch.lumps.reset()
	before := s.counts
	ctx := context.Background()
	_, err := s.writer.ExecContext(ctx, "BEGIN IMMEDIATE")
	if err == nil {
		if err = s.append(b); err == nil {
			_, err = s.writer.ExecContext(ctx, "COMMIT")
		}
		if err != nil {
			// SQLite may have rolled back by itself; then this one fails.
			s.writer.ExecContext(ctx, "ROLLBACK")
		}
	}
	if err != nil {
		s.counts = before
		s.failed = fmt.Errorf("settle batch in %s: %w", s.path, explain(err))
		return s.failed
	}
	s.settled(b)
	return nil
}

// append inserts everything that the batch brings.
func (s *Store) append(b *frontier.Batch) error {
	for i := range b.Seeds {
		if err := s.appendSeed(b, &b.Seeds[i]); err != nil {
			return err
		}
	}
	for i := range b.Pages {
		if err := s.appendPage(b, &b.Pages[i]); err != nil {
			return err
		}
	}
	for i := range b.Retries {
		r := &b.Retries[i]
		s.retryN++
		if err := s.inserts.retry.add(int64(r.ID), s.retryN, int64(r.Tries), milli(r.Due), int64(r.Err), int64(r.Status)); err != nil {
			return err
		}
	}
	if err := s.appendFacts(b); err != nil {
		return err
	}
	s.count(b)
	if err := s.appendBatch(b); err != nil {
		return err
	}
	if err := s.appendLumps(); err != nil {
		return err
	}
	return s.inserts.flush()
}

// count brings the counts up to the batch.
func (s *Store) count(b *frontier.Batch) {
	s.counts.Settled += len(b.Pages)
	s.counts.Pending -= len(b.Pages)
	for i := range b.Pages {
		if s.leased[b.Pages[i].ID].delayed {
			s.postponed--
		}
	}
	for i := range b.Retries {
		if !s.leased[b.Retries[i].ID].delayed {
			s.postponed++
		}
	}
}

// settled brings memory up to the batch once it is stored.
func (s *Store) settled(b *frontier.Batch) {
	for i := range b.Pages {
		delete(s.leased, b.Pages[i].ID)
	}
	for i := range b.Retries {
		r := &b.Retries[i]
		depth := s.leased[r.ID].depth
		delete(s.leased, r.ID)
		heap.Push(&s.pending.delays, delay{due: max(0, r.Due.UnixMilli()), id: r.ID, tries: uint16(r.Tries), depth: depth})
	}
	for _, r := range b.Rules {
		r.Time = frontier.Milli(r.Time)
		s.rules = append(s.rules, r)
	}
	maps.Copy(s.meta, b.Meta)
}

func (s *Store) appendSeed(b *frontier.Batch, seed *frontier.Seed) error {
	id, known := s.seen.find(seed.Key)
	if known {
		if err := s.follow(id, seed.Depth, frontier.NoID); err != nil {
			return err
		}
	} else {
		var err error
		if id, err = s.appendURL(newURL{key: seed.Key, url: seed.URL, depth: seed.Depth, via: frontier.NoID, reason: b.SeedReason(seed)}); err != nil {
			return err
		}
	}
	return s.inserts.source.add(int64(id), int64(seed.Source), seed.Detail)
}

func (s *Store) appendPage(b *frontier.Batch, p *frontier.Settled) error {
	sc := &s.scratch
	sc.links = sc.links[:0]
	depth := s.leased[p.ID].depth
	s.seen.prefetch(p.Links)
	for i := range p.Links {
		l := &p.Links[i]
		to, err := s.appendLink(b, l, p.ID, depth)
		if err != nil {
			return err
		}
		sc.links = append(sc.links, to)
	}
	target := func(i int) frontier.ID {
		if i < 0 {
			return frontier.NoID
		}
		return sc.links[i].to
	}
	if len(p.Links) > 0 {
		sc.lumps.add(p.ID, sc.links)
	}
	s.inserts.page.values = pageValues(s.inserts.page.values, p.ID, &p.Record, target(p.Location), target(p.Canonical))
	return s.inserts.page.full()
}

// appendLink gives one link as the page's blob holds it, its target known.
func (s *Store) appendLink(b *frontier.Batch, l *frontier.Link, from frontier.ID, depth uint16) (outLink, error) {
	hash := s.anchorKey(l.Anchor)
	out := outLink{flags: l.Flags}
	id, first, known := s.seen.lookup(l.Key)
	out.to = id
	if !known {
		id, err := s.appendURL(newURL{
			key: l.Key, url: l.URL, depth: l.Flags.DepthFrom(depth), via: from, noFollow: l.Flags&frontier.Unlinked != 0,
			anchor: l.Anchor, anchorHash: hash, source: frontier.FromLink, reason: b.LinkReason(l),
		})
		out.to = id
		return out, err
	}
	if first&noFollowBit != 0 && l.Flags&frontier.Unlinked == 0 {
		if err := s.follow(id, l.Flags.DepthFrom(depth), from); err != nil {
			return out, err
		}
	}
	switch {
	case first&^noFollowBit == firstAnchor(hash):
		return out, nil
	case len(l.Anchor) == 0:
		out.mode = anchorEmpty
		return out, nil
	}
	out.mode = anchorByID
	var isNew bool
	if out.anchor, isNew = s.anchors.id(hash); isNew {
		return out, s.inserts.anchor.addSerial(int64(out.anchor), string(l.Anchor))
	}
	return out, nil
}

// follow makes a URL pending that was known by nofollow links alone.
func (s *Store) follow(id frontier.ID, depth uint16, via frontier.ID) error {
	f := s.seen.fact(id)
	if f.anchor&noFollowBit == 0 {
		return nil
	}
	f.anchor &^= noFollowBit
	s.counts.NoFollow--
	s.counts.Pending++
	heap.Push(&s.pending.back, backItem{depth: depth, id: id})
	return s.inserts.followed.add(int64(id), depthOrNull(depth), idOrNull(via))
}

type newURL struct {
	key         uint64
	url, anchor []byte
	anchorHash  uint64
	depth       uint16
	via         frontier.ID
	source      frontier.Source
	reason      frontier.Reason
	noFollow    bool
}

// flagNoFollow in url.flags is above the bits of frontier.Source.
const flagNoFollow = 1 << 7

var errTooMany = errors.New("a crawl file holds no more URLs")

func (s *Store) appendURL(u newURL) (frontier.ID, error) {
	if s.seen.n == frontier.NoID {
		return frontier.NoID, errTooMany
	}
	reason := u.reason
	fact, flags := firstAnchor(u.anchorHash), int64(u.source)
	s.counts.Known++
	switch {
	case reason != frontier.Undecided:
		s.counts.Decided++
	case u.noFollow:
		s.counts.NoFollow++
		fact |= noFollowBit
		flags |= flagNoFollow
	default:
		s.counts.Pending++
	}
	id := s.seen.add(u.key, fact)
	if reason == frontier.Undecided && !u.noFollow {
		s.pending.add(id, u.depth)
	}
	err := s.inserts.url.addSerial(int64(id), depthOrNull(u.depth), idOrNull(u.via), int64(reason), flags, string(u.url), text(string(u.anchor)))
	if s.recent.add(u.depth, byte(reason)|byte(flags)&flagNoFollow); len(s.recent.states) == chunkSize && err == nil {
		err = s.appendSnapshot()
	}
	return id, err
}
