package sqlite

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

var (
	// ErrLocked is returned by Create and Open while another process is at
	// work on the crawl file. The error's text says since when.
	ErrLocked = errors.New("another portolan is at work on it")

	// ErrNotCrawl is returned for a file that is no crawl file.
	ErrNotCrawl = errors.New("not a crawl file of portolan")

	// ErrVersion is returned for a crawl file of another portolan version.
	ErrVersion = errors.New("written by another version of portolan")

	// ErrOlder is returned by Open for a crawl file of an earlier version.
	ErrOlder = errors.New("an earlier version of portolan wrote it: it can be read, not gone on with")

	// ErrDamaged is returned when the file contradicts itself. The error's
	// text says what can be done.
	ErrDamaged = errors.New("the crawl file is damaged")

	// ErrFull is returned when there is no room for the crawl file to grow.
	ErrFull = errors.New("no space left for the crawl file")

	// ErrReadOnly is returned for a write to a crawl opened for reading, or
	// to one that is finished.
	ErrReadOnly = errors.New("the crawl file is open for reading only")
)

// explain puts the store's own error before SQLite's where there is one that
// callers can act upon.
func explain(err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	if e.Code() == lib.SQLITE_IOERR_DATA {
		return fmt.Errorf("%w: a page is not what was written, or another program has changed it", ErrDamaged)
	}
	switch e.Code() & 0xff {
	case lib.SQLITE_CORRUPT, lib.SQLITE_NOTADB:
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	case lib.SQLITE_FULL:
		return fmt.Errorf("%w: %w", ErrFull, err)
	case lib.SQLITE_READONLY:
		return fmt.Errorf("%w: %w", ErrReadOnly, err)
	}
	return err
}

// isCode reports an error of SQLite with one of these primary codes.
func isCode(err error, codes ...int) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && slices.Contains(codes, e.Code()&0xff)
}

// hint adds to an error of a damaged file what can be done about it.
func (s *Store) hint(err error) error {
	if !errors.Is(err, ErrDamaged) || s.readers == nil && s.openReaders() != nil {
		return err
	}
	urls, pages := s.readable("url"), s.readable("page")
	if urls+pages == 0 {
		return fmt.Errorf("%w; %s", err, toRecover)
	}
	return fmt.Errorf("%w; %d of its URLs and %d of its pages can still be read: the sqlite3 shell's .recover command saves them into another file, or begin a new crawl",
		err, urls, pages)
}

// toRecover says what can be done about a file that is damaged at its root.
const toRecover = "the sqlite3 shell's .recover command may save a part of it into another file, or begin a new crawl"

// readable counts the rows of a table up to the first that cannot be read.
func (s *Store) readable(table string) int {
	n := 0
	_ = each(context.Background(), s.readers, "SELECT * FROM "+table, func(func(...any) error) error { n++; return nil })
	return n
}
