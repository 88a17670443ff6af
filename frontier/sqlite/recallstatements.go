package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"github.com/portolan-seo/portolan/frontier"
)

// recallStatements finds rows by statements: of crawl files whose tables are
// not those of today.
type recallStatements struct {
	pages, urls, texts *sql.Stmt
	dest               []any
}

func (s *Store) newRecallStatements(ctx context.Context, row *pageRow) (*recallStatements, error) {
	r := &recallStatements{dest: row.dest()}
	for _, p := range []struct {
		to   **sql.Stmt
		text string
	}{
		{&r.pages, "SELECT p.id, " + pageColumns + " FROM page p WHERE p.id = ?"},
		{&r.urls, "SELECT url, anchor, reason FROM url WHERE id = ?"},
		{&r.texts, "SELECT text FROM anchor WHERE id = ?"},
	} {
		var err error
		if *p.to, err = s.readers.PrepareContext(ctx, p.text); err != nil {
			return nil, errors.Join(err, r.close())
		}
	}
	return r, nil
}

func (r *recallStatements) close() error {
	var errs []error
	for _, stmt := range []*sql.Stmt{r.pages, r.urls, r.texts} {
		if stmt != nil {
			errs = append(errs, stmt.Close())
		}
	}
	return errors.Join(errs...)
}

func (r *recallStatements) pause() {}

func (r *recallStatements) page(id frontier.ID) (found bool, err error) {
	err = r.pages.QueryRow(int64(id)).Scan(r.dest...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

func (r *recallStatements) url(id frontier.ID) (url, anchor string, reason frontier.Reason, err error) {
	var columns [2]textCol
	var number intCol
	err = r.urls.QueryRow(int64(id)).Scan(&columns[0], &columns[1], &number)
	return string(columns[0]), string(columns[1]), frontier.Reason(number), err
}

func (r *recallStatements) text(id uint32) (string, error) {
	var text textCol
	err := r.texts.QueryRow(int64(id)).Scan(&text)
	return string(text), err
}
