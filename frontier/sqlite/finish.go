package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// Finish ends a crawl: its file is complete without a journal beside it,
// unless another process is reading it; then the journal goes with that one.
// The store can be read on; nothing can be added until the file is opened
// again.
func (s *Store) Finish() error {
	if s.failed != nil {
		return s.failed
	}
	if s.readOnly {
		return fmt.Errorf("finish crawl file %s: %w", s.path, ErrReadOnly)
	}
	s.Release(slices.Collect(maps.Keys(s.leased))...)
	s.readOnly = true
	s.counts.Delayed = s.postponed
	s.seen, s.pending, s.anchors, s.recent = seen{}, pending{}, anchors{}, recent{}
	err := errors.Join(s.sumFolds(), s.closeStatements(), s.readers.Close())
	s.readers = nil
	if err == nil {
		err = s.endJournal()
	}
	if err = errors.Join(err, s.closeFiles(), s.openReaders()); err != nil {
		s.failed = fmt.Errorf("finish crawl file %s: %w", s.path, explain(err))
	}
	return s.failed
}

// sumFolds leaves one row of each host and rule in table fold, to which each batch has
// appended some: to add them up took a reader a hundredth of a second at 100,000 pages.
// A full disk leaves them as they are.
func (s *Store) sumFolds() error {
	ctx := context.Background()
	var last intCol
	if err := s.writer.QueryRowContext(ctx, "SELECT max(rowid) FROM fold").Scan(&last); err != nil || last == 0 {
		return err
	}
	_, err := s.writer.ExecContext(ctx, fmt.Sprintf(`%s;
		INSERT INTO fold SELECT host, kind, name, sum(count) FROM fold GROUP BY host, kind, name;
		DELETE FROM fold WHERE rowid <= %d;
		COMMIT`, begin, last))
	if err != nil {
		s.writer.ExecContext(ctx, "ROLLBACK")
	}
	if isCode(err, lib.SQLITE_FULL) {
		return nil
	}
	return err
}

// endJournal brings everything from the journal into the file.
func (s *Store) endJournal() error {
	_, err := s.writer.ExecContext(context.Background(), "PRAGMA wal_checkpoint; PRAGMA busy_timeout = 500; PRAGMA journal_mode = DELETE")
	var e *sqlite.Error
	if errors.As(err, &e) && e.Code()&0xff == lib.SQLITE_BUSY {
		return nil
	}
	return err
}

// Close ends the use of the file. Leased URLs are pending when it is opened
// again.
func (s *Store) Close() error {
	if err := errors.Join(s.closeStatements(), s.closeFiles()); err != nil {
		return fmt.Errorf("close crawl file %s: %w", s.path, err)
	}
	return nil
}

// closeFiles closes what is open, the lock last.
func (s *Store) closeFiles() error {
	var errs []error
	for _, c := range []*sql.Conn{s.verdicts, s.findings, s.writer} {
		if c != nil {
			errs = append(errs, c.Close())
		}
	}
	for _, db := range []*sql.DB{s.readers, s.writerDB} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	if s.lock != nil {
		errs = append(errs, s.lock.release())
	}
	errs, s.raw = append(errs, s.raw.close()), nil
	s.verdicts, s.findings, s.writer, s.readers, s.writerDB, s.lock = nil, nil, nil, nil, nil, nil
	return errors.Join(errs...)
}
