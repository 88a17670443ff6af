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
	links  []outLink
	lumps  lumps
	sooner []backItem // URLs whose rank a seed has changed, in order
	folds  foldMerge
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
	s.scratch.sooner = s.scratch.sooner[:0]
	before := s.counts
	ctx := context.Background()
	_, err := s.writer.ExecContext(ctx, begin)
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
	for i := range b.Rendered {
		if err := s.appendRendered(b, &b.Rendered[i]); err != nil {
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
	if err := s.appendSooner(); err != nil {
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
		delete(s.leased, r.ID)
		heap.Push(&s.pending.delays, delay{due: max(0, r.Due.UnixMilli()), id: r.ID, tries: uint16(r.Tries)})
	}
	s.anyRendered = s.anyRendered || len(b.Rendered) > 0
	for _, r := range b.Rules {
		r.Time = frontier.Milli(r.Time)
		s.rules = append(s.rules, r)
	}
	if len(b.Rendered) > 0 {
		delete(s.meta, metaLinked)
	}
	maps.Copy(s.meta, b.Meta)
}

func (s *Store) appendSeed(b *frontier.Batch, seed *frontier.Seed) error {
	id, known := s.seen.find(seed.Key)
	var err error
	if known {
		err = s.seedAgain(id, b, seed)
	} else {
		u := newURL{key: seed.Key, url: seed.URL, depth: seed.Depth, via: frontier.NoID, reason: b.SeedReason(seed)}
		if u.reason == frontier.Undecided {
			u.rank = b.RankOf(seed.URL, seed.Depth, seed.Source)
		}
		id, err = s.appendURL(u)
	}
	if err != nil {
		return err
	}
	return s.inserts.source.add(int64(id), int64(seed.Source), seed.Detail)
}

// seedAgain takes a seed that is known. No rank is sooner than what is held of
// a URL that is decided.
func (s *Store) seedAgain(id frontier.ID, b *frontier.Batch, seed *frontier.Seed) error {
	if rank := b.RankOf(seed.URL, seed.Depth, seed.Source); rank < s.pending.ranks.of(id) {
		if err := s.makeSooner(id, rank); err != nil {
			return err
		}
	}
	if s.seen.fact(id).anchor&noFollowBit == 0 {
		return nil
	}
	return s.follow(id, seed.Depth, frontier.NoID)
}

func (s *Store) appendPage(b *frontier.Batch, p *frontier.Settled) error {
	target, err := s.appendLinks(b, p, s.leased[p.ID].depth)
	if err != nil {
		return err
	}
	location, canonical := target(p.Location), target(p.Canonical)
	s.inserts.page.values = pageValues(s.inserts.page.values, &s.inserts.page.texts, p.ID, &p.Record, location, canonical)
	s.keepSettled(p.ID, location, canonical, &p.Record)
	return s.inserts.page.full()
}

// appendLinks appends the links of a page at a depth. target gives the URL at a
// place in them, until the next call.
func (s *Store) appendLinks(b *frontier.Batch, p *frontier.Settled, depth uint16) (target func(place int) frontier.ID, err error) {
	sc := &s.scratch
	sc.links = sc.links[:0]
	s.seen.prefetch(p.Links)
	for i := range p.Links {
		l := &p.Links[i]
		to, err := s.appendLink(b, l, p.ID, depth)
		if err != nil {
			return nil, err
		}
		sc.links = append(sc.links, to)
	}
	if len(p.Links) > 0 {
		sc.lumps.add(p.ID, sc.links)
	}
	return func(place int) frontier.ID {
		if place < 0 {
			return frontier.NoID
		}
		return sc.links[place].to
	}, nil
}

// appendLink gives one link as the page's blob holds it, its target known.
func (s *Store) appendLink(b *frontier.Batch, l *frontier.Link, from frontier.ID, depth uint16) (outLink, error) {
	hash := s.anchorKey(l.Anchor)
	out := outLink{flags: l.Flags}
	id, first, known := s.seen.lookup(l.Key)
	out.to = id
	if !known {
		u := newURL{
			key: l.Key, url: l.URL, depth: l.Flags.DepthFrom(depth), via: from, noFollow: l.Flags&frontier.Unlinked != 0,
			anchor: l.Anchor, anchorHash: hash, source: frontier.FromLink, reason: b.LinkReason(l),
		}
		if u.reason == frontier.Undecided {
			u.rank = b.RankOf(l.URL, u.depth, frontier.FromLink)
		}
		id, err := s.appendURL(u)
		out.to = id
		return out, err
	}
	if first&factBits != 0 && l.Flags&frontier.Unlinked == 0 {
		if err := s.reach(id, l.Flags.DepthFrom(depth), from); err != nil {
			return out, err
		}
	}
	switch {
	case first&^factBits == firstAnchor(hash):
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

// reach takes a followed link to a URL that has none yet, or no depth.
func (s *Store) reach(id frontier.ID, depth uint16, via frontier.ID) error {
	f := s.seen.fact(id)
	switch {
	case f.anchor&noFollowBit != 0:
		return s.follow(id, depth, via)
	case depth == frontier.NoDepth:
		return nil
	}
	f.anchor &^= farBit
	if l, ok := s.leased[id]; ok {
		l.depth = depth
		s.leased[id] = l
	}
	s.pending.sooner(id, depth)
	return s.inserts.reached.add(int64(id), int64(depth), int64(via))
}

// follow makes a URL pending that was known by nofollow links alone.
func (s *Store) follow(id frontier.ID, depth uint16, via frontier.ID) error {
	f := s.seen.fact(id)
	f.anchor &^= noFollowBit
	if depth == frontier.NoDepth {
		f.anchor |= farBit
	}
	s.counts.NoFollow--
	s.counts.Pending++
	s.pending.putAside(id, depth)
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
	rank        frontier.Rank // if it is not decided
	noFollow    bool
}

// The bits of url.flags.
const (
	flagSources   = 1<<7 - 1 // a frontier.Source
	flagNoFollow  = 1 << 7
	flagRankShift = 8 // a frontier.Rank, three bits
)

var errTooMany = errors.New("a crawl file holds no more URLs")

func (s *Store) appendURL(u newURL) (frontier.ID, error) {
	if s.seen.n == frontier.NoID {
		return frontier.NoID, errTooMany
	}
	reason := u.reason
	fact, flags := firstAnchor(u.anchorHash), int64(u.source)|int64(u.rank)<<flagRankShift
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
		if u.depth == frontier.NoDepth {
			fact |= farBit
		}
	}
	id := s.seen.add(u.key, fact)
	s.pending.ranks.set(id, u.rank)
	if reason == frontier.Undecided && !u.noFollow {
		s.pending.add(id, u.depth)
	}
	err := s.inserts.url.addSerial(int64(id), depthOrNull(u.depth), idOrNull(u.via), int64(reason), flags, string(u.url), text(string(u.anchor)))
	if s.recent.add(u.depth, stateOf(int64(reason), flags)); len(s.recent.states) == chunkSize && err == nil {
		err = s.appendSnapshot()
	}
	return id, err
}
