package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"math/bits"
	"strconv"
	"strings"
)

// inserter collects rows of one table and inserts many with one statement: a
// statement's overhead is several times a row's. It talks to the driver
// itself, since database/sql checks and copies each value, and it binds a
// value once that all rows of a statement share: binding costs as much as the
// rest of an insert, and most columns say the same of one page as of the next.
type inserter struct {
	conn *sql.Conn
	verb string // INSERT INTO table
	cols int    // without the id of a serial table
	most int    // rows a statement, a power of two

	// serial tables give each row the id after that of the row before; id is
	// that of the first row that waits.
	serial bool
	id     int64

	values []driver.Value // of the rows that wait
	texts  texts          // of the row added last
	args   []driver.NamedValue
	stmts  map[shape]driver.Stmt
	misses int
}

// shape is what tells an inserter's statements apart.
type shape struct {
	rows   int
	shared uint64 // bit n: one value of column n for all rows
}

func (sh shape) has(column int) bool { return sh.shared&(1<<column) != 0 }

const (
	maxShapes = 24  // statements of one table
	maxMisses = 512 // statements that were not there before all are made anew
)

func newInserter(conn *sql.Conn, table string, cols, most int) *inserter {
	return &inserter{conn: conn, verb: "INSERT INTO " + table + " ", cols: cols, most: most, stmts: map[shape]driver.Stmt{}}
}

// newSerialInserter is newInserter for a table whose first column is an id
// that counts up from row to row. cols is without it.
func newSerialInserter(conn *sql.Conn, table string, cols, most int) *inserter {
	in := newInserter(conn, table, cols, most)
	in.serial = true
	return in
}

// add appends one row's values, as many as there are columns: nil, int64,
// string or []byte.
func (in *inserter) add(values ...any) error {
	for _, v := range values {
		in.values = append(in.values, v)
	}
	return in.full()
}

// addSerial appends one row of a serial table. Its id is the one after that
// of the row before.
func (in *inserter) addSerial(id int64, values ...any) error {
	if len(in.values) == 0 {
		in.id = id
	}
	return in.add(values...)
}

// full inserts what has come if it fills a statement.
func (in *inserter) full() error {
	if len(in.values) < in.cols*in.most {
		return nil
	}
	return in.flush()
}

// flush inserts what has come.
func (in *inserter) flush() error {
	if len(in.values) == 0 {
		return nil
	}
	values := in.values
	for rows := in.most; len(values) > 0; {
		if len(values) < rows*in.cols {
			rows /= 2
			continue
		}
		if err := in.exec(rows, values[:rows*in.cols]); err != nil {
			return err
		}
		values = values[rows*in.cols:]
		in.id += int64(rows)
	}
	clear(in.values)
	in.values = in.values[:0]
	return nil
}

func (in *inserter) exec(rows int, values []driver.Value) error {
	if in.misses > maxMisses {
		if err := in.close(); err != nil {
			return err
		}
	}
	sh := shape{rows: rows}
	if rows == in.most && rows > 1 {
		sh.shared = in.known(rows, shared(values, in.cols))
	}
	in.bind(sh, values)
	return in.conn.Raw(func(conn any) error {
		stmt := in.stmts[sh]
		if stmt == nil {
			var err error
			if stmt, err = conn.(driver.ConnPrepareContext).PrepareContext(context.Background(), in.text(sh)); err != nil {
				return err
			}
			in.stmts[sh] = stmt
		}
		_, err := stmt.(driver.StmtExecContext).ExecContext(context.Background(), in.args)
		return err
	})
}

// shared tells by bits which columns have the same value in all rows.
func shared(values []driver.Value, cols int) (columns uint64) {
	for c := range min(cols, 64) {
		if _, bytes := values[c].([]byte); bytes {
			continue
		}
		at := c + cols
		for at < len(values) && values[at] == values[c] {
			at += cols
		}
		if at >= len(values) {
			columns |= 1 << c
		}
	}
	if columns == 1<<cols-1 {
		columns &^= 1 // a row has to have something of its own
	}
	return columns
}

// known gives the columns whose value is to be bound once: those that are
// shared if there is or may be a statement for them, else those of the
// statement that comes nearest. Sites differ, and so do parts of them.
func (in *inserter) known(rows int, shared uint64) uint64 {
	if len(in.stmts) < maxShapes || in.stmts[shape{rows, shared}] != nil {
		return shared
	}
	in.misses++
	best := uint64(0)
	for sh := range in.stmts {
		if sh.rows == rows && sh.shared&^shared == 0 && bits.OnesCount64(sh.shared) > bits.OnesCount64(best) {
			best = sh.shared
		}
	}
	return best
}

