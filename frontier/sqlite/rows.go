package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// querier is a connection or a pool of them.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// each runs a query and calls f for each row; f scans it.
func each(ctx context.Context, db querier, query string, f func(scan func(...any) error) error, args ...any) error {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := f(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

// readError says what could not be read of the file.
func (s *Store) readError(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("read %s of %s: %w", what, s.path, explain(err))
}

// errStop ends a query whose consumer wants no more rows.
var errStop = errors.New("no more rows wanted")

// urlColumns are those that urlRow takes.
const urlColumns = "u.id, u.url, u.depth, u.via, u.reason, u.flags"

// urlRow is where a row of url is scanned to.
type urlRow struct {
	id, via       idCol
	url           textCol
	depth         depthCol
	reason, flags intCol
}

func (u *urlRow) dest() []any {
	return []any{&u.id, &u.url, &u.depth, &u.via, &u.reason, &u.flags}
}

// rowReader makes the rows of a crawl from those of the tables.
type rowReader struct {
	url    urlRow
	row    frontier.Row
	record record.Page
	retry  frontier.Retry
}

func (r *rowReader) setURL() {
	u := &r.url
	r.row = frontier.Row{
		ID: frontier.ID(u.id), URL: string(u.url), Depth: uint16(u.depth), Via: frontier.ID(u.via),
		Reason: frontier.Reason(u.reason), Sources: frontier.Source(u.flags & flagSources),
		NoFollow: u.flags&flagNoFollow != 0, Location: frontier.NoID, Canonical: frontier.NoID,
	}
}

func (r *rowReader) setRetry(t *retryRow) {
	r.retry = t.retry()
	r.row.Retry = &r.retry
}

func (r *rowReader) setPage(p *pageRow) {
	p.record(&r.record)
	r.row.Page, r.row.Retry = &r.record, nil
	r.row.Location, r.row.Canonical = frontier.ID(p.locationID), frontier.ID(p.canonicalID)
}

// Rows implements frontier.Crawl.
func (s *Store) Rows(ctx context.Context) iter.Seq2[*frontier.Row, error] {
	return func(yield func(*frontier.Row, error) bool) {
		side, err := s.newSide(ctx, 0)
		if err != nil {
			yield(nil, s.readError("URLs", err))
			return
		}
		defer side.close()
		var p pageRow
		var r rowReader
		urls, pages, err := s.rowCursors(ctx, &r.url, &p)
		if err != nil {
			yield(nil, s.readError("URLs", err))
			return
		}
		defer urls.close()
		defer pages.close()
		for err == nil && urls.more {
			if err = ctx.Err(); err != nil {
				break
			}
			r.setURL()
			if err = side.complete(&r); err != nil {
				break
			}
			if err = pages.each(r.row.ID, func() { r.setPage(&p) }); err != nil { // last: a settled URL has no retry
				break
			}
			if !yield(&r.row, nil) {
				return
			}
			err = urls.next()
		}
		if err != nil {
			yield(nil, s.readError("URLs", err))
		}
	}
}

// rowCursors begin to read URLs and pages, from the pages of the file where
// they are tables of its own.
func (s *Store) rowCursors(ctx context.Context, u *urlRow, p *pageRow) (urls, pages *cursor, err error) {
	if s.direct(s.shown()) {
		urls, err = s.scan(ctx, "url", columnsOf(strings.ReplaceAll(urlColumns, "u.", "")), u.dest())
		if err == nil {
			pages, err = s.scan(ctx, "page", columnsOf(shownColumns), p.dest())
		}
	} else {
		urls, err = s.cursor(ctx, "SELECT "+urlColumns+" FROM url u ORDER BY u.id", u.dest())
		if err == nil {
			pages, err = s.cursor(ctx, "SELECT p.id, "+pageColumns+" FROM "+s.shown()+" p ORDER BY p.id", p.dest())
		}
	}
	if err != nil {
		return nil, nil, errors.Join(err, urls.close())
	}
	return urls, pages, nil
}

// columnsOf gives the names in a list of columns.
func columnsOf(list string) []string {
	columns := strings.Split(list, ",")
	for i := range columns {
		columns[i] = strings.TrimSpace(columns[i])
	}
	return columns
}

// Row implements frontier.Crawl.
func (s *Store) Row(id frontier.ID) (*frontier.Row, error) {
	row, err := s.rowOf(context.Background(), id)
	return row, s.readError("a URL", err)
}

// URL gives the URL of a number, "" if it is not known.
func (s *Store) URL(id frontier.ID) (string, error) {
	var url textCol
	_, err := s.one(context.Background(), "SELECT url FROM url WHERE id = ?", id, &url)
	return string(url), s.readError("a URL", err)
}

// rowOf reads one row, nil if there is none. It asks of the small tables those
// alone that may have something to say.
func (s *Store) rowOf(ctx context.Context, id frontier.ID) (*frontier.Row, error) {
	var r rowReader
	found, err := s.one(ctx, "SELECT "+urlColumns+" FROM url u WHERE u.id = ?", id, r.url.dest()...)
	if err != nil || !found {
		return nil, err
	}
	r.setURL()
	if err := s.readPlace(ctx, &r.row); err != nil {
		return nil, err
	}
	var p pageRow
	if found, err = s.one(ctx, "SELECT p.id, "+pageColumns+" FROM "+s.shown()+" p WHERE p.id = ?", id, p.dest()...); err != nil {
		return nil, err
	}
	if found {
		r.setPage(&p)
	} else {
		var retry retryRow
		if found, err = s.one(ctx, "SELECT id, n, tries, due, err, status FROM retry WHERE id = ? ORDER BY n DESC LIMIT 1", id, retry.dest()...); err != nil {
			return nil, err
		}
		if found {
			r.setRetry(&retry)
		}
	}
	var sources intCol
	_, err = s.one(ctx, "SELECT "+allSources+" FROM source WHERE id = ?", id, &sources)
	r.row.Sources |= frontier.Source(sources)
	return &r.row, err
}

// readPlace reads the depth and via that a URL has got since it was found.
func (s *Store) readPlace(ctx context.Context, row *frontier.Row) error {
	var depth depthCol
	if row.NoFollow {
		found, err := s.one(ctx, "SELECT depth FROM followed WHERE id = ?", row.ID, &depth)
		if err != nil {
			return err
		}
		if found {
			row.NoFollow, row.Depth = false, uint16(depth)
		}
	}
	if row.Depth != frontier.NoDepth {
		return nil
	}
	var via idCol
	found, err := s.one(ctx, "SELECT depth, via FROM reached WHERE id = ?", row.ID, &depth, &via)
	if found {
		row.Depth, row.Via = uint16(depth), frontier.ID(via)
	}
	return err
}

// Sources implements frontier.Crawl.
func (s *Store) Sources(id frontier.ID) ([]frontier.SourceDetail, error) {
	details, err := s.sources(context.Background(), id)
	return details, s.readError("sources", err)
}

func (s *Store) sources(ctx context.Context, id frontier.ID) (details []frontier.SourceDetail, err error) {
	err = each(ctx, s.readers, "SELECT source, detail FROM source WHERE id = ? ORDER BY source, detail", func(scan func(...any) error) error {
		var source intCol
		var detail textCol
		if err := scan(&source, &detail); err != nil {
			return err
		}
		details = append(details, frontier.SourceDetail{Source: frontier.Source(source), Detail: string(detail)})
		return nil
	}, int64(id))
	return details, err
}

type retryRow struct {
	id                         idCol
	n, tries, due, err, status intCol
}

func (r *retryRow) dest() []any { return []any{&r.id, &r.n, &r.tries, &r.due, &r.err, &r.status} }

func (r *retryRow) retry() frontier.Retry {
	return frontier.Retry{ID: frontier.ID(r.id), Tries: int(r.tries), Due: r.due.time(), Err: record.ErrClass(r.err), Status: int(r.status)}
}
