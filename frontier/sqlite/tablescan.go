package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/frontier/sqlite/btree"
)

// tableScan reads the rows of a table in order of id from the pages of the
// file. It holds a transaction until it is closed, as a statement does.
type tableScan struct {
	conn   *sql.Conn
	pages  *filePages
	table  *btree.Table
	places []int
	wants  func(*btree.Row) bool // nil: every row

	fresh []freshText // of the row, that the row before has not
	bytes []byte      // of these, one after the other
	texts *strings.Builder
}

// freshText is a text of a row, and where it begins in bytes.
type freshText struct {
	to   *textCol
	from int
}

// scan begins to read columns of a table of the file itself; dest[0] is the
// *idCol of the first one.
func (s *Store) scan(ctx context.Context, table string, columns []string, dest []any) (*cursor, error) {
	t, err := s.openScan(ctx, table, columns, 0)
	if err != nil {
		return nil, err
	}
	c := &cursor{file: t, id: dest[0].(*idCol), dest: dest}
	if err := c.next(); err != nil {
		return nil, errors.Join(err, c.close())
	}
	return c, nil
}

// openScan begins to read columns of a table of the file itself, from an id on.
func (s *Store) openScan(ctx context.Context, table string, columns []string, from int64) (t *tableScan, err error) {
	t = &tableScan{}
	if t.conn, err = s.readers.Conn(ctx); err != nil {
		return nil, err
	}
	if t.pages, err = s.newFilePages(ctx, t.conn); err == nil {
		t.table, t.places, err = t.pages.table(ctx, table, columns, t.pages)
	}
	if err == nil {
		err = cmp.Or(ctx.Err(), t.pages.hold())
	}
	if err == nil {
		err = t.table.From(from)
	}
	if err != nil {
		return nil, errors.Join(err, t.close())
	}
	return t, nil
}

func (t *tableScan) next(dest []any) (more bool, err error) {
	more, err = t.table.Next()
	for err == nil && more && t.wants != nil && !t.wants(t.table.Row()) {
		more, err = t.table.Next()
	}
	if err != nil || !more {
		if errors.Is(err, btree.ErrFormat) {
			err = fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		return false, err
	}
	t.fresh, t.bytes = t.fresh[:0], t.bytes[:0]
	for i, place := range t.places {
		text, is := dest[i].(*textCol)
		var before textCol
		if is {
			before = *text
		}
		if err := scanValue(dest[i], t.table.Row(), place); err != nil {
			return false, err
		}
		switch {
		case is && *text == before: // as most types and languages are
			*text = before
		case is:
			t.fresh = append(t.fresh, freshText{text, len(t.bytes)})
			t.bytes = append(t.bytes, *text...)
		}
	}
	t.keep()
	return true, nil
}

// keep copies the fresh texts, which are parts of their page, together, to where
// those of other rows are.
func (t *tableScan) keep() {
	if t.texts == nil || t.texts.Cap()-t.texts.Len() < len(t.bytes) {
		t.texts = &strings.Builder{}
		t.texts.Grow(max(textChunk, len(t.bytes)))
	}
	from := t.texts.Len()
	t.texts.Write(t.bytes)
	all, end := textCol(t.texts.String()[from:]), len(t.bytes)
	for i := len(t.fresh) - 1; i >= 0; i-- {
		f := t.fresh[i]
		*f.to, end = all[f.from:end], f.from
	}
}

func (t *tableScan) close() error {
	if t.pages != nil && t.pages.end != nil {
		_ = t.pages.release() // there may be nothing to be ended
	}
	return errors.Join(t.pages.close(), t.conn.Close())
}
