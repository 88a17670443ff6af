package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"github.com/portolan-seo/portolan/frontier"
)

// cursor reads a table in order of id, beside others: a join would look for
// each row of theirs by itself.
type cursor struct {
	rows *sql.Rows
	file *tableScan // in the place of rows
	id   *idCol     // the first of dest
	dest []any
	more bool // dest holds a row
}

// open begins to read. dest[0] is the *idCol of the first column.
func (s *Store) cursor(ctx context.Context, query string, dest []any, args ...any) (*cursor, error) {
	rows, err := s.readers.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	c := &cursor{rows: rows, id: dest[0].(*idCol), dest: dest}
	if err := c.next(); err != nil {
		return nil, errors.Join(err, c.close())
	}
	return c, nil
}

func (c *cursor) next() (err error) {
	if c.file != nil {
		c.more, err = c.file.next(c.dest)
		return err
	}
	if c.more = c.rows.Next(); !c.more {
		return c.rows.Err()
	}
	return c.rows.Scan(c.dest...)
}

func (c *cursor) close() error {
	switch {
	case c == nil:
		return nil
	case c.file != nil:
		return c.file.close()
	}
	return c.rows.Close()
}

// each calls f for the rows with an id, which may not be below that of the
// call before. Other tables have no rows without a row in url: one that is
// passed over means damage.
func (c *cursor) each(id frontier.ID, f func()) error {
	for c.more && *c.id <= idCol(id) {
		if *c.id < idCol(id) {
			return gap(frontier.ID(*c.id))
		}
		f()
		if err := c.next(); err != nil {
			return err
		}
	}
	return nil
}

// due is the id of the row at hand, NoID if there is none.
func (c *cursor) due() frontier.ID {
	if !c.more {
		return frontier.NoID
	}
	return frontier.ID(*c.id)
}

// at calls f for the rows with an id, and passes over those before it.
func (c *cursor) at(id frontier.ID, f func()) error {
	for c.more && *c.id < idCol(id) {
		if err := c.next(); err != nil {
			return err
		}
	}
	return c.each(id, f)
}

// side are the small tables that say more of a URL than its row.
type side struct {
	followed, reached, sources, retries *cursor
	next                                frontier.ID // complete has nothing to say of URLs before it

	followedID, reachedID       idCol
	followedDepth, reachedDepth depthCol
	reachedVia                  idCol
	sourceID                    idCol
	source                      intCol
	retry                       retryRow
}

// newSide begins to read what the tables say of the URLs from one on.
func (s *Store) newSide(ctx context.Context, from frontier.ID) (*side, error) {
	d := &side{}
	for _, t := range []struct {
		to    **cursor
		query string
		dest  []any
	}{
		{&d.followed, "SELECT id, depth FROM followed WHERE id >= ? ORDER BY id", []any{&d.followedID, &d.followedDepth}},
		{&d.reached, "SELECT id, depth, via FROM reached WHERE id >= ? ORDER BY id", []any{&d.reachedID, &d.reachedDepth, &d.reachedVia}},
		{&d.sources, "SELECT id, source FROM source WHERE id >= ? ORDER BY id", []any{&d.sourceID, &d.source}},
		{&d.retries, "SELECT id, n, tries, due, err, status FROM retry WHERE id >= ? ORDER BY id, n", d.retry.dest()},
	} {
		var err error
		if *t.to, err = s.cursor(ctx, t.query, t.dest, int64(from)); err != nil {
			return nil, errors.Join(err, d.close())
		}
	}
	return d, nil
}

func (d *side) close() error {
	return errors.Join(d.followed.close(), d.reached.close(), d.sources.close(), d.retries.close())
}

// place gives a row, of some of the URLs in order, the depth and via that they
// have now.
func (d *side) place(r *rowReader) error {
	row := &r.row
	return errors.Join(
		d.followed.at(row.ID, func() { row.Depth = uint16(d.followedDepth) }),
		d.reached.at(row.ID, func() { row.Depth, row.Via = uint16(d.reachedDepth), frontier.ID(d.reachedVia) }),
	)
}

// complete adds to a row what the tables say, but for its page.
func (d *side) complete(r *rowReader) error {
	row := &r.row
	if row.ID < d.next {
		return nil
	}
	err := errors.Join(
		d.followed.each(row.ID, func() { row.NoFollow, row.Depth = false, uint16(d.followedDepth) }),
		d.reached.each(row.ID, func() { row.Depth, row.Via = uint16(d.reachedDepth), frontier.ID(d.reachedVia) }),
		d.sources.each(row.ID, func() { row.Sources |= frontier.Source(d.source) }),
		d.retries.each(row.ID, func() { r.setRetry(&d.retry) }),
	)
	d.next = min(d.followed.due(), d.reached.due(), d.sources.due(), d.retries.due())
	return err
}
