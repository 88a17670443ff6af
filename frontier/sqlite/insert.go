package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"strings"
)

// inserter collects rows of one table and inserts many with one statement:
// a statement's overhead is several times a row's.
type inserter struct {
	conn  *sql.Conn
	verb  string // up to VALUES
	cols  int
	most  int               // rows a statement, a power of two
	stmts map[int]*sql.Stmt // by number of rows, powers of two
	args  []any
}

func newInserter(conn *sql.Conn, table string, cols, most int) *inserter {
	return &inserter{conn: conn, verb: "INSERT INTO " + table + " VALUES ", cols: cols, most: most, stmts: map[int]*sql.Stmt{}}
}

// add appends one row's values, as many as there are columns.
func (in *inserter) add(values ...any) error {
	in.args = append(in.args, values...)
	return in.full()
}

// full inserts what has come if it fills a statement.
func (in *inserter) full() error {
	if len(in.args) < in.cols*in.most {
		return nil
	}
	return in.flush()
}

// flush inserts what has come.
func (in *inserter) flush() error {
	args := in.args
	for rows := in.most; len(args) > 0; {
		if len(args) < rows*in.cols {
			rows /= 2
			continue
		}
		if err := in.exec(rows, args[:rows*in.cols]); err != nil {
			return err
		}
		args = args[rows*in.cols:]
	}
	clear(in.args)
	in.args = in.args[:0]
	return nil
}

func (in *inserter) exec(rows int, args []any) error {
	stmt := in.stmts[rows]
	if stmt == nil {
		row := "(" + strings.Repeat("?,", in.cols-1) + "?)"
		var err error
		stmt, err = in.conn.PrepareContext(context.Background(), in.verb+strings.Repeat(row+",", rows-1)+row)
		if err != nil {
			return err
		}
		in.stmts[rows] = stmt
	}
	_, err := stmt.ExecContext(context.Background(), args...)
	return err
}

func (in *inserter) close() error {
	var errs []error
	for _, stmt := range in.stmts {
		errs = append(errs, stmt.Close())
	}
	clear(in.stmts)
	return errors.Join(errs...)
}

// inserts are the tables that a batch appends to.
type inserts struct {
	url, page, batch, followed, source, anchor, retry, rule, fold, example, robots, meta *inserter
}

func newInserts(conn *sql.Conn) *inserts {
	in := &inserts{
		url:      newInserter(conn, "url", 7, 64),
		page:     newInserter(conn, "page", pageArgCount, 16),
		batch:    newInserter(conn, "batch", 7, 1),
		followed: newInserter(conn, "followed", 3, 16),
		source:   newInserter(conn, "source", 3, 16),
		anchor:   newInserter(conn, "anchor", 2, 32),
		retry:    newInserter(conn, "retry", 6, 8),
		rule:     newInserter(conn, "rule", 8, 1),
		fold:     newInserter(conn, "fold", 4, 8),
		example:  newInserter(conn, "fold_example", 5, 1),
		robots:   newInserter(conn, "robots", 6, 1),
		meta:     newInserter(conn, "meta", 2, 1),
	}
	in.source.verb = strings.Replace(in.source.verb, "INSERT", "INSERT OR IGNORE", 1)
	in.meta.verb = strings.Replace(in.meta.verb, "INSERT", "INSERT OR REPLACE", 1)
	return in
}

func (in *inserts) all() []*inserter {
	return []*inserter{in.url, in.page, in.batch, in.followed, in.source, in.anchor, in.retry, in.rule, in.fold, in.example, in.robots, in.meta}
}

func (in *inserts) flush() error {
	for _, t := range in.all() {
		if err := t.flush(); err != nil {
			return err
		}
	}
	return nil
}
