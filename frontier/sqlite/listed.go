package sqlite

import (
	"context"
	"encoding/binary"
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
)

// Listed implements frontier.Crawl. It sorts outside of memory: it takes some
// 10 MB and one byte a URL, and for big crawls a temporary file of some 50
// bytes a URL.
func (s *Store) Listed(ctx context.Context, floor uint8) iter.Seq2[*frontier.Row, error] {
	return func(yield func(*frontier.Row, error) bool) {
		sorted := newSorter(s.folder())
		err := s.collectListed(ctx, floor, sorted)
		if err == nil {
			var row frontier.Row
			var record page.Record
			err = sorted.each(func(key, value []byte) error {
				if err := ctx.Err(); err != nil {
					return err
				}
				row = frontier.Row{URL: string(key)}
				unpackListed(value, &row, &record)
				if !yield(&row, nil) {
					return errStop
				}
				return nil
			})
		}
		if closed := sorted.close(); err == nil {
			err = closed
		}
		if err != nil && err != errStop {
			yield(nil, s.readError("listed URLs", err))
		}
	}
}

// listedLump is how many URLs are collected at a time; it divides chunkSize.
const listedLump = 1 << 10

// collectListed gives the sorter the URLs whose code is at least floor.
func (s *Store) collectListed(ctx context.Context, floor uint8, to *sorter) error {
	l := lister{s: s, floor: floor, to: to}
	return each(ctx, s.judged(), "SELECT chunk, codes FROM codes ORDER BY chunk", func(scan func(...any) error) error {
		var chunk intCol
		var codes blobCol
		if err := scan(&chunk, &codes); err != nil {
			return err
		}
		if chunk < 0 || chunk > 1<<chunkBits || len(codes) > chunkSize {
			return fmt.Errorf("%w: its verdicts are wrong", ErrDamaged)
		}
		for from := 0; from < len(codes); from += listedLump {
			if err := l.collect(ctx, frontier.ID(chunk)<<chunkBits+frontier.ID(from), codes[from:min(from+listedLump, len(codes))]); err != nil {
				return err
			}
		}
		return nil
	})
}

type lister struct {
	s      *Store
	floor  uint8
	to     *sorter
	urls   []string
	values [listedLump][]byte
}

// collect adds what is listed of the URLs from a number on, whose codes are
// given.
func (l *lister) collect(ctx context.Context, from frontier.ID, codes []byte) error {
	any := false
	for i, code := range codes {
		any = any || code >= l.floor
		l.values[i] = binary.AppendUvarint(l.values[i][:0], uint64(from)+uint64(i))
	}
	if !any {
		return nil
	}
	if err := l.readURLs(ctx, from, len(codes)); err != nil {
		return err
	}
	if err := l.readPages(ctx, from, codes); err != nil {
		return err
	}
	for i, code := range codes {
		if code >= l.floor {
			if err := l.to.add([]byte(l.urls[i]), l.values[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// readURLs reads n texts in order. It asks for all of them in one text, since
// a row costs several times what it holds, and for each if one of them has a
// line feed.
func (l *lister) readURLs(ctx context.Context, from frontier.ID, n int) error {
	var all textCol
	err := l.s.readers.QueryRowContext(ctx, "SELECT group_concat(url, char(10)) FROM (SELECT url FROM url WHERE id >= ? AND id < ? ORDER BY id)",
		int64(from), int64(from)+int64(n)).Scan(&all)
	if err != nil {
		return err
	}
	if l.urls = strings.Split(string(all), "\n"); len(l.urls) == n {
		return nil
	}
	l.urls = l.urls[:0]
	err = each(ctx, l.s.readers, "SELECT url FROM url WHERE id >= ? AND id < ? ORDER BY id", func(scan func(...any) error) error {
		var url textCol
		err := scan(&url)
		l.urls = append(l.urls, string(url))
		return err
	}, int64(from), int64(from)+int64(n))
	if err == nil && len(l.urls) != n {
		err = gap(from)
	}
	return err
}

// readPages appends to the values what dates the listed pages.
func (l *lister) readPages(ctx context.Context, from frontier.ID, codes []byte) error {
	var id idCol
	var status, fetchedAt, hash intCol
	var texts [3]textCol
	dest := []any{&id, &status, &fetchedAt, &hash, &texts[0], &texts[1], &texts[2]}
	return each(ctx, l.s.readers, `SELECT id, status, fetched_at, text_hash, last_modified, date, modified
		FROM page WHERE id >= ? AND id < ? ORDER BY id`, func(scan func(...any) error) error {
		if err := scan(dest...); err != nil {
			return err
		}
		i := frontier.ID(id) - from
		if codes[i] < l.floor {
			return nil
		}
		v := &l.values[i]
		for _, n := range [...]intCol{status, fetchedAt, hash} {
			*v = binary.AppendVarint(*v, int64(n))
		}
		for _, text := range texts {
			*v = append(binary.AppendUvarint(*v, uint64(len(text))), text...)
		}
		return nil
	}, int64(from), int64(from)+int64(len(codes)))
}

// unpackListed fills row from what collect put together.
func unpackListed(value []byte, row *frontier.Row, record *page.Record) {
	id, n := binary.Uvarint(value)
	row.ID = frontier.ID(id)
	if value = value[n:]; len(value) == 0 {
		return
	}
	var numbers [3]int64
	for i := range numbers {
		numbers[i], n = binary.Varint(value)
		value = value[n:]
	}
	var texts [3]string
	for i := range texts {
		length, n := binary.Uvarint(value)
		texts[i] = string(value[n : n+int(length)])
		value = value[n+int(length):]
	}
	*record = page.Record{
		Exchange: page.Exchange{Status: int(numbers[0]), FetchedAt: frontier.Milli(time.UnixMilli(numbers[1])), LastModified: texts[0], Date: texts[1]},
		Facts:    page.Facts{Modified: texts[2], TextHash: uint64(numbers[2])},
	}
	row.Page = record
}
