package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
)

// mostKept is how many compiled statements a connection keeps, of a few
// kilobytes each.
const mostKept = 64

// keeper is a connection that keeps the statements it has compiled for when they
// are asked for again: each pass over the tables begins with the same few, and to
// compile one takes as long as to read a hundred rows. It has no Query and no Exec
// of its own, so database/sql prepares whatever it is asked.
type keeper struct {
	driver.Conn
	idle map[string]*keptStmt // by their texts
}

// PrepareContext implements driver.ConnPrepareContext.
func (k *keeper) PrepareContext(ctx context.Context, text string) (driver.Stmt, error) {
	if stmt, kept := k.idle[text]; kept {
		delete(k.idle, text)
		return stmt, nil
	}
	stmt, err := k.Conn.(driver.ConnPrepareContext).PrepareContext(ctx, text)
	if err != nil {
		return nil, err // stmt is not nil: it holds a nil pointer
	}
	return &keptStmt{stmt, k, text}, nil
}

// BeginTx implements driver.ConnBeginTx.
func (k *keeper) BeginTx(ctx context.Context, opts driver.TxOptions) (driver.Tx, error) {
	return k.Conn.(driver.ConnBeginTx).BeginTx(ctx, opts)
}

// ResetSession implements driver.SessionResetter.
func (k *keeper) ResetSession(ctx context.Context) error {
	return k.Conn.(driver.SessionResetter).ResetSession(ctx)
}

// IsValid implements driver.Validator.
func (k *keeper) IsValid() bool { return k.Conn.(driver.Validator).IsValid() }

func (k *keeper) Close() error {
	var errs []error
	for _, stmt := range k.idle {
		errs = append(errs, stmt.Stmt.Close())
	}
	k.idle = nil
	return errors.Join(append(errs, k.Conn.Close())...)
}

// keptStmt goes back to its connection when it is closed.
type keptStmt struct {
	driver.Stmt
	of   *keeper
	text string
}

func (s *keptStmt) Close() error {
	switch kept, has := s.of.idle[s.text]; {
	case kept == s: // it was closed before
		return nil
	case has || s.of.idle == nil || len(s.of.idle) == mostKept:
		return s.Stmt.Close()
	}
	s.of.idle[s.text] = s
	return nil
}

// ExecContext implements driver.StmtExecContext.
func (s *keptStmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	return s.Stmt.(driver.StmtExecContext).ExecContext(ctx, args)
}

// QueryContext implements driver.StmtQueryContext.
func (s *keptStmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	return s.Stmt.(driver.StmtQueryContext).QueryContext(ctx, args)
}
