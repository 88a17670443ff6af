package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"unsafe"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite/btree"
)

// lineReader reads columns of a table, of many rows at a time: from the pages
// of the file where it has such a table itself, since a row costs the driver
// many times what it holds. Of a view it asks for all values in one text, each
// in a line of its own.
type lineReader struct {
	columns   int
	all, each *sql.Stmt

	pages  *filePages // nil for a view
	table  *btree.Table
	places []int // of the columns in the table

	values []lineValue // of the rows read last, one after the other
	texts  *strings.Builder
	pass   bool   // texts hold until the next rows alone
	passed []byte // these, one after the other
	at     int
	err    error // the first value that is not what it should be
}

// lineValue is a value: its text, "" for NULL; for a number that need not be
// parsed any more aNumber.
type lineValue struct {
	text string
	n    int64
}

// aNumber is no text that is a number.
const aNumber = "#"

// lumpRows is how many rows are read at a time.
const lumpRows = 1 << 9

// lineValues are those of readers that were closed: a crawl opens some hundred.
var lineValues = sync.Pool{New: func() any { return new([]lineValue) }}

// newLineReader makes one for a table that has a column id.
func (s *Store) newLineReader(ctx context.Context, conn *sql.Conn, table string, columns ...string) (r *lineReader, err error) {
	r = &lineReader{columns: len(columns), values: *lineValues.Get().(*[]lineValue)}
	if s.direct(table) {
		if r.pages, err = s.newFilePages(ctx, conn); err == nil {
			r.table, r.places, err = r.pages.table(ctx, table, columns, r.pages)
		}
		if err != nil {
			return nil, errors.Join(err, r.close())
		}
		return r, nil
	}
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
	err := r.pages.close()
	clear(r.values[:cap(r.values)])
	values := r.values[:0]
	lineValues.Put(&values)
	r.values = nil
	for _, stmt := range []*sql.Stmt{r.all, r.each} {
		if stmt != nil {
			err = errors.Join(err, stmt.Close())
		}
	}
	return err
}

// fault is the first value that was not what it should be.
func (r *lineReader) fault() error {
	if r == nil {
		return nil
	}
	return r.err
}

// read reads the rows from one id to before another, and tells how many there
// are.
func (r *lineReader) read(ctx context.Context, from, to frontier.ID) (n int, err error) {
	if r.pages != nil {
		return r.readPages(ctx, from, to)
	}
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
		r.values = append(r.values, lineValue{text: value})
	}
	if len(r.values) == int(count)*r.columns {
		return int(count), nil
	}
	return r.readEach(ctx, from, to) // a text has a line feed
}

// readPages is read for a table of the file itself.
func (r *lineReader) readPages(ctx context.Context, from, to frontier.ID) (n int, err error) {
	r.values, r.at, r.passed = r.values[:0], 0, r.passed[:0]
	err = r.pages.during(ctx, func() error {
		if err := r.table.From(int64(from)); err != nil {
			return err
		}
		for {
			more, err := r.table.Next()
			if err != nil || !more || r.table.Row().ID >= int64(to) {
				return err
			}
			r.take(r.table.Row())
			n++
		}
	})
	if errors.Is(err, btree.ErrFormat) {
		err = fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return n, err
}

// take adds the values of a row.
func (r *lineReader) take(row *btree.Row) {
	for _, place := range r.places {
		if place < 0 {
			r.values = append(r.values, lineValue{aNumber, row.ID})
			continue
		}
		kind, n, text := row.Value(place)
		switch kind {
		case btree.Int:
			text = aNumber
		case btree.Text:
			text = r.kept(text)
		case btree.Float, btree.Blob:
			r.err = cmp.Or(r.err, fmt.Errorf("%w: a value in the row %d is neither a number nor a text", ErrDamaged, row.ID))
		}
		r.values = append(r.values, lineValue{text, n})
	}
}

// textChunk is how many bytes of texts are kept in one piece.
const textChunk = 1 << 12

// kept gives a text of a page for ever, or until the next rows: that of the row
// before where it is the same, else a copy.
func (r *lineReader) kept(text string) string {
	if before := len(r.values) - r.columns; before >= 0 && r.values[before].text == text {
		return r.values[before].text
	}
	if r.pass {
		from := len(r.passed)
		r.passed = append(r.passed, text...)
		return unsafe.String(unsafe.SliceData(r.passed[from:]), len(text))
	}
	if r.texts == nil || r.texts.Cap()-r.texts.Len() < len(text) {
		r.texts = &strings.Builder{}
		r.texts.Grow(max(textChunk, len(text)))
	}
	from := r.texts.Len()
	r.texts.WriteString(text)
	return r.texts.String()[from:]
}

// readEach is read for columns that mostly have line feeds.
func (r *lineReader) readEach(ctx context.Context, from, to frontier.ID) (n int, err error) {
	if r.pages != nil {
		return r.readPages(ctx, from, to)
	}
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
			r.values = append(r.values, lineValue{text: string(text)})
		}
	}
	return n, rows.Err()
}

// The following take the next value; what is no such value is noted in err.

func (r *lineReader) text() string {
	v := r.values[r.at]
	r.at++
	return v.text
}

func (r *lineReader) skip(values int) { r.at += values }

// number takes a number, 0 for NULL.
func (r *lineReader) number() int64 {
	v := r.values[r.at]
	r.at++
	if v.text == aNumber || v.text == "" {
		return v.n
	}
	n, err := strconv.ParseInt(v.text, 10, 64)
	if err != nil && r.err == nil {
		r.err = fmt.Errorf("%w: %q where a number should be", ErrDamaged, v.text)
	}
	return n
}

// below takes a number from 0 on that is below none, none for NULL.
func (r *lineReader) below(none int64) int64 {
	if r.values[r.at].text == "" {
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
