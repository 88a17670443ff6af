package sqlite

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
)

const metaKey = "store.key"

// HalfMade is what Create appends to the name of the file that it is making.
const HalfMade = ".new"

// Create makes the crawl file at path, where there must be none, and opens
// it. The file appears there whole.
func Create(path string, o Options) (*Store, error) {
	lock, err := takeLock(path)
	if err != nil {
		return nil, err
	}
	s, err := create(path, o, lock)
	if err != nil {
		return nil, errors.Join(err, lock.release())
	}
	return s, nil
}

func create(path string, o Options, lock *fileLock) (*Store, error) {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		if err == nil {
			err = fs.ErrExist
		}
		return nil, fmt.Errorf("create crawl file %s: %w", path, err)
	}
	if o.Key == [16]byte{} {
		rand.Read(o.Key[:])
	}
	raw := path + HalfMade
	if err := os.Remove(raw); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("create crawl file %s: %w", path, err)
	}
	if err := makeFile(raw, o); err != nil {
		os.Remove(raw)
		return nil, fmt.Errorf("create crawl file %s: %w", path, explain(err))
	}
	if err := os.Rename(raw, path); err != nil {
		os.Remove(raw)
		return nil, fmt.Errorf("create crawl file %s: %w", path, err)
	}
	return open(path, o, lock)
}

func makeFile(path string, o Options) error {
	// Nobody sees the file until it is whole: it needs no journal, and one
	// sync at the end.
	if err := os.WriteFile(path, emptyFile(), 0o644); err != nil {
		return err
	}
	db, err := openDB(dsn(path, "journal_mode(OFF)", "synchronous(OFF)"), nil)
	if err != nil {
		return err
	}
	_, err = db.Exec(fmt.Sprintf("BEGIN; PRAGMA application_id=%d; PRAGMA user_version=%d; %s; INSERT INTO meta VALUES ('%s', x'%x'); COMMIT",
		applicationID, version, schema, metaKey, o.Key))
	for _, key := range slices.Sorted(maps.Keys(o.Meta)) {
		if err == nil {
			_, err = db.Exec("INSERT INTO meta VALUES (?, ?)", key, o.Meta[key])
		}
	}
	if err = errors.Join(err, db.Close()); err != nil || o.noSync {
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
