package sqlite

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"unsafe"

	"github.com/dchest/siphash"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite/btree"
)

// Find implements frontier.Crawl. A store that crawls knows where to look;
// one opened for reading looks through the fingerprints of all URLs.
func (s *Store) Find(url string) (*frontier.Row, error) {
	found, err := s.FindAll(context.Background(), url)
	if id, known := found[url]; known && err == nil {
		return s.Row(id)
	}
	return nil, err
}

// FindAll gives the numbers of those of some URLs that are known. A store opened
// for reading reads the fingerprints of all URLs once, up to the last that is found,
// and the texts of those whose fingerprints table seen does not have.
func (s *Store) FindAll(ctx context.Context, urls ...string) (map[string]frontier.ID, error) {
	found, sought := map[string]frontier.ID{}, map[string]bool{}
	for _, url := range urls {
		if s.readOnly {
			sought[url] = true
		} else if id, known := s.seen.find(siphash.Hash(s.k0, s.k1, []byte(url))); known {
			found[url] = id
		}
	}
	if len(sought) == 0 {
		return found, nil
	}
	find := s.findDirect
	if !s.direct("url") {
		find = s.findEach
	}
	return found, s.readError("URLs", find(ctx, sought, found))
}

// findDirect looks for URLs in the pages of the file.
func (s *Store) findDirect(ctx context.Context, sought map[string]bool, found map[string]frontier.ID) error {
	from, err := s.findSeen(ctx, sought, found)
	if err != nil || len(found) == len(sought) {
		return err
	}
	urls, err := s.openScan(ctx, "url", []string{"id", "url"}, int64(from))
	if err != nil {
		return err
	}
	defer urls.close() // it has only read
	urls.wants = func(row *btree.Row) bool {
		kind, _, text := row.Value(urls.places[1])
		return kind != btree.Text || sought[text] || ctx.Err() != nil // for next to tell
	}
	var id idCol
	var url textCol
	for len(found) < len(sought) {
		more, err := urls.next([]any{&id, &url})
		if err = cmp.Or(err, ctx.Err()); err != nil || !more {
			return err
		}
		found[string(url)] = frontier.ID(id)
	}
	return nil
}

// findSeen looks for URLs by the fingerprints in table seen, and gives the first
// whose fingerprint is not there: those are a sixth of the texts.
func (s *Store) findSeen(ctx context.Context, sought map[string]bool, found map[string]frontier.ID) (next frontier.ID, err error) {
	keys := map[uint64]string{}
	var marks [1 << 16]bool // by the lowest bits of the keys: most others are none at a glance
	for url := range sought {
		key := siphash.Hash(s.k0, s.k1, []byte(url))
		keys[key], marks[uint16(key)] = url, true
	}
	rows, err := s.openScan(ctx, "seen", []string{"chunk", "facts"}, 0)
	if err != nil {
		return 0, err
	}
	defer rows.close() // it has only read
	for len(found) < len(sought) {
		more, err := rows.table.Next()
		switch err = cmp.Or(err, ctx.Err()); {
		case errors.Is(err, btree.ErrFormat):
			return next, nil // as a row that does not fit
		case err != nil || !more || rows.table.Row().ID != int64(next>>chunkBits):
			return next, err
		}
		_, _, text := rows.table.Row().Value(rows.places[1])
		facts := unsafe.Slice(unsafe.StringData(text), len(text)) // which are not changed
		if fits, err := s.fits(facts, int(next>>chunkBits), s.URL); err != nil || !fits {
			return next, err
		}
		for i := range chunkSize {
			key := binary.LittleEndian.Uint64(facts[8*i:])
			if !marks[uint16(key)] || keys[key] == "" {
				continue
			}
			switch url, err := s.URL(next + frontier.ID(i)); {
			case err != nil:
				return next, err
			case url == keys[key]:
				found[url] = next + frontier.ID(i)
			}
		}
		next += chunkSize
	}
	return next, nil
}

// findEach asks for each URL.
func (s *Store) findEach(ctx context.Context, sought map[string]bool, found map[string]frontier.ID) error {
	for url := range sought {
		err := each(ctx, s.readers, "SELECT id FROM url WHERE url = ? LIMIT 1", func(scan func(...any) error) error {
			var id idCol
			err := scan(&id)
			found[url] = frontier.ID(id)
			return err
		}, url)
		if err != nil {
			return err
		}
	}
	return nil
}
