package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"

	"github.com/portolan-seo/portolan/frontier/sqlite/btree"
)

// filePages gives whole pages of a crawl file, as SQLite's own pager has them
// (table sqlite_dbpage): locks, log and checksums are its matter.
type filePages struct {
	conn *sql.Conn
	stmt driver.Stmt
	arg  [1]driver.NamedValue
	dest [1]driver.Value
}

func newFilePages(ctx context.Context, conn *sql.Conn) (*filePages, error) {
	p := &filePages{conn: conn}
	p.arg[0].Ordinal = 1
	err := conn.Raw(func(c any) (err error) {
		p.stmt, err = c.(driver.ConnPrepareContext).PrepareContext(ctx, "SELECT data FROM sqlite_dbpage WHERE pgno = ?")
		return err
	})
	return p, err
}

func (p *filePages) close() error {
	if p == nil || p.stmt == nil {
		return nil
	}
	return p.conn.Raw(func(any) error { return p.stmt.Close() })
}

// Page implements btree.Pages.
func (p *filePages) Page(number uint32) (page []byte, err error) {
	p.arg[0].Value = int64(number)
	err = p.conn.Raw(func(any) error {
		rows, err := p.stmt.(driver.StmtQueryContext).QueryContext(context.Background(), p.arg[:])
		if err != nil {
			return err
		}
		if err := rows.Next(p.dest[:]); err != nil {
			return errors.Join(fmt.Errorf("%w: it has no page %d: %w", ErrDamaged, number, err), rows.Close())
		}
		page, _ = p.dest[0].([]byte)
		return rows.Close()
	})
	return page, err
}

// during calls f while the pages stay as they are.
func (p *filePages) during(ctx context.Context, f func() error) error {
	if _, err := p.conn.ExecContext(ctx, "BEGIN"); err != nil {
		return err
	}
	err := f()
	_, ended := p.conn.ExecContext(context.Background(), "ROLLBACK") // it has only read
	return errors.Join(err, ended)
}

// table opens a table of the file itself, whose pages from gives, and gives the
// numbers of columns in its rows; that of the column which is the row's id is -1.
func (p *filePages) table(ctx context.Context, name string, columns []string, from btree.Pages) (t *btree.Table, at []int, err error) {
	var root intCol
	if err := p.conn.QueryRowContext(ctx, "SELECT rootpage FROM main.sqlite_schema WHERE type = 'table' AND name = ?", name).Scan(&root); err != nil {
		return nil, nil, err
	}
	places := map[string]int{}
	err = each(ctx, p.conn, "SELECT cid, name, pk FROM pragma_table_info(?, 'main')", func(scan func(...any) error) error {
		var cid, pk intCol
		var column textCol
		if err := scan(&cid, &column, &pk); err != nil {
			return err
		}
		places[string(column)] = int(cid)
		if pk > 0 {
			places[string(column)] = -1
		}
		return nil
	}, name)
	for _, column := range columns {
		place, known := places[column]
		if !known && err == nil {
			err = fmt.Errorf("%w: table %s has no column %s", ErrDamaged, name, column)
		}
		at = append(at, place)
	}
	return btree.Open(from, uint32(root), pageSize-sumSize), at, err
}