// bind puts the values of a statement into the order of its parameters.
func (in *inserter) bind(sh shape, values []driver.Value) {
	clear(in.args)
	in.args = in.args[:0]
	add := func(v driver.Value) {
		in.args = append(in.args, driver.NamedValue{Ordinal: len(in.args) + 1, Value: v})
	}
	if in.serial {
		add(in.id)
	}
	for c, v := range values[:in.cols] {
		if sh.has(c) {
			add(v)
		}
	}
	for i, v := range values {
		if !sh.has(i % in.cols) {
			add(v)
		}
	}
}

// text gives the text of a statement: that of two rows which share the second
// of three columns is
//
//	INSERT INTO t SELECT column1,b,column2 FROM (SELECT ? b),(VALUES (?,?),(?,?))
//
// Parameters have no numbers, for looking these up would take the driver longer
// than binding.
func (in *inserter) text(sh shape) string {
	var columns, once, row []string
	if in.serial {
		columns, once, row = append(columns, "id+column1"), append(once, "? id"), append(row, "")
	}
	for c := range in.cols {
		if name := "c" + strconv.Itoa(c); sh.has(c) {
			columns, once = append(columns, name), append(once, "? "+name)
		} else {
			row = append(row, "?")
			columns = append(columns, "column"+strconv.Itoa(len(row)))
		}
	}
	rows := make([]string, sh.rows)
	for i := range rows {
		if in.serial {
			row[0] = strconv.Itoa(i)
		}
		rows[i] = "(" + strings.Join(row, ",") + ")"
	}
	if len(once) == 0 {
		return in.verb + "VALUES " + strings.Join(rows, ",")
	}
	return in.verb + "SELECT " + strings.Join(columns, ",") + " FROM (SELECT " + strings.Join(once, ",") + ") CROSS JOIN (VALUES " + strings.Join(rows, ",") + ")"
}

// close ends the use of the statements.
func (in *inserter) close() error {
	if len(in.stmts) == 0 {
		return nil
	}
	return in.conn.Raw(func(any) error {
		var errs []error
		for _, stmt := range in.stmts {
			errs = append(errs, stmt.Close())
		}
		clear(in.stmts)
		in.misses = 0
		return errors.Join(errs...)
	})
}

// inserts are the tables that a batch appends to.
type inserts struct {
	url, page, rendered, link, batch, followed, reached, rank, source, anchor, retry, rule, fold, example, robots, meta, measure *inserter
}

func newInserts(conn *sql.Conn) *inserts {
	in := &inserts{
		url:      newSerialInserter(conn, "url", 6, 64),
		page:     newInserter(conn, "page", pageCount, 16),
		rendered: newInserter(conn, "rendered", renderedCount, 16),
		link:     newInserter(conn, "link", 3, 1),
		batch:    newInserter(conn, "batch", 7, 1),
		followed: newInserter(conn, "followed", 3, 16),
		reached:  newInserter(conn, "reached", 3, 16),
		rank:     newInserter(conn, "rank", 3, 1),
		source:   newInserter(conn, "source", 3, 16),
		anchor:   newSerialInserter(conn, "anchor", 1, 32),
		retry:    newInserter(conn, "retry", 6, 8),
		rule:     newInserter(conn, "rule", 8, 1),
		fold:     newInserter(conn, "fold", 4, 8),
		example:  newInserter(conn, "fold_example", 5, 1),
		robots:   newInserter(conn, "robots", 6, 1),
		meta:     newInserter(conn, "meta", 2, 1),
		measure:  newInserter(conn, "measure", 3, 16),
	}
	in.source.verb = strings.Replace(in.source.verb, "INSERT", "INSERT OR IGNORE", 1)
	in.measure.verb = strings.Replace(in.measure.verb, "INSERT", "INSERT OR REPLACE", 1)
	in.meta.verb = strings.Replace(in.meta.verb, "INSERT", "INSERT OR REPLACE", 1)
	return in
}

func (in *inserts) all() []*inserter {
	return []*inserter{in.url, in.page, in.rendered, in.link, in.batch, in.followed, in.reached, in.rank, in.source, in.anchor, in.retry, in.rule, in.fold, in.example, in.robots, in.meta, in.measure}
}

func (in *inserts) flush() error {
	for _, t := range in.all() {
		if err := t.flush(); err != nil {
			return err
		}
	}
	return nil
}
