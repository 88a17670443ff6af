package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"sync"

	"github.com/portolan-seo/portolan/frontier"
)

// allSources is the bitwise or of a column of sources.
const allSources = "max(source & 1) | max(source & 2) | max(source & 4) | max(source & 8) | max(source & 16) | max(source & 32) | max(source & 64) | max(source & 128)"

// one scans the row that a query gives for an id, if it gives one.
func (s *Store) one(ctx context.Context, query string, id frontier.ID, dest ...any) (found bool, err error) {
	stmt, err := s.singles.prepared(ctx, s.readers, query)
	if err != nil {
		return false, err
	}
	err = stmt.QueryRowContext(ctx, int64(id)).Scan(dest...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// singles are the statements that ask for one row, made once: to parse the text
// of one costs ten times what it takes to find the row. They end with their
// database.
type singles struct {
	mu    sync.Mutex
	of    *sql.DB
	stmts map[string]*sql.Stmt
}

func (s *singles) prepared(ctx context.Context, db *sql.DB, query string) (*sql.Stmt, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of != db {
		s.of, s.stmts = db, map[string]*sql.Stmt{}
	}
	stmt := s.stmts[query]
	if stmt != nil {
		return stmt, nil
	}
	stmt, err := db.PrepareContext(ctx, query)
	if err == nil {
		s.stmts[query] = stmt
	}
	return stmt, err
}
