package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"

	"github.com/dchest/siphash"

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
		pages, err := s.cursor(ctx, "SELECT p.id, "+pageColumns+" FROM "+s.shown()+" p ORDER BY p.id", p.dest())
		if err != nil {
			yield(nil, s.readError("URLs", err))
			return
		}
		defer pages.close()
		var r rowReader
		dest := r.url.dest()
		err = each(ctx, s.readers, "SELECT "+urlColumns+" FROM url u ORDER BY u.id", func(scan func(...any) error) error {
			if err := scan(dest...); err != nil {
				return err
			}
			r.setURL()
			if err := side.complete(&r); err != nil {
				return err
			}
			if err := pages.each(r.row.ID, func() { r.setPage(&p) }); err != nil { // last: a settled URL has no retry
				return err
			}
			if !yield(&r.row, nil) {
				return errStop
			}
			return nil
		})
		if err != nil && err != errStop {
			yield(nil, s.readError("URLs", err))
		}
	}
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

// Find implements frontier.Crawl. A store that crawls knows where to look;
// one opened for reading reads all URLs, some million a second.
func (s *Store) Find(url string) (*frontier.Row, error) {
	var id idCol
	if s.readOnly {
		err := s.readers.QueryRowContext(context.Background(), "SELECT id FROM url WHERE url = ? LIMIT 1", url).Scan(&id)
		if errors.Is(err, sql.ErrNoRows) {
			return nil, nil
		}
		if err != nil {
			return nil, s.readError("a URL", err)
		}
		return s.Row(frontier.ID(id))
	}
	n, known := s.seen.find(siphash.Hash(s.k0, s.k1, []byte(url)))
	if !known {
		return nil, nil
	}
	return s.Row(n)
}

// rowOf reads one row, nil if there is none.
func (s *Store) rowOf(ctx context.Context, id frontier.ID) (*frontier.Row, error) {
	var r rowReader
	found, err := s.one(ctx, "SELECT "+urlColumns+" FROM url u WHERE u.id = ?", id, r.url.dest()...)
	if err != nil || !found {
		return nil, err
	}
	r.setURL()
	var depth depthCol
	if found, err = s.one(ctx, "SELECT depth FROM followed WHERE id = ?", id, &depth); found {
		r.row.NoFollow, r.row.Depth = false, uint16(depth)
	}
	var via idCol
	found, failed := s.one(ctx, "SELECT depth, via FROM reached WHERE id = ?", id, &depth, &via)
	if found {
		r.row.Depth, r.row.Via = uint16(depth), frontier.ID(via)
	}
	err = errors.Join(err, failed)
	var retry retryRow
	found, failed = s.one(ctx, "SELECT id, n, tries, due, err, status FROM retry WHERE id = ? ORDER BY n DESC LIMIT 1", id, retry.dest()...)
	if found {
		r.setRetry(&retry)
	}
	err = errors.Join(err, failed)
	var p pageRow
	found, failed = s.one(ctx, "SELECT p.id, "+pageColumns+" FROM "+s.shown()+" p WHERE p.id = ?", id, p.dest()...)
	if found {
		r.setPage(&p)
	}
	err = errors.Join(err, failed)
	details, failed := s.sources(ctx, id)
	for _, d := range details {
		r.row.Sources |= d.Source
	}
	return &r.row, errors.Join(err, failed)
}

// one scans the row that a query gives for an id, if it gives one.
func (s *Store) one(ctx context.Context, query string, id frontier.ID, dest ...any) (found bool, err error) {
	err = s.readers.QueryRowContext(ctx, query, int64(id)).Scan(dest...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
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
