package sqlite

import (
	"context"
	"database/sql"
	"strconv"

	"github.com/portolan-seo/portolan/frontier"
)

// readAhead is how many rows of url are read at a time for leasing.
const readAhead = 2000

// front gives the first level with a URL that waits, of the ranks up to last,
// its next rows read.
func (s *Store) front(last frontier.Rank) (*level, error) {
	p := &s.pending
	for len(p.levels) > 0 && p.levels[0].rank <= last {
		l := &p.levels[0]
		for len(l.rows) > 0 && !p.waits(l.rows[0].ID, l) {
			l.rows = l.rows[1:]
		}
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
		p.unread(keepAhead)
	}
	return nil, nil
}

// readSpans reads rows from the front of the level's spans: of a stretch of
// ids all rows where most of them wait here, else these alone.
func (s *Store) readSpans(l *level) error {
	l.rows = nil
	for len(l.spans) > 0 && len(l.rows) < readAhead {
		sp := &l.spans[0]
		to := sp.from + min(sp.to-sp.from, readAhead)
		ids := s.pending.waiting(l, span{sp.from, to})
		var err error
		switch depth := depthOrNull(l.depth); {
		case len(ids) == 0:
		case 2*len(ids) < int(to-sp.from):
			err = s.readRows(l, s.reads.list, jsonList(ids), depth)
		default:
			err = s.readRows(l, s.reads.span, int64(sp.from), int64(to), depth)
		}
		if err != nil {
			return err
		}
		if sp.from = to; to == sp.to {
			l.spans = l.spans[1:]
		}
	}
	return nil
}

// waiting gives the ids of a span that wait in a level, or in another one of
// its rank. They are valid until the next call.
func (p *pending) waiting(l *level, sp span) []frontier.ID {
	p.found = p.found[:0]
	for id := sp.from; id < sp.to; id++ {
		if p.waits(id, l) {
			p.found = append(p.found, id)
		}
	}
	return p.found
}

// jsonList writes ids as SQLite's json_each takes them.
func jsonList(ids []frontier.ID) string {
	list := []byte{'['}
	for i, id := range ids {
		if i > 0 {
			list = append(list, ',')
		}
		list = strconv.AppendUint(list, uint64(id), 10)
	}
	return string(append(list, ']'))
}

// readRows adds to a level's rows those of a query that wait there.
func (s *Store) readRows(l *level, query *sql.Stmt, args ...any) error {
	rows, err := query.QueryContext(context.Background(), args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id, via idCol
		var u textCol
		if err := rows.Scan(&id, &u, &via); err != nil {
			return err
		}
		if at := frontier.ID(id); s.pending.waits(at, l) {
			l.rows = append(l.rows, frontier.Item{ID: at, URL: string(u), Depth: l.depth, Via: frontier.ID(via), Rank: l.rank})
		}
	}
	return rows.Err()
}
