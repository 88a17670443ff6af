package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"

	lib "modernc.org/sqlite/lib"

	"github.com/portolan-seo/portolan/frontier"
)

// PutVerdicts implements frontier.Crawl. The sequence may read the crawl.
func (s *Store) PutVerdicts(ctx context.Context, digest string, verdicts iter.Seq2[frontier.Verdict, error]) error {
	err := s.putVerdicts(ctx, digest, verdicts)
	if err != nil {
		return fmt.Errorf("store verdicts in %s: %w", s.path, explain(err))
	}
	s.meta[frontier.MetaVerdicts] = digest
	if s.findings != nil { // they rest on others
		delete(s.meta, metaFindings)
	}
	return nil
}

func (s *Store) putVerdicts(ctx context.Context, digest string, verdicts iter.Seq2[frontier.Verdict, error]) error {
	if s.failed != nil {
		return s.failed
	}
	known, err := s.known(ctx)
	if err != nil {
		return err
	}
	conn := s.writer
	if s.readOnly {
		if conn, err = s.ownVerdicts(ctx); err != nil {
			return err
		}
	}
	return s.derive(conn, "verdict", 5, func(rows *inserter) error {
		if _, err := conn.ExecContext(ctx, "DELETE FROM codes"); err != nil {
			return err
		}
		codes := newInserter(conn, "codes", 2, 1)
		defer codes.close()
		next, lump := frontier.ID(0), make([]byte, 0, chunkSize)
		for v, err := range verdicts {
			if err != nil {
				return err
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			if v.ID != next || next == known {
				return fmt.Errorf("number %d comes after %d of %d URLs", v.ID, next, known)
			}
			if err := rows.add(int64(v.ID), int64(v.Code), number(int64(v.Also)), idOrNull(v.Target), number(int64(v.View))); err != nil {
				return err
			}
			next, lump = next+1, append(lump, v.Code)
			if len(lump) == chunkSize || next == known {
				if err := codes.add(int64(v.ID>>chunkBits), lump); err != nil {
					return err
				}
				lump = lump[:0]
			}
		}
		if next != known {
			return fmt.Errorf("%d came for %d URLs", next, known)
		}
		if s.readOnly {
			return nil
		}
		_, err := conn.ExecContext(ctx, "INSERT OR REPLACE INTO meta VALUES (?, ?)", frontier.MetaVerdicts, digest)
		return err
	})
}

// ownVerdicts gives the connection whose temporary tables hide the file's
// verdicts.
func (s *Store) ownVerdicts(ctx context.Context) (*sql.Conn, error) {
	if s.verdicts != nil {
		return s.verdicts, nil
	}
	conn, err := s.readers.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.ExecContext(ctx, `
		DROP VIEW IF EXISTS temp.verdict; DROP VIEW IF EXISTS temp.codes;
		CREATE TEMP TABLE verdict (id INTEGER PRIMARY KEY, code INTEGER NOT NULL, also INTEGER, target INTEGER, view INTEGER);
		CREATE TEMP TABLE codes (chunk INTEGER PRIMARY KEY, codes BLOB NOT NULL)`); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	s.verdicts = conn
	return conn, nil
}

// judged gives where queries that need verdicts are to be asked.
func (s *Store) judged() querier {
	if s.verdicts != nil {
		return s.verdicts
	}
	return s.readers
}

// derive replaces the rows of a derived table in one transaction.
func (s *Store) derive(conn *sql.Conn, table string, cols int, fill func(*inserter) error) error {
	background := context.Background()
	begin := begin
	if s.readOnly {
		begin = "BEGIN" // the tables are temporary
	} else if _, err := conn.ExecContext(background, "PRAGMA wal_checkpoint"); err != nil && !isCode(err, lib.SQLITE_BUSY, lib.SQLITE_FULL) {
		return err // what the journal holds of the crawl is in the file, before more is added
	}
	if _, err := conn.ExecContext(background, begin+"; DELETE FROM "+table); err != nil {
		conn.ExecContext(background, "ROLLBACK")
		return err
	}
	rows := newInserter(conn, table, cols, 64)
	err := fill(rows)
	if err == nil {
		err = rows.flush()
	}
	err = errors.Join(err, rows.close())
	if err == nil {
		_, err = conn.ExecContext(background, "COMMIT")
	}
	if err != nil {
		conn.ExecContext(background, "ROLLBACK")
	}
	return err
}

// VerdictOf implements frontier.Crawl.
func (s *Store) VerdictOf(id frontier.ID) (frontier.Verdict, error) {
	var code, also, view intCol
	var target idCol
	err := s.judged().QueryRowContext(context.Background(), "SELECT code, also, target, view FROM verdict WHERE id = ?", int64(id)).Scan(&code, &also, &target, &view)
	if errors.Is(err, sql.ErrNoRows) {
		return frontier.Verdict{}, nil
	}
	if err != nil {
		return frontier.Verdict{}, s.readError("a verdict", err)
	}
	return frontier.Verdict{ID: id, Code: uint8(code), Also: uint64(also), Target: frontier.ID(target), View: uint64(view)}, nil
}

// Codes implements frontier.Crawl.
func (s *Store) Codes(ctx context.Context) ([]uint8, error) {
	var all []uint8
	err := s.eachCodes(ctx, func(from frontier.ID, codes []byte) error {
		if int(from) != len(all) {
			return fmt.Errorf("%w: its verdicts are wrong", ErrDamaged)
		}
		all = append(all, codes...)
		return nil
	})
	if err != nil {
		return nil, s.readError("verdicts", err)
	}
	return all, nil
}

// eachCodes gives the codes of all verdicts in lumps, with the number of the
// first of each.
func (s *Store) eachCodes(ctx context.Context, give func(from frontier.ID, codes []byte) error) error {
	return each(ctx, s.judged(), "SELECT chunk, codes FROM codes ORDER BY chunk", func(scan func(...any) error) error {
		var chunk intCol
		var codes blobCol
		if err := scan(&chunk, &codes); err != nil {
			return err
		}
		if chunk < 0 || chunk > 1<<chunkBits || len(codes) > chunkSize {
			return fmt.Errorf("%w: its verdicts are wrong", ErrDamaged)
		}
		return give(frontier.ID(chunk)<<chunkBits, codes)
	})
}

// Having implements frontier.Crawl.
func (s *Store) Having(ctx context.Context, code uint8) iter.Seq2[frontier.Verdict, error] {
	const query = "SELECT id, also, target, view FROM verdict WHERE code = ? ORDER BY id"
	return func(yield func(frontier.Verdict, error) bool) {
		err := each(ctx, s.judged(), query, func(scan func(...any) error) error {
			var id, target idCol
			var also, view intCol
			if err := scan(&id, &also, &target, &view); err != nil {
				return err
			}
			if !yield(frontier.Verdict{ID: frontier.ID(id), Code: code, Also: uint64(also), Target: frontier.ID(target), View: uint64(view)}, nil) {
				return errStop
			}
			return nil
		}, int64(code))
		if err != nil && err != errStop {
			yield(frontier.Verdict{}, s.readError("verdicts", err))
		}
	}
}
