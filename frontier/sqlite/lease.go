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

// readAhead is how many rows of url are read at a time for leasing.
const readAhead = 2000

// reads are the writer's prepared queries.
type reads struct{ span, one, text *sql.Stmt }

func (s *Store) prepareReads() error {
	s.reads = &reads{}
	for _, q := range []struct {
		stmt **sql.Stmt
		text string
	}{
		{&s.reads.span, `SELECT id, url, via FROM url
			WHERE id >= ? AND id < ? AND depth IS ? AND reason = 0 ORDER BY id LIMIT ?`},
		{&s.reads.one, "SELECT url, via FROM url WHERE id = ?"},
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
		for _, stmt := range []*sql.Stmt{s.reads.span, s.reads.one, s.reads.text} {
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

// Lease implements frontier.Frontier.
func (s *Store) Lease(most int, now time.Time) (items []frontier.Item, next time.Time, err error) {
	if s.failed != nil {
		return nil, time.Time{}, s.failed
	}
	if s.readOnly {
		return nil, time.Time{}, fmt.Errorf("lease from %s: %w", s.path, ErrReadOnly)
	}
	for len(items) < most {
		item, ok, err := s.leaseOne(now)
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

func (s *Store) leaseOne(now time.Time) (frontier.Item, bool, error) {
	if d, ok := s.pending.popDue(now); ok {
		s.leased[d.id] = lease{depth: d.depth, delayed: true, due: d.due, tries: d.tries}
		item, err := s.item(d.id, d.depth)
		item.Tries = int(d.tries)
		return item, true, err
	}
	l, err := s.front()
	if err != nil {
		return frontier.Item{}, false, err
	}
	if back := s.pending.back; len(back) > 0 && (l == nil || back[0].before(backItem{l.depth, l.rows[0].ID})) {
		b := heap.Pop(&s.pending.back).(backItem)
		s.leased[b.id] = lease{depth: b.depth}
		item, err := s.item(b.id, b.depth)
		return item, true, err
	}
	if l == nil {
		return frontier.Item{}, false, nil
	}
	item := l.rows[0]
	l.rows = l.rows[1:]
	s.pending.fresh.clear(item.ID)
	s.leased[item.ID] = lease{depth: item.Depth}
	return item, true, nil
}

// front gives the first level with a URL that waits, its next rows read.
func (s *Store) front() (*level, error) {
	p := &s.pending
	for len(p.levels) > 0 {
		l := &p.levels[0]
		if len(l.rows) > 0 {
			return l, nil
		}
		if len(l.spans) == 0 {
			p.levels = p.levels[1:]
			continue
		}
		if err := s.readSpans(l); err != nil {
			return nil, err
		}
		p.unread()
	}
	return nil, nil
}

// readSpans reads rows from the front of the level's spans.
func (s *Store) readSpans(l *level) error {
	l.rows = nil
	for len(l.spans) > 0 && len(l.rows) < readAhead {
		sp := &l.spans[0]
		read, err := s.readSpan(l, *sp, readAhead-len(l.rows))
		if err != nil {
			return err
		}
		if sp.from = read; sp.from == sp.to {
			l.spans = l.spans[1:]
		}
	}
	return nil
}

// readSpan reads up to most rows of a span and gives the id it got to.
func (s *Store) readSpan(l *level, sp span, most int) (frontier.ID, error) {
	rows, err := s.reads.span.QueryContext(context.Background(), int64(sp.from), int64(sp.to), depthOrNull(l.depth), most)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	n, last := 0, sp.from
	for rows.Next() {
		var id, via idCol
		var u textCol
		if err := rows.Scan(&id, &u, &via); err != nil {
			return 0, err
		}
		n, last = n+1, frontier.ID(id)
		if s.pending.fresh.has(last) {
			l.rows = append(l.rows, frontier.Item{ID: last, URL: string(u), Depth: l.depth, Via: frontier.ID(via)})
		}
	}
	if n < most {
		return sp.to, rows.Err()
	}
	return last + 1, rows.Err()
}

// item reads one URL.
func (s *Store) item(id frontier.ID, depth uint16) (frontier.Item, error) {
	var u textCol
	var via idCol
	err := s.reads.one.QueryRowContext(context.Background(), int64(id)).Scan(&u, &via)
	return frontier.Item{ID: id, URL: string(u), Depth: depth, Via: frontier.ID(via)}, err
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
			heap.Push(&s.pending.delays, delay{due: l.due, id: id, tries: l.tries, depth: l.depth})
		} else {
			heap.Push(&s.pending.back, backItem{depth: l.depth, id: id})
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

// Counts implements frontier.Frontier and frontier.Crawl.
func (s *Store) Counts() frontier.Counts {
	c := s.counts
	if !s.readOnly {
		c.Leased, c.Delayed = len(s.leased), len(s.pending.delays)
	}
	return c
}
