package sqlite

import (
	"container/heap"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/portolan-seo/portolan/frontier"
)

// reads are the writer's prepared queries.
type reads struct{ span, list, one, text *sql.Stmt }

func (s *Store) prepareReads() error {
	s.reads = &reads{}
	for _, q := range []struct {
		stmt **sql.Stmt
		text string
	}{
		{&s.reads.span, `SELECT id, url, via FROM url
			WHERE id >= ? AND id < ? AND depth IS ? AND reason = 0 ORDER BY id`},
		{&s.reads.list, "SELECT id, url, via FROM url WHERE id IN (SELECT value FROM json_each(?)) AND depth IS ? ORDER BY id"},
		{&s.reads.one, "SELECT u.url, " + nearest + " WHERE u.id = ?"},
		{&s.reads.text, "SELECT url FROM url WHERE id = ?"},
	} {
		var err error
		if *q.stmt, err = s.writer.PrepareContext(context.Background(), q.text); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) closeStatements() error {
	var errs []error
	if s.reads != nil {
		for _, stmt := range []*sql.Stmt{s.reads.span, s.reads.list, s.reads.one, s.reads.text} {
			if stmt != nil {
				errs = append(errs, stmt.Close())
			}
		}
		s.reads = nil
	}
	if s.inserts != nil {
		for _, in := range s.inserts.all() {
			errs = append(errs, in.close())
		}
		s.inserts = nil
	}
	return errors.Join(errs...)
}

// nearest asks for via and depth of URLs u as they are now.
const nearest = `iif(r.id IS NULL, u.via, r.via), iif(r.id IS NOT NULL, r.depth, iif(f.id IS NULL, u.depth, f.depth))
	FROM url u LEFT JOIN followed f ON f.id = u.id LEFT JOIN reached r ON r.id = u.id`

// Lease implements frontier.Frontier.
func (s *Store) Lease(most int, last frontier.Rank, now time.Time) (items []frontier.Item, next time.Time, err error) {
	if s.failed != nil {
		return nil, time.Time{}, s.failed
	}
	if s.readOnly {
		return nil, time.Time{}, fmt.Errorf("lease from %s: %w", s.path, ErrReadOnly)
	}
	for len(items) < most {
		item, ok, err := s.leaseOne(last, now)
		if err != nil {
			s.failed = fmt.Errorf("lease from %s: %w", s.path, explain(err))
			return nil, time.Time{}, s.failed
		}
		if !ok {
			break
		}
		items = append(items, item)
	}
	if len(items) == 0 {
		next = s.pending.nextDue()
	}
	return items, next, nil
}

func (s *Store) leaseOne(last frontier.Rank, now time.Time) (frontier.Item, bool, error) {
	p := &s.pending
	if d, ok := p.popDue(now); ok {
		item, err := s.item(d.id)
		item.Tries = int(d.tries)
		s.leased[d.id] = lease{depth: item.Depth, delayed: true, due: d.due, tries: d.tries}
		return item, true, err
	}
	l, err := s.front(last)
	if err != nil {
		return frontier.Item{}, false, err
	}
	if b, ok := p.first(last); ok && (l == nil || b.before(backItem{l.place, l.rows[0].ID})) {
		heap.Pop(&p.back)
		p.aside.clear(b.id)
		s.leased[b.id] = lease{depth: b.depth}
		item, err := s.item(b.id)
		return item, true, err
	}
	if l == nil {
		return frontier.Item{}, false, nil
	}
	item := l.rows[0]
	l.rows = l.rows[1:]
	p.line.clear(item.ID)
	s.leased[item.ID] = lease{depth: item.Depth}
	return item, true, nil
}

// item reads one URL.
func (s *Store) item(id frontier.ID) (frontier.Item, error) {
	var u textCol
	var via idCol
	var depth depthCol
	err := s.reads.one.QueryRowContext(context.Background(), int64(id)).Scan(&u, &via, &depth)
	return frontier.Item{ID: id, URL: string(u), Depth: uint16(depth), Via: frontier.ID(via), Rank: s.pending.ranks.of(id)}, err
}

// Release implements frontier.Frontier.
func (s *Store) Release(ids ...frontier.ID) {
	for _, id := range ids {
		l, ok := s.leased[id]
		if !ok {
			continue
		}
		delete(s.leased, id)
		if l.delayed {
			heap.Push(&s.pending.delays, delay{due: l.due, id: id, tries: l.tries})
		} else {
			s.pending.putAside(id, l.depth)
		}
	}
}

// Leave implements frontier.Frontier. What is forgotten here is pending
// again once the file is read anew.
func (s *Store) Leave(ids ...frontier.ID) {
	for _, id := range ids {
		delete(s.leased, id)
	}
}

// Return implements frontier.Frontier.
func (s *Store) Return(ids ...frontier.ID) error {
	for _, id := range ids {
		item, err := s.item(id)
		if err != nil {
			return fmt.Errorf("read URL %d of %s: %w", id, s.path, explain(err))
		}
		s.pending.putAside(id, item.Depth)
	}
	return nil
}

// Counts implements frontier.Frontier and frontier.Crawl.
func (s *Store) Counts() frontier.Counts {
	c := s.counts
	if !s.readOnly {
		c.Leased, c.Delayed = len(s.leased), len(s.pending.delays)
	}
	return c
}
