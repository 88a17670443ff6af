package sqlite

import (
	"cmp"
	"context"

	"github.com/dchest/siphash"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite/btree"
)

// Find implements frontier.Crawl. A store that crawls knows where to look;
// one opened for reading reads all URLs, some ten million a second.
func (s *Store) Find(url string) (*frontier.Row, error) {
	found, err := s.FindAll(context.Background(), url)
	if id, known := found[url]; known && err == nil {
		return s.Row(id)
	}
	return nil, err
}

// FindAll gives the numbers of those of some URLs that are known. A store opened
// for reading reads all URLs once, up to the last that is found.
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
	urls, err := s.openScan(ctx, "url", []string{"id", "url"}, 0)
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
