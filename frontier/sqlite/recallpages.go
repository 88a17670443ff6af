package sqlite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite/btree"
)

// recallRows finds single rows of a crawl file. The texts of url and text hold
// until the next call.
type recallRows interface {
	page(id frontier.ID) (found bool, err error) // into the pageRow that it was made with
	url(id frontier.ID) (url, anchor string, reason frontier.Reason, err error)
	text(id uint32) (string, error)
	pause() // nothing is read for a while
	close() error
}

// newRecallRows makes what finds rows, which page puts into row.
func (s *Store) newRecallRows(ctx context.Context, row *pageRow) (recallRows, error) {
	if s.direct("page") {
		r, err := s.newRecallPages(ctx, row)
		if err == nil {
			return r, nil
		}
		return nil, err
	}
	r, err := s.newRecallStatements(ctx, row)
	if err == nil {
		return r, nil
	}
	return nil, err
}

// recallPages finds rows in the pages of the file.
type recallPages struct {
	rowFinder
	pages, urls, texts       *btree.Table
	pagesAt, urlsAt, textsAt []int
	dest                     []any
}

func (s *Store) newRecallPages(ctx context.Context, row *pageRow) (r *recallPages, err error) {
	r = &recallPages{rowFinder: rowFinder{ctx: ctx, held: map[uint32][]byte{}, order: make([]uint32, heldPages), grows: !s.readOnly}, dest: row.dest()}
	conn, err := s.readers.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if r.file, err = s.newFilePages(ctx, conn); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	r.file.watched = true
	for _, t := range []struct {
		name    string
		columns []string
		to      **btree.Table
		at      *[]int
	}{
		{"page", columnsOf(shownColumns), &r.pages, &r.pagesAt},
		{"url", []string{"url", "anchor", "reason"}, &r.urls, &r.urlsAt},
		{"anchor", []string{"text"}, &r.texts, &r.textsAt},
	} {
		if *t.to, *t.at, err = r.file.table(ctx, t.name, t.columns, &r.rowFinder); err != nil {
			return nil, errors.Join(err, r.close())
		}
	}
	return r, nil
}

func (r *recallPages) close() error {
	r.pause()
	return errors.Join(r.file.close(), r.file.conn.Close())
}

func (r *recallPages) pause() { r.end() }

func (r *recallPages) page(id frontier.ID) (found bool, err error) {
	row, err := r.find(r.pages, id)
	if err != nil || row == nil {
		return false, err
	}
	for i, place := range r.pagesAt {
		if err := scanValue(r.dest[i], row, place); err != nil {
			return false, err
		}
		if text, is := r.dest[i].(*textCol); is {
			*text = textCol(strings.Clone(string(*text)))
		}
	}
	return true, nil
}

func (r *recallPages) url(id frontier.ID) (url, anchor string, reason frontier.Reason, err error) {
	row, err := r.find(r.urls, id)
	if err != nil || row == nil {
		return "", "", 0, cmp.Or(err, gap(id))
	}
	var columns [2]textCol
	var number intCol
	for i, to := range [...]any{&columns[0], &columns[1], &number} {
		if err := scanValue(to, row, r.urlsAt[i]); err != nil {
			return "", "", 0, err
		}
	}
	return string(columns[0]), string(columns[1]), frontier.Reason(number), nil
}

func (r *recallPages) text(id uint32) (string, error) {
	row, err := r.find(r.texts, frontier.ID(id))
	if err != nil || row == nil {
		return "", cmp.Or(err, fmt.Errorf("%w: it has no link text %d", ErrDamaged, id))
	}
	var text textCol
	err = scanValue(&text, row, r.textsAt[0])
	return string(text), err
}

// scanValue is Scan for a value of a row, that of the row's id at place -1.
func scanValue(to any, row *btree.Row, place int) error {
	kind, n, text := btree.Int, row.ID, ""
	if place >= 0 {
		kind, n, text = row.Value(place)
	}
	switch to := to.(type) {
	case *intCol:
		if *to = intCol(n); kind == btree.Int || kind == btree.Null {
			return nil
		}
	case *textCol:
		if *to = textCol(text); kind == btree.Text || kind == btree.Null {
			return nil
		}
	case *depthCol:
		if *to = depthCol(n); kind == btree.Int && n >= 0 && n < frontier.NoDepth {
			return nil
		}
		if *to = frontier.NoDepth; kind == btree.Null {
			return nil
		}
	case *idCol:
		if *to = idCol(n); kind == btree.Int && n >= 0 && n < int64(frontier.NoID) {
			return nil
		}
		if *to = idCol(frontier.NoID); kind == btree.Null {
			return nil
		}
	}
	return fmt.Errorf("%w: a value in the row %d is not what it should be", ErrDamaged, row.ID)
}
