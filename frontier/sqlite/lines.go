package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// lineReader reads columns of a table, of many rows at a time: it asks for all
// their values in one text, each in a line of its own, since a row costs the
// driver several times what it holds.
type lineReader struct {
	columns   int
	all, each *sql.Stmt

	values []string // of the rows read last, one after the other; NULL is ""
	at     int
	err    error // the first value that is not what it should be
}

// lumpRows is how many rows are read at a time.
const lumpRows = 1 << 10

// newLineReader makes one for a table that has a column id.
func newLineReader(ctx context.Context, conn *sql.Conn, table string, columns ...string) (r *lineReader, err error) {
	r = &lineReader{columns: len(columns)}
	rows := " FROM " + table + " WHERE id >= ? AND id < ? ORDER BY id"
	line := "concat_ws(char(10), ifnull(" + strings.Join(columns, ", ''), ifnull(") + ", ''))"
	if r.all, err = conn.PrepareContext(ctx, "SELECT count(*), group_concat(line, char(10)) FROM (SELECT "+line+" AS line"+rows+")"); err != nil {
		return nil, err
	}
	texts := "CAST(" + strings.Join(columns, " AS TEXT), CAST(") + " AS TEXT)"
	if r.each, err = conn.PrepareContext(ctx, "SELECT "+texts+rows); err != nil {
		return nil, errors.Join(err, r.close())
	}
	return r, nil
}

func (r *lineReader) close() error {
	if r == nil {
		return nil
	}
	err := r.all.Close()
	if r.each != nil {
		err = errors.Join(err, r.each.Close())
	}
	return err
}

// read reads the rows from one id to before another, and tells how many there
// are.
func (r *lineReader) read(ctx context.Context, from, to frontier.ID) (n int, err error) {
	var count intCol
	var lines textCol
	if err := r.all.QueryRowContext(ctx, int64(from), int64(to)).Scan(&count, &lines); err != nil {
		return 0, err
	}
	r.values, r.at = r.values[:0], 0
	if count == 0 {
		return 0, nil
	}
	for value := range strings.SplitSeq(string(lines), "\n") {
		r.values = append(r.values, value)
	}
	if len(r.values) == int(count)*r.columns {
		return int(count), nil
	}
	return r.readEach(ctx, from, to) // a text has a line feed
}

// readEach is read for columns that mostly have line feeds.
func (r *lineReader) readEach(ctx context.Context, from, to frontier.ID) (n int, err error) {
	r.values, r.at = r.values[:0], 0
	texts, dest := make([]textCol, r.columns), make([]any, r.columns)
	for i := range texts {
		dest[i] = &texts[i]
	}
	rows, err := r.each.QueryContext(ctx, int64(from), int64(to))
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	for ; rows.Next(); n++ {
		if err := rows.Scan(dest...); err != nil {
			return 0, err
		}
		for _, text := range texts {
			r.values = append(r.values, string(text))
		}
	}
	return n, rows.Err()
}

// The following take the next value; what is no such value is noted in err.

func (r *lineReader) text() string {
	text := r.values[r.at]
	r.at++
	return text
}

func (r *lineReader) skip(values int) { r.at += values }

// number takes a number, 0 for NULL.
func (r *lineReader) number() int64 {
	text := r.text()
	if text == "" {
		return 0
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil && r.err == nil {
		r.err = fmt.Errorf("%w: %q where a number should be", ErrDamaged, text)
	}
	return n
}

// below takes a number from 0 on that is below none, none for NULL.
func (r *lineReader) below(none int64) int64 {
	if r.values[r.at] == "" {
		r.at++
		return none
	}
	n := r.number()
	if (n < 0 || n >= none) && r.err == nil {
		r.err = fmt.Errorf("%w: %d where a number below %d should be", ErrDamaged, n, none)
	}
	return n
}

func (r *lineReader) id() frontier.ID { return frontier.ID(r.below(int64(frontier.NoID))) }
