package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"modernc.org/sqlite"

	"github.com/portolan-seo/portolan/frontier/sqlite/btree"
)

// filePages gives whole pages of a crawl file, as SQLite's own pager has them
// (table sqlite_dbpage): locks, log and checksums are its matter.
type filePages struct {
	raw  *rawFile // nil if there is none
	past bool     // pages are read from it, in this transaction

	shapes *tableShapes

	watched bool   // first is read for each transaction
	first   []byte // the file's first page

	conn *sql.Conn
	stmt driver.Stmt

	begin, end driver.Stmt          // of transactions
	args       [2]driver.NamedValue // its key in takers, and the number of a page
	page       []byte               // that took has written to
	took       bool
}

// taker takes the rows of a query whose one column is a call of takeRow, instead
// of having them scanned: a value that a statement gives the driver copies to
// memory that it allocates anew. The values are SQLite's, and to be copied.
type taker interface {
	takeRow(values []driver.Value) driver.Value
}

// takers are those that are open, by a number each: the first argument of takeRow.
var takers takerTable

type takerTable struct {
	sync.Map
	last atomic.Int64
}

func (t *takerTable) open(r taker) (key int64) {
	key = t.last.Add(1)
	t.Store(key, r)
	return key
}

// takeRow is the function's name in statements.
const takeRow = "portolan_take_row"

// registerTakeRow makes the function known to SQLite.
var registerTakeRow = sync.OnceValue(func() error {
	return sqlite.RegisterFunction(takeRow, &sqlite.FunctionImpl{NArgs: -1, VolatileArgs: true, Scalar: func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
		if len(args) > 0 {
			if r, open := takers.Load(args[0]); open {
				return r.(taker).takeRow(args[1:]), nil
			}
		}
		return nil, errors.New("nobody takes rows")
	}})
})

func (s *Store) newFilePages(ctx context.Context, conn *sql.Conn) (*filePages, error) {
	p := &filePages{raw: s.raw, shapes: &s.shapes, conn: conn}
	p.args[0] = driver.NamedValue{Ordinal: 1, Value: takers.open(p)}
	p.args[1].Ordinal = 2
	err := conn.Raw(func(c any) error {
		for stmt, text := range map[*driver.Stmt]string{
			&p.stmt: "SELECT " + takeRow + "(?, data) FROM sqlite_dbpage WHERE pgno = ?", &p.begin: "BEGIN", &p.end: "ROLLBACK",
		} {
			made, err := c.(driver.ConnPrepareContext).PrepareContext(ctx, text)
			if err != nil {
				return err // made is not nil: it holds a nil pointer
			}
			*stmt = made
		}
		return nil
	})
	return p, err
}

func (p *filePages) close() error {
	if p == nil {
		return nil
	}
	takers.Delete(p.args[0].Value)
	return p.conn.Raw(func(any) error {
		var errs []error
		for _, stmt := range []driver.Stmt{p.stmt, p.begin, p.end} {
			if stmt != nil {
				errs = append(errs, stmt.Close())
			}
		}
		return errors.Join(errs...)
	})
}

// exec runs a statement of p.
func (p *filePages) exec(stmt driver.Stmt, args ...driver.NamedValue) error {
	return p.conn.Raw(func(any) error {
		_, err := stmt.(driver.StmtExecContext).ExecContext(context.Background(), args)
		return err
	})
}

// takeRow implements taker: it copies a page.
func (p *filePages) takeRow(values []driver.Value) driver.Value {
	data, _ := values[0].([]byte)
	if cap(p.page) < len(data) {
		p.page = make([]byte, len(data))
	}
	p.page = p.page[:len(data)]
	copy(p.page, data)
	p.took = true
	return nil
}

// Page implements btree.Pages.
func (p *filePages) Page(number uint32, over []byte) (page []byte, err error) {
	if p.past {
		return p.raw.page(number, over)
	}
	p.args[1].Value = int64(number)
	p.page, p.took = over, false
	err = p.exec(p.stmt, p.args[:]...)
	if err == nil && !p.took {
		err = fmt.Errorf("%w: it has no page %d", ErrDamaged, number)
	}
	page, p.page = p.page, nil
	return page, err
}

// during calls f while the pages stay as they are.
func (p *filePages) during(ctx context.Context, f func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := p.hold(); err != nil {
		return err
	}
	err := f()
	return errors.Join(err, p.release())
}

// hold begins a transaction, in which pages stay as they are.
func (p *filePages) hold() error {
	if err := p.exec(p.begin); err != nil || p.raw == nil && !p.watched {
		return err
	}
	first, err := p.Page(1, p.first) // with which SQLite locks the file
	if err != nil {
		return errors.Join(err, p.release())
	}
	p.first, p.past = first, p.raw != nil && first[writeVersion] == rollback
	return nil
}

// release ends the transaction. It has only read.
func (p *filePages) release() error {
	p.past = false
	return p.exec(p.end)
}

// The byte of the file's header that tells of a log (file format, 1.3.3), and what it
// is where there is none.
const writeVersion, rollback = 18, 1

// tableShape is where a table of the file begins, and the numbers of the columns in
// its rows; that of the column which is the row's id is -1.
type tableShape struct {
	root    uint32
	columns map[string]int
}

// tableShapes are those that have been asked for. They stay while a store is open:
// nothing makes a table of the file anew.
type tableShapes struct{ sync.Map }

func (t *tableShapes) of(ctx context.Context, conn *sql.Conn, name string) (*tableShape, error) {
	if known, ok := t.Load(name); ok {
		return known.(*tableShape), nil
	}
	var root intCol
	if err := conn.QueryRowContext(ctx, "SELECT rootpage FROM main.sqlite_schema WHERE type = 'table' AND name = ?", name).Scan(&root); err != nil {
		return nil, err
	}
	shape := &tableShape{uint32(root), map[string]int{}}
	err := each(ctx, conn, "SELECT cid, name, pk FROM pragma_table_info(?, 'main')", func(scan func(...any) error) error {
		var cid, pk intCol
		var column textCol
		if err := scan(&cid, &column, &pk); err != nil {
			return err
		}
		shape.columns[string(column)] = int(cid)
		if pk > 0 {
			shape.columns[string(column)] = -1
		}
		return nil
	}, name)
	if err == nil {
		t.Store(name, shape)
	}
	return shape, err
}

// table opens a table of the file itself, whose pages from gives, and gives the
// numbers of columns in its rows, as tableShape has them.
func (p *filePages) table(ctx context.Context, name string, columns []string, from btree.Pages) (t *btree.Table, at []int, err error) {
	shape, err := p.shapes.of(ctx, p.conn, name)
	if err != nil {
		return nil, nil, err
	}
	for _, column := range columns {
		place, known := shape.columns[column]
		if !known {
			return nil, nil, fmt.Errorf("%w: table %s has no column %s", ErrDamaged, name, column)
		}
		at = append(at, place)
	}
	return btree.Open(from, shape.root, pageSize-sumSize), at, nil
}
